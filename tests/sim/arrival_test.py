"""Processes that come late to a broadcast: what is measured must be what follows from the algorithm by hand."""
import tempfile
import unittest
from pathlib import Path

from simulated import LATENCY, SimulatedTest, message_usec

PROCESSES, LATE = 8, 1e-3  # seconds
MESSAGE = message_usec(1024) * 1e-6


class Arrival(SimulatedTest):
    def cases(self, pattern, algorithm="flattree", benchmark="Bcast", length=1024, processes=PROCESSES, more=()):
        cases, _ = self.measured_cases(processes, benchmark, "-npmin", processes, "-msgsize", length, "-iter", 12, "-root_shift", "off",
                                       "-arrival", pattern, *more, options=[f"smpi/{benchmark.lower()}:{algorithm}"])
        for case in cases:
            self.assertEqual(case["status"], "measured", case["text"])
        return [case["arrival"] for case in cases]

    def case(self, *arguments, **options):
        (arrival,) = self.cases(*arguments, **options)
        return arrival

    def assert_seconds(self, found, wanted):
        self.assertAlmostEqual(found / wanted, 1, delta=1e-3)

    def test_a_late_child_of_a_flat_tree_adds_what_it_is_late(self):
        """The last message is under way for as long as it takes, once who takes it is there."""
        late = self.case("last:1000us")
        self.assertEqual(late["asked_s"], [0] * (PROCESSES - 1) + [LATE])
        for asked, achieved in zip(late["asked_s"], late["achieved_s"]):
            self.assertAlmostEqual(asked, achieved, delta=1e-9)
        self.assert_seconds(late["d_total_s"], LATE + MESSAGE)
        self.assert_seconds(late["d_last_s"], MESSAGE)
        self.assertLess(late["d_last_s"], late["reference_s"])

    def test_a_late_root_keeps_all_others_waiting(self):
        late = self.case("root:1000us")
        self.assert_seconds(late["d_total_s"], LATE + late["reference_s"])
        self.assert_seconds(late["d_last_s"], late["reference_s"])
        self.assertAlmostEqual(late["absorption"], 0, delta=1e-3)
        self.assertGreater(late["e_avg_s"], LATE * (PROCESSES - 1) / PROCESSES)

    def test_the_best_algorithm_depends_on_who_is_late(self):
        """In a binomial tree rank 4 passes messages on: those behind it wait for it. In a flat tree nobody does."""
        flat, tree = (self.case("alternate:2", algorithm, length=65536) for algorithm in ("flattree", "binomial_tree"))
        self.assertLess(tree["reference_s"], flat["reference_s"])
        with_trace = Path(tempfile.mkdtemp(), "late.txt")
        with_trace.write_text("0\n0\n0\n0\n1\n0\n0\n0\n")
        late_flat, late_tree = (self.case(f"trace,{with_trace}:1000us", algorithm)["e_avg_s"] for algorithm in ("flattree", "binomial_tree"))
        self.assertLess(late_flat, late_tree / 2)

    def test_all_patterns_in_turn_are_what_each_is_by_itself(self):
        beside = {arrival["pattern"]: arrival for arrival in self.cases("all,3:1000us")}
        self.assertEqual(len(beside), 8)
        for pattern in ("first", "last", "root", "ascending", "descending", "halves", "random,3", "alternate"):
            alone, same = self.case(f"{pattern}:1000us"), beside[f"{pattern}:1000us"]
            for asked, achieved in zip(alone["asked_s"], same["achieved_s"]):
                self.assertAlmostEqual(asked, achieved, delta=1e-9)
            for number in ("d_last_s", "d_total_s", "e_avg_s"):
                self.assert_seconds(same[number], alone[number])

    def test_a_pattern_that_cannot_be_kept_costs_no_other(self):
        out = self.measured(PROCESSES, "Bcast", "-npmin", PROCESSES, "-msgsize", 8, "-iter", 6, "-arrival", "all:300us", status=4)
        self.assertIn("# Rows without a result, by reason:\n#     skew not kept     : 3\n", out)
        for pattern in ("ascending", "descending", "random"):
            self.assertRegex(out, rf"\n +{pattern} +8 skipped; the smallest delay, 42\.9 us, is less than ten times the error of the clocks")
        for pattern in ("first", "last", "root", "halves", "alternate"):
            self.assertRegex(out, rf"\n +{pattern} +8 +6 ")

    def test_without_delays_it_is_the_call_itself(self):
        none = self.case("none", processes=2)
        self.assert_seconds(none["d_total_s"], none["reference_s"])
        self.assert_seconds(none["reference_s"], MESSAGE)
        self.assertIsNone(none["absorption"])

    def test_delays_that_the_clocks_cannot_resolve_are_not_measured(self):
        out = self.measured(2, "Bcast", "-npmin", 2, "-msgsize", 8, "-iter", 4, "-arrival", f"last:{LATENCY * 1e6 / 2}us", status=4)
        self.assertIn("skipped; the smallest delay, 5 us, is less than ten times the error of the clocks", out)


if __name__ == "__main__":
    unittest.main()
