"""-arrival with every class of benchmark of messages: processes come as late as asked, or the row says that they did not."""
import os
import tempfile
import unittest

from programs import launch
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
LATE = 2e-3  # seconds, so that a busy machine seldom takes a tenth of it


class Arrival(unittest.TestCase):
    def setUp(self):
        if (os.cpu_count() or 1) < 2:
            self.skipTest("needs a core for every rank")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.json = os.path.join(folder.name, "run.jsonl")

    def cases(self, program, *arguments, statuses=(0,)):
        if os.path.exists(self.json):
            os.remove(self.json)
        done = launch(2, program, *arguments, "-msgsize", "0,5000", "-iter", "10,1,10", "-json", self.json, limit=280)
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

    def test_an_earlier_run_is_gone_on_with(self):
        first, _ = self.cases("IMB-MPI1", "Bcast", "Barrier", "-arrival", "last:2ms", statuses=(0, 4))
        done = launch(2, "IMB-MPI1", "Bcast", "Barrier", "-arrival", "last:2ms", "-msgsize", "0,5000", "-iter", "10,1,10", "-json", self.json,
                      "-resume", limit=120)
        self.assertIn(done.status, (0, 4), done.err)
        again = [line for line in complete_lines(self.json) if line["kind"] == "case"]
        self.assertEqual([case["benchmark"] for case in again], [case["benchmark"] for case in first])
        for before, after in zip(first, again):
            if before["status"] == "measured":
                self.assertEqual(before["arrival"], after["arrival"])
        other = launch(2, "IMB-MPI1", "Bcast", "Barrier", "-arrival", "first:2ms", "-msgsize", "0,5000", "-iter", "10,1,10", "-json", self.json,
                       "-resume", limit=120)
        self.assertEqual(other.status, 2, other.out)
        self.assertIn("arrival", other.err)


if __name__ == "__main__":
    unittest.main()
