"""-load: some processes measure while others load network or memory. Of times on a busy machine nothing is asked but that there are some."""
import os
import tempfile
import unittest

from programs import launch, tables
from records import check_lines, complete_lines

MACHINE = os.path.join(os.environ["SONDE_BUILD"], "lib", "libmodel_machine.so")
KINDS = ("alltoall", "incast", "put_incast", "get_outcast", "shift", "stream", "fileio")
COLUMNS = ["p50[usec]", "p99[usec]", "impact50", "impact99"]


class Load(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.json = os.path.join(folder.name, "run.jsonl")

    def run_of(self, processes, program, *arguments, statuses=(0,), environment=None):
        done = launch(processes, program, *arguments, "-json", self.json, limit=280, environment=environment)
        self.assertIn(done.status, statuses, f"{program} {' '.join(map(str, arguments))}\n{done.out}\n{done.err}")
        lines = complete_lines(self.json)
        check_lines(lines)
        cases = [line for line in lines if line["kind"] == "case"]
        return cases, done

    def cases(self, processes, program, *arguments, **more):
        if os.path.exists(self.json):
            os.remove(self.json)
        return self.run_of(processes, program, *arguments, **more)

    def check(self, case, kind, congestors, canaries=2):
        self.assertEqual(case["status"], "measured", case)
        load = case["load"]
        self.assertEqual((load["kind"], load["canaries"], load["congestors"], load["one_node"]), (kind, canaries, congestors, True))
        self.assertTrue(case["variant"]["load"].startswith(f"{kind}:0.8,"), case["variant"])
        self.assertGreaterEqual(len(load["bytes_per_phase"]), 4)
        self.assertEqual(len(load["bytes_per_phase"]), len(load["seconds_per_phase"]))
        for moved, seconds in zip(load["bytes_per_phase"], load["seconds_per_phase"]):
            self.assertGreater(moved, 0)
            self.assertGreater(seconds, 0)
        for tail in (load["isolated"], load["loaded"]):
            self.assertGreater(tail["calls"], 0)
            self.assertEqual([q["level"] for q in tail["q"]], [0.5, 0.9, 0.99, *([0.999] if tail["calls"] > 3000 else [])])
        self.assertEqual(load["isolated"]["calls"], case["repetitions"] * case["processes"])
        for impact in load["impact"]:
            if impact["level"] == 0.999:  # where phases have calls enough for it
                continue
            self.assertGreater(impact["factor"], 0)
            self.assertLessEqual(impact["low"], impact["factor"])
            self.assertGreaterEqual(impact["high"], impact["factor"])
        self.assertFalse(case["defects"], case)

    def test_every_kind(self):
        for kind in KINDS:
            with self.subTest(kind):
                cases, done = self.cases(4, "IMB-MPI1", "PingPong", "-load", f"{kind}:0.8,2k", "-msgsize", "0,1000", "-iter", "40,1,40", "-check", "-path", self.folder)
                self.assertEqual(os.listdir(self.folder), ["run.jsonl"])  # no file is left
                self.assertEqual(len(cases), 2)
                for case in cases:
                    self.check(case, kind, 2)
                self.assertIn(f"# 2 of 4 processes make the load, {kind}:0.8,2048; 2 measure\n", done.out)
                of_memory = "share one node: they contend for its memory, not for a network\n" in done.out
                self.assertEqual(of_memory, kind != "fileio")
                (table,) = tables(done.out)
                self.assertEqual([name for name in table.columns if name != "defects"][-4:], COLUMNS)

    def test_counts_that_a_policy_keeps_are_kept(self):
        for policy, seconds, asked, done in (("auto", "1e-6", 40, 40), ("off", "1000", 103, 103), ("off", "1000", 7, 7), ("off", "1000", 2, 4), ("dynamic", "1000", 41, 41)):
            cases, _ = self.cases(4, "IMB-MPI1", "Bcast", "PingPong", "-load", "incast:0.5,2k", "-msgsize", "1000", "-iter", asked, "-iter_policy", policy, "-time", seconds)
            for case in cases:
                if policy != "auto" or case["benchmark"] == "Bcast":
                    self.assertEqual(case["repetitions"], done, f"{policy} {asked} {case['benchmark']}")

    def test_groups_are_of_those_that_measure(self):
        cases, done = self.cases(8, "IMB-MPI1", "Allreduce", "Barrier", "-load", "incast:0.5,64k", "-msgsize", 8, "-iter", "60,1,60")
        self.assertEqual([(case["benchmark"], case["processes"]) for case in cases],
                         [("Allreduce", 2), ("Allreduce", 4), ("Barrier", 2), ("Barrier", 4)])
        for case in cases:
            self.assertEqual((case["load"]["canaries"], case["load"]["congestors"]), (4, 4))
        self.assertIn("# ( 2 additional processes waiting in MPI_Barrier)", done.out)

    def test_precision_budget_and_a_plan(self):
        cases, _ = self.cases(4, "IMB-MPI1", "PingPong", "-load", "shift", "-msgsize", 64, "-precision", "30%", "-time", 1, "-budget", 3000)
        self.check(cases[0], "shift", 2)
        done = launch(4, "IMB-MPI1", "PingPong", "-load", "shift", "-dry_run", limit=60)
        self.assertIn("# Plan for 4 processes, 2 of which make the load; nothing is measured", done.out)

    def test_a_run_is_gone_on_with(self):
        arguments = ("Bcast", "Barrier", "-load", "alltoall", "-msgsize", "0,100", "-iter", "40,1,40")
        first, _ = self.cases(4, "IMB-MPI1", *arguments)
        again, _ = self.run_of(4, "IMB-MPI1", *arguments, "-resume")
        self.assertEqual([case["load"] for case in again], [case["load"] for case in first])
        other = launch(4, "IMB-MPI1", *arguments[:2], "-load", "shift", *arguments[4:], "-json", self.json, "-resume", limit=120)
        self.assertEqual(other.status, 2, other.out)

    def test_what_cannot_be_is_refused(self):
        for processes, kind, needed in ((3, "alltoall", 4), (2, "stream", 3)):
            done = launch(processes, "IMB-MPI1", "PingPong", "-load", kind, limit=60)
            self.assertEqual(done.status, 2, done.out)
            self.assertIn(f"-load needs {needed} processes or more", done.err)
        whole = "needs all processes, of which none is left to make the load"
        for program, benchmark, why in (("IMB-NBC", "Ibcast", "is not timed call by call"), ("sonde-mpi", "Links", whole), ("sonde-mpi", "Shift", "makes a load itself"),
                                        ("sonde-mpi", "Rma_put", "uses more than messages between processes")):
            cases, done = self.cases(4, program, benchmark, "-load", "shift", statuses=(4,))
            self.assertEqual({case["reason"] for case in cases}, {"unsupported"}, done.out)
            self.assertIn(f"-load: {benchmark} {why}; name benchmarks such as PingPong or Allreduce", done.out)

    def test_a_load_alone(self):
        for processes, kind in ((2, "shift"), (4, "alltoall"), (1, "stream"), (1, "fileio"), (3, "fileio")):
            done = launch(processes, "IMB-MPI1", "-load", f"only,{kind}:0.3,1000", "-path", self.folder, limit=60)
            self.assertEqual(os.listdir(self.folder), [])
            self.assertEqual(done.status, 0, done.err)
            self.assertRegex(done.out, rf"# Load: only,{kind}:0.3,1000 on {processes} process(es)?, no benchmark\n# [1-9]\d* bytes moved in \d+\.\d+ s: ")
        done = launch(1, "IMB-MPI1", "-load", "only,fileio", "-path", "/nowhere", limit=60)
        self.assertEqual((done.status, done.err.count("-path: cannot use")), (2, 1), done.err)
        done = launch(1, "IMB-MPI1", "-load", "only", limit=60)
        self.assertEqual((done.status, done.err.count("IMB-MPI1: -load only: ")), (2, 1), done.err)

    @unittest.skipUnless(os.path.exists(MACHINE), "nothing can be preloaded into this build")
    def test_calls_that_are_slow_now_and_then_raise_the_last_quantile_alone(self):
        """Where a call takes a microsecond, and every 200th of one of two ranks a millisecond longer: one call in 400."""
        found = {}
        for model in ("", "every=200:1e-3"):
            cases, _ = self.cases(4, "IMB-MPI1", "Bcast", "-load", "alltoall:0.5,64", "-msgsize", 64, "-iter", "4000,100,4000", "-root_shift", "off",
                                  "-sync", "on", "-time", 100, environment={"LD_PRELOAD": MACHINE, "SONDE_MODEL": model})
            for phases in ("isolated", "loaded"):
                found[model, phases] = {q["level"]: q["at_s"] for q in cases[0]["load"][phases]["q"]}
        for (model, phases), at in found.items():
            call = 1.02e-6  # with one reading of the clock
            for level, seconds in ((0.5, call), (0.9, call), (0.99, call), (0.999, call + (1e-3 if model else 0))):
                self.assertAlmostEqual(at[level] / seconds, 1, delta=0.011, msg=f"{model} {phases} {level}")


if __name__ == "__main__":
    unittest.main()
