"""Small logs that once went wrong, as people paste, log or post them: what `sonde` makes of each (tests/data/reported)."""
import gzip
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
REPORTED = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "reported"

PLAIN = [("Allreduce", 64, 4, {"t_min_s": 7.42e-6, "t_max_s": 7.53e-6, "t_avg_s": 7.47e-6})]
LATENCY = [("osu_latency", 2, 1, {"t_max_s": 1.53e-6})]
# file: its cases (benchmark, processes, bytes, some of its numbers), and words of the notes
READ = {
    "03-plain": (PLAIN, []),
    "03-srun-l": (PLAIN, ["a label before the lines was taken off: '0:'"]),
    "03-hydra-l": (PLAIN, ["a label before the lines was taken off: '[0]'"]),
    "03-ci-timestamp": (PLAIN, ["a label before the lines was taken off: '2026-11-26T10:00:00.1234567Z'"]),
    "04-bash-time": (LATENCY, []),
    "04-one-word": ([("osu_barrier", None, None, {"t_avg_s": 1.32e-6})], []),
    "04-segv": ([("osu_iallreduce", None, 4,
                  {"overlap": {"t_ovrl_s": 10.1e-6, "t_pure_s": 5e-6, "t_cpu_s": 5.05e-6, "overlap_percent": 99}})], []),
    "04-set-x": (LATENCY + [("osu_bw", 2, 1, {"megabytes_per_second": 2})], []),
    "04-srun": (LATENCY, []),
    "05-osu-c": ([("osu_allreduce", None, 1, {"t_avg_s": 1.53e-6, "defects": 0}),
                  ("osu_allreduce", None, 16, {"t_avg_s": 1.51e-6, "defects": 1})], []),
    "08-ansi": (PLAIN, []),
    "09-annotated-imb": (PLAIN + [("Allreduce", 64, 8, {"t_max_s": 17.53e-6}), ("Allreduce", 64, 16, {"t_max_s": 7.53e-6})],
                         []),
    "09-annotated-osu": ([("osu_latency", 2, 256, {"t_max_s": 0.36e-6}), ("osu_latency", 2, 512, {"t_max_s": 8.43e-6}),
                          ("osu_latency", 2, 1024, {"t_max_s": 8.5e-6})], []),
    "10-date-line": (PLAIN, []),
    "10-dcheck": ([("Reduce_scatter", 16, 0, {"defects": 0}), ("Reduce_scatter", 16, 4, {"t_max_s": 4.66e-6, "defects": 1})],
                  []),
    "13-osu-init": ([("osu_init", 4, None, {"t_min_s": 0.12, "t_max_s": 0.121, "t_avg_s": 0.12})], []),
    "14-nan": (LATENCY + [("osu_latency", 2, 2, {"status": "failed", "t_max_s": None})], []),
    "15-utf16": (PLAIN, []),
    "17-uniband-no-title": ([("Uniband", 2, 65536, {"megabytes_per_second": 2621.44})], []),
    "18-twice": ([("PingPong", 2, 8, {"t_max_s": 1e-6}), ("PingPong", 2, 8, {"t_max_s": 2e-6})],
                 ["1 case stands in it more than once, first PingPong, 2 processes, 8 B (2 times)"]),
    "19-ddt": ([("osu_latency", 2, 1, {"t_max_s": 1.53e-6, "extra": {"transmit_size": 1}})], []),
}


def sonde(*arguments):
    return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60)


def files(pattern):
    return sorted(REPORTED.glob(pattern))


class Reported(InFolder):
    def cases(self, path):
        done = sonde("show", "--json", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        entries = [json.loads(line) for line in done.stdout.splitlines()]
        return [entry for entry in entries if entry["kind"] == "case"]

    def assert_close(self, found, value, name):
        if isinstance(value, dict):
            for part in value:
                self.assert_close(found[part], value[part], part)
        elif isinstance(value, float):
            self.assertAlmostEqual(found / value, 1, 9, name)
        else:
            self.assertEqual(found, value, name)

    def assert_read(self, path, rows):
        cases = self.cases(path)
        self.assertEqual([(c["benchmark"], c["processes"], c["bytes"]) for c in cases], [row[:3] for row in rows])
        for case, (*_, numbers) in zip(cases, rows):
            for name, value in numbers.items():
                self.assert_close(case[name], value, name)

    def test_each_is_read_as_what_it_is(self):
        for name, (rows, notes) in READ.items():
            with self.subTest(name):
                self.assert_read(REPORTED / f"{name}.txt", rows)
                shown = sonde("show", REPORTED / f"{name}.txt")
                for note in notes:
                    self.assertIn(note, shown.stdout)

    def test_each_is_read_from_gzip_too(self):
        for name, (rows, _) in READ.items():
            with self.subTest(name):
                packed = self.folder / f"{name}.txt.gz"
                packed.write_bytes(gzip.compress((REPORTED / f"{name}.txt").read_bytes()))
                self.assert_read(packed, rows)

    def test_hashes_may_be_escaped_or_gone(self):
        for name in ("03-plain", "04-srun", "09-annotated-osu"):
            for what, written in (("escaped", r"\\#"), ("gone", "")):
                with self.subTest(f"{name} {what}"):
                    changed = self.folder / f"{name}-{what}.txt"
                    changed.write_text(re.sub(r"^#", written, (REPORTED / f"{name}.txt").read_text(), flags=re.MULTILINE))
                    self.assert_read(changed, READ[name][0])

    def test_a_name_in_each_row_is_refused_with_the_first_such_line(self):
        done = sonde("show", REPORTED / "16-name-in-row.txt")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("16-name-in-row.txt:4: 'Allreduce' in column Benchmarking is not a number", done.stderr)

    def compared(self, base, new, status):
        sides = []
        for side, pattern in (("base", base), ("new", new)):
            sides.append(self.folder / side)
            sides[-1].mkdir()
            for path in files(pattern):
                (sides[-1] / path.name).write_bytes(path.read_bytes())
        done = sonde("compare", *sides)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_collectives_without_a_slowest_rank_are_compared(self):
        said = self.compared("01-osu-avg-base*", "01-osu-avg-new*", 1)
        self.assertRegex(said, r"osu_allreduce, 4 B .* 1\.500 .* worse +t_avg")
        self.assertIn("# 2 of 2 cases slower", said)

    def test_both_parts_of_an_overlap_are_compared(self):
        said = self.compared("01b-nbc-base*", "01b-nbc-new*", 0)
        self.assertRegex(said, r"Ibcast, 2 processes, 1 B .* 2\.000 .* slower\? +t_ovrl")
        self.assertRegex(said, r"Ibcast, 2 processes, 1 B .* 2\.000 .* slower\? +t_pure")

    def test_an_allreduce_ten_times_slower_is_no_all_clear(self):
        said = self.compared("01c-mixed-base*", "01c-mixed-new*", 1)
        self.assertIn("# 1 of 2 cases slower: osu_allreduce, 8 B: 9.89", said)

    def test_one_speed_is_the_same_in_every_unit(self):
        for number, (base, new) in enumerate([("imb2021", "mib"), ("imb2021", "mb"), ("mb", "mib"), ("mib", "imb2021")]):
            with self.subTest(f"{base} {new}"):
                self.folder = self.folder / str(number)
                self.folder.mkdir()
                self.assertIn("The one case is the same", self.compared(f"02-{base}-*", f"02-{new}-*", 0))

    def test_buffers_elsewhere_are_another_case(self):
        said = self.compared("07-osu-host*", "07-osu-device*", 2)
        self.assertIn("not compared: buffers H H in the base, buffers D D on the new side (2 cases)", said)

    def test_a_history_counts_cases_without_a_slowest_rank(self):
        history = self.folder / "history"
        added = sonde("history", history, "add", "--time", "2025-11-22T03:00Z", *files("01-osu-avg-base*"))
        self.assertEqual(added.returncode, 0, added.stderr)
        shown = sonde("history", history, "show")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        rows = [line for line in shown.stdout.splitlines() if line.startswith("osu_allreduce")]
        self.assertEqual(len(rows), 2, shown.stdout)


if __name__ == "__main__":
    unittest.main()
