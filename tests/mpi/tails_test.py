"""-tails: quantiles of single calls, with slow calls planted; every program takes the option; columns and records agree."""
import os
import tempfile
import unittest

from programs import launch, tables
from records import check_lines, complete_lines

SLOW = os.path.join(os.environ["SONDE_BUILD"], "lib", "libslow_calls.so")
COLUMNS = ["p50[usec]", "p90[usec]", "p99[usec]", "p99.9[usec]"]
LEVELS = [0.5, 0.9, 0.99, 0.999]


class Tails(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.records = os.path.join(folder.name, "run.jsonl")
        self.folder = folder.name

    def cases(self, processes, program, *arguments, environment=None):
        """Pairs of a row's last four cells and its record."""
        if os.path.exists(self.records):
            os.remove(self.records)
        done = launch(processes, program, *arguments, "-tails", "-json", self.records, environment=environment, limit=240)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out}\n{done.err}")
        lines = complete_lines(self.records)
        check_lines(lines)
        rows = []
        for table in tables(done.out):
            self.assertEqual(table.columns[-4:], COLUMNS, table)
            rows += [row[-4:] for row in table.rows]
        cases = [line for line in lines if line["kind"] == "case"]
        self.assertEqual(len(rows), len(cases))
        return list(zip(rows, cases))

    def check(self, cells, case, calls):
        tail = case["tail"]
        self.assertEqual(tail["calls"], calls, case)
        self.assertEqual([q["level"] for q in tail["q"]], LEVELS[:4 if calls > 3000 else 3])
        self.assertEqual(cells[3] == "-", calls <= 3000, cells)
        self.check_curve(tail)
        times = [q["at_s"] for q in tail["q"]]
        self.assertEqual(times, sorted(times))
        for cell, q in zip(cells, tail["q"]):
            self.assertAlmostEqual(float(cell), q["at_s"] * 1e6, delta=0.0051)
            for end, sign in (("low_s", -1), ("high_s", 1)):
                if q[end] is not None:
                    self.assertGreaterEqual(sign * (q[end] - q["at_s"]), 0, q)

    def check_curve(self, tail):
        """From all calls down to none, through the quantiles: a quantile lies in the step in which its level is passed."""
        at, above, calls = tail["curve_s"], tail["curve_above"], tail["calls"]
        self.assertEqual((above[0], above[-1]), (calls, 0), tail)
        self.assertTrue(len(at) == len(above) <= 100, tail)
        self.assertEqual((at, above), (sorted(set(at)), sorted(set(above), reverse=True)))
        for q in tail["q"]:
            longer = (1 - q["level"]) * calls + 1e-6
            past = next(i for i, count in enumerate(above) if count <= longer)
            self.assertTrue(at[past - 1] <= q["at_s"] <= at[past], (q, tail))

    def test_one_rank_and_many_calls(self):
        ((cells, case),) = self.cases(1, "IMB-MPI1", "Allreduce", "-npmin", 1, "-msgsize", 8, "-iter", "50000,1000,50000", "-time", 100)
        self.check(cells, case, 50000)
        self.assertGreaterEqual(len(case["tail"]["curve_s"]), 3)
        ((cells, case),) = self.cases(1, "IMB-MPI1", "Barrier", "-npmin", 1, "-iter", "1,1,1")
        self.check(cells, case, 1)
        self.assertEqual(case["tail"]["curve_above"], [1, 0])

    def test_calls_of_all_ranks_count(self):
        for repetitions, more in ((200, ()), (1600, ("-stats", "-bus")), (200, ("-sync", "on")), (200, ("-start", "none"))):
            for benchmark in ("PingPong", "Exchange", "Allreduce"):
                ((cells, case),) = self.cases(2, "IMB-MPI1", benchmark, "-msgsize", 64, "-iter", f"{repetitions},1000,{repetitions}", *more)
                self.check(cells, case, 2 * repetitions)

    @unittest.skipUnless(os.path.exists(SLOW), "nothing can be preloaded into this build")
    def test_quantiles_are_scaled_as_times(self):
        """A round trip takes 20 ms and what other work on the machine adds; half of it is shown."""
        environment = {"LD_PRELOAD": SLOW, "SONDE_SLOW_RECV": "20000"}
        ((_, case),) = self.cases(2, "IMB-MPI1", "PingPong", "-msgsize", 64, "-iter", "50,1000,50", environment=environment)
        self.assertTrue(10e-3 < case["tail"]["q"][0]["at_s"] < 19e-3, case)

    def test_groups_have_tails_of_their_own(self):
        for multi in (0, 1):
            for cells, case in self.cases(4, "IMB-MPI1", "PingPong", "-npmin", 2, "-multi", multi, "-msgsize", 64, "-iter", "200,1000,200"):
                if case["processes"] == 2:
                    self.check(cells, case, 400)

    def test_precision_and_rounds(self):
        ((cells, case),) = self.cases(2, "IMB-MPI1", "Sendrecv", "-msgsize", 64, "-precision", "0.001%", "-time", "0.3")
        self.check(cells, case, 2 * case["repetitions"])

    def test_threads_count_apart(self):
        level = ("-thread_level", "multiple", "-threads", 3, "-count", 16, "-repeat", 200)
        for benchmark in ("PingPongMT", "BcastMT"):
            ((cells, case),) = self.cases(2, "IMB-MT", benchmark, *level)
            self.check(cells, case, 2 * 3 * 200)

    def test_rows_whose_calls_are_not_timed_one_by_one(self):
        pairs = self.cases(2, "IMB-EXT", "Unidir_Put", "-npmin", 2, "-msgsize", 64, "-iter", "50,1000,50")
        self.assertEqual(len(pairs), 2)
        for cells, case in pairs:
            if case["mode"] == "AGGREGATE":
                self.assertEqual(cells, ["-"] * 4)
                self.assertNotIn("tail", case)
            else:
                self.check(cells, case, 100)
        pairs = self.cases(2, "IMB-RMA", "Get_local", "-npmin", 2, "-msgsize", 64, "-iter", "50,1000,50")
        self.assertEqual(sorted(case["mode"] for _, case in pairs), ["AGGREGATE", "NON-AGGREGATE"])
        for cells, case in pairs:
            if case["mode"] == "AGGREGATE":
                self.assertNotIn("tail", case)
            else:
                self.check_curve(case["tail"])
        ((cells, case),) = self.cases(2, "IMB-NBC", "Ibcast", "-npmin", 2, "-msgsize", 64, "-iter", "50,1000,50")
        self.assertEqual(cells, ["-"] * 4)
        self.assertNotIn("tail", case)
        ((cells, case),) = self.cases(2, "IMB-NBC", "Ibcast_pure", "-npmin", 2, "-msgsize", 64, "-iter", "50,1000,50")
        self.check(cells, case, 100)
        for cells, case in self.cases(2, "IMB-IO", "S_Write_indv", "-path", self.folder, "-msgsize", 64, "-iter", "5,1000,5"):
            self.assertEqual(cells[0] == "-", case["mode"] == "AGGREGATE", (cells, case))

    @unittest.skipUnless(os.path.exists(SLOW), "nothing can be preloaded into this build")
    def test_calls_that_are_slow_now_and_then_raise_the_last_quantile_only(self):
        """Every 200th call of one of two ranks is a millisecond longer: above p99, below p99.9. Other work on the machine may take the
        core from one call in ten, so that p90 and p99 tell of it: what is planted must show in p99.9 and not in the median; every
        fifth call shows in p90."""
        def planted(every):
            run = ("Bcast", "-msgsize", 64, "-iter", "4000,100,4000", "-root_shift", "off", "-sync", "on", "-time", 100)
            ((_, case),) = self.cases(2, "IMB-MPI1", *run, environment={"LD_PRELOAD": SLOW, "SONDE_SLOW_EVERY": str(every)})
            return {q["level"]: q for q in case["tail"]["q"]}

        for _ in range(3):
            slow, often = planted(200), planted(5)
            if slow[0.5]["at_s"] < 0.9e-3:
                break
        self.assertGreater(slow[0.999]["at_s"], 1e-3, slow)
        self.assertGreater(slow[0.999]["low_s"], 0.9e-3, slow)
        self.assertLess(slow[0.5]["at_s"], 0.9e-3, slow)
        self.assertGreater(often[0.9]["at_s"], 0.9e-3, often)


if __name__ == "__main__":
    unittest.main()
