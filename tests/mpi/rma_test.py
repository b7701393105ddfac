"""IMB-RMA: every row with checks on, modes and columns, and the progress of libraries whose progress is known (passive_machine.cpp)."""
import os
import tempfile
import unittest

from process_counts import OnTwoToFive
from programs import launch, printed_tables, tables
from records import check_lines, complete_lines

PAIRS = "Unidir_put Bidir_put Unidir_get Bidir_get Put_local".split()
ALL = "Put_all_local One_put_all All_put_all One_get_all All_get_all".split()
EXCHANGES = ["Exchange_put", "Exchange_get"]
SUMS = ["Accumulate", "Get_accumulate"]
SINGLE = ["Fetch_and_op", "Compare_and_swap"]
PASSIVE = "Truly_passive_put"
OPTIONAL = ["Get_local", "Get_all_local"]
NAMES = PAIRS + ALL + EXCHANGES + SUMS + SINGLE + [PASSIVE] + OPTIONAL
ONE_TABLE = {*ALL, "Get_all_local"}  # where nothing is asked for
ONE_MODE = {*EXCHANGES, PASSIVE, *ONE_TABLE}
TO_GROUP = {*ALL, *EXCHANGES, "Get_all_local"}
LENGTHS = [0] + [2**i for i in range(11)]


class PassiveTargets(OnTwoToFive, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.records = os.path.join(folder.name, "run.jsonl")

    def measured(self, processes, *arguments, program="IMB-RMA", **options):
        done = launch(processes, program, *arguments, limit=240, **options)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out}\n{done.err}")
        return done.out

    def assert_complete(self, table):
        sizes = [int(row[0]) for row in table.rows]
        wanted = LENGTHS
        if table.benchmark in SINGLE:
            wanted = [4]
        elif table.benchmark in SUMS:
            wanted = [x for x in LENGTHS if x % 4 == 0]
        self.assertEqual(sizes, wanted, table.benchmark)
        self.assertEqual(set(table.column("defects")), {0.0}, table.benchmark)

    def check_all(self, processes):
        out = self.measured(processes, "-npmin", processes, "-check", "-msglog", "0:10", "-iter", "20,40,10", "-include", ",".join(OPTIONAL))
        wanted = [name for name in NAMES for _ in range(1 if name in ONE_MODE else 2)]
        found = tables(out)
        self.assertEqual([t.benchmark for t in found], wanted)
        for table in found:
            with self.subTest(table.benchmark):
                self.assert_complete(table)
                self.assertEqual(table.processes, processes if table.benchmark in TO_GROUP else 2)
        self.assertIn("no defects", out)

    def test_one_process_has_no_target(self):
        out = self.measured(1, "-msglog", "2:2", "-iter", "5")
        for name in NAMES:
            if name not in OPTIONAL:
                self.assertIn(f"# !! Benchmark {name} invalid for 1 process !!", out)

    def test_ways_of_measuring_keep_the_data_right(self):
        for flags in (["-off_cache", "0.1,64"], ["-root_shift", "off"], ["-sync", "on"], ["-imb_barrier", "on"], ["-warm_up", "off"],
                      ["-precision", "50%", "-time", "0.05"], ["-conventions", "2021"], ["-start", "dissemination"], ["-budget", "60"], ["-stats"],
                      ["-multi", "0", "-npmin", "2"], ["-multi", "1", "-npmin", "2"], ["-map", "2x2"], ["-cpu_secs", "0.00001"]):
            with self.subTest(flags=flags):
                npmin = [] if "-npmin" in flags else ["-npmin", 4]
                out = self.measured(4, *npmin, "-check", "all", "-msglog", "8:9", "-iter", "10,40,10", *flags)
                self.assertIn("no defects", out)

    def test_two_modes_the_one_by_one_first(self):
        out = self.measured(2, "Unidir_put", "One_put_all", "-msglog", "3:3", "-iter", "10,40,5", "-aggregate_mode", "multi")
        modes = [line.split(":")[1].strip() for line in out.splitlines() if "MODE" in line]
        self.assertEqual(modes, ["NON-AGGREGATE", "AGGREGATE"] * 2)
        self.assertEqual([table.rows[0][1] for table in printed_tables(out)], ["5", "10"] * 2)
        out = self.measured(2, *sorted(ONE_TABLE), "-msglog", "3:3", "-iter", "10,40,5")
        self.assertNotIn("MODE", out)
        self.assertEqual([(table.benchmark, table.rows[0][1]) for table in printed_tables(out)], [(name, "10") for name in sorted(ONE_TABLE)])
        for mode, label in (("aggregate", "AGGREGATE"), ("non_aggregate", "NON-AGGREGATE")):
            out = self.measured(2, "Unidir_put", "-aggregate_mode", mode, "-msglog", "3:3", "-iter", "5")
            self.assertEqual([line.split(":")[1].strip() for line in out.splitlines() if "MODE" in line], [label])

    def test_columns(self):
        out = self.measured(3, "-npmin", 3, "-msglog", "3:3", "-zero_size", "off", "-iter", "10,40,10")
        times, rate = ["t_min[usec]", "t_max[usec]", "t_avg[usec]"], ["t[usec]", "Mbytes/sec"]
        for table in printed_tables(out):
            shown = rate
            if table.benchmark in {"All_put_all", "All_get_all", *EXCHANGES}:
                shown = times
            elif table.benchmark == PASSIVE:
                shown = ["t_pure[usec]", "t_ovrl[usec]"]
            self.assertEqual(table.columns, ["#bytes", "#repetitions", *shown], table.benchmark)
        self.assertIn("MPI-RMA part", out)
        out = self.measured(2, PASSIVE, "-msglog", "3:3", "-iter", "10", "-stats")
        self.assertEqual(tables(out)[0].columns[3:6], ["t_ovrl[usec]", "t_CPU[usec]", "progress[%]"])

    def test_groups_show_ranges_of_pairs_but_not_of_one_to_all(self):
        out = self.measured(4, "Unidir_put", "One_put_all", "-multi", "0", "-npmin", 2, "-msglog", "3:3", "-iter", "5", "-aggregate_mode", "aggregate")
        for table in printed_tables(out):
            self.assertEqual("t_min[usec]" in table.columns, "Unidir" in table.benchmark, table.benchmark)
            if "t_min[usec]" in table.columns:
                self.assertGreater(min(table.column("t_max[usec]")), 0)

    def test_the_rate_counts_the_messages_to_all_others(self):
        for name, messages in (("One_put_all", 3), ("One_get_all", 3), ("Put_all_local", 3), ("Unidir_put", 1)):
            self.measured(4, name, "-npmin", 4, "-msglog", "10:10", "-zero_size", "off", "-iter", "10,40,10", "-aggregate_mode", "multi", "-json", self.records)
            cases = [line for line in complete_lines(self.records) if line["kind"] == "case"]
            os.remove(self.records)
            self.assertEqual(len(cases), 2)
            for case in cases:
                rate = messages * 1024 / case["t_max_s"] / 2**20
                self.assertAlmostEqual(case["megabytes_per_second"] / rate, 1, delta=1e-6)

    def test_what_an_epoch_needs_in_memory_bounds_its_repetitions(self):
        out = self.measured(4, "All_put_all", "-npmin", 4, "-dry_run", "-msglog", "20:20", "-zero_size", "off", "-iter", "1000,40,100",
                            "-aggregate_mode", "multi")
        self.assertIn("AGGREGATE: 4 processes; 1048576 bytes; 10 repetitions", out)
        self.assertIn("NON-AGGREGATE: 4 processes; 1048576 bytes; 40 repetitions", out)

    def test_what_the_target_computes_counts_as_time_of_the_loop(self):
        arguments = ["Truly_passive_put", "-msgsize", "4", "-iter", "200", "-cpu_secs", "0.01"]
        self.measured(2, *arguments, "-time", "0.1", "-json", self.records)
        counts = [line["repetitions"] for line in complete_lines(self.records) if line["kind"] == "case"]
        self.assertEqual(len(counts), 1)
        self.assertLess(counts[0], 100)  # 200 of 10 ms are 2 s
        os.remove(self.records)
        self.measured(2, *arguments[:-1], "0.00001", "-time", "60", "-json", self.records)
        counts = [line["repetitions"] for line in complete_lines(self.records) if line["kind"] == "case"]
        self.assertEqual(counts, [200])

    def test_a_run_goes_on_where_it_ended(self):
        self.measured(2, "Unidir_put", "-msglog", "2:3", "-iter", "5", "-json", self.records)
        self.measured(2, "Unidir_put", "-msglog", "2:3", "-iter", "5", "-json", self.records, "-resume")
        lines = complete_lines(self.records)
        check_lines(lines)
        self.assertEqual(sum(line["kind"] == "case" for line in lines), 6)

    def test_flags_that_have_no_effect_are_taken_and_said_to_have_none(self):
        out = self.measured(2, "Unidir_put", "-msglog", "2:2", "-iter", "5", "-sync", "on", "-root_shift", "on")
        self.assertIn("-sync has no effect", out)
        self.assertIn("# Locks                 : taken before the clock", out)

    def progress_of(self, passive):
        environment = {"SONDE_PASSIVE": passive, "SONDE_SECONDS": "0.003", "SONDE_SHARED": os.path.join(self.folder, "shared")}
        self.measured(2, PASSIVE, "-msglog", "10:10", "-zero_size", "off", "-iter", "20", "-json", self.records, environment=environment,
                      program="passive_machine")
        lines = complete_lines(self.records)
        check_lines(lines)
        (case,) = [line["overlap"] for line in lines if line["kind"] == "case"]
        return case

    def assert_progress(self, percent, passive):
        self.assertAlmostEqual(self.progress_of(passive)["overlap_percent"], percent, places=6)

    def test_a_library_that_needs_its_target_makes_no_progress(self):
        self.assert_progress(0, "0")

    def test_a_library_that_needs_no_target_makes_all_progress(self):
        self.assert_progress(100, "1")


if __name__ == "__main__":
    unittest.main()
