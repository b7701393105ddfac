"""`sonde run` from the command line, with a shell script in the place of mpirun and a benchmark."""
import os
import signal
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder
from launches import interrupt

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
PROGRAM = """#!/bin/sh
# Writes a latency table as the record behind -json; fails while the file 'broken' stands beside it.
here=$(dirname "$0")
[ -e "$here/broken" ] && exit 7
[ -e "$here/slow" ] && sleep 60
for record; do :; done
printf '# OSU MPI Latency Test v7.4\\n# Datatype: MPI_CHAR.\\n# Size       Avg Latency(us)\\n1 1.%02d\\n' 0 > "$record"
"""


class Run(InFolder):
    def setUp(self):
        super().setUp()
        self.program = self.folder / "program.sh"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)

    def sonde(self, *arguments, environment=None):
        return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60, cwd=self.folder,
                              env={**os.environ, **(environment or {})})

    def records(self, directory="sonde-run"):
        return sorted(path.name for path in (self.folder / directory).glob("*.json"))

    def test_launches_a_command_and_prints_one_table(self):
        done = self.sonde("run", "-n", 4, "--", self.program, "--size", "{8}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"# {self.program} --size {{8}}\n# 4 launches, 0 failed, records in sonde-run\n", done.stdout)
        self.assertIn("next run, 95 %", done.stdout)
        self.assertEqual(self.records(), ["run-1.json", "run-2.json", "run-3.json", "run-4.json"])
        self.assertEqual(self.sonde("compare", "sonde-run", "sonde-run").returncode, 0)

    def test_a_second_time_measures_again_elsewhere(self):
        for _ in range(2):
            self.assertEqual(self.sonde("run", "-n", 2, "--", self.program).returncode, 0)
        self.assertEqual(self.records("sonde-run-2"), self.records())

    def test_launches_can_be_added_to_a_directory(self):
        for launches in (2, 5):
            done = self.sonde("run", "-n", launches, "-o", "mine", "--", self.program)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(self.records("mine")), launches)

    def test_stops_when_the_next_launch_is_known(self):
        done = self.sonde("run", "-n", 9, "--precision", "1%", "--", self.program)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.records()), 3)
        self.assertIn("# 9 launches, 3 done, 0 failed", done.stdout)
        self.assertIn("# the next launch is known to 1 % in every case", done.stdout)

    def test_says_where_the_next_launch_is_not_known(self):
        self.program.write_text(PROGRAM.replace("' 0 >", "' $(($(ls \"$here\"/sonde-run/*.log | wc -l) * 20)) >"))
        done = self.sonde("run", "-n", 4, "--precision", "1%", "--", self.program)
        self.assertEqual(len(self.records()), 4, done.stderr)
        self.assertRegex(done.stdout, r"# the next launch is known to 1 % in 0 of 1 cases; least in .*: \d+(\.\d+)? %")

    def test_a_command_that_fails_is_not_launched_again_and_again(self):
        (self.folder / "broken").touch()
        done = self.sonde("run", "--", self.program)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.splitlines(), ["sonde: run-1 failed: exit status 7 (see sonde-run/run-1.log)"])
        self.assertIn("# 10 launches, 1 done, 1 failed", done.stdout)

    def test_goes_on_after_an_allocation_that_is_over(self):
        (self.folder / "broken").touch()
        command = ("run", "-n", 2, "--", self.program)
        done = self.sonde(*command, environment={"SONDE_END_TIME": "1000000000"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("the allocation is over; the same command goes on", done.stderr)
        (self.folder / "broken").unlink()
        self.assertEqual(self.sonde(*command).returncode, 0)
        self.assertEqual(self.records(), ["run-1.json", "run-2.json"])

    def test_goes_on_after_a_signal(self):
        (self.folder / "slow").touch()
        status, stderr = interrupt([SONDE, "run", "-n", "2", "--", self.program], self.folder / "sonde-run" / "campaign.journal",
                                   signal.SIGTERM, cwd=self.folder)
        self.assertEqual(status, 1)
        self.assertIn("interrupted; the same command goes on", stderr)
        (self.folder / "slow").unlink()
        done = self.sonde("run", "-n", 2, "--", self.program)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.records(), ["run-1.json", "run-2.json"])

    def test_wrong_input_is_refused_and_nothing_is_started(self):
        for arguments, message in (([], "command is required"), (["--", self.program, "-json", "mine"], "leave it out"),
                                   (["--precision", "150%", "--", self.program], "--precision"), (["-n", "0", "--", self.program], "--launches"),
                                   (["--limit", "-1", "--", self.program], "--limit"), (["-o", self.folder, "--", self.program], "not of a campaign")):
            with self.subTest(arguments):
                done = self.sonde("run", *arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(message, done.stderr)
                self.assertFalse((self.folder / "sonde-run").exists())


if __name__ == "__main__":
    unittest.main()
