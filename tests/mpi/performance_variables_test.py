"""-pvars: performance variables of the MPI library (MPI_T) around measured loops, of a stand-in that counts and of the real library."""
import os
import tempfile
import unittest

from programs import launch
from records import check_lines, complete_lines

MPICH = "mpich" in os.path.basename(os.environ["SONDE_BUILD"])
COUNTING = os.path.join(os.environ["SONDE_BUILD"], "lib", "libcounting_library.so")
MONITORED = {"OMPI_MCA_pml_monitoring_enable": "2", "OMPI_MCA_pml": "^cm"}  # instead of the one that the tests name
FEW = ("-npmin", 2, "-msgsize", "8,16", "-iter", 10)


class PerformanceVariables(unittest.TestCase):
    def cases(self, processes, program, *arguments, environment, pattern="."):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.json")
            done = launch(processes, program, *arguments, "-pvars", pattern, "-json", path, environment=environment, limit=120)
            self.assertEqual(done.status, 0, done.out + done.err)
            lines = complete_lines(path)
        check_lines(lines)
        cases = [line for line in lines if line["kind"] == "case"]
        self.assertTrue(cases)
        return done.out, cases

    @staticmethod
    def of(case, name):
        found = [variable for variable in case.get("performance_variables", []) if variable["name"] == name]
        return found[0] if found else None

    @unittest.skipUnless(os.path.exists(COUNTING), "nothing can be preloaded into this build")
    def test_messages_of_the_loop_are_counted_exactly(self):
        out, cases = self.cases(2, "IMB-MPI1", "PingPong", *FEW, environment={"LD_PRELOAD": COUNTING})
        self.assertEqual(len(cases), 2)
        for case in cases:
            repetitions = case["repetitions"]
            sends = self.of(case, "stand_in_sends")
            self.assertEqual(sends, {"name": "stand_in_sends", "class": "counter", "sum": 2 * repetitions, "min": repetitions, "max": repetitions, "ranks": 2})
            self.assertEqual(self.of(case, "stand_in_longest")["max"], case["bytes"])
            self.assertEqual(self.of(case, "stand_in_level")["sum"], 14)
            self.assertIsNone(self.of(case, "stand_in_unreadable"))
            self.assertIsNone(self.of(case, "stand_in_of_window"))
            self.assertIn(f"# bytes={case['bytes']} stand_in_sends=+{2 * repetitions}({repetitions}..{repetitions})", out)
        self.assertIn("# Left out: 1 bound to windows", out)

    @unittest.skipUnless(os.path.exists(COUNTING), "nothing can be preloaded into this build")
    def test_groups_and_rounds(self):
        for multi, share in ((0, 2), (1, 1)):
            _, cases = self.cases(4, "IMB-MPI1", "PingPong", *FEW, "-multi", multi, environment={"LD_PRELOAD": COUNTING})
            pairs = [case for case in cases if case["processes"] == 2]
            self.assertEqual(len(pairs), 2 if multi == 0 else 4)
            for case in pairs:
                self.assertEqual(self.of(case, "stand_in_sends")["sum"], 2 * share * case["repetitions"], case)
        _, (case,) = self.cases(2, "IMB-MPI1", "PingPong", "-msgsize", 8, "-precision", "0.001%", "-time", "0.2", environment={"LD_PRELOAD": COUNTING})
        self.assertEqual(self.of(case, "stand_in_sends")["sum"], 2 * case["repetitions"])

    @unittest.skipUnless(os.path.exists(COUNTING), "nothing can be preloaded into this build")
    def test_every_program_takes_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for program, *arguments in (("IMB-EXT", "Unidir_Put"), ("IMB-IO", "S_Write_indv", "-path", folder), ("IMB-NBC", "Ibcast"),
                                        ("IMB-RMA", "Unidir_put"), ("IMB-P2P", "PingPong"), ("PMB-MPI1", "PingPong"), ("sonde-mpi", "Shift")):
                _, cases = self.cases(2, program, *arguments, "-msglog", "3:3", "-iter", 2, environment={"LD_PRELOAD": COUNTING})
                for case in cases:
                    self.assertEqual(self.of(case, "stand_in_level")["min"], 7, case)
            level = ("-thread_level", "multiple", "-threads", 2)
            _, (case,) = self.cases(2, "IMB-MT", "PingPongMT", *level, "-count", 16, "-repeat", 5, environment={"LD_PRELOAD": COUNTING})
            self.assertEqual(self.of(case, "stand_in_level")["ranks"], 2)

    @unittest.skipIf(MPICH, "MPICH 4.0 has no performance variables")
    def test_collectives_that_the_library_itself_counts(self):
        _, cases = self.cases(2, "IMB-MPI1", "Allreduce", *FEW, environment=MONITORED, pattern="coll_monitoring_a2a_count")
        for case in cases:
            calls = self.of(case, "coll_monitoring_a2a_count")
            self.assertEqual((calls["min"], calls["max"]), (case["repetitions"], case["repetitions"]), case)

    def refused(self, pattern, says):
        done = launch(2, "IMB-MPI1", "PingPong", "-pvars", pattern)
        self.assertEqual(done.status, 2, done.err)
        self.assertEqual(done.out, "")
        self.assertEqual(done.err.count("IMB-MPI1: "), 1, done.err)
        self.assertIn(says, done.err)

    def test_wrong(self):
        self.refused("no_such_thing", "has no performance variables" if MPICH else "matches 'no_such_thing'; it has ")
        self.refused("(", "is no regular expression")


if __name__ == "__main__":
    unittest.main()
