"""What the scripts of `script` read out of the logs of ctest."""
import subprocess
import unittest

from in_folder import InFolder
from tree import SOURCE

ENTRY = """{at}/3 Testing: {name}
{at}/3 Test: {name}
"{name}" start time: Nov 26 12:06 UTC
Output:
----------------------------------------------------------
Test time = 99.0 sec of something that a test prints
Ran {cases} tests in 0.000s

OK
<end of output>
{time}----------------------------------------------------------
Test Passed.

"""


def entry(at, name, seconds, cases=2):
    return ENTRY.format(at=at, name=name, cases=cases, time=f"Test time = {seconds:6.2f} sec\n" if seconds is not None else "")


class Scripts(InFolder):
    def log(self, tree, text):
        path = self.folder / "build" / tree / "Testing" / "Temporary" / "LastTest.log"
        path.parent.mkdir(parents=True)
        path.write_text("Start testing: Nov 26 12:06 UTC\n" + text)
        return path

    def script(self, name, *arguments):
        done = subprocess.run([SOURCE / "script" / name, *map(str, arguments)], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_the_slowest_tests_of_all_trees(self):
        one = self.log("release", entry(1, "mpi.mt", 30.07) + entry(2, "unit.base", 0.5) + entry(3, "mpi.killed", None))
        other = self.log("mpich", entry(1, "mpi.mt", 123.4))
        missing = self.folder / "build" / "clang" / "Testing" / "Temporary" / "LastTest.log"
        self.assertEqual(self.script("slowest-tests", 2, one, missing, other),
                         "   123.4 s  mpich      mpi.mt\n    30.1 s  release    mpi.mt\n")
        self.assertEqual(len(self.script("slowest-tests", 10, one, other).splitlines()), 3)
        self.assertEqual(self.script("slowest-tests", 10, missing), "")

    def test_cases_are_counted(self):
        log = self.log("release", entry(1, "mpi.mt", 30, cases=4) + entry(2, "unit.base", 1).replace("Ran 2 tests in 0.000s\n\nOK\n", ""))
        self.assertEqual(self.script("count-cases", log), "5 0\n")


if __name__ == "__main__":
    unittest.main()
