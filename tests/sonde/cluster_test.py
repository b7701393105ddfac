"""What `sonde` says of a cluster in which a slow host, a slow link and a regression are planted (tests/data/cluster_records.py)."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
GENERATOR = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "cluster_records.py"


def sonde(*arguments):
    return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60)


def records(folder, *options):
    subprocess.run([sys.executable, GENERATOR, folder, *options], check=True, timeout=60)
    return folder / "base", folder / "new"


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.base, cls.new = records(cls.folder / "cluster")

    def test_the_same_seed_makes_the_same_records(self):
        one, other, changed = (records(self.folder / name, "--no-links", "--cases", "9", "--runs", "2", "--seed", seed)[0] / "run1.json"
                               for name, seed in (("one", "7"), ("other", "7"), ("changed", "8")))
        self.assertEqual(one.read_bytes(), other.read_bytes())
        self.assertNotEqual(one.read_bytes(), changed.read_bytes())
        kinds = [json.loads(line)["kind"] for line in one.read_text().splitlines()]
        self.assertEqual(kinds, ["header"] + 9 * ["case"] + ["footer"])

    def test_compare_finds_the_regression_and_nothing_else(self):
        done = sonde("compare", "--changed", self.base, self.new)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        rows = [line for line in done.stdout.splitlines() if not line.startswith("#")][1:]
        self.assertEqual(len(rows), 1, done.stdout)
        self.assertRegex(rows[0], r"^Alltoall, 512 processes, 4 KiB to 256 KiB +4 .* worse$")

    def page(self, *arguments):
        done = sonde("report", *arguments, "-o", "-")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', done.stdout, re.DOTALL).group(1))

    def test_a_page_of_two_sides_says_what_compare_says(self):
        page = self.page("--base", self.base, "--new", self.new)
        texts = [finding["text"] for finding in page["findings"]]
        self.assertRegex(texts[0], r"^4 of 41 cases slower: Alltoall, 512 processes, 4 KiB to 256 KiB: 1\.2\d \[1\.2\d, 1\.2\d\]; 37 the same \(base: 5 runs, new: 5 runs; threshold 3 %\)\.$")
        compared = json.loads(sonde("compare", "--json", self.base, self.new).stdout)["cases"]
        cases = page["cases"]
        told = {(cases["names"][cases["benchmark"][row]], cases["bytes"][row]): (cases["names"][cases["verdict"][row]], cases["ratio"][row], cases["time"][row])
                for row in range(cases["size"]) if cases["run"][row] == 1}
        self.assertEqual(len(told), len(compared))
        for case in compared:
            verdict, ratio, seconds = told[(case["benchmark"], case["bytes"])]
            self.assertEqual(verdict, case["verdict"], case)
            self.assertAlmostEqual(ratio / case["ratio"], 1, 4)
            self.assertAlmostEqual(seconds / case["new"], 1, 4)
        self.assertNotIn(str(self.folder), json.dumps(page))

    def test_another_threshold_holds_for_both(self):
        page = self.page("--base", self.base, "--new", self.new, "--threshold", "60")
        self.assertFalse([finding for finding in page["findings"] if "worse:" in finding["text"]])
        self.assertIn("41 same", sonde("compare", "--threshold", "60", self.base, self.new).stdout)

    def test_one_side_alone_is_refused(self):
        for arguments in (["--base", self.base], ["--new", self.new], [self.base / "run0.json", "--base", self.base, "--new", self.new]):
            done = sonde("report", *arguments, "-o", self.folder / "none.html")
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), done.stderr)
            self.assertFalse((self.folder / "none.html").exists())

    def test_a_file_of_a_side_is_never_written(self):
        before = (self.base / "run0.json").read_bytes()
        self.assertEqual(sonde("report", "--base", self.base, "--new", self.new, "-o", self.base / "run0.json", "--force").returncode, 2)
        self.assertEqual((self.base / "run0.json").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
