"""Warnings come when they should, and only then: on machines made to order (virtual_time.cpp) and on this one, disturbed."""
import os
import subprocess
import sys
import tempfile
import unittest

from programs import command, launch, run
from records import check_lines, complete_lines

STAND_IN = os.path.join(os.environ["SONDE_BUILD"], "lib", "libvirtual_time.so")
ONE = ("-msglog", "3:3", "-zero_size", "off")


class Warnings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.json = os.path.join(folder.name, "run.jsonl")

    def on_machine(self, machine, *arguments):
        """The cases of a run on a machine made to order, and its standard error."""
        done = launch(2, "IMB-MPI1", *arguments, "-json", self.json, environment={"LD_PRELOAD": STAND_IN, "SONDE_MACHINE": machine})
        self.assertEqual(done.status, 0, done.err)
        lines = complete_lines(self.json)
        check_lines(lines)
        self.assertEqual(lines[0]["warnings"], [])
        return [line for line in lines if line["kind"] == "case"], done.err

    def kinds(self, case):
        return [warning["kind"] for warning in case["warnings"]]

    def test_a_quiet_machine_is_not_warned_of(self):
        cases, err = self.on_machine("quiet", "Sendrecv", "Allreduce", "-msglog", "3:10", "-zero_size", "off")
        self.assertEqual([self.kinds(case) for case in cases], [[]] * 16)
        self.assertNotIn("warning", err)

    def test_the_named_rank_is_the_delayed_one(self):
        (alone, waiting), err = self.on_machine("delayed", "Sendrecv", "Allreduce", *ONE)
        self.assertEqual(self.kinds(alone), ["slow_rank"])
        self.assertIn("rank 1 (world rank 1) was slowest in 100 % of the batches", alone["warnings"][0]["text"])
        self.assertEqual(self.kinds(waiting), ["slow_rank"])  # both ranks take as long: they wait for each other
        self.assertIn("world rank 1 is slow by itself", waiting["warnings"][0]["text"])
        self.assertIn("Look at that rank's host and core", err)

    def test_a_case_with_two_levels_has_two_modes(self):
        (case,), err = self.on_machine("bimodal", "Allreduce", *ONE)
        self.assertIn("several_modes", self.kinds(case))
        slower = [mode["at_s"] / case["summary"]["modes"][0]["at_s"] for mode in case["summary"]["modes"]]
        self.assertEqual(len(slower), 2)
        self.assertAlmostEqual(slower[1], 2.4, delta=0.2)
        self.assertIn("2 modes", err)

    def test_two_ranks_on_one_core_are_told_so(self):
        core = str(min(os.sched_getaffinity(0)))
        done = run(["taskset", "-c", core, *command(2, "IMB-MPI1", "Allreduce", *ONE, "-iter", "20", "-time", "1")])
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("2 ranks on 1 processing unit", done.err)

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
        self.assertIn("lost its core", done.err)


if __name__ == "__main__":
    unittest.main()
