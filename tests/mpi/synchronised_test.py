"""sonde-mpi's one-sided rows: every synchronisation on every kind of window with checks on, and the ways of measuring beside them."""
import os
import tempfile
import unittest

from programs import launch, tables
from records import check_lines, complete_lines

SYNCS = ["fence", "pscw", "lock", "lock_all", "flush", "flush_local", "flush_all", "request"]
WINDOWS = ["create", "allocate", "dynamic", "shared"]
TRANSFERS = ["Rma_put", "Rma_get"]
SUMS = ["Rma_accumulate", "Rma_get_accumulate"]
ELEMENTS = ["Rma_fetch_and_op", "Rma_compare_and_swap"]
RATES = ["Rma_put_rate", "Rma_get_rate", "Rma_put_birate"]
NAMES = TRANSFERS + SUMS + ELEMENTS + RATES
LENGTHS = {**{name: [0, 1, 4096] for name in TRANSFERS + RATES}, **{name: [0, 4, 4096] for name in SUMS}, **{name: [4] for name in ELEMENTS}}


class Synchronised(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.records = os.path.join(folder.name, "run.jsonl")

    def measured(self, processes, *arguments):
        done = launch(processes, "sonde-mpi", *arguments, limit=60)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out}\n{done.err}")
        return done.out

    def check_all(self, processes, sync, window):
        names = [name for name in NAMES if sync != "request" or name not in ELEMENTS]
        out = self.measured(processes, *names, "-rma_sync", sync, "-rma_window", window, "-npmin", processes, "-window_size", 3, "-check",
                            "-msgsize", "0,1,4096", "-iter", 4)
        self.assertEqual([(t.benchmark, t.processes) for t in tables(out)],
                         [(name, processes // 2 * 2 if name in RATES else 2) for name in names])
        for table in tables(out):
            with self.subTest(table.benchmark):
                self.assertEqual([int(row[0]) for row in table.rows], LENGTHS[table.benchmark])
                self.assertEqual(set(table.column("defects")), {0.0})
        self.assertEqual(out.count(f"# rma_sync = {sync}, rma_window = {window}\n"), len(tables(out)))
        self.assertIn("no defects", out)

    def test_every_synchronisation_on_every_kind_of_window(self):
        for sync in SYNCS:
            for window in WINDOWS:
                with self.subTest(sync=sync, window=window):
                    self.check_all(2, sync, window)

    def test_a_rank_without_a_partner_keeps_up(self):
        """With one way of each kind: ranks that share cores take seconds."""
        for sync, window in (("fence", "create"), ("pscw", "dynamic"), ("flush", "shared")):
            with self.subTest(sync=sync, window=window):
                self.check_all(3, sync, window)

    def test_ways_of_measuring_keep_the_data_right(self):
        for processes, flags in ((4, ["Rma_put_birate", "-rma_sync", "pscw", "-multi", "0", "-npmin", "2"]),
                                 (2, ["Rma_get", "-rma_sync", "fence", "-tails"]),
                                 (2, ["Rma_get_accumulate", "-rma_sync", "lock", "-precision", "50%", "-time", "0.05"]),
                                 (2, ["Rma_put", "-rma_sync", "request", "-rma_window", "dynamic", "-off_cache", "0.1,64"])):
            with self.subTest(flags=flags):
                self.assertIn("no defects", self.measured(processes, *flags, "-check", "all", "-msgsize", "64,1000", "-iter", "10"))

    def test_rates_count_all_transfers_of_a_window(self):
        self.measured(4, *RATES, "-rma_sync", "fence", "-npmin", 4, "-window_size", 5, "-msgsize", 1000, "-iter", 10, "-json", self.records)
        lines = complete_lines(self.records)
        check_lines(lines)
        cases = {line["benchmark"]: line for line in lines if line["kind"] == "case"}
        for name, messages in (("Rma_put_rate", 10), ("Rma_get_rate", 10), ("Rma_put_birate", 20)):
            self.assertAlmostEqual(cases[name]["messages_per_second"] * cases[name]["t_max_s"] / messages, 1, delta=1e-6, msg=name)
        self.assertEqual((lines[0]["settings"]["rma_sync"], lines[0]["settings"]["rma_window"]), ("fence", "allocate"))

    def test_what_has_no_request_is_refused_by_name(self):
        done = launch(2, "sonde-mpi", *ELEMENTS, "Rma_put", "-rma_sync", "request", "-msgsize", "8", "-iter", "2", limit=60)
        self.assertEqual(done.status, 4, done.out + done.err)
        for name in ELEMENTS:
            self.assertIn(f"Benchmark {name} needs another -rma_sync than request: MPI has no such call with a request", done.out + done.err)

    def test_a_word_that_is_no_synchronisation_is_refused(self):
        done = launch(1, "sonde-mpi", "Rma_put", "-rma_sync", "flsh", limit=60)
        self.assertEqual(done.status, 2)
        self.assertIn("flush", done.err)


if __name__ == "__main__":
    unittest.main()
