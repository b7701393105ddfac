"""Records of rows of a plug-in: read by sonde, continued by -resume, measured until -precision is reached or -budget is spent."""
import os
import re
import shutil
import unittest

from in_folder import InFolder
from plugins import EXAMPLES, broken_copy, compile_plugin
from programs import BIN, launch, printed_tables, run
from records import case_ids, check_lines, complete_lines

SHORT = ("-msgsize", "4,100", "-iter", "20")


class Records(InFolder):
    def setUp(self):
        super().setUp()
        self.plugin = compile_plugin(EXAMPLES / "shift.c", self.folder / "shift.so")

    def measured(self, *arguments, processes=2, status=0):
        done = launch(processes, "sonde-mpi", "-plugin", self.plugin, *arguments, cwd=self.folder)
        self.assertEqual(done.status, status, done.out + done.err)
        return done

    def sonde(self, *words):
        done = run([os.path.join(BIN, "sonde"), *map(str, words)], cwd=self.folder)
        self.assertEqual(done.status, 0, done.out + done.err)
        return done.out

    def test_sonde_reads_them(self):
        for name in ("old.json", "new.json"):
            self.measured("-check", *SHORT, "-json", name)
        check_lines(complete_lines(self.folder / "old.json"))
        self.assertEqual([name for name in re.findall(r"\bShift\b", self.sonde("show", "old.json"))][:1], ["Shift"])
        self.assertRegex(self.sonde("compare", "old.json", "new.json"), r"(?m)^Shift, 2 processes, 4 B +\d")
        self.sonde("report", "old.json", "-o", "page.html")
        self.assertIn("Shift", (self.folder / "page.html").read_text(encoding="utf-8"))

    def test_a_wrapper_is_compared_with_the_bare_call(self):
        self.plugin = compile_plugin(EXAMPLES / "wrapper.cpp", self.folder / "wrapper.so")
        self.measured(*SHORT, "-json", "run.json")
        compared = self.sonde("compare", "--rows", "Bare=Wrapped", "run.json")
        for case in "4 B", "100 B":
            self.assertRegex(compared, rf"(?m)^Bare=Wrapped, 2 processes, {case} +\d.* median$")

    def test_the_rows_of_a_plugin_are_listed(self):
        self.assertRegex(self.measured("-list", processes=1).out, r"(?m)^ *Shift +.*everybody sends to the right")

    def test_resume_goes_on_with_what_is_missing(self):
        self.measured(*SHORT, "-json", "run.json")
        record = self.folder / "run.json"
        kept = record.read_text().splitlines(keepends=True)[:2]  # as if the run had ended behind its first case
        record.write_text("".join(kept))
        first, = case_ids(complete_lines(record))
        self.measured(*SHORT, "-json", "run.json", "-resume")
        self.assertTrue(record.read_text().startswith("".join(kept)))
        cases = case_ids(complete_lines(record))
        self.assertEqual(len(cases), 2)
        self.assertIn(first, cases)
        self.assertEqual(len(set(cases)), 2)

    def test_precision_and_budget(self):
        precise, = printed_tables(self.measured("-precision", "50%", "-time", "2", "-msgsize", "4").out)
        self.assertEqual(len(precise.rows), 1)
        self.measured("-budget", "3", *SHORT)

    def test_groups(self):
        text = self.measured("-multi", "0", "-npmin", "2", "-check", *SHORT, processes=4).out
        self.assertIn("2 groups of 2 processes each running simultaneous", text)
        for table in printed_tables(text):
            self.assertEqual(set(table.column("defects")), {0.0})

    def test_a_plugin_that_has_moved_is_the_same_one(self):
        self.measured(*SHORT, "-json", "run.json")
        (self.folder / "elsewhere").mkdir()
        self.plugin = shutil.move(self.plugin, self.folder / "elsewhere")
        self.measured(*SHORT, "-json", "run.json", "-resume")
        self.assertEqual(len([line for line in complete_lines(self.folder / "run.json") if line["kind"] == "case"]), 2)

    def test_another_plugin_does_not_go_on_with_the_record(self):
        self.measured(*SHORT, "-json", "run.json")
        before = (self.folder / "run.json").read_bytes()
        self.plugin = broken_copy("shift.c", self.folder, ".messages = 2", ".messages = 1")
        self.plugin.rename(self.folder / "shift.so")
        self.plugin = self.folder / "shift.so"
        refused = self.measured(*SHORT, "-json", "run.json", "-resume", status=2)
        self.assertIn("plugin", refused.err)
        self.assertEqual((self.folder / "run.json").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
