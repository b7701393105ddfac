"""`sonde campaign` from the command line, with a shell script in the place of mpirun and a benchmark."""
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

from in_folder import InFolder
from launches import interrupt

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
PROGRAM = """#!/bin/sh
# Writes a latency table as its record; fails for one launch while the file 'broken' stands beside it.
here=$(dirname "$0")
case "$1" in *small-np2-core-2.json) [ -e "$here/broken" ] && exit 7 ;; esac
[ -e "$here/slow" ] && sleep 60
printf '# OSU MPI Latency Test v7.4\\n# Datatype: MPI_CHAR.\\n# Size       Avg Latency(us)\\n1 1.%02d\\n2 2.%02d\\n' $(($$ % 9)) $(($$ % 7)) > "$1"
echo done
"""
PLAN = """launches = 3
seed = 11
launcher = "env WIDTH={np} OPTIONS={placement} {command}"
[[command]]
name = "small"
run = "%s {record}"
[[placement]]
name = "core"
options = "--bind-to core"
"""


def campaign(*arguments, environment=None):
    return subprocess.run([SONDE, "campaign", *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, **(environment or {})})


class Campaign(InFolder):
    def setUp(self):
        super().setUp()
        program = self.folder / "program.sh"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        self.plan = self.folder / "night.toml"
        self.plan.write_text(PLAN % program)
        self.records = self.folder / "night.campaign"

    def test_runs_prints_the_spread_and_has_nothing_left_to_do(self):
        first = campaign(self.plan)
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertEqual(first.stderr, "")
        self.assertIn("seed 11, 3 launches, 0 failed", first.stdout)
        self.assertIn("# small-np2-core", first.stdout)
        self.assertIn("next run, 95 %", first.stdout)
        self.assertEqual(len(list(self.records.glob("*.json"))), 3)
        again = campaign(self.plan)
        self.assertEqual((again.returncode, again.stdout), (0, first.stdout))
        self.assertEqual(campaign(self.plan, "--summary").stdout, first.stdout)
        compared = subprocess.run([SONDE, "compare", self.records, self.records], capture_output=True, text=True, timeout=60)
        self.assertEqual(compared.returncode, 0, compared.stderr)

    def test_a_failed_launch_is_named_and_can_be_retried(self):
        (self.folder / "broken").touch()
        done = campaign(self.plan)
        self.assertEqual(done.returncode, 1)
        self.assertIn("small-np2-core-2 failed: exit status 7", done.stderr)
        self.assertIn("    2 ", done.stdout)
        (self.folder / "broken").unlink()
        self.assertEqual(campaign(self.plan).returncode, 1)
        self.assertEqual(campaign(self.plan, "--retry").returncode, 0)

    def test_an_interrupted_campaign_goes_on(self):
        (self.folder / "slow").touch()
        status, stderr = interrupt([SONDE, "campaign", self.plan], self.records / "campaign.journal", signal.SIGINT)
        self.assertEqual(status, 1)
        self.assertIn("interrupted", stderr)
        (self.folder / "slow").unlink()
        self.assertEqual(campaign(self.plan).returncode, 0)

    def test_a_launch_that_fails_when_the_allocation_is_over_was_cut_off(self):
        (self.folder / "broken").touch()
        for over in ({"SONDE_END_TIME": str(int(time.time()))}, {"SLURM_JOB_END_TIME": str(int(time.time()) - 60)}):
            done = campaign(self.plan, environment=over)
            self.assertEqual((done.returncode, done.stderr),
                             (1, "sonde: the allocation is over; the same command goes on with the launches that are left\n"))
            self.assertNotIn("small-np2-core-2 failed", campaign(self.plan, "--summary").stderr)
        (self.folder / "broken").unlink()
        self.assertEqual(campaign(self.plan, environment=over).returncode, 0)

    def test_a_launch_that_fails_within_the_allocation_has_failed(self):
        (self.folder / "broken").touch()
        done = campaign(self.plan, environment={"SLURM_JOB_END_TIME": str(int(time.time()) + 3600)})
        self.assertIn("small-np2-core-2 failed: exit status 7", done.stderr)

    def test_dry_run_starts_nothing(self):
        done = campaign(self.plan, "--dry-run")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len(done.stdout.splitlines()), 3)
        self.assertIn("env WIDTH=2 'OPTIONS=--bind-to core' ", done.stdout)
        self.assertFalse(self.records.exists())

    def test_dry_run_prints_lines_for_a_shell(self):
        self.plan.write_text("launches = 1\nlauncher = ['{command}']\n[[command]]\nname = 'a'\nrun = ['echo', '$HOME', \"it's\", '{record}']\n")
        line = campaign(self.plan, "--dry-run").stdout
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True, timeout=60)
        self.assertTrue(done.stdout.startswith("$HOME it's "), done.stdout)

    def test_summary_leaves_out_a_record_that_was_removed(self):
        self.assertEqual(campaign(self.plan).returncode, 0)
        removed = sorted(self.records.glob("*.json"))[0]
        removed.unlink()
        done = campaign(self.plan, "--summary")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"\Asonde: {removed.stem} is left out: .*--retry.*\n\Z")
        self.assertRegex(done.stdout, r"\n\S.* +2 +\S+ [um]s")

    def test_wrong_input_is_refused(self):
        self.records.mkdir()
        (self.records / "thesis.tex").touch()
        wrong = self.folder / "wrong.toml"
        wrong.write_text("launches = 0\n[[command]]\nname = 'a'\nrun = 'x'\n")
        for arguments, message in [((self.plan,), "not of a campaign"), ((self.folder / "none.toml",), "cannot read"),
                                   ((wrong,), "'launches' must be"), ((), "plan is required")]:
            done = campaign(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
