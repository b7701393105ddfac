"""Command lines with keys and passwords: launched as they are, kept without them, and still gone on with and verified."""
import os
import signal
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder
from launches import interrupt

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
# Stands for a launcher that knows -genv NAME VALUE and for a program that writes its command line into its record; fails without the real words.
PROGRAM = """#!/bin/sh
here=$(dirname "$0")
case "$*" in "-genv API_KEY hush1 --password=hush2 --proxy http://me:hush3@host:80/ -x TOKENS_PER_BATCH=8 "*) ;; *) exit 9 ;; esac
[ -e "$here/slow" ] && exec sleep 60
for record; do :; done
printf '# OSU MPI Latency Test v7.4\\n# Datatype: MPI_CHAR.\\n# Size       Avg Latency(us)\\n1 1.25\\n' > "$record"
"""
LINE = "-genv API_KEY hush1 --password=hush2 --proxy http://me:hush3@host:80/ -x TOKENS_PER_BATCH=8"
KEPT = "-genv API_KEY (withheld) --password=(withheld) --proxy http://(withheld)@host:80/ -x TOKENS_PER_BATCH=8"


class Secrets(InFolder):
    def setUp(self):
        super().setUp()
        self.program = self.folder / "program.sh"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)

    def sonde(self, *arguments):
        return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60, cwd=self.folder)

    def go_on_and_check(self, command, directory):
        """Cuts a launch off, goes on, verifies, and reads every file."""
        (self.folder / "slow").touch()
        status, _ = interrupt([SONDE, *map(str, command)], directory / "campaign.journal", signal.SIGINT, cwd=self.folder)
        self.assertEqual(status, 1)
        (self.folder / "slow").unlink()
        done = self.sonde(*command)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotIn("hush", done.stdout)
        self.assertEqual(len(list(directory.glob("*.json"))), 2)
        verified = self.sonde("verify", directory)
        self.assertEqual((verified.returncode, verified.stderr), (0, ""), verified.stdout)
        for file in directory.iterdir():
            self.assertNotIn("hush", file.read_text(), file)
        text = (directory / "plan.toml").read_text()
        for word in KEPT.split():
            self.assertIn(word, text)

    def test_run(self):
        command = ("run", "-n", 2, "-o", "mine", "--", self.program, *LINE.split())
        self.go_on_and_check(command, self.folder / "mine")
        done = self.sonde(*command)
        self.assertIn(f"# {self.program} {KEPT}\n", done.stdout)
        other = self.sonde(*(word if word != "TOKENS_PER_BATCH=8" else "TOKENS_PER_BATCH=9" for word in command))
        self.assertEqual(other.returncode, 2)
        self.assertIn("another plan", other.stderr)
        self.assertNotIn("hush", other.stderr)

    def test_campaign(self):
        plan = self.folder / "night.toml"
        text = f'# an old one: {LINE}\nlaunches = 2\nlauncher = "{{command}}"\n[[command]]\nname = "a"\nrun = "{self.program} {LINE} {{record}}"\n'
        plan.write_text(text)
        self.go_on_and_check(("campaign", plan), self.folder / "night.campaign")
        self.assertEqual(self.sonde("campaign", plan).returncode, 0)
        plan.write_text(text.replace("BATCH=8 {", "BATCH=9 {"))
        other = self.sonde("campaign", plan)
        self.assertEqual(other.returncode, 2)
        self.assertIn("another plan", other.stderr)
        self.assertNotIn("hush", other.stderr)


if __name__ == "__main__":
    unittest.main()
