"""What `sonde` says of a cluster in which a slow host, a slow link and a regression are planted (tests/data/cluster_records.py)."""
import json
import os
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
