"""IMB-P2P: every row with checks on, columns, grids and seeds, on 1 to 8 processes."""
import os
import tempfile
import unittest

from programs import launch, tables
from records import check_lines, complete_lines

PAIRS = ["PingPong", "PingPing"]
RANDOM = ["Unirandom", "Birandom", "Corandom"]
NAMES = [*PAIRS, *RANDOM, "Stencil2D", "Stencil3D", "SendRecv_Replace"]
COLUMNS = ["#bytes", "#repetitions", "t[usec]", "Mbytes/sec", "Msg/sec"]
LENGTHS = [2**i for i in range(11)]


class PairsAndNeighbours(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.records = os.path.join(folder.name, "run.jsonl")

    def measured(self, processes, *arguments, **options):
        done = launch(processes, "IMB-P2P", *arguments, limit=240, **options)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out}\n{done.err}")
        return done.out

    def case_of(self, processes, *arguments):
        self.measured(processes, *arguments, "-json", self.records)
        lines = complete_lines(self.records)
        check_lines(lines)
        os.remove(self.records)
        return next(line for line in lines if line["kind"] == "case"), lines[0]

    def check_all(self, processes, grids=()):
        out = self.measured(processes, "-check", "-msglog", "0:10", "-iter", "20")
        found = tables(out)
        wanted = [name for name in NAMES if "Stencil" not in name or name in grids]
        self.assertEqual([t.benchmark.split(" ")[0] for t in found], wanted)
        for table in found:
            with self.subTest(table.benchmark):
                self.assertEqual(table.columns, [*COLUMNS, "defects"])
                self.assertEqual([int(row[0]) for row in table.rows], LENGTHS)
                self.assertEqual(set(table.column("defects")), {0.0})
                paired = processes // 2 * 2 if table.benchmark in PAIRS else processes
                self.assertEqual(table.processes, paired)
        for name in {"Stencil2D", "Stencil3D"} - set(grids):
            self.assertIn(f"# !! Benchmark {name} invalid for {processes} process", out)
        self.assertIn("no defects", out)

    def test_all_on_1_process(self):
        out = self.measured(1, "-msglog", "2:2", "-iter", "5")
        for name in NAMES:
            self.assertIn(f"# !! Benchmark {name} invalid for 1 process !!", out)

    def test_all_on_2_processes(self):
        self.check_all(2)

    def test_all_on_3_processes(self):
        self.check_all(3)

    def test_all_on_4_processes(self):
        self.check_all(4, ["Stencil2D"])

    def test_all_on_5_processes(self):
        self.check_all(5)

    def test_all_on_8_processes(self):
        self.check_all(8, ["Stencil2D", "Stencil3D"])

    def test_grids_are_as_square_as_can_be_or_as_asked_for(self):
        for flags, head in (((), "Stencil2D (3 x 2)"), (("-topo", "2x3"), "Stencil2D (2 x 3)"), (("-topo", "2.3"), "Stencil2D (2 x 3)")):
            out = self.measured(6, "Stencil2D", "-msglog", "2:2", "-iter", "5", "-check", *flags)
            self.assertIn(f"# Benchmarking {head} \n", out)
            self.assertIn("no defects", out)
        out = self.measured(6, "Stencil2D", "-msglog", "2:2", "-iter", "5", "-topo", "2x2")
        self.assertIn("# !! Benchmark Stencil2D invalid for 6 processes (-topo asks for 2 x 2) !!", out)

    def test_ways_of_measuring_keep_the_data_right(self):
        for flags in (["-off_cache", "0.1,64"], ["-imb_barrier", "on"], ["-warm_up", "off"], ["-precision", "50%", "-time", "0.05"],
                      ["-conventions", "2021"], ["-msgwr", "off"], ["-msgrd", "off"], ["-seed", "7"], ["-stats"], ["-npmin", "2"],
                      ["-multi", "0", "-npmin", "2"], ["-multi", "1", "-npmin", "2"], ["-map", "2x2"]):
            with self.subTest(flags=flags):
                out = self.measured(4, "-check", "all", "-msglog", "8:9", "-iter", "10", *flags)
                self.assertIn("no defects", out)

    def test_rates_count_the_messages_of_all_over_one_time(self):
        for name, messages in (("PingPong", 2), ("PingPing", 4), ("Unirandom", 4), ("Birandom", 4), ("Corandom", 4), ("Stencil2D", 4),
                               ("SendRecv_Replace", 4)):
            case, _ = self.case_of(4, name, "-msglog", "10:10", "-iter", "20")
            rate = messages / case["t_max_s"]
            self.assertAlmostEqual(case["messages_per_second"] / rate, 1, delta=1e-6, msg=name)
            self.assertAlmostEqual(case["megabytes_per_second"] / (rate * 1024 / 2**20), 1, delta=1e-6, msg=name)

    def test_the_record_has_the_seed(self):
        _, header = self.case_of(2, "Unirandom", "-msglog", "2:2", "-iter", "5", "-seed", "42")
        self.assertEqual(header["seed"], 42)

    def test_defaults_are_those_of_the_suite(self):
        out = self.measured(3, "Corandom", "-dry_run")
        self.assertIn("3 processes; 23 lengths, 1 to 4194304 bytes; 200 to 100000 repetitions", out)

    def test_a_run_goes_on_where_it_ended(self):
        for _ in range(2):
            self.measured(2, "PingPing", "-msglog", "2:3", "-iter", "5", "-json", self.records, "-resume")
        lines = complete_lines(self.records)
        self.assertEqual(sum(line["kind"] == "case" for line in lines), 2)


if __name__ == "__main__":
    unittest.main()
