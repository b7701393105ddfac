"""-arrival with every class of benchmark of messages: processes come as late as asked, or the row says that they did not."""
import os
import tempfile
import unittest
from pathlib import Path

from programs import BIN, launch
from records import check_lines, complete_lines

CLASSES = {
    "IMB-MPI1": ("PingPong", "Exchange", "Bcast", "Allreduce", "Alltoallv", "Barrier", "Uniband"),
    "IMB-NBC": ("Ibcast_pure", "Iallreduce_pure"),
    "IMB-MPI4": ("Allreduce_persist_pure",),
    "IMB-P2P": ("PingPing", "Birandom"),
    "IMB-RMA": ("Unidir_put", "All_get_all", "Fetch_and_op"),
    "IMB-EXT": ("Window", "Unidir_Put", "Accumulate"),
    "sonde-mpi": ("Shift", "Incast", "Scan", "PingPong_init", "Comm_split"),
}
PATTERNS = ["first", "last", "root", "ascending", "descending", "halves", "random,0", "alternate"]
CLOCK_OF_RANK_1 = os.path.join(os.path.dirname(BIN), "lib", "libshifted_clock.so")
LATE = 2e-3  # seconds, so that a busy machine seldom takes a tenth of it


class Arrival(unittest.TestCase):
    def setUp(self):
        if (os.cpu_count() or 1) < 2:
            self.skipTest("needs a core for every rank")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.json = os.path.join(folder.name, "run.jsonl")

    def cases(self, program, *arguments, statuses=(0,), environment=None):
        if os.path.exists(self.json):
            os.remove(self.json)
        done = launch(2, program, *arguments, "-msgsize", "0,5000", "-iter", "10,1,10", "-json", self.json, limit=280,
                      environment=environment)
        self.assertIn(done.status, statuses, f"{program} {' '.join(map(str, arguments))}\n{done.out}\n{done.err}")
        lines = complete_lines(self.json)
        check_lines(lines)
        return [line for line in lines if line["kind"] == "case"], done

    def assert_kept(self, case, asked):
        """Or skipped: on a machine that does something else, and in a mode of many calls at once."""
        if case["reason"] == "unsupported":
            self.assertIn("no call that processes make one by one", case["text"])
            return
        self.assertEqual(case["variant"]["arrival"], "ascending:2000us")
        if case["status"] == "skipped":
            self.assertEqual(case["reason"], "skew_not_kept", case)
            return
        self.assertEqual(case["status"], "measured", case)
        self.assertFalse(case["defects"], case)
        arrival = case["arrival"]
        self.assertEqual(arrival["asked_s"], asked)
        for wanted, found in zip(asked, arrival["achieved_s"]):
            self.assertAlmostEqual(wanted, found, delta=0.1 * LATE)
        self.assertGreaterEqual(arrival["d_total_s"], 0.9 * LATE)
        self.assertGreaterEqual(arrival["d_total_s"], arrival["d_last_s"])
        self.assertGreater(arrival["reference_s"], 0)
        self.assertGreaterEqual(case["dropped_batches"], 0)

    def test_every_class(self):
        for program, benchmarks in CLASSES.items():
            for more in (("-check",), ("-precision", "30%", "-time", "0.2"), ("-off_cache", "1", "-budget", "3000")):
                if "-check" not in more and program != "IMB-MPI1":
                    continue
                with self.subTest(f"{program} {more}"):
                    cases, _ = self.cases(program, *benchmarks, "-arrival", "ascending:2ms", *more, statuses=(0, 4))
                    self.assertEqual({case["benchmark"].lower() for case in cases}, {name.lower() for name in benchmarks})
                    for case in cases:
                        self.assert_kept(case, [0, LATE])

    def test_rows_that_are_no_single_calls_are_refused_by_name(self):
        for program, benchmark in (("IMB-NBC", "Ibcast"), ("sonde-mpi", "Links"), ("sonde-mpi", "Init"), ("IMB-RMA", "One_put_all")):
            cases, done = self.cases(program, benchmark, "-arrival", "last", statuses=(4,))
            self.assertEqual({case["reason"] for case in cases}, {"unsupported"}, done.out)
            self.assertIn(f"-arrival: {benchmark} is no call that processes make one by one", done.out)

    def test_columns_and_head_say_who_is_late(self):
        _, done = self.cases("IMB-MPI1", "Bcast", "-arrival", "last:2ms", statuses=(0, 4))
        self.assertIn("# arrival = last:2000us\n", done.out)
        self.assertRegex(done.out, r"t_avg\[usec\] +d_last\[usec\] +d_total\[usec\] +e_avg\[usec\] +absorb\[%\]\n")
        self.assertIn("each call at an agreed time, processes late as -arrival last:2000us says", done.out)

    def patterns_of(self, *more, statuses=(0, 4)):
        """What was measured of a broadcast of 5000 bytes with all patterns: records by pattern, the rows of the table, all of the output."""
        cases, done = self.cases("IMB-MPI1", "Bcast", "Barrier", "-arrival", "all:2ms", *more, statuses=statuses)
        names = [f"{pattern}:2000us" for pattern in PATTERNS]
        self.assertEqual([case["variant"]["arrival"] for case in cases], 3 * names)
        rows = [line.split() for line in done.out.splitlines() if line.split()[:1] and line.split()[0] in [name.split(",")[0] for name in PATTERNS]]
        self.assertEqual([row[0] for row in rows], 3 * [name.split(",")[0] for name in PATTERNS], done.out)
        return cases, rows, done

    def test_all_patterns_of_a_case_are_measured_beside_each_other(self):
        for more in ((), ("-check", "-samples", "all", "-stats"), ("-precision", "30%", "-time", "2"), ("-budget", "3000"), ("-root_shift", "on")):
            with self.subTest(more):
                cases, rows, done = self.patterns_of(*more)
                self.assertIn("# arrival = all,0:2000us\n", done.out)
                self.assertRegex(done.out, r"\n +pattern +#bytes #repetitions ")
                for first in (0, 8, 16):
                    of_case = [case for case in cases[first:first + 8] if case["status"] == "measured"]
                    self.assertEqual(len({case["arrival"]["reference_s"] for case in of_case}), min(1, len(of_case)), "one reference")
                for case, row in zip(cases, rows):
                    if case["status"] == "skipped":
                        self.assertEqual(case["reason"], "skew_not_kept")
                        self.assertIn("skipped;", row)
                        continue
                    self.assertEqual(case["status"], "measured", case)
                    self.assertEqual(case["arrival"]["pattern"], case["variant"]["arrival"])
                    late = {"first": [LATE, 0], "root": [LATE, 0], "descending": [LATE, 0]}.get(row[0], [0, LATE])
                    if row[0] != "random" and not (row[0] == "root" and "-root_shift" in more):
                        for wanted, found in zip(late, case["arrival"]["achieved_s"]):
                            self.assertAlmostEqual(wanted, found, delta=0.1 * LATE)
                    if "-precision" not in more:
                        self.assertEqual(case["repetitions"], 10)

    def test_counts_that_a_policy_keeps_are_kept_and_delays_count_as_time(self):
        for policy, seconds in (("auto", "1e-6"), ("off", "1000"), ("multiple_np", "1000")):
            cases, _ = self.cases("IMB-MPI1", "Bcast", "-arrival", "last:2ms", "-iter_policy", policy, "-time", seconds, statuses=(0, 4))
            for case in cases:
                if case["status"] == "measured":
                    self.assertEqual(case["repetitions"], 10, policy)
                else:
                    self.assertEqual(case["reason"], "skew_not_kept", case)
        cases, _ = self.cases("IMB-MPI1", "Bcast", "-arrival", "last:200ms", "-iter_policy", "off", "-time", "1.5", statuses=(4,))
        if cases[0]["reason"] != "skew_not_kept":  # a machine that does something else
            self.assertEqual(cases[0]["reason"], "time_out")
            self.assertRegex(cases[0]["text"], r"10 repetitions would take about [2-9]\S* s, -time allows 1\.5 s", "the calls alone would take far less")

    def broadcast(self, environment=None):
        """Of 5000 bytes, whose last process is late."""
        cases, _ = self.cases("IMB-MPI1", "Bcast", "-arrival", "last:2ms", statuses=(0, 4), environment=environment)
        return cases[-1]

    def test_clocks_that_are_off_and_drift_change_nothing(self):
        """That of rank 1 is 5 ms ahead and gains 20 us in a second; who came when is known by the clock of the machine. Clocks that are
        not related to each other let no call start together; on a machine that does something else some do."""
        came = os.path.join(os.path.dirname(self.json), "came")
        lost = []
        for _ in range(5):
            plain, case = self.broadcast(), self.broadcast({"LD_PRELOAD": CLOCK_OF_RANK_1, "SONDE_CAME": came})
            if plain["status"] == case["status"] == "measured":
                break
            lost.append(plain["status"] == "measured" and "did not start together" in case["text"])
        else:
            self.assertFalse(all(lost), case["text"])
            self.skipTest("the machine does something else")
        first, last = ([int(word) for word in Path(f"{came}.{rank}").read_text().split()] for rank in (0, 1))
        self.assertEqual(len(first), len(last))
        delta = 0.1 * LATE + case["clock_error_s"]
        self.assertAlmostEqual(case["arrival"]["achieved_s"][1], LATE, delta=delta)
        # Calls that a busy machine held up are dropped and repeated: those that are kept stand anywhere among all.
        truly_late = [(b - a) * 1e-9 for a, b in zip(first, last)]
        self.assertGreater(sum(abs(late - LATE) <= delta for late in truly_late), case["repetitions"] / 2, truly_late)
        d_last = [one["arrival"]["d_last_s"] for one in (plain, case)]
        self.assertLess(max(d_last) / min(d_last), 100)

    def resumed(self, arrival):
        return launch(2, "IMB-MPI1", "Bcast", "Barrier", "-arrival", arrival, "-msgsize", "0,5000", "-iter", "10,1,10", "-json", self.json, "-resume",
                      limit=120)

    def test_an_earlier_run_is_gone_on_with(self):
        for arrival in ("last:2ms", "all:2ms"):
            first, _ = self.cases("IMB-MPI1", "Bcast", "Barrier", "-arrival", arrival, statuses=(0, 4))
            done = self.resumed(arrival)
            self.assertIn(done.status, (0, 4), done.err)
            again = [line for line in complete_lines(self.json) if line["kind"] == "case"]
            self.assertEqual([(case["benchmark"], case["variant"]) for case in again], [(case["benchmark"], case["variant"]) for case in first])
            for before, after in zip(first, again):
                if before["status"] == "measured":
                    self.assertEqual(before["arrival"], after["arrival"])
            other = self.resumed("first:2ms")
            self.assertEqual(other.status, 2, other.out)
            self.assertIn("arrival", other.err)


if __name__ == "__main__":
    unittest.main()
