"""What a file system refuses or takes away: each is a failed row with the reason, the others go on, and the status is 4."""
import os
import subprocess
import tempfile
import unittest

from programs import launch, printed_tables, tables

FAULTS = os.path.join(os.environ["SONDE_BUILD"], "lib", "libsonde_faults.so")
MIB = 2**20


class DiskFaults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "files")
        os.mkdir(self.folder)

    def run_with(self, fault, *arguments, status=4, processes=2):
        done = launch(processes, "IMB-IO", *arguments, "-npmin", "2", "-iter", "2,100,2", "-time", "1", "-path", self.folder,
                      environment={"LD_PRELOAD": FAULTS, "SONDE_FAULT": fault}, limit=120)
        self.assertEqual(done.status, status, done.out + done.err)
        return done

    def rows(self, table):
        return [int(row[0]) for row in table.rows if row[1] == "2"]

    def test_a_limit_on_the_size_of_files(self):
        done = self.run_with("file size limit", "S_Write_Indv", "P_Read_Expl", "-aggregate_mode", "aggregate", "-msgsize",
                             f"1024,{16 * MIB},2048")
        self.assertEqual(done.out.count("failed; "), 2, done.out)
        self.assertEqual(done.out.count("File too large"), 2, done.out)
        for table in printed_tables(done.out):
            self.assertEqual(self.rows(table), [1024, 2048], done.out)
        self.assertEqual(os.listdir(self.folder), [])

    def test_files_that_somebody_removes(self):
        done = self.run_with("file removed", "S_Write_Indv", "P_Write_Expl", "P_Read_Priv", "-msgsize", "64,128")
        self.assertEqual(done.out.count("No such file or directory"), 8, done.out)
        *written, read = tables(done.out)
        self.assertEqual([self.rows(table) for table in written], [[]] * 4, done.out)
        self.assertEqual(self.rows(read), [64, 128])

    def test_a_directory_that_somebody_removes(self):
        done = self.run_with("directory removed", "S_Read_Expl", "P_Write_Expl", "C_Read_Indv", "-msgsize", "64")
        read, *rest = tables(done.out)
        self.assertEqual(self.rows(read), [64])
        self.assertEqual([self.rows(table) for table in rest], [[], [], []], done.out)
        self.assertIn("cannot create", done.out)
        self.assertFalse(os.path.exists(self.folder))

    def test_writes_that_are_lost_when_the_file_is_closed(self):
        done = self.run_with("close fails", "S_Write_indv", "P_IWrite_expl", "-cpu_secs", "0.0001", "-msgsize", "64")
        self.assertEqual(done.out.count("failed; MPI_File_close"), 3, done.out)
        self.assertEqual([self.rows(table) for table in printed_tables(done.out)], [[], [], []], done.out)

    def test_pages_that_are_not_dropped(self):
        done = self.run_with("cache kept", "S_Read_Indv", "S_IRead_Indv", "S_Write_Indv", "-cold", "-cpu_secs", "0.0001", "-msgsize", "64")
        self.assertEqual(done.out.count("did not drop the cached pages"), 2, done.out)
        *reads, aggregate, each = tables(done.out)
        self.assertEqual([self.rows(table) for table in reads], [[], []])
        self.assertEqual([self.rows(table) for table in (aggregate, each)], [[64], [64]], done.out)

    def mount(self, options):
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", self.folder], capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest("mounting needs root")
        self.addCleanup(subprocess.run, ["umount", self.folder], check=True)

    def run_on_4_mib(self, *arguments, processes=2):
        """Ranks that reserve their room one after the other; the rows of each table."""
        self.mount("size=4m")
        done = self.run_with("room in turn", *arguments, processes=processes)
        return done.out, [[row[0] for row in table.rows if row[1] == "2"] for table in printed_tables(done.out)]

    def test_room_for_the_file_of_each_rank_and_not_for_all(self):
        out, rows = self.run_on_4_mib("P_Write_Priv", "P_IWrite_Priv", "P_Read_Priv", "-cpu_secs", "0.0001", "-msgsize",
                                      "2516582,1677720")  # 60 % and 40 % of the disk for each rank
        self.assertEqual(out.count("failed; no space"), 4, out)
        self.assertEqual(rows, [["1677720"]] * 4, out)
        self.assertEqual(os.listdir(self.folder), [])

    def test_room_for_the_file_of_each_group_and_not_for_all(self):
        out, rows = self.run_on_4_mib("P_Write_Expl", "-multi", "0", "-aggregate_mode", "aggregate", "-msgsize", "1258290,838860", processes=4)
        self.assertEqual(out.count("failed; no space"), 1, out)
        self.assertEqual(rows, [["838860"], ["1258290", "838860"]], "two groups of 2 and one of 4:\n" + out)
        self.assertEqual(os.listdir(self.folder), [])

    def test_kept_files_of_a_row_without_room_hold_none(self):
        out, rows = self.run_on_4_mib("P_Write_Priv", "-keep_files", "-aggregate_mode", "aggregate", "-msgsize", "2516582")
        self.assertEqual(rows, [[]], out)
        self.assertEqual({os.path.getsize(os.path.join(self.folder, name)) for name in os.listdir(self.folder)}, {0})

    def test_a_directory_that_is_read_only(self):
        self.mount("ro")
        done = self.run_with("", "Open_Close", "S_Write_Indv", "P_Read_Expl", "-msgsize", "64,128", status=2)
        self.assertIn("Read-only file system", done.err)
        self.assertNotIn("# Benchmarking", done.out)


if __name__ == "__main__":
    unittest.main()
