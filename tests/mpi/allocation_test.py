"""Ends of allocations: SIGUSR1 and SIGTERM finish the case that runs, -resume measures the rest; -budget auto."""
import os
import signal
import subprocess
import tempfile
import time
import unittest

from programs import command, launch, launched_in
from records import complete_lines

JOB = {"LSB_JOBID": "17", "OMPI_MCA_odls_base_sigkill_timeout": "1"}  # with the second that Open MPI's launcher waits, which tests take away
LENGTHS = [2 ** i for i in range(8)]


def lines_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().count("\n")
    except FileNotFoundError:
        return 0


class Allocation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.record = os.path.join(folder.name, "run.json")

    def run_until_asked(self, number, *arguments):
        """The output of a run in a batch job whose launcher gets the signal once two cases are in the record."""
        process = subprocess.Popen(command(2, *arguments, "-json", self.record), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, env={**os.environ, **launched_in(JOB)})
        deadline = time.monotonic() + 60
        while lines_of(self.record) < 3 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(number)
        try:
            return process.communicate(timeout=100)[0]
        finally:
            process.kill()
            process.wait()

    def finish_and_resume(self, number, pause):
        """`pause`: before and after each case, in microseconds."""
        run = ("IMB-P2P", "PingPong", "-msglog", "0:7", "-pause", str(pause), "-iter", "20")
        out = self.run_until_asked(number, *run)
        lines = complete_lines(self.record)
        self.assertEqual(lines[-1]["kind"], "footer", out)
        self.assertEqual(lines[-1]["exit_status"], 4)
        cases = [line for line in lines if line["kind"] == "case"]
        statuses = [case["status"] for case in cases]
        self.assertEqual([case["bytes"] for case in cases], LENGTHS, "each length is told of")
        self.assertEqual(statuses, sorted(statuses), "measured ones first, then skipped ones")
        self.assertGreaterEqual(statuses.count("measured"), 2)
        self.assertGreaterEqual(statuses.count("skipped"), 1)
        self.assertEqual({case["text"] for case in cases if case["status"] == "skipped"}, {f"the run was asked to end ({number.name})"})
        done = launch(2, *run, "-json", self.record, "-resume", limit=100)
        self.assertEqual(done.status, 0, done.err)
        measured = [line["bytes"] for line in complete_lines(self.record) if line["kind"] == "case" and line["status"] == "measured"]
        self.assertEqual(sorted(measured), LENGTHS, "each length once")
        return out

    def test_the_case_that_runs_is_finished_and_the_rest_is_resumed(self):
        self.assertIn("the run was asked to end (SIGUSR1)", self.finish_and_resume(signal.SIGUSR1, 250000))

    def test_a_case_that_ends_before_launchers_kill_is_finished(self):
        """Open MPI's mpirun hands the signal on one second later and leaves the case half a second, which a busy machine may take away."""
        for attempt in range(4):
            try:
                self.finish_and_resume(signal.SIGTERM, 150000)
                return
            except AssertionError:
                os.unlink(self.record)
                if attempt == 3:
                    raise

    def test_the_budget_of_an_allocation(self):
        for variable in ("SONDE_LAUNCH_END_TIME", "SONDE_END_TIME", "SLURM_JOB_END_TIME"):
            done = launch(2, "IMB-MPI1", "PingPong", "-msglog", "0:1", "-budget", "auto", environment={variable: str(int(time.time()) + 115)})
            self.assertEqual(done.status, 0, done.err)
            self.assertRegex(done.out, r"# Time budget of the run: (9\d|1 min|1:\d\d|\d+)")

    def test_an_allocation_whose_end_nobody_knows_or_that_is_over(self):
        for value, words in ((None, "the end of the allocation is unknown"), ("soon", "expected seconds since 1970"),
                             ("1000", "nothing of the allocation is left")):
            environment = {"SONDE_END_TIME": value} if value else None
            done = launch(2, "IMB-MPI1", "PingPong", "-budget", "auto", environment=environment)
            self.assertEqual(done.status, 2)
            self.assertEqual(done.err.count(words), 1, done.err)
            self.assertNotIn("#bytes", done.out)


if __name__ == "__main__":
    unittest.main()
