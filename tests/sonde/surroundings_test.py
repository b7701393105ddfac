"""`sonde` under parents, file systems and limits that lack what others have: each ends with its work done or with one message."""
import os
import re
import resource
import signal
import subprocess
import time
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
MISSING_CALLS = Path(os.environ["SONDE_BUILD"]) / "lib" / "libsonde_missing_calls.so"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
LATENCY = SAMPLES / "osu-7.4-latency.txt"
PROGRAM = f"""#!/bin/sh
# Copies a table as its record; waits while the file 'wait' stands beside it, and fails while 'broken' does.
here=$(dirname "$0")
[ -e "$here/broken" ] && exit 7
[ -e "$here/left" ] && {{ sleep 300 & echo $! >> "$here/left"; }}
for record; do :; done
echo $$ > "$here/started"
until [ ! -e "$here/wait" ]; do sleep 0.05; done
cp {LATENCY} "$record"
"""


def small_files(most):
    """For a child whose files may have so many bytes. Python ignores SIGXFSZ; a shell does not."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    return limit


def is_there(process):
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rsplit(") ", 1)[1][0] != "Z"


class Surroundings(InFolder):
    def setUp(self):
        super().setUp()
        self.program = self.folder / "program.sh"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)

    def sonde(self, *arguments, missing=None, prepare=None, environment=None):
        more = {"LD_PRELOAD": str(MISSING_CALLS), "MISSING": missing} if missing else {}
        return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60, cwd=self.folder,
                              env={**os.environ, **more, **(environment or {})}, preexec_fn=prepare, restore_signals=prepare is None)

    def start(self, *arguments):
        return subprocess.Popen([SONDE, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)

    def wait_for(self, what):
        deadline = time.monotonic() + 60
        while not what() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertTrue(what())

    def started(self):
        """The number of the program's process, once it runs."""
        file = self.folder / "started"
        self.wait_for(lambda: file.exists() and file.read_text().endswith("\n"))
        number = int(file.read_text())
        file.unlink()
        return number

    def names(self, directory="."):
        return sorted(path.name for path in (self.folder / directory).iterdir())

    def refused(self, *arguments, **how):
        """Its one message; it has made nothing."""
        before = self.names()
        done = self.sonde(*arguments, **how)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(self.names(), before)
        return done.stderr

    # Parents

    def test_a_parent_that_ignores_the_ends_of_its_children(self):
        done = self.sonde("run", "-n", 2, "--limit", 30, "--", self.program,
                          prepare=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("# 2 launches, 0 failed", done.stdout)

    def test_signals_end_the_launch_too_and_are_told(self):
        (self.folder / "wait").touch()
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGXCPU, signal.SIGVTALRM, signal.SIGPROF, signal.SIGQUIT):
            with self.subTest(signal=number):
                running = self.start("run", "-n", 1, "--", self.program)
                program = self.started()
                running.send_signal(number)
                out, err = running.communicate(timeout=60)
                self.assertEqual((running.returncode, out), (1, ""))
                self.assertEqual(err, "sonde: interrupted; the same command goes on with the launches that are left\n")
                self.assertFalse(is_there(program))
        (self.folder / "wait").unlink()
        self.assertEqual(self.sonde("run", "-n", 1, "--", self.program).returncode, 0)
        self.assertEqual([name for name in self.names() if name.startswith("sonde-run")], ["sonde-run"])

    def test_signals_that_mean_nothing_end_nothing(self):
        (self.folder / "wait").touch()
        running = self.start("run", "-n", 1, "--", self.program)
        self.started()
        for number in (signal.SIGPIPE, signal.SIGIO, signal.SIGXFSZ, signal.SIGWINCH, signal.SIGCHLD):
            running.send_signal(number)
        (self.folder / "wait").unlink()
        out, err = running.communicate(timeout=60)
        self.assertEqual((running.returncode, err), (0, ""))
        self.assertIn("1 launch, 0 failed", out)

    def test_what_a_launcher_leaves_behind_is_ended_with_it(self):
        (self.folder / "left").touch()
        done = self.sonde("run", "-n", 2, "--", self.program)
        self.assertEqual(done.returncode, 0, done.stderr)
        left = (self.folder / "left").read_text().split()
        self.assertEqual(len(left), 2)
        self.assertFalse(any(is_there(process) for process in left))
        journal = (self.folder / "sonde-run" / "campaign.journal").read_text()
        self.assertEqual(journal.count("exit status 0, processes that it left behind were ended"), 2, journal)

    def test_two_that_run_one_command_in_one_folder_take_two_directories(self):
        (self.folder / "wait").touch()
        running = []
        for _ in range(2):
            running.append(self.start("run", "-n", 1, "--", self.program))
            self.started()
        (self.folder / "wait").unlink()
        for each, directory in zip(running, ("sonde-run", "sonde-run-2")):
            out, err = each.communicate(timeout=60)
            self.assertEqual((each.returncode, err), (0, ""))
            self.assertIn(f"records in {directory}\n", out)

    def test_many_that_start_at_the_same_moment_share_no_directory(self):
        (self.folder / "wait").touch()  # else one may end before another starts, which then finds its campaign complete
        running = [self.start("run", "-n", 1, "--", self.program) for _ in range(6)]
        self.wait_for(lambda: len(list(self.folder.glob("sonde-run*/campaign.journal"))) == 6)
        (self.folder / "wait").unlink()
        directories = set()
        for each in running:
            out, err = each.communicate(timeout=60)
            self.assertEqual((each.returncode, err), (0, ""))
            directories.add(re.search("records in (.*)\n", out)[1])
        self.assertEqual(len(directories), 6)

    # File systems

    def test_a_file_system_without_locks(self):
        for error in (38, 37):  # ENOSYS, ENOLCK
            done = self.sonde("run", "-n", 1, "-o", f"of-{error}", "--", self.program, missing=f"flock:{error}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("1 launch, 0 failed", done.stdout)
            self.assertEqual(done.stderr, f"sonde: the file system of 'of-{error}' knows no locks: no second program may write there at the same time\n")

    def test_a_file_system_without_hard_links(self):
        for missing in ("link:1", "link:1 renameat2:22", "link:95 renameat2:38", "renameat2:22"):
            done = self.sonde("history", missing.replace(":", "-"), "add", "--time", "2025-11-22T03:00Z", LATENCY, missing=missing)
            self.assertEqual((done.returncode, done.stderr), (0, ""), missing)
            self.assertIn(" added\n", done.stdout)
            self.assertEqual(len(self.names(missing.replace(":", "-"))), 1)
        (self.folder / "broken").touch()
        arguments = ("run", "-n", 1, "-o", "mine", "--", self.program)
        self.assertEqual(self.sonde(*arguments, missing="link:1 renameat2:22").returncode, 1)
        (self.folder / "broken").unlink()
        done = self.sonde("run", "--retry", *arguments[1:], missing="link:1 renameat2:22")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("run-1.log.failed", self.names("mine"))

    def test_a_draft_that_a_kill_has_left_stands_in_nobodys_way(self):
        arguments = ("history", "nights", "add", "--time", "2025-11-22T03:00Z", LATENCY)
        self.assertEqual(self.sonde(*arguments).returncode, 0)
        record, = self.names("nights")
        (self.folder / "nights" / record).unlink()
        for process in range(1, 2000):  # as they were named by process numbers, which containers use again and again
            (self.folder / "nights" / f".{record}.{process}.part").touch()
        old = self.folder / "nights" / f".{record}.0123abcd.part"
        old.touch()
        os.utime(old, (time.time() - 86400,) * 2)
        done = self.sonde(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(record, self.names("nights"))
        self.assertFalse(old.exists())

    # Limits and full disks

    def test_files_that_reach_their_limit_are_lost_output(self):
        table = LATENCY.read_text() * 3
        record = self.folder / "record.txt"
        record.write_text(table)
        (self.folder / "there").write_text("mine")
        for arguments in (["simulate", "pingpong", "-o", "made"], ["report", record, "-o", "made"], ["plot", record, "--script", "-o", "made"],
                          ["simulate", "pingpong", "-o", "there", "--force"], ["history", "nights", "add", "--time", "2025-11-22T03:00Z", record],
                          ["run", "-n", 2, "-o", "runs", "--", self.program]):
            with self.subTest(arguments[0]):
                done = self.sonde(*arguments, prepare=small_files(100))
                self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn("File too large", done.stderr)
        self.assertEqual((self.folder / "there").read_text(), "mine")
        self.assertFalse((self.folder / "made").exists())
        self.assertEqual(self.names("nights"), [])
        self.assertEqual([name for name in self.names() if name.endswith(".part")], [])

    def test_standard_output_that_reaches_its_limit_is_lost_output(self):
        with open(self.folder / "out", "w", encoding="utf-8") as out:
            done = subprocess.run([SONDE, "show", LATENCY], stdout=out, stderr=subprocess.PIPE, text=True, timeout=60,
                                  preexec_fn=small_files(100), restore_signals=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_goes_on_where_a_disk_was_full(self):
        """Whatever write fails first, the next start brings the directory to its end and sonde verify finds nothing."""
        for most in (*range(60, 400, 40), *range(600, 4000, 400)):
            with self.subTest(most):
                directory = f"runs-{most}"
                arguments = ("-n", 2, "-o", directory, "--", self.program)
                first = self.sonde("run", *arguments, prepare=small_files(most))
                self.assertLessEqual(first.returncode, 1, first.stderr)
                done = self.sonde("run", "--retry", *arguments)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                checked = self.sonde("verify", directory)
                self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_a_launch_that_failed_can_be_run_again(self):
        (self.folder / "broken").touch()
        arguments = ("-n", 3, "-o", "mine", "--", self.program)
        self.assertEqual(self.sonde("run", *arguments).returncode, 1)
        (self.folder / "broken").unlink()
        done = self.sonde("run", *arguments)  # goes on behind it
        self.assertEqual(done.returncode, 1)
        self.assertIn("3 launches, 1 failed", done.stdout)
        done = self.sonde("run", "--retry", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("name it with -o", self.refused("run", "--retry", "--", self.program))

    def test_sides_are_compared_where_no_thread_can_be_started(self):
        done = self.sonde("compare", LATENCY, LATENCY, missing="pthread_create:11")
        self.assertEqual((done.returncode, done.stdout), (0, self.sonde("compare", LATENCY, LATENCY).stdout))

    # Words

    def test_what_cannot_be_started_is_refused_before_anything_is_made(self):
        self.assertIn("-n 10", self.refused("run", 10, "--", self.program))
        self.assertIn("'no-such-program'", self.refused("run", "--", "no-such-program", "-np", 4))
        self.assertIn("may not be executed", self.refused("run", "--", LATENCY))
        plan = self.folder / "plan.toml"
        plan.write_text('launcher = "no-such-launcher {command}"\n[[command]]\nname = "a"\nrun = "x"\n')
        self.assertIn("'no-such-launcher'", self.refused("campaign", plan))
        self.assertEqual(self.sonde("campaign", "--dry-run", plan).returncode, 0)  # of another machine

    def test_flags_have_no_values(self):
        plan = self.folder / "plan.toml"
        plan.write_text(f'[[command]]\nname = "a"\nrun = "{self.program}"\n')
        self.assertIn("--dry-run takes no value", self.refused("campaign", "--dry-run=no", plan))
        self.assertIn("--all takes no value", self.refused("links", "--all=2x-1", LATENCY))
        self.assertIn("--csv takes no value", self.refused("show", "--csv=0", LATENCY))

    def test_an_end_of_the_allocation_that_is_no_time(self):
        for name in ("SLURM_JOB_END_TIME", "SONDE_END_TIME"):
            self.assertIn(f"{name} is '1e30'", self.refused("run", "--", self.program, environment={name: "1e30"}))

    # What others have left

    def test_a_foreign_directory_makes_verify_read_no_other_file(self):
        self.assertEqual(self.sonde("run", "-n", 1, "-o", "mine", "--", self.program).returncode, 0)
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        secret = self.folder / "secret"
        secret.write_text(self.program.read_text().replace("#!/bin/sh", "#!/bin/SH"))  # as long as the program
        for path in (pipe, "/proc/kmsg", "/dev/zero", "/dev/tty", secret):
            with self.subTest(path):
                self.program.rename(self.folder / "kept")
                self.program.symlink_to(path)
                done = self.sonde("verify", "mine")
                self.program.unlink()
                (self.folder / "kept").rename(self.program)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("is not the one that was launched", done.stdout)
                digest = subprocess.run(["sha256sum", secret], capture_output=True, text=True, check=True, timeout=60).stdout
                self.assertNotIn(digest[:12], done.stdout)
        for name in ("campaign.journal", "run-1.json", "run-1.log", "plan.toml"):
            with self.subTest(name):
                file = self.folder / "mine" / name
                text = file.read_bytes()
                file.unlink()
                file.symlink_to("/dev/zero")
                done = self.sonde("verify", "mine")
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(f"'{name}' is no regular file any more", done.stdout)
                file.unlink()
                file.write_bytes(text)


if __name__ == "__main__":
    unittest.main()
