"""IMB-MPI4: every row with checks on, the columns, the cost of making a request, and what a library without persistent collectives says."""
import os
import re
import tempfile
import unittest

from process_counts import OnOneToFive
from programs import launch, printed_tables, tables
from records import check_lines, complete_lines

NAMES = [f"{name}_persist" for name in "Bcast Allgather Allgatherv Gather Gatherv Scatter Scatterv Alltoall Alltoallv Reduce"
         " Reduce_scatter Allreduce Barrier".split()]
PURE = [f"{name}_pure" for name in NAMES]
LENGTHS = [0, 1, 4, 100, 4096]
BESIDE = ["t_ovrl[usec]", "t_pure[usec]", "t_CPU[usec]", "overlap[%]"]
TIMES = ["t_min[usec]", "t_max[usec]", "t_avg[usec]"]


# Of MPICH 4.0.2: the request of MPI_Scatter_init works once, so that its rows are not run; those of MPI_Gather_init and
# MPI_Allgather_init do not move the data of a second start, which -check must find.
MPICH = "mpich" in os.environ["SONDE_MPIEXEC"]
WITHOUT_RESTART = {"Scatter_persist", "Scatter_persist_pure"} if MPICH else set()
STALE = {"Gather_persist", "Gather_persist_pure", "Allgather_persist", "Allgather_persist_pure"} if MPICH else set()


def offered():
    """Whether this library has persistent collectives."""
    return "needs MPI 4.0" not in launch(1, "IMB-MPI4", "Barrier_persist", "-npmin", 1, "-iter", "1").out


class Persistent(OnOneToFive, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not offered():
            raise unittest.SkipTest("this library has no persistent collectives")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.records = os.path.join(folder.name, "run.jsonl")

    def measured(self, processes, *arguments):
        done = launch(processes, "IMB-MPI4", *arguments, limit=240)
        stale = {t.benchmark.removeprefix("Multi-") for t in tables(done.out) if "defects" in t.columns and set(t.column("defects")) != {0.0}}
        self.assertLessEqual(stale, STALE, f"{arguments}\n{done.out}\n{done.err}")
        self.assertEqual(done.status, 3 if stale else 0, f"{arguments}\n{done.out}\n{done.err}")
        return done.out

    def assert_complete(self, table, lengths):
        if table.benchmark.startswith("Barrier"):
            self.assertEqual(len(table.rows), 1)
            self.assertNotIn("#bytes", table.columns)
            return
        sizes = {int(row[0]) for row in table.rows}
        self.assertEqual(sizes, {-(-x // 4) * 4 if "educe" in table.benchmark else x for x in lengths}, table.benchmark)
        if table.benchmark not in STALE:
            self.assertEqual(set(table.column("defects")), {0.0}, table.benchmark)

    def check_all(self, processes):
        wanted = [name for name in NAMES + PURE if name not in WITHOUT_RESTART]
        out = self.measured(processes, "-npmin", processes, "-check", "-msgsize", ",".join(map(str, LENGTHS)), "-iter", "5", *wanted)
        found = tables(out)
        self.assertEqual([t.benchmark for t in found], wanted)
        for table in found:
            with self.subTest(table.benchmark):
                self.assert_complete(table, LENGTHS)
                self.assertEqual(table.processes, processes)

    def test_ways_of_measuring_keep_the_data_right(self):
        for flags in (["-off_cache", "0.1,64"], ["-root_shift", "off"], ["-sync", "on"], ["-imb_barrier", "on"], ["-warm_up", "off"],
                      ["-progress", "3"], ["-cpu_secs", "0.00001"], ["-precision", "50%", "-time", "0.05"], ["-reduce_scatter", "all"],
                      ["-conventions", "2021"], ["-start", "dissemination"], ["-budget", "20"], ["-multi", "0", "-npmin", "1"],
                      ["-multi", "1", "-npmin", "1"], ["-map", "3x1"]):
            with self.subTest(flags=flags):
                npmin = [] if "-npmin" in flags else ["-npmin", 3]
                self.measured(3, *npmin, "-check", "-msgsize", "400", "-zero_size", "off", "-iter", "5", "-include", "Gatherv_persist_pure", *flags)

    def test_columns(self):
        chosen = ("Allreduce_persist", "Barrier_persist", "Allreduce_persist_pure", "Barrier_persist_pure", "-msglog", "3:3", "-zero_size",
                  "off", "-iter", "10")
        beside, barrier, pure, pure_barrier = tables(self.measured(2, *chosen))
        self.assertEqual(beside.columns, ["#bytes", "#repetitions", *BESIDE])
        self.assertEqual(barrier.columns, ["#repetitions", *BESIDE])
        self.assertEqual(pure.columns, ["#bytes", "#repetitions", *TIMES])
        self.assertEqual(pure_barrier.columns, ["#repetitions", *TIMES])
        for table in printed_tables(self.measured(2, *chosen, "-stats")):
            self.assertIn("t_init[usec]", table.columns)

    def test_records_tell_what_making_a_request_costs(self):
        self.measured(2, "Allgather_persist", "Barrier_persist_pure", "-msglog", "2:3", "-iter", "5", "-json", self.records)
        self.measured(2, "Allgather_persist", "Barrier_persist_pure", "-msglog", "2:3", "-iter", "5", "-json", self.records, "-resume")
        lines = complete_lines(self.records)
        check_lines(lines)
        cases = [line for line in lines if line["kind"] == "case"]
        self.assertEqual(len(cases), 4)
        for case in cases:
            self.assertGreater(case["t_init_s"], 0)
            self.assertLess(case["t_init_s"], 60)


    def test_a_default_run_ends_with_all_tables(self):
        out = self.measured(4, "-msglog", "2:4", "-iter", "5")
        self.assertEqual({t.benchmark for t in tables(out)}, set(NAMES) - WITHOUT_RESTART)
        for name in WITHOUT_RESTART & set(NAMES):
            self.assertIn(f"# !! Benchmark {name} needs MPI 4.0 and a request of MPI_Scatter_init that starts twice", out)


class WithoutThem(unittest.TestCase):
    def test_a_library_without_persistent_collectives_says_so(self):
        if offered():
            self.skipTest("this library has them")
        done = launch(2, "IMB-MPI4", "-iter", "1")
        self.assertEqual(done.status, 0, done.out + done.err)
        self.assertEqual(len(re.findall(r"^# !! Benchmark \w+_persist needs MPI 4.0 \(this library: 3\.\d\) !!", done.out, re.M)), 13)
        self.assertEqual(launch(2, "IMB-MPI4", "Bcast_persist").status, 4)


if __name__ == "__main__":
    unittest.main()
