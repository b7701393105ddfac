"""The control variables of the MPI library (MPI_T): set by -cvar, in records with their defaults, the same from launch to launch."""
import os
import tempfile
import unittest

from programs import BIN, launch, run
from records import complete_lines

MPICH = "mpich" in os.path.basename(os.environ["SONDE_BUILD"])
LIMIT, DEFAULT = ("MPIR_CVAR_BCAST_SHORT_MSG_SIZE", "12288") if MPICH else ("btl_tcp_eager_limit", "65536")


class LibraryVariables(unittest.TestCase):
    def header(self, *arguments, program="IMB-MPI1", **how):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.json")
            done = launch(2, program, "PingPong", "-msglog", "3:3", "-iter", "2", "-json", path, *arguments, **how)
            self.assertEqual(done.status, 0, done.err)
            return complete_lines(path)[0]

    def test_set_by_flag_and_recorded_with_its_default(self):
        plain = self.header("-cvars", "changed")
        again = self.header("-cvars", "changed")
        self.assertGreater(plain["library_variables_count"], 100)
        self.assertNotIn(LIMIT, plain["library_defaults"])
        self.assertEqual(again["library_variables_digest"], plain["library_variables_digest"])
        changed = self.header("-cvar", f"{LIMIT}=4711")
        self.assertEqual(changed["library_variables"][LIMIT], "4711")
        self.assertEqual(changed["library_defaults"][LIMIT], DEFAULT)
        self.assertEqual(changed["library_variables_count"], plain["library_variables_count"])
        self.assertNotEqual(changed["library_variables_digest"], plain["library_variables_digest"])
        self.assertIn(LIMIT, changed["settings"]["cvar"])
        self.assertNotEqual(changed["settings_hash"], plain["settings_hash"])

    def test_set_by_the_environment(self):
        name = LIMIT if MPICH else f"OMPI_MCA_{LIMIT}"
        header = self.header("-cvars", "all", environment={name: "4712"})
        self.assertEqual(header["library_variables"][LIMIT], "4712")
        self.assertEqual(header["library_defaults"][LIMIT], DEFAULT)
        self.assertGreater(len(header["library_variables"]), 100)

    def test_off(self):
        self.assertNotIn("library_variables", self.header("-cvars", "off"))

    def test_wrong(self):
        for value, says in ((f"{LIMIT[:-1]}=1", f"did you mean {LIMIT}?"), ("no_such_thing=1", "no control variable 'no_such_thing'")):
            done = launch(2, "IMB-MPI1", "PingPong", "-cvar", value)
            self.assertEqual(done.status, 2, done.err)
            self.assertEqual(done.out, "")
            self.assertEqual(done.err.count("IMB-MPI1: "), 1, done.err)
            self.assertIn(says, done.err)

    def test_ranks_that_start_differently_are_refused_at_once(self):
        launcher, program = os.environ.get("SONDE_MPIEXEC", "mpirun"), [os.path.join(BIN, "IMB-MPI1"), "PingPong"]
        for mine in (["-cvar", f"{LIMIT}=4711"], ["-thread_level", "multiple"]):
            for first, second in ((mine, []), ([], mine)):
                done = run([launcher, "-n", "1", *program, *first, ":", "-n", "1", *program, *second])
                self.assertEqual((done.status, done.out), (2, ""), done.err)
                self.assertEqual(done.err.count("IMB-MPI1: -thread_level and -cvar differ between the ranks"), 1, done.err)


if __name__ == "__main__":
    unittest.main()
