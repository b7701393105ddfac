"""Job scripts run with launchers that stand in for those of the batch system: a run that is cut by its signal is gone on with by
the next job, and what is wrong fails the job."""
import json
import re
import shutil
import subprocess
import time
import unittest

from programs import MPIEXEC
from recipes import PACKAGING, folder, launcher_stand_in, path_with, shell, stand_in

JOBS = PACKAGING / "jobs"
SCRIPTS = sorted(JOBS.glob("*.sh"))
SHORT = {"BENCHMARKS": "PingPong Allreduce", "OPTIONS": "-npmin 2 -msglog 3:4 -iter 100 -cvars off"}

# Starts the run, sends it the signal of the end once its record is there, and hands its status on.
CUT_AS_IT_BEGINS = """while case $1 in --*) true ;; *) false ;; esac; do shift; done
"%s" -n 2 "$@" &
run=$!
if [ ! -e cut ]; then
  for _ in $(seq 600); do
    [ ! -s job.json ] || break
    sleep 0.02
  done
  touch cut
  kill -USR1 "$run"
fi
status=0
wait "$run" || status=$?
[ "$status" -ne 138 ] || { status=0; wait "$run" || status=$?; }
exit "$status"
""" % MPIEXEC


def variables(system):
    """What the batch system sets in a job of two ranks that ends in 20 s: that bounds what the tests take."""
    end = str(int(time.time()) + 20)
    return {"slurm": {"SLURM_JOB_ID": "17", "SLURM_NTASKS": "2", "SLURM_JOB_END_TIME": end}, "pbs": {"PBS_NODEFILE": "nodes", "WALLTIME": "20"},
            "flux": {"RANKS": "2"}, "lsf": {"LSB_DJOB_NUMPROC": "2", "WALLTIME": "20"}}[system]


class Jobs(unittest.TestCase):
    def submit(self, system, place, environment=None, record="job.json"):
        (place / "nodes").write_text("one\none\n")
        return shell(str(JOBS / f"{system}.sh"), place, {**path_with(place / "tools"), **SHORT, **variables(system), "RECORD": record,
                                                         "PBS_O_WORKDIR": str(place), **(environment or {})}, arguments=[""])

    def tools(self, system, place, launch=None):
        """Stand-ins for the commands of the batch system; `launch` is what its launcher does instead of running two ranks."""
        tools = place / "tools"
        name = {"slurm": "srun", "pbs": "mpirun", "flux": "flux", "lsf": "mpirun"}[system]
        launcher_stand_in(tools, name)
        if launch:
            stand_in(tools, name, launch)
        elif system == "flux":
            stand_in(tools, name, f'case "$1 $2" in "job timeleft") echo 20 ;; "run -n") shift 3; exec "{MPIEXEC}" -n 2 "$@" ;; *) exit 9 ;; esac\n')

    def test_scripts_are_sound(self):
        self.assertEqual({path.stem for path in SCRIPTS}, {"slurm", "pbs", "flux", "lsf"})
        for path in SCRIPTS:
            self.assertTrue(path.stat().st_mode & 0o111, path)
            self.assertEqual(subprocess.run(["bash", "-n", str(path)], timeout=60, check=False).returncode, 0)
            self.assertIn("\nset -euo pipefail\n", path.read_text())
            if path.stem != "slurm":
                self.assertRegex(path.read_text().split("\n")[1], "^# Not tried on ")
        if shutil.which("shellcheck"):
            done = subprocess.run(["shellcheck", *map(str, SCRIPTS)], capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_slurm_is_asked_for_a_signal_before_the_end_and_one_job_at_a_time(self):
        text = (JOBS / "slurm.sh").read_text()
        self.assertRegex(text, r"(?m)^#SBATCH --signal=USR1@\d+$")  # to the ranks: with B: the shell alone would get it
        self.assertRegex(text, r"(?m)^#SBATCH --array=1-\d+%1$")

    def test_every_system_measures_within_what_is_left(self):
        for path in SCRIPTS:
            with self.subTest(path.stem), folder() as place:
                self.tools(path.stem, place)
                status, out, err = self.submit(path.stem, place)
                self.assertEqual((status, out.strip().split("\n")[-1]), (0, "complete: job.json"), err)
                lines = [json.loads(line) for line in (place / "job.json").read_text().split("\n")[:-1]]
                self.assertIn("auto", str(lines[0]["command_line"]))
                self.assertEqual((lines[-1]["exit_status"], lines[-1]["failed"]), (0, 0))

    def test_a_run_that_was_cut_goes_on_in_the_next_job(self):
        with folder() as place:
            self.tools("slurm", place, CUT_AS_IT_BEGINS)
            long = {"OPTIONS": "-npmin 2 -msglog 3:12 -iter 100 -msg_pause on -cvars off"}  # 0.1 s between lengths, however fast it is
            for _ in range(5):  # the signal comes too late where the machine gives this script no time
                (place / "cut").unlink(missing_ok=True)
                (place / "job.json").unlink(missing_ok=True)
                status, out, err = self.submit("slurm", place, long)
                self.assertEqual(status, 0, err)
                if "complete: job.json" not in out:
                    break
            self.assertIn("not complete yet: the next job of the array goes on with job.json", out)
            cut = self.cases(place)
            self.assertIn('"exit_status":4', (place / "job.json").read_text())
            for _ in range(3):
                status, out, err = self.submit("slurm", place, long)
                self.assertEqual(status, 0, err)
                if "complete: job.json" in out:
                    break
            self.assertIn("complete: job.json", out)
            self.assertEqual(len(self.cases(place)), 22)
            self.assertLessEqual(set(cut), set(self.cases(place)))  # what was measured stays

    def cases(self, place):
        """The lines of measured cases in the record."""
        return [line for line in (place / "job.json").read_text().split("\n") if '"kind":"case"' in line and '"status":"measured"' in line]

    def test_an_older_slurm_is_asked_when_the_job_ends(self):
        with folder() as place:
            self.tools("slurm", place, 'echo "end $SONDE_END_TIME"\n')
            stand_in(place / "tools", "squeue", 'echo "$*" >asked; [ "$SLURM_TIME_FORMAT" != standard ] || echo "$END"\n')
            old = {"SLURM_JOB_END_TIME": "", "TZ": "UTC", "SLURM_TIME_FORMAT": "relative", "END": "2031-02-03T04:05:06"}
            array = {"SLURM_ARRAY_JOB_ID": "17", "SLURM_ARRAY_TASK_ID": "4"}
            for variables_of_array, job in (({}, "17"), (array, "17_4")):
                _, out, err = self.submit("slurm", place, {**old, **variables_of_array})
                self.assertIn("end 1927857906\n", out, err)
                self.assertEqual((place / "asked").read_text(), f"-h -j {job} -o %e\n")
            _, out, err = self.submit("slurm", place, {**old, "END": "NONE"})  # of a job without limit
            self.assertGreater(int(re.search(r"end (\d+)", out)[1]), time.time() + 86400, err)
            status, _, err = self.submit("slurm", place, {**old, "END": ""})
            self.assertNotEqual(status, 0)
            self.assertIn("squeue does not tell when job 17 ends", err)

    def test_wrong_input_fails_the_job(self):
        for path in SCRIPTS:
            with self.subTest(path.stem), folder() as place:
                self.tools(path.stem, place, 'case "$1 $2" in "job timeleft") echo 20 ;; *) exit 2 ;; esac\n')
                status, out, _ = self.submit(path.stem, place)
                self.assertEqual(status, 2)
                self.assertNotIn("complete", out)

    def test_no_script_makes_its_launcher_deaf_to_the_signal(self):
        """What a shell ignores is ignored by what it starts: SIGUSR1 is number 10, bit 9 of the mask."""
        for path in SCRIPTS:
            with self.subTest(path.stem), folder() as place:
                self.tools(path.stem, place, 'case "$1 $2" in "job timeleft") echo 20 ;; *) grep SigIgn /proc/self/status ;; esac\n')
                status, out, err = self.submit(path.stem, place)
                self.assertEqual(status, 0, err)
                ignored = int(re.search(r"SigIgn:\s*(\w+)", out)[1], 16)
                self.assertEqual(ignored >> 9 & 1, 0, out)


if __name__ == "__main__":
    unittest.main()
