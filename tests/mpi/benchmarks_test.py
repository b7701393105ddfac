"""Every benchmark of IMB-MPI1 with checks on: 1 to 4 processes, groups, maps, options; no defect, no row missing."""
import re
import subprocess
import unittest

from process_counts import OnOneToFive
from programs import launch, printed_tables, tables

NAMES = ("PingPong PingPing Sendrecv Exchange Bcast Allgather Allgatherv Scatter Scatterv Gather Gatherv Alltoall Alltoallv"
         " Reduce Reduce_scatter Allreduce Barrier").split()
LATER = ("PingPongSpecificSource PingPongAnySource PingPingSpecificSource PingPingAnySource Uniband Biband Reduce_local"
         " Reduce_scatter_block").split()
SINGLE = {"PingPong", "PingPing", *LATER[:4]}
PAIRED = {*SINGLE, "Uniband", "Biband"}
REDUCTIONS = {"Reduce", "Reduce_scatter", "Allreduce", *LATER[-2:]}


class Benchmarks(OnOneToFive, unittest.TestCase):
    def measured(self, processes, *arguments, program="IMB-MPI1", status=0):
        done = launch(processes, program, *arguments, limit=240)
        self.assertEqual(done.status, status, f"{arguments}\n{done.out}\n{done.err}")
        return done.out

    def assert_complete(self, table, lengths):
        """One row for every length, all without defects; reductions round lengths up to floats, equal ones once or twice."""
        if table.benchmark == "Barrier":
            self.assertEqual(len(table.rows), 1)
            return
        sizes = [int(row[table.columns.index("#bytes")]) for row in table.rows]
        wanted = [-(-x // 4) * 4 if table.benchmark.replace("Multi-", "") in REDUCTIONS else x for x in lengths]
        self.assertEqual(sorted(set(sizes)), sorted(set(wanted)), table.benchmark)
        self.assertEqual(set(table.column("defects")), {0.0}, table.benchmark)

    def check_all(self, processes):
        out = self.measured(processes, "-npmin", processes, "-check", "-msglog", "0:12", "-iter", "20", "-window_size", "16",
                            "-include", ",".join(LATER))
        found = {t.benchmark: t for t in tables(out)}
        lengths = [0] + [2**i for i in range(13)]
        for name in NAMES + LATER:
            with self.subTest(name):
                if processes == 1 and name in PAIRED:
                    self.assertRegex(out, rf"# !! Benchmark {name} invalid for 1 process !!")
                else:
                    self.assert_complete(found[name], lengths)
                    paired = processes // 2 * 2 if name in PAIRED else processes
                    self.assertEqual(found[name].processes, 2 if name in SINGLE else paired)

    def test_rows_of_later_suites_run_where_they_are_named(self):
        self.assertEqual({t.benchmark for t in tables(self.measured(2, "-msglog", "2:2", "-iter", "2"))}, set(NAMES))
        out = self.measured(2, *LATER, "-msglog", "2:2", "-iter", "2")
        self.assertEqual([t.benchmark for t in tables(out)], LATER)

    def test_message_rates_count_the_messages_of_all_pairs(self):
        out = self.measured(5, "Uniband", "Biband", "-npmin", 5, "-msgsize", "0,1000000", "-iter", "3", "-window_size", "8", "-mbytes", "1e6")
        self.assertEqual(out.count("# #processes = 4 \n# ( 1 additional process waiting in MPI_Barrier)"), 2)
        for table in printed_tables(out):
            self.assertEqual(table.columns, ["#bytes", "#repetitions", "Mbytes/sec", "Msg/sec"])
            self.assertEqual(table.column("Mbytes/sec")[0], 0)
            self.assertGreater(table.column("Msg/sec")[0], 0)
            self.assertAlmostEqual(table.column("Mbytes/sec")[1], table.column("Msg/sec")[1], delta=1)
            self.assertTrue(all(float(row[-1]).is_integer() for row in table.rows), out)

    def test_windows_have_the_repetitions_of_imb_and_a_row_for_every_length(self):
        out = self.measured(2, "Uniband", "Biband", "-msgsize", "1048576,4194304", "-iter", "1000,12", "-window_size", "32", "-zero_size", "off", "-check")
        for table in tables(out):
            self.assertEqual([row[1] for row in table.rows], ["12", "3"], out)
        self.assertIn("no defects in 4 rows", out)
        plan = self.measured(2, "Uniband", "-dry_run")
        self.assertIn("24 lengths, 0 to 4194304 bytes; 10 to 1000 repetitions", plan)
        self.assertNotIn("above -mem", plan)

    def test_conventions_of_2021(self):
        out = self.measured(3, "-npmin", 3, "-conventions", "2021", "-check", "-msglog", "2:3", "-iter", "5")
        self.assertEqual({t.benchmark for t in tables(out)}, {*NAMES, *LATER[-2:]})
        for line in ("(IMB 2021 conventions)", "10^6 bytes", "rank 0", "around every call", "X is what each rank receives", "no defects"):
            self.assertIn(line, out)
        out = self.measured(3, "Bcast", "-root_shift", "on", "-conventions", "2021", "-sync", "off", "-mbytes", "2^20", "-msglog", "2:2", "-iter", "2")
        for line in ("2^20 bytes", "i mod P", "around batches of one loop"):
            self.assertIn(line, out)

    def test_reduce_scatter_of_a_block_for_each(self):
        for share in ("each", "all"):
            out = self.measured(3, "Reduce_scatter", "-npmin", 3, "-reduce_scatter", share, "-check", "-msglog", "0:12", "-iter", "5")
            self.assertIn("no defects", out)

    def test_odd_lengths_on_3_processes(self):
        lengths = [1, 3, 5, 7, 1000, 4097, 65537]
        out = self.measured(3, "-npmin", 3, "-check", "-iter", "7", "-zero_size", "off", "-msgsize", ",".join(map(str, lengths)))
        found = tables(out)
        self.assertEqual([t.benchmark for t in found], NAMES)
        for table in found:
            self.assert_complete(table, lengths)

    def test_process_numbers_double_up_to_all(self):
        out = self.measured(4, "Bcast", "PingPong", "-msglog", "2:2", "-iter", "5")
        self.assertEqual([(t.benchmark, t.processes) for t in tables(out)], [("Bcast", 2), ("Bcast", 4), ("PingPong", 2)])
        self.assertIn("# ( 2 additional processes waiting in MPI_Barrier)", out)

    def test_process_numbers_end_with_an_odd_total(self):
        out = self.measured(3, "Allreduce", "-msglog", "2:2", "-iter", "5")
        self.assertEqual([t.processes for t in tables(out)], [2, 3])
        self.assertIn("# ( 1 additional process waiting in MPI_Barrier)", out)

    def test_groups_at_the_same_time(self):
        for multi, rows in (("0", 1), ("1", 2)):
            out = self.measured(4, "-multi", multi, "-npmin", 2, "-check", "-msglog", "3:3", "-zero_size", "off", "-iter", "5")
            found = tables(out)
            pairs = [t for t in found if t.processes == 2 or "2 groups of 2" in out and t.benchmark == "Multi-PingPong"]
            self.assertIn("Multi-PingPong", [t.benchmark for t in found])
            self.assertRegex(out, r"# \( 2 groups of 2 processes each running simultaneous ?\)")
            self.assertRegex(out, r"# Group +0: +0 +1")
            multi_ping = next(t for t in found if t.benchmark == "Multi-PingPong")
            self.assertEqual(len(multi_ping.rows), rows, out)
            self.assertTrue(pairs)
            for table in found:
                if "defects" in table.columns:
                    self.assertEqual(set(table.column("defects")), {0.0}, table.benchmark)

    def test_groups_with_windows_do_not_take_each_others_memory(self):
        out = self.measured(4, "Window", "Accumulate", "-multi", "0", "-npmin", 2, "-check", "-msglog", "2:4", "-iter", "10",
                            program="IMB-EXT")
        self.assertNotIn("failed", out)
        self.assertIn("no defects", out)

    def test_map_orders_the_ranks(self):
        out = self.measured(4, "-map", "2x2", "-multi", "0", "PingPong", "-msglog", "3:3", "-iter", "5", "-check")
        self.assertRegex(out, r"# Group +0: +0 +2")
        self.assertRegex(out, r"# Group +1: +1 +3")

    def test_ways_of_measuring_keep_the_data_right(self):
        for flags in (["-off_cache", "0.1,64"], ["-root_shift", "off"], ["-sync", "on"], ["-imb_barrier", "on"], ["-warm_up", "off"],
                      ["-iter_policy", "off"], ["-data_type", "double", "-red_data_type", "double"], ["-red_data_type", "int"],
                      ["-precision", "50%", "-time", "0.05"]):
            with self.subTest(flags=flags):
                out = self.measured(3, "-npmin", 3, "-check", "-msglog", "8:9", "-iter", "10", *flags)
                found = tables(out)
                self.assertEqual([t.benchmark for t in found], NAMES)
                for table in found:
                    if "defects" in table.columns:
                        self.assertEqual(set(table.column("defects")), {0.0}, f"{table.benchmark}\n{out}")

    def test_a_script_of_twenty_years_reads_the_table(self):
        out = self.measured(2, "PingPong", "-msglog", "0:3", "-iter", "10")
        program = "/# Benchmarking PingPong/{on=1} on && /^ *[0-9]+ +[0-9]+ /{print $1,$3}"
        lines = subprocess.run(["awk", program], input=out, capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["0", "1", "2", "4", "8"])
        for line in lines:
            self.assertGreaterEqual(float(line.split()[1]), 0)

    def test_columns_are_thirteen_wide(self):
        out = self.measured(2, "PingPong", "Sendrecv", "Bcast", "Barrier", "-msglog", "0:3", "-iter", "10")
        for line in out.splitlines():
            if re.match(r" +\d+ +\d+\.?\d* ", line) or "#repetitions" in line:
                self.assertEqual(len(line) % 13, 0, repr(line))
                for at in range(13, len(line) + 1, 13):
                    self.assertNotEqual(line[at - 1], " ", repr(line))

    def test_the_older_profile_has_twelve_benchmarks(self):
        out = self.measured(2, "-msglog", "2:2", "-iter", "5", program="PMB-MPI1")
        self.assertEqual(len(tables(out)), 12)
        self.assertIn("PMB 2.2", out)

    def test_defaults_of_the_guide(self):
        out = self.measured(2, "Sendrecv", "-dry_run")
        self.assertIn("4194304", out)


if __name__ == "__main__":
    unittest.main()
