"""The functions of MPI that the programs call are those of MPI 3.1, and of MPI 4.0 only what the documents say is optional: so no call is
missing where another library is. The lists hold the names of the standards; functions-4.0.txt has what 4.0 adds."""
import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from programs import BIN

LISTS = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "mpi"
PROGRAMS = ["IMB-MPI1", "IMB-EXT", "IMB-IO", "IMB-NBC", "IMB-RMA", "IMB-MPI4", "IMB-P2P", "IMB-MT", "PMB-MPI1", "sonde-mpi"]
# Behind a check of the build each: persistent and partitioned operations, sessions, counts of 64 bits.
OPTIONAL = re.compile(r"MPI_(\w+_init|Pready\w*|Parrived|Session_\w+|Group_from_session_pset|Comm_create_from_group|\w+_c)")
# Persistent collectives as Open MPI 4 has them, before the standard did.
EXTENSION = re.compile(r"MPIX_\w+_init")


def listed(version):
    return set((LISTS / f"functions-{version}.txt").read_text().split())


def called_by(program):
    symbols = subprocess.run(["nm", "-D", "--undefined-only", os.path.join(BIN, program)], capture_output=True, text=True, check=True, timeout=60).stdout
    return {name for name in (line.split()[-1].split("@")[0] for line in symbols.splitlines()) if re.match(r"P?MPI", name)}


@unittest.skipUnless(shutil.which("nm"), "nm is missing")
class Functions(unittest.TestCase):
    def test_programs_call_functions_of_the_standard_alone(self):
        common, added = listed("3.1"), listed("4.0")
        for program in PROGRAMS:
            with self.subTest(program):
                called = called_by(program)
                self.assertGreater(len(called & common), 20)
                beyond = {name for name in called - common if not EXTENSION.fullmatch(name)}
                self.assertEqual(beyond - added, set(), "in no standard")
                self.assertEqual({name for name in beyond if not OPTIONAL.fullmatch(name)}, set(), "of MPI 4.0, and needed everywhere")

    def test_the_lists_hold_the_standards(self):
        common, added = listed("3.1"), listed("4.0")
        self.assertEqual(common & added, set())
        self.assertLessEqual({"MPI_Init", "MPI_Ibcast", "MPI_Win_allocate", "MPI_T_cvar_read", "MPI_File_iread_at_all"}, common)
        self.assertLessEqual({"MPI_Session_init", "MPI_Psend_init", "MPI_Send_c", "MPI_Bcast_init"}, added)
        self.assertNotIn("MPI_Address", common, "which MPI 3.0 removed")


if __name__ == "__main__":
    unittest.main()
