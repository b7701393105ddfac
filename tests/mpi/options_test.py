"""Every option that shapes a loop, tried with every class of benchmark: each row is there, measured, and without a defect."""
import os
import re
import tempfile
import unittest

from programs import launch, tables
from records import check_lines, complete_lines

CLASSES = {
    "IMB-MPI1": ("PingPong", "Exchange", "Bcast", "Allreduce", "Alltoallv", "Barrier", "Uniband", "Reduce_scatter_block"),
    "IMB-NBC": ("Ibcast", "Ialltoallv", "Ireduce_scatter", "Ibarrier", "Iallreduce_pure"),
    "IMB-MT": ("PingPongMT", "ExchangeMT", "BiBandMT", "BarrierMT", "ReduceMT"),
    "IMB-MPI4": ("Allreduce_persist", "Barrier_persist", "Alltoallv_persist_pure"),
    "IMB-P2P": ("PingPing", "Birandom", "Corandom", "SendRecv_Replace"),
    "sonde-mpi": ("Links", "Shift", "Randperm", "Ebb", "Incast", "Outcast", "PingPong_bsend", "PingPong_init", "Exchange_init", "Scan", "Alltoallw",
                  "Comm_split"),
    "IMB-RMA": ("Unidir_put", "Put_all_local", "All_get_all", "Exchange_put", "Accumulate", "Fetch_and_op", "Truly_passive_put"),
    "IMB-EXT": ("Window", "Unidir_Put", "Bidir_Get", "Accumulate"),
    "IMB-IO": ("Open_Close", "S_Write_indv", "S_Read_expl", "S_IRead_indv", "P_Write_shared", "P_Read_priv", "P_IWrite_expl", "C_Write_indv",
               "C_Read_shared", "C_IWrite_indv"),
}
SHORT = ("-msgsize", "0,5000", "-iter", "10,1,4")
CHECKED = (*SHORT, "-check")


class Options(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.json = os.path.join(folder.name, "run.jsonl")

    def cases(self, program, *arguments, processes=2, status=0, benchmarks=None):
        """The records of a run, all of whose cases must be there."""
        if os.path.exists(self.json):
            os.remove(self.json)
        benchmarks = benchmarks or CLASSES[program]
        ranks = () if program == "IMB-MT" else ("-npmin", processes)
        done = launch(processes, program, *benchmarks, *ranks, *self.needed(program, arguments), *arguments, "-json", self.json, limit=280)
        self.assertEqual(done.status, status, f"{program} {' '.join(arguments)}\n{done.out}\n{done.err}")
        lines = complete_lines(self.json)
        check_lines(lines)
        cases = [line for line in lines if line["kind"] == "case"]
        self.assertEqual({case["benchmark"].lower() for case in cases}, {name.lower() for name in benchmarks})
        return cases

    def needed(self, program, arguments):
        """What a program needs beside the arguments that are tried: a place for its files, threads."""
        if program == "IMB-IO":
            return ("-path", self.folder) if "-cpu_secs" in arguments else ("-path", self.folder, "-cpu_secs", "0.002")
        if program == "IMB-MT":
            return ("-thread_level", "multiple", "-threads", 2, *(() if "-warm_up" in arguments else ("-n_warmup", 2)))
        return ()

    def complete(self, program, *arguments, **how):
        with self.subTest(f"{program} {' '.join(arguments)}"):
            cases = self.cases(program, *arguments, **how)
            self.assertEqual([case for case in cases if case["status"] != "measured"], [])
            self.assertEqual([case for case in cases if (case["defects"] or 0) > 0], [])
            return cases
        return []

    def test_precision(self):
        for program in CLASSES:
            self.complete(program, *CHECKED, "-precision", "0.1%", "-time", "0.01", "-iter_policy", "multiple_np")

    def test_precision_reads_no_further_than_the_file(self):
        self.complete("IMB-IO", "-msgsize", "4M", "-precision", "5%", "-time", "0.3", benchmarks=("S_Read_indv", "P_Read_priv"), processes=2)

    def test_precision_ends_where_no_time_was_given(self):
        (case,) = self.complete("PMB-MPI1", "-msgsize", "64k", "-precision", "0.0001%", "-warm_up", "off", benchmarks=("Sendrecv",))
        self.assertIn(case["summary"]["stop_reason"], ("precision_reached", "precision_not_reached"))

    def test_time(self):
        for program in CLASSES:
            for case in self.complete(program, "-msgsize", "0,64", "-check", "-time", "1e-9", "-iter", "100000,40,100000"):
                self.assertEqual(case["summary"]["stop_reason"], "time_limit", case)
            for case in self.complete(program, "-msgsize", "0,64", "-iter", "3,40,3", "-time", "1000"):
                self.assertEqual(case["summary"]["stop_reason"], "fixed_count", case)

    def test_budget(self):
        for program in CLASSES:
            self.complete(program, *CHECKED, "-budget", "3000s", "-precision", "20%", "-time", "0.02")

    def test_a_budget_that_is_over_skips_the_rows_that_are_left(self):
        for program in CLASSES:
            with self.subTest(program):
                cases = self.cases(program, *SHORT, "-budget", "1e-9", status=4)
                self.assertEqual({case["status"] for case in cases}, {"skipped"})
                self.assertEqual({case["reason"] for case in cases}, {"time_out"})
                self.assertRegex(cases[-1]["text"], r"-budget")
                self.assertEqual({case["summary"] for case in cases}, {None})

    def test_rates_of_the_network(self):
        bytes_of = {"X": 1, "2 X": 2, "4 X": 4, "2 (P-1)/P X": 1, "(P-1)/P X": 0.5, "(P-1) X": 1}  # for 2 ranks
        known = 0
        for program, benchmarks in CLASSES.items():
            done = launch(2, program, *benchmarks, *self.needed(program, ()), *SHORT, "-bus", "-peak", "1e9", "-stats", limit=120)
            self.assertEqual(done.status, 0, done.err)
            for table in tables(done.out):
                formula = [note for note in table.notes if "at least: bus" in note]
                self.assertEqual(len(formula), table.columns.count("bus[MB/sec]"), table)
                if not formula:
                    continue
                time = next(table.column(name) for name in ("t_pure[usec]", "t_max[usec]", "t[usec]") if name in table.columns)
                factor = bytes_of[re.search(r"bus = (.*) / t, net", formula[0])[1]]
                for length, seconds, bus, row in zip(table.column("#bytes"), time, table.column("bus[MB/sec]"), table.rows):
                    self.assertAlmostEqual(bus * seconds * 1.048576, factor * length, delta=0.02 * length, msg=str(row))
                    self.assertEqual(row[table.columns.index("net[MB/sec]")], "-")  # on one node
                    known += length > 0
        self.assertGreater(known, 10)

    def test_start(self):
        for program in CLASSES:
            self.complete(program, *CHECKED, "-start", "dissemination")
            self.complete(program, *CHECKED, "-start", "none", "-precision", "20%", "-time", "0.02")

    def test_common_start(self):
        if (os.cpu_count() or 1) < 2:
            self.skipTest("needs a core for every rank")
        for program in CLASSES:
            for more in (("-iter", "10,1,4", "-precision", "20%", "-time", "0.02"), ("-iter", "1,1,1")):
                for case in self.complete(program, "-msgsize", "0,5000", "-check", "-start", "clock", *more):
                    self.assertGreaterEqual(case["start_late_s"], 0)
                    self.assertGreaterEqual(case["dropped_batches"], 0)
                    self.assertGreaterEqual(case["repetitions"], 1)

    def test_outside_the_cache(self):
        for program in ("IMB-MPI1", "IMB-NBC", "IMB-EXT"):
            for more in (("-precision", "20%", "-time", "0.05"), ("-warm_up", "auto")):
                self.complete(program, *CHECKED, "-off_cache", "1", *more)

    def test_groups(self):
        for program in CLASSES.keys() - {"IMB-MT"}:  # has all processes in one group
            self.complete(program, *CHECKED, "-precision", "50%", "-time", "0.02", "-multi", "1", processes=4)

    def test_two_groups(self):
        for more in (("-precision", "50%", "-start", "dissemination"), ("-off_cache", "1", "-budget", "3000")):
            done = launch(4, "IMB-MPI1", "PingPong", "Allreduce", "-npmin", 2, "-multi", "1", *CHECKED, "-time", "0.05", *more, limit=120)
            self.assertEqual(done.status, 0, f"{more}\n{done.out}\n{done.err}")
            self.assertTrue(re.search(r"Multi-PingPong", done.out))

    def test_counts(self):
        for program in CLASSES:
            self.complete(program, *CHECKED, "-iter_policy", "off", "-warm_up", "off")
            self.complete(program, *CHECKED, "-iter_policy", "multiple_np", "-time", "1000", "-warm_up", "auto")

    def test_time_ends_a_table_where_counts_are_kept(self):
        """What has begun its table is not left waiting, and the next table begins anew."""
        for program in CLASSES:
            with self.subTest(program):
                policy = "multiple_np" if program == "IMB-NBC" else "off"
                cases = self.cases(program, *CHECKED, "-iter_policy", policy, "-time", "1e-9", status=4)
                self.assertEqual({case["reason"] for case in cases}, {"time_out"})
                for case in cases:
                    what = "would take longer than -time" if case["bytes"] == 5000 else "would take about .*, -time allows 0.001 us"
                    self.assertRegex(case["text"], what)

    def test_clocks_and_barriers(self):
        for program in CLASSES:
            self.complete(program, *CHECKED, "-imb_barrier", "on", "-precision", "50%", "-time", "0.02")
        self.complete("IMB-MPI1", *CHECKED, "-sync", "on", "-precision", "50%", "-time", "0.02")
        self.complete("IMB-MPI1", *CHECKED, "-root_shift", "off", "-off_cache", "1", "-precision", "50%", "-time", "0.02")
        self.complete("IMB-IO", *CHECKED, "-cold", "-precision", "50%", "-time", "0.02")
        self.complete("IMB-IO", *CHECKED, "-cpu_secs", "match", "-time", "0.05")


if __name__ == "__main__":
    unittest.main()
