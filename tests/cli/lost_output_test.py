"""Runs that are cut: standard output on a full disk or a closed pipe, signals. Finished rows are whole; the status tells."""
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from programs import BIN, MPIEXEC, run

PROGRAM = os.path.join(BIN, "IMB-MPI1")
SHORT = ["Sendrecv", "-msglog", "0:4", "-iter", "5"]
LONG = ["Sendrecv", "-iter", "100000,100000000000", "-msglog", "22:22", "-time", "60"]  # a short row, and one to be cut


class LostOutput(unittest.TestCase):
    def test_a_full_disk_is_status_1(self):
        with open("/dev/full", "wb") as full:
            done = run([PROGRAM, "-npmin", "1", *SHORT], stdout=full)
        self.assertEqual(done.status, 1, done.err)
        self.assertIn("No space left", done.err)

    def test_a_full_disk_ends_every_rank(self):
        done = run([MPIEXEC, "-n", "2", "sh", "-c", 'exec "$0" "$@" > /dev/full', PROGRAM, *SHORT])
        self.assertEqual(done.status, 1, done.err)
        self.assertEqual(len(re.findall(r"(?m)^IMB-MPI1: .*No space left", done.err)), 1, done.err)

    def test_a_closed_pipe_is_status_1(self):
        process = subprocess.Popen([PROGRAM, *SHORT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        process.stdout.close()
        err = process.stderr.read().decode()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), 1, err)

    def test_a_row_that_the_record_cannot_take_is_shown(self):
        with tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "run.json")
            process = subprocess.Popen([PROGRAM, "-npmin", "1", "-msg_pause", "on", "-json", record, *SHORT], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
            text = b""
            while not re.search(rb"\n +1 +5 ", text):
                text += os.read(process.stdout.fileno(), 65536)
            size = os.stat(record).st_size
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
            rest, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1, err)
            self.assertIn(b"the records are incomplete", err)
            with open(record, "rb") as file:
                recorded = file.read().count(b'"kind":"case"')
        self.assertEqual(len(re.findall(rb"\n +\d+ +5 ", text + rest)), recorded + 1)

    def test_help_on_a_full_disk_is_status_1(self):
        with open("/dev/full", "wb") as full:
            self.assertEqual(run([PROGRAM, "-help"], stdout=full).status, 1)


class StreamsOfTheParent(unittest.TestCase):
    """Streams that are closed, full or slow end the program with a status and never with a signal or a hang."""

    def shell(self, redirected, *arguments, launcher=()):
        return run(["sh", "-c", f'exec "$0" "$@" {redirected}', *launcher, PROGRAM, *arguments])

    def test_output_that_is_closed_is_lost(self):
        for redirected in (">&-", ">&- 2>&-", "<&- >&- 2>&-"):
            self.assertEqual(self.shell(redirected, "-npmin", "1", *SHORT).status, 1, redirected)

    def test_output_of_a_launcher_that_is_closed_is_lost(self):
        self.assertNotEqual(self.shell(">&-", *SHORT, launcher=[MPIEXEC, "-n", "2"]).status, 0)

    def test_a_message_that_is_lost_leaves_the_status_as_it_is(self):
        self.assertEqual(self.shell("2>/dev/full", "-bogus").status, 2)
        self.assertEqual(self.shell("2>&-", "-bogus").status, 2)
        self.assertEqual(self.shell("2>/dev/full", "-npmin", "1", *SHORT).status, 0)
        self.assertEqual(self.shell(">/dev/full 2>/dev/full", "-npmin", "1", *SHORT).status, 1)

    def test_a_pipe_that_blocks_for_a_moment_loses_nothing(self):
        ends = os.pipe()
        os.set_blocking(ends[1], False)
        process = subprocess.Popen([PROGRAM, "-npmin", "1", "-iter", "2", "-time", "0.01"], stdout=ends[1], stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL)
        os.close(ends[1])
        time.sleep(1)  # the pipe may fill up; a quick machine has written all by then
        with os.fdopen(ends[0], "rb") as pipe:
            text = pipe.read().decode()
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertIn("# All processes entering MPI_Finalize", text)


class Signals(unittest.TestCase):
    def cut(self, number, arguments, environment=None):
        """Starts a long run, sends the signal once rows have come, and returns status, rows and the whole text."""
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                   env={**os.environ, **(environment or {})}, start_new_session=True)
        try:
            text = b""
            while text.count(b"\n") < 50 or not re.search(rb"\n +0 +\d+ ", text):
                piece = os.read(process.stdout.fileno(), 65536)
                if not piece:
                    break
                text += piece
            time.sleep(0.2)
            process.send_signal(number)
            rest, err = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        return process.returncode, (text + rest).decode(errors="replace"), err.decode(errors="replace")

    def assert_whole_rows(self, out):
        rows = [line for line in out.splitlines() if re.match(r" +\d+ +\d+", line)]
        self.assertGreaterEqual(len(rows), 1, out)
        for row in rows:
            self.assertEqual(len(row.split()), 6, repr(row))

    def test_a_terminated_program_says_so(self):
        status, out, err = self.cut(signal.SIGTERM, [PROGRAM, "-npmin", "1", *LONG])
        self.assertEqual(status, 128 + signal.SIGTERM, out + err)
        self.assert_whole_rows(out)
        self.assertIn("# Terminated (SIGTERM)", out)

    def test_a_program_that_is_terminated_in_a_batch_job_ends_its_tables(self):
        short = ["-npmin", "1", "Sendrecv", "Exchange", "Sendrecv", "-msg_pause", "on", "-msglog", "0:22", "-iter", "5"]
        status, out, err = self.cut(signal.SIGTERM, [PROGRAM, *short], {"LSB_JOBID": "17"})
        self.assertEqual(status, 4, out + err)
        self.assertIn("the run was asked to end (SIGTERM)", out)
        self.assertIn("# All processes entering MPI_Finalize", out)

    def test_an_interrupted_program_says_so(self):
        status, out, err = self.cut(signal.SIGINT, [PROGRAM, "-npmin", "1", *LONG])
        self.assertEqual(status, 128 + signal.SIGINT, out + err)
        self.assert_whole_rows(out)
        self.assertIn("SIGINT", out)

    def test_a_program_whose_terminal_is_gone_says_so(self):
        status, out, err = self.cut(signal.SIGHUP, [PROGRAM, "-npmin", "1", *LONG])
        self.assertEqual(status, 128 + signal.SIGHUP, out + err)
        self.assert_whole_rows(out)
        self.assertIn("SIGHUP", out)

    def test_signals_that_the_parent_ignores_stay_ignored(self):
        ignore = 'trap "" HUP INT TERM; exec "$@"'  # as nohup does
        process = subprocess.Popen(["sh", "-c", ignore, "sh", PROGRAM, "-npmin", "1", "Sendrecv", "-msg_pause", "on", "-msglog", "0:12"],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            text = b""
            while b"# Benchmarking" not in text:
                text += os.read(process.stdout.fileno(), 65536)
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):  # UCX under MPICH has a handler on SIGHUP before main
                process.send_signal(number)
            rest, _ = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        self.assertEqual(process.returncode, 0)
        self.assertIn("# All processes entering MPI_Finalize", (text + rest).decode())

    def cut_launcher(self, number):
        """The same with two ranks whose launcher gets the signal: what the ranks wrote into a file, which no launcher can lose.

        The status is that of the launcher, and MPICH's gives 0 now and then.
        """
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out")
            line = [MPIEXEC, "-n", "2", "sh", "-c", f'exec "$0" "$@" >> "{path}"', PROGRAM, *LONG]
            process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)

            def text():
                with open(path, encoding="utf-8") as file:
                    return file.read()

            try:
                until = time.monotonic() + 60
                while not (os.path.exists(path) and re.search(r"\n +0 +\d+ ", text())):
                    self.assertLess(time.monotonic(), until, "no row has come")
                    time.sleep(0.05)
                time.sleep(0.2)
                process.send_signal(number)
                process.wait(timeout=60)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
            return text()

    def test_a_launcher_that_is_ended_leaves_whole_rows_and_the_line_once(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            out = self.cut_launcher(number)
            self.assert_whole_rows(out)
            self.assertEqual(out.count("the rest was not measured"), 1, out)


if __name__ == "__main__":
    unittest.main()
