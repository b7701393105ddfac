"""Warnings come where this machine is disturbed; on machines made to order: truth_test.py."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from programs import BIN, command, launch, run
from records import complete_lines

ONE = ("-msglog", "3:3", "-zero_size", "off")


class Warnings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.json = os.path.join(folder.name, "run.jsonl")

    def kinds(self, case):
        return [warning["kind"] for warning in case["warnings"]]

    def shell(self, redirected, *options):
        """Two ranks on one core, which is warned of, whose streams a shell redirects; what then stands in the file `log`."""
        log = self.json + ".log"
        core = str(min(os.sched_getaffinity(0)))
        words = ["taskset", "-c", core, *command(2, "IMB-MPI1", "Allreduce", *ONE, "-iter", "20", "-time", "1", *options)]
        done = run(["sh", "-c", f'exec "$@" > "$0" {redirected}', log, *words])
        self.assertEqual(done.status, 0, done.err)
        with open(log, encoding="utf-8") as text:
            return text.read(), done.err

    def test_warnings_do_not_stand_in_the_way_of_readers_of_a_log(self):
        for redirected, options in (("2>&1", ()), ("", ("-warnings", "stdout"))):
            log, err = self.shell(redirected or "2> /dev/null", *options)
            self.assertIn("# warning oversubscribed: ", log)
            rows = [line for line in log.splitlines() if line.split("#")[0].strip()]  # as pandas with comment="#" reads
            self.assertEqual([len(row.split()) for row in rows], [5], log)
            self.assertEqual([line for line in log.splitlines() if " 8 " in line], rows, log)  # grep ' 8 '

    def test_warnings_can_be_left_out(self):
        log, _ = self.shell("2>&1", "-warnings", "off")
        self.assertNotIn("# warning ", log)

    def test_warnings_apart_from_the_tables_have_the_same_form(self):
        log, _ = self.shell('2> "$0.err"')
        self.assertNotIn("# warning ", log)
        with open(self.json + ".log.err", encoding="utf-8") as text:
            self.assertTrue(text.read().startswith("# warning oversubscribed: "))

    def test_two_ranks_on_one_core_are_told_so(self):
        core = str(min(os.sched_getaffinity(0)))
        done = run(["taskset", "-c", core, *command(2, "IMB-MPI1", "Allreduce", *ONE, "-iter", "20", "-time", "1")])
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("ranks=2 on processing units=1\n", done.err)

    def test_work_beside_the_ranks_is_noticed(self):
        cores = os.sched_getaffinity(0)
        busy = [subprocess.Popen(["taskset", "-c", str(core), sys.executable, "-c", "while True: pass"]) for core in cores for _ in "ab"]
        try:
            done = launch(2, "IMB-MPI1", "Allreduce", "-msglog", "18:18", "-zero_size", "off", "-iter", "1000", "-time", "1", "-json", self.json)
        finally:
            for process in busy:
                process.kill()
                process.wait()
        self.assertEqual(done.status, 0, done.err)
        case = complete_lines(self.json)[1]
        self.assertIn("involuntary_switches", self.kinds(case))
        self.assertIn("involuntary_switches", done.err)


class OtherLaunchers(unittest.TestCase):
    """Launchers of another library start processes that know nothing of each other."""

    def test_are_told_of_by_one_process(self):
        self.assertNotIn("each runs for itself", launch(2, "IMB-MPI1", "PingPong", *ONE, "-iter", "1").err)
        launchers = [path for path in map(shutil.which, ("mpirun.openmpi", "mpirun.mpich")) if path]
        if len(launchers) < 2:
            self.skipTest("one MPI library alone is installed")
        told = []
        for launcher in launchers:
            done = run([launcher, "-n", "2", os.path.join(BIN, "IMB-MPI1"), "PingPong", *ONE, "-iter", "1"])
            told.append(done.err.count("has started 2 processes"))
        self.assertEqual(sorted(told), [0, 1])


if __name__ == "__main__":
    unittest.main()
