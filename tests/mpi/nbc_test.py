"""IMB-NBC: every row with checks on, the columns, and the overlap of libraries whose overlap is known (overlap_machine.cpp)."""
import os
import re
import tempfile
import unittest

from process_counts import OnOneToFive
from programs import launch, printed_tables, tables
from records import check_lines, complete_lines

NAMES = ("Ibcast Iallgather Iallgatherv Igather Igatherv Iscatter Iscatterv Ialltoall Ialltoallv Ireduce Ireduce_scatter"
         " Iallreduce Ibarrier").split()
PURE = [f"{name}_pure" for name in NAMES]
LENGTHS = [0, 1, 4, 100, 4096]
BESIDE = ["t_ovrl[usec]", "t_pure[usec]", "t_CPU[usec]", "overlap[%]"]


class NonBlocking(OnOneToFive, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.records = os.path.join(folder.name, "run.jsonl")

    def measured(self, processes, *arguments, program="IMB-NBC", **options):
        done = launch(processes, program, *arguments, limit=240, **options)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out}\n{done.err}")
        return done.out

    def assert_complete(self, table, lengths):
        if table.benchmark.startswith("Ibarrier"):
            self.assertEqual(len(table.rows), 1)
            self.assertNotIn("#bytes", table.columns)
            return
        sizes = [int(row[0]) for row in table.rows]
        wanted = {-(-x // 4) * 4 if "reduce" in table.benchmark else x for x in lengths}
        self.assertEqual(set(sizes), wanted, table.benchmark)
        self.assertEqual(set(table.column("defects")), {0.0}, table.benchmark)

    def check_all(self, processes):
        out = self.measured(processes, "-npmin", processes, "-check", "-msgsize", ",".join(map(str, LENGTHS)), "-iter", "5", "-include", ",".join(PURE))
        found = tables(out)
        self.assertEqual([t.benchmark for t in found], NAMES + PURE)
        for table in found:
            with self.subTest(table.benchmark):
                self.assert_complete(table, LENGTHS)
                self.assertEqual(table.processes, processes)
        self.assertIn("no defects", out)

    def test_ways_of_measuring_keep_the_data_right(self):
        for flags in (["-off_cache", "0.1,64"], ["-root_shift", "off"], ["-sync", "on"], ["-imb_barrier", "on"], ["-warm_up", "off"],
                      ["-progress", "3"], ["-cpu_secs", "0.00001"], ["-precision", "50%", "-time", "0.05"], ["-reduce_scatter", "all"],
                      ["-conventions", "2021"], ["-start", "dissemination"], ["-budget", "20"], ["-stats"], ["-multi", "0", "-npmin", "1"],
                      ["-multi", "1", "-npmin", "1"], ["-map", "3x1"]):
            with self.subTest(flags=flags):
                npmin = [] if "-npmin" in flags else ["-npmin", 3]
                out = self.measured(3, *npmin, "-check", "-msgsize", "400", "-zero_size", "off", "-iter", "5", *flags)
                for table in printed_tables(out):
                    if "defects" in table.columns:
                        self.assertEqual(set(table.column("defects")), {0.0}, f"{table.benchmark}\n{out}")

    def test_columns(self):
        out = self.measured(2, "Iallreduce", "Ibarrier", "Iallreduce_pure", "Ibarrier_pure", "-msglog", "3:3", "-zero_size", "off", "-iter", "10")
        beside, barrier, pure, pure_barrier = tables(out)
        self.assertEqual(beside.columns, ["#bytes", "#repetitions", *BESIDE])
        self.assertEqual(barrier.columns, ["#repetitions", *BESIDE])
        self.assertEqual(pure.columns, ["#bytes", "#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]"])
        self.assertEqual(pure_barrier.columns, pure.columns[1:])
        head = next(line for line in out.splitlines() if line.endswith("overlap[%]"))
        self.assertEqual(len(head), 6 * 13)
        self.assertIn("(t_pure + t_CPU - t_ovrl) / min(t_pure, t_CPU)", out)
        self.assertIn("MPI-NBC part", out)
        said = re.findall(r"(?m)^# +[\d.]+ MFlops.*\n# \(five trials differ by [\d.]+ %\)$", out)
        self.assertEqual(len(said), 2, "above each table beside computation, and above no other")

    def test_a_run_goes_on_where_it_ended(self):
        self.measured(2, "Ibcast", "-msglog", "2:3", "-iter", "5", "-json", self.records)
        self.measured(2, "Ibcast", "-msglog", "2:3", "-iter", "5", "-json", self.records, "-resume")
        lines = complete_lines(self.records)
        check_lines(lines)
        self.assertEqual(sum(line["kind"] == "case" for line in lines), 3)

    def overlap_of(self, part, *flags):
        """What IMB-NBC finds of a library that leaves such a part of 5 ms to computation, on a clock that nothing disturbs."""
        environment = {"SONDE_OVERLAP": str(part), "SONDE_SECONDS": "0.005"}
        self.measured(2, "Ibcast", "Iallreduce", "Ibarrier", "-msglog", "10:10", "-zero_size", "off", "-iter", "20", "-json", self.records, *flags,
                      environment=environment, program="overlap_machine")
        lines = complete_lines(self.records)
        check_lines(lines)
        os.remove(self.records)
        cases = [line["overlap"] for line in lines if line["kind"] == "case"]
        self.assertEqual(len(cases), 3)
        return cases

    def assert_overlap(self, percent, part, *flags):
        for case in self.overlap_of(part, *flags):
            self.assertAlmostEqual(case["overlap_percent"], percent, places=6)

    def test_a_library_that_works_in_its_calls_only_overlaps_nothing(self):
        self.assert_overlap(0, 0)

    def test_a_library_that_does_half_by_itself_overlaps_half(self):
        self.assert_overlap(50, 0.5)

    def test_a_library_that_works_in_a_thread_of_its_own_overlaps_all(self):
        self.assert_overlap(100, 1)

    def test_calls_of_mpi_test_help_a_library_that_needs_them(self):
        self.assert_overlap(0, 8)
        self.assert_overlap(50 - 4, 8, "-progress", "4")  # each call takes a hundredth of the 5 ms
        self.assert_overlap(100 - 8, 8, "-progress", "8")
        for case in self.overlap_of(8, "-progress", "8"):
            self.assertAlmostEqual(case["t_test_s"], 8 * 50e-6)

    def test_the_overlap_of_later_suites_is_over_the_longer_time(self):
        fixed = ("-cpu_secs", "0.001")  # of 5 ms
        self.assert_overlap(100, 1, *fixed)
        self.assert_overlap(20, 1, *fixed, "-overlap_over", "max")


if __name__ == "__main__":
    unittest.main()
