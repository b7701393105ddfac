"""IMB-EXT and IMB-IO as a whole: every benchmark on 1 to 4 processes with checks, files that come and go, full disks."""
import json
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from programs import MPIEXEC, command, launch, printed_tables, tables

IO_PAIRS = ["S_{}_Indv", "S_{}_Expl", "P_{}_Indv", "P_{}_Expl", "P_{}_Shared", "P_{}_Priv", "C_{}_Indv", "C_{}_Expl",
            "C_{}_Shared"]
QUICK = ["-cpu_secs", "0.0001", "-time", "1"]


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def io(self, processes, *arguments, where=None):
        return launch(processes, "IMB-IO", *arguments, *QUICK, "-path", where or self.folder, limit=280)

    def check_all(self, processes):
        done = self.io(processes, "-npmin", processes, "-check", "-iter", "4,4,2", "-msgsize", "0,1,5,1000,65536")
        self.assertEqual(done.status, 0, done.out + done.err)
        expected = ["Open_Close"]
        for name in IO_PAIRS:
            for action in ("Write", "Write", "IWrite", "Read", "IRead"):
                expected.append(name.format(action))
        found = tables(done.out)
        self.assertEqual([t.benchmark for t in found], expected)
        for table in found[1:]:
            self.assertEqual([int(row[0]) for row in table.rows], [0, 1, 5, 1000, 65536], table.benchmark)
            self.assertEqual(set(table.column("defects")), {0.0}, table.benchmark)
        self.assertEqual(os.listdir(self.folder), [])

    def test_io_on_1_process(self):
        self.check_all(1)

    def test_io_on_2_processes(self):
        self.check_all(2)

    def test_io_on_3_processes(self):
        self.check_all(3)

    def test_io_on_4_processes(self):
        self.check_all(4)

    def test_ext_on_2_to_4_processes(self):
        for processes in (2, 3, 4):
            done = launch(processes, "IMB-EXT", "-npmin", processes, "-check", "-iter", "10,1,4", "-msgsize", "0,4,64,65536", limit=200)
            self.assertEqual(done.status, 0, done.out + done.err)
            found = tables(done.out)
            self.assertEqual([t.benchmark for t in found], ["Window"] + [name for name in (
                "Unidir_Get", "Unidir_Put", "Bidir_Get", "Bidir_Put", "Accumulate") for _ in range(2)])
            for table in found[1:]:
                self.assertEqual(set(table.column("defects")), {0.0}, table.benchmark)

    def test_groups_use_files_of_their_own(self):
        done = self.io(4, "-multi", "1", "-npmin", "2", "-check", "-iter", "2,1,2", "-msgsize", "64", "P_Write_Priv", "C_Read_Indv")
        self.assertEqual(done.status, 0, done.out + done.err)
        self.assertIn("Multi-C_Read_Indv", done.out)

    def test_kept_files_have_the_names_of_the_guide(self):
        done = self.io(2, "P_Write_Priv", "P_Write_Expl", "-keep_files", "-iter", "2,1,2", "-msgsize", "64,128", "-npmin", "2")
        self.assertEqual(done.status, 0, done.out + done.err)
        self.assertEqual(sorted(os.listdir(self.folder)), ["IMB_out", "IMB_out_0", "IMB_out_1"])
        self.assertEqual(os.path.getsize(os.path.join(self.folder, "IMB_out")), 2 * 128)
        self.assertEqual(os.path.getsize(os.path.join(self.folder, "IMB_out_0")), 2 * 64)

    def test_a_file_that_is_not_ours_is_left_alone(self):
        name = os.path.join(self.folder, "IMB_out")
        with open(name, "w", encoding="ascii") as file:
            file.write("mine")
        done = self.io(1, "S_Write_Indv", "-iter", "2,1,2", "-msgsize", "64")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertIn("not overwritten", done.out)
        with open(name, encoding="ascii") as file:
            self.assertEqual(file.read(), "mine")

    def test_a_symbolic_link_is_not_followed(self):
        target = os.path.join(self.folder, "elsewhere")
        os.symlink(target, os.path.join(self.folder, "IMB_out"))
        done = self.io(1, "S_Write_Indv", "-iter", "2,1,2", "-msgsize", "64")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertFalse(os.path.exists(target))
        self.assertTrue(os.path.islink(os.path.join(self.folder, "IMB_out")))

    def test_a_directory_that_is_not_there(self):
        done = self.io(1, "S_Write_Indv", "S_Read_Expl", "-iter", "2,1,2", "-msgsize", "64", where=os.path.join(self.folder, "no"))
        self.assertIn(done.status, (2, 4), done.out + done.err)
        self.assertIn("No such file or directory", done.out + done.err)

    def test_a_full_file_system_fails_the_rows_that_do_not_fit(self):
        mount = os.path.join(self.folder, "small")
        os.mkdir(mount)
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", mount], capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest("mounting a small tmpfs needs root")
        try:
            done = self.io(2, "S_Write_Indv", "P_IWrite_Expl", "C_Read_Indv", "-iter", "2,1,2", "-npmin", "2", "-msgsize",
                           "1024,4194304,2048", where=mount)
            self.assertEqual(os.listdir(mount), [])
        finally:
            subprocess.run(["umount", mount], check=True)
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertEqual(done.out.count("failed; no space"), 4, done.out)
        for table in printed_tables(done.out):
            self.assertEqual([row[0] for row in table.rows if row[1] == "2"], ["1024", "2048"], done.out)

    def mounted(self, *options):
        mount = os.path.join(self.folder, "mounted")
        os.mkdir(mount)
        made = subprocess.run(["mount", *options, "none", mount], capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest("mounting needs root")
        self.addCleanup(subprocess.run, ["umount", mount], check=True)
        return mount

    def test_a_file_system_in_memory_that_knows_no_blocks(self):
        done = self.io(2, "S_Write_Indv", "P_Read_Expl", "-iter", "2,1,2", "-npmin", "2", "-msgsize", "1024", where=self.mounted("-t", "ramfs"))
        self.assertEqual(done.status, 0, done.out + done.err)

    def test_no_inode_left_for_a_shared_pointer(self):
        where = self.mounted("-t", "tmpfs", "-o", "nr_inodes=2")  # the folder's and that of our file
        done = self.io(2, "P_Write_Shared", "C_Read_Shared", "P_Write_Expl", "-iter", "2,1,2", "-npmin", "2", "-msgsize", "64", where=where)
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertEqual(done.out.count("takes no more files"), 3, done.out)
        self.assertEqual([len([row for row in t.rows if row[1] == "2"]) for t in tables(done.out)], [0, 0, 0, 1, 1], done.out)

    def test_status_memory_keeps_to_mem(self):
        done = launch(1, "IMB-IO", "S_Write_Expl", "-iter_policy", "off", "-iter", "1000000000000,1,2", "-msgsize", "0",
                      "-aggregate_mode", "aggregate", "-path", self.folder)
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertIn("out-of-mem.; needed X=", done.out)

    def test_head_and_record_say_how_reads_are_kept_from_the_page_cache(self):
        record = os.path.join(self.folder, "record.json")
        done = self.io(1, "S_Read_Indv", "-cold", "-iter", "2,1,2", "-msgsize", "64", "-json", record)
        self.assertEqual(done.status, 0, done.out + done.err)
        self.assertRegex(done.out, "# Page cache +: dropped before each loop of reads .posix_fadvise.")
        with open(record, encoding="ascii") as file:
            header = json.loads(file.readline())
        self.assertIn({"name": "Page cache", "value": "dropped before each loop of reads (posix_fadvise)"}, header["conventions_in_force"])

    def interrupt(self, benchmark, first_file):
        """Runs Open_Close and a benchmark that does not end, cuts it once its files are there, and waits for them to go."""
        arguments = ["Open_Close", benchmark, "-msgsize", "64", "-iter", "10000,40,1", "-time", "1000", "-cpu_secs", "0.1"]
        process = subprocess.Popen(command(2, "IMB-IO", *arguments, "-npmin", "2", "-path", self.folder),
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        self.addCleanup(process.kill)
        lines = [process.stdout.readline()]
        while lines[-1] and not lines[-1].startswith(f"# Benchmarking {benchmark}".encode()):
            lines.append(process.stdout.readline())
        limit = time.monotonic() + 60
        while time.monotonic() < limit and not any(n.startswith(first_file) for n in os.listdir(self.folder)):
            time.sleep(0.1)
        self.assertTrue(os.listdir(self.folder), f"{MPIEXEC} made no file")
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
        self.assertIn("Benchmarking Open_Close", (b"".join(lines) + rest).decode())
        limit = time.monotonic() + 10
        while time.monotonic() < limit and os.listdir(self.folder):
            time.sleep(0.1)
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_interrupt_leaves_rows_but_no_files(self):
        self.interrupt("P_IWrite_Priv", "IMB_out_")

    def test_an_interrupt_leaves_no_shared_pointer(self):
        self.interrupt("P_IWrite_Shared", ".IMB_out.shfp." if "mpich" in MPIEXEC else "IMB_out")


class OneRankCut(unittest.TestCase):
    """A launcher kills the other ranks as soon as one has ended: their files must be gone by then."""

    def setUp(self):
        _, most = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, most))  # SIGQUIT would leave a file

    def ranks_in(self, folder):
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as words:
                    line = words.read().split(b"\0")
            except OSError:
                continue
            if line[0].endswith(b"IMB-IO") and folder.encode() in line:
                found.append(int(process))
        return found

    def written_in(self, folder):
        """Files that hold data: they are open, and what a library makes while it opens a file (Open MPI tries locks) has gone."""
        return [name for name in os.listdir(folder) if "locktest" not in name and os.stat(f"{folder}/{name}").st_size > 0]

    def test_the_files_of_every_rank_are_removed(self):
        for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP, signal.SIGXCPU, signal.SIGUSR2):
            with tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen(command(2, "IMB-IO", "P_Write_Priv", "-npmin", "2", "-iter", "1000000,1000000,1000000", "-time", "100",
                                                   "-msgsize", "64", "-path", folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                           start_new_session=True)
                try:
                    end = time.monotonic() + 60
                    while len(self.written_in(folder)) < 2 and time.monotonic() < end:
                        time.sleep(0.05)
                    self.assertEqual(len(self.written_in(folder)), 2)
                    os.kill(max(self.ranks_in(folder)), number)
                    self.assertNotEqual(process.wait(timeout=60), 0)
                finally:
                    if process.poll() is None:
                        os.killpg(process.pid, signal.SIGKILL)
                self.assertEqual(os.listdir(folder), [], f"signal {number}")


if __name__ == "__main__":
    unittest.main()
