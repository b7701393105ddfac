"""What the header of C++ promises, by the rows of kinds.cpp: every kind, state, contents, counters, and every way to fail."""
import tempfile
import unittest
from pathlib import Path

from plugins import SOURCE, compile_plugin
from programs import launch, printed_tables
from records import check_lines, complete_lines

SHORT = ("-msgsize", "4,4096", "-iter", "10")
FAILING = {  # the row, what its line says; the texts of codes are those of the library
    "Throws_in_setup": "no place for the state",
    "Throws_a_code": "nvalid tag",
    "Returns_a_code": "nvalid tag",
    "Throws_text": "tired of the third repetition",
    "Throws_a_number": "an exception that is no std::exception was thrown",
    "Throws_in_expect": "the expectation of Throws_in_expect: no idea what comes",
    "Leaves_a_request": "request 1 of 1",
}


class Header(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.plugin = compile_plugin(SOURCE / "tests" / "plugin" / "kinds.cpp", cls.folder / "kinds.so")

    def measured(self, processes, *arguments, status=0):
        done = launch(processes, "sonde-mpi", "-plugin", self.plugin, *SHORT, *arguments)
        self.assertEqual(done.status, status, done.out + done.err)
        return done.out

    def test_kinds_are_measured_and_right(self):
        for processes in 2, 4:
            found = printed_tables(self.measured(processes, "Own_pingpong", "Own_gather", "From_right", "Two_places", "-check", "-npmin", processes))
            self.assertEqual([t.benchmark for t in found], ["Own_pingpong", "Own_gather", "From_right", "Two_places"])
            for table in found:
                self.assertEqual(table.column("defects"), [0.0, 0.0], table.benchmark)
            self.assertEqual(found[0].processes, 2)
            self.assertIn("t_ovrl[usec]", found[1].columns)
            self.assertIn("Mbytes/sec", found[2].columns)

    def test_counters_are_in_the_record(self):
        path = self.folder / "run.json"
        self.measured(2, "From_right", "-json", path)
        lines = complete_lines(path)
        check_lines(lines)
        cases = [line for line in lines if line["kind"] == "case"]
        self.assertEqual(len(cases), 2)
        for case in cases:
            counter, = case["performance_variables"]
            self.assertEqual((counter["name"], counter["sum"], counter["min"]), ("calls", 20, 10))

    def test_a_row_that_fails_says_why_and_costs_no_other(self):
        out = self.measured(2, *FAILING, "From_right", "-check", status=4)
        found = {table.benchmark: table for table in printed_tables(out)}
        for name, words in FAILING.items():
            with self.subTest(name):
                lines = [" ".join(row[1:]) for row in found[name].rows]
                self.assertEqual(len(lines), 2, out)
                for line in lines:
                    self.assertTrue(line.startswith("failed; the ") or name == "Leaves_a_request", line)
                    self.assertIn(words, line)
        self.assertEqual(found["From_right"].column("defects"), [0.0, 0.0])


if __name__ == "__main__":
    unittest.main()
