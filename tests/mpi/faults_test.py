"""Faults that MPI does not report are found by -check, and by nothing else."""
import os
import tempfile
import unittest

from programs import launch, tables

FAULTS = os.path.join(os.environ["SONDE_BUILD"], "lib", "libsonde_faults.so")
FEW = ["-iter", "4,4,4", "-msgsize", "64,4096", "-npmin", "2", "-cpu_secs", "0.0001"]


class Faults(unittest.TestCase):
    def run_with(self, fault, program, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            few = FEW[:2] + FEW[4:] if "-msgsize" in arguments else FEW
            flags = list(arguments) + (few if program == "IMB-IO" else few[:-2])
            if program == "IMB-IO":
                flags += ["-path", folder]
            environment = {"LD_PRELOAD": FAULTS, "SONDE_FAULT": fault}
            done = launch(2, program, "-check", *flags, environment=environment, limit=120)
            self.assertEqual(os.listdir(folder), [])
        return done

    def assert_found(self, fault, program, benchmark, *flags):
        done = self.run_with(fault, program, benchmark, *flags)
        self.assertEqual(done.status, 3, done.out + done.err)
        self.assertIn("DEFECTS", done.out)
        found = tables(done.out)
        self.assertTrue(found)
        for table in found:
            for defects in table.column("defects"):
                self.assertGreater(defects, 0, done.out)

    def test_lost_put(self):
        self.assert_found("lost put", "IMB-EXT", "Unidir_Put")
        self.assert_found("lost put", "IMB-EXT", "Bidir_Put")

    def test_get_from_the_wrong_place(self):
        self.assert_found("get from the first section", "IMB-EXT", "Unidir_Get", "-aggregate_mode", "aggregate")
        self.assert_found("get from the wrong rank", "IMB-EXT", "Bidir_Get")

    def test_accumulate_done_twice(self):
        self.assert_found("accumulate twice", "IMB-EXT", "Accumulate")

    def test_short_write(self):
        self.assert_found("short write", "IMB-IO", "P_Write_Expl")

    def test_write_to_the_wrong_block(self):
        done = self.run_with("write to the first block", "IMB-IO", "P_Write_Expl")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertIn("after", done.out)

    def test_blocks_in_another_order(self):
        self.assert_found("blocks in another order", "IMB-IO", "C_Write_Shared")

    def test_non_blocking_write_that_a_blocking_one_would_hide(self):
        self.assert_found("lost non-blocking write", "IMB-IO", "P_IWrite_Expl")

    def test_stale_read(self):
        self.assert_found("stale read", "IMB-IO", "P_Read_Expl")

    def test_read_that_always_fetches_the_next_block(self):
        self.assert_found("read the next block", "IMB-IO", "P_Read_expl")

    def test_file_pointer_that_a_read_leaves_where_it_is(self):
        for benchmark in ("P_Read_Indv", "P_Read_Priv", "C_Read_Indv", "C_Read_Shared"):
            self.assert_found("read pointer stands still", "IMB-IO", benchmark)

    def test_reads_at_the_first_offset_whatever_is_asked_for(self):
        self.assert_found("offsets of reads ignored", "IMB-IO", "P_Read_Expl")

    def test_blocks_of_two_repetitions_in_each_others_place(self):
        for benchmark in ("P_Write_Indv", "P_Write_Priv", "P_Write_Expl"):
            self.assert_found("every two blocks swapped", "IMB-IO", benchmark)

    def test_blocking_transfers_that_non_blocking_ones_would_hide(self):
        for benchmark in ("P_IWrite_Indv", "P_IRead_Indv", "P_IRead_Priv"):
            self.assert_found("other data from blocking calls", "IMB-IO", benchmark)

    def test_hints_reach_every_window(self):
        done = self.run_with("windows want a hint", "IMB-EXT", "Window", "Unidir_Put", "-info", "hint=1")
        self.assertEqual(done.status, 0, done.out + done.err)
        done = self.run_with("windows want a hint", "IMB-EXT", "Window")
        self.assertEqual(done.status, 4, done.out + done.err)

    def test_an_error_within_the_clock_of_window_fails_the_row(self):
        done = self.run_with("fence fails", "IMB-EXT", "Window")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertIn("failed; MPI_Win_fence", done.out)

    def test_non_blocking_write_that_never_ends(self):
        done = self.run_with("wait for ever", "IMB-IO", "Open_Close", "P_IWrite_Indv", "-time", "0.1")
        self.assertNotIn(done.status, (0, 124), done.out + done.err)
        self.assertIn("file transfers did not end", done.err)
        self.assertIn("-time", done.err)
        self.assertEqual(len(tables(done.out)[0].rows), 1, done.out)

    def test_a_rank_whose_disk_is_full_waits_for_one_whose_disk_is_slow(self):
        done = self.run_with("full disk beside a slow one", "IMB-IO", "P_Write_priv", "-aggregate_mode", "aggregate", "-time", "200")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertNotIn("did not come back", done.out + done.err)
        self.assertIn("failed; MPI_File_write", done.out)

    def test_a_rank_without_room_waits_for_one_that_makes_its_file(self):
        done = self.run_with("no room beside a slow disk", "IMB-IO", "P_Read_priv", "-aggregate_mode", "aggregate", "-msgsize", "128M")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertNotIn("did not come back", done.out + done.err)
        self.assertIn("failed; no space: cannot reserve", done.out)

    def test_without_a_fault_nothing_is_found(self):
        files = [f"{prefix}_{action}_{how}" for prefix, how in (("P", "Indv"), ("P", "Expl"), ("P", "Priv"), ("C", "Indv"), ("C", "Shared"))
                 for action in ("Write", "Read", "IWrite", "IRead")]
        for program, benchmarks in (("IMB-EXT", ["Unidir_Put"]), ("IMB-IO", files)):
            done = self.run_with("", program, *benchmarks)
            self.assertEqual(done.status, 0, done.out + done.err)
            self.assertIn("no defects", done.out)


if __name__ == "__main__":
    unittest.main()
