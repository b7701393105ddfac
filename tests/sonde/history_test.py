"""`sonde history` from the command line: exit status, one message, files."""
import datetime
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
FIRST = datetime.date(2025, 9, 1)


def history(*arguments):
    return subprocess.run([SONDE, "history", *map(str, arguments)], capture_output=True, text=True, timeout=60)


class History(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.nights = self.folder / "nights"
        self.random = random.Random(1)

    def table(self, name, slower=1.0):
        """A latency table of four lengths that differs by 1 %, the last length `slower` times as long."""
        lines = ""
        for k in range(4):
            time = 100 * self.random.gauss(1, 0.01) * (slower if k == 3 else 1)
            lines += f"{2**k:<10} {time:.3f}\n"
        path = self.folder / name
        path.write_text(f"# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n{lines}")
        return path

    def add_night(self, number, slower=1.0, launches=3):
        day = FIRST + datetime.timedelta(days=number)
        done = history(self.nights, "add", "--time", f"{day}T03:00Z", *[self.table(f"{i}.txt", slower) for i in range(launches)])
        self.assertEqual(done.returncode, 0, done.stderr)
        return str(day)

    def refused(self, *arguments):
        done = history(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_a_slow_case_is_found_within_four_nights(self):
        for night in range(62):
            self.add_night(night)
        quiet = history(self.nights, "check")
        self.assertEqual(quiet.returncode, 0, quiet.stdout + quiet.stderr)
        self.assertIn("no alarm", quiet.stdout)
        self.assertIn("smallest slowdown that would have been seen", quiet.stdout)
        self.assertIn("1 in 34 nights", quiet.stdout)
        began = None
        for night in range(62, 66):
            began = began or (FIRST + datetime.timedelta(days=night))
            self.add_night(night, slower=1.15)
            found = history(self.nights, "check")
            if found.returncode != 0:
                break
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        named = [line for line in found.stdout.splitlines() if line.startswith("osu_latency")]
        self.assertEqual(len(named), 1, found.stdout)
        self.assertRegex(named[0], r"^osu_latency, 2 processes, 8 B +\+\d+\.\d% ")
        self.assertIn(str(began), named[0])

    def test_few_nights_are_compared_and_not_calibrated(self):
        day = self.add_night(0)
        alone = history(self.nights, "check")
        self.assertEqual(alone.returncode, 3, alone.stdout)
        self.assertIn("too little history", alone.stdout)
        self.add_night(1, slower=1.5, launches=5)
        done = history(self.nights, "check")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("not calibrated", done.stdout)
        shown = history(self.nights, "show")
        self.assertEqual(shown.returncode, 0)
        self.assertIn(f"2 nights, 8 launches, 4 cases; {day} to 2025-09-02", shown.stdout)

    def test_a_record_is_kept_once(self):
        table = self.table("a.txt")
        for word in ("added", "is there already"):
            done = history(self.nights, "add", "--time", "2025-11-22T04:00+01:00", table)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, rf"^2025-11-22T03:00Z-[0-9a-f]{{16}}\.json {word}\n$")
        self.assertEqual(len(list(self.nights.iterdir())), 1)

    def test_one_launch_is_weak(self):
        self.add_night(0, launches=1)
        self.assertIn("# weak: 4 values", history(self.nights, "check").stdout)

    def test_wrong_input_is_refused(self):
        table = self.table("a.txt")
        self.assertIn("--time 2025-11-22T03:00Z", self.refused(self.nights, "add", table))
        self.assertIn("yesterday", self.refused(self.nights, "add", table, "--time", "yesterday"))
        self.assertIn("no-such", self.refused(self.nights, "add", self.folder / "no-such"))
        self.assertFalse(self.nights.exists())
        self.assertIn("cannot list", self.refused(self.nights, "check"))
        self.assertIn("holds no history", self.refused(self.folder, "check"))
        self.refused(self.nights)
        self.refused(self.nights, "chek")

    def test_a_cut_record_is_refused(self):
        table = self.table("a.txt")
        self.assertEqual(history(self.nights, "add", "--time", "2025-11-22T03:00Z", table).returncode, 0)
        whole = next(self.nights.iterdir()).read_text()
        cut = self.folder / "cut.json"
        cut.write_text(whole[:-20])
        self.assertIn("did not end", self.refused(self.nights, "add", cut))


if __name__ == "__main__":
    unittest.main()
