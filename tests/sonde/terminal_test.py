"""Texts of files on a terminal: whatever field of a record, a table, a plan or a journal has escape sequences in it, no command of
`sonde` hands them on."""
import copy
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(os.environ["SONDE_SOURCE"]) / "tests" / "data"))
import cluster_records  # pylint: disable=wrong-import-position

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
POISON = "\x1b[2J\x07\n\r\x9b1m\x7f\u202e"
WARNING = {"kind": "wide_interval", "text": "median known to 9 %", "advice": "measure longer"}
HEADER = {"version": "0.1", "revision": "r", "compiler": "c", "compiler_flags": "f", "mpi_standard": "4.0", "thread_level": "single",
          "command_line": ["IMB-MPI1", "PingPong"], "cpu_model": "cpu", "governor": "g", "kernel": "k", "machine": "m", "system": "s",
          "timer_name": "t", "environment": {"UCX_TLS": "rc"}, "settings": {"npmin": "2"}, "library_variables": {"btl": "self"},
          "library_defaults": {"btl": "tcp"}, "warnings": [WARNING], "conventions_in_force": [{"name": "n", "value": "v"}]}


def fields(value, path=()):
    """The paths of all strings in a line of a record, and of all keys that are free."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from fields(each, (*path, at))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from fields(each, (*path, key))


def poisoned(line, paths):
    out = copy.deepcopy(line)
    for path in paths:
        inside = out
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] += POISON
    return out


def control_characters(text):
    return {c for c in text if c != "\n" and (ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029\u202e")}


class Terminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cluster_records.write_runs(cls.folder / "plain", cases=6, runs=1)
        lines = [json.loads(line) for line in (cls.folder / "plain" / "base" / "run0.json").read_text().splitlines()]
        lines[0] |= HEADER
        for line in lines[1:-1]:
            line["warnings"] = [WARNING]
        lines[2] |= {"status": "failed", "reason": "mpi_error", "text": "broken"}
        cls.lines = lines

    def sonde(self, *arguments, cwd=None):
        return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=120, cwd=cwd)

    def assert_clean(self, done, what):
        self.assertEqual(control_characters(done.stdout + done.stderr), set(), f"{what}\n{done.stdout[:2000]}\n{done.stderr}")
        self.assertIn(done.returncode, (0, 1, 2, 3), what)
        if done.returncode == 2:
            self.assertEqual(len(done.stderr.splitlines()), 1, f"{what}\n{done.stderr}")

    def write(self, name, lines):
        path = self.folder / name
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    def accepted(self):
        """The record with poison in every field that a reader takes it in; the others are refused by a clean line each."""
        bad = []
        for number in (0, 1, 2, 3, len(self.lines) - 1):
            kept = []
            for path in fields(self.lines[number]):
                lines = [*self.lines[:number], poisoned(self.lines[number], [path]), *self.lines[number + 1:]]
                done = self.sonde("show", self.write("one.json", lines))
                self.assert_clean(done, path)
                if done.returncode == 0:
                    kept.append(path)
            bad.append((number, kept))
        self.assertGreater(sum(len(paths) for _, paths in bad), 25)
        lines = list(self.lines)
        for number, paths in bad:
            lines[number] = poisoned(lines[number], paths)
        return self.write("all.json", lines)

    def test_every_field_in_every_command(self):
        bad, plain = self.accepted(), self.folder / "plain" / "new" / "run0.json"
        nights = self.folder / "nights"
        limits = self.folder / "limits.toml"
        limits.write_text('[[limit]]\nbenchmark = "*"\nlimit = "<= 1 us"\n')
        for command in (["guidelines", "--all", bad], ["guidelines", "--json", bad], ["guidelines", "--markdown", bad], ["check", "--write", bad], ["check", bad, "--limits", limits], ["check", bad, "--limits", limits, "--markdown"],
                        ["check", bad, "--limits", limits, "--junit", "-"], ["show", bad], ["show", "--hosts", bad], ["show", "--csv", bad], ["show", "--json", bad], ["compare", bad, plain],
                        ["compare", plain, bad], ["compare", "--changed", bad, plain], ["fit", "latency", bad], ["fit", "collective", bad],
                        ["fit", "loggp", bad], ["fit", "overlap", bad], ["fit", "memory", bad], ["links", bad], ["links", "--all", bad],
                        ["links", "--csv", "-", bad], ["plot", "--script", bad], ["report", bad, "-o", self.folder / "page.html"],
                        ["verify", bad], ["campaign", bad],
                        ["history", nights, "add", bad, "--time", "2025-11-22T03:00Z"], ["history", nights, "add", plain, "--time", "2025-11-23T03:00Z"],
                        ["history", nights, "show"], ["history", nights, "check"], ["history", nights, "why", "2025-11-23"],
                        ["compare", "--by-night", nights, "2025-11-22", "2025-11-23"],
                        *(["history", nights, "export", "--format", form] for form in ("github", "openmetrics", "junit", "csv"))):
            with self.subTest(command):
                self.assert_clean(self.sonde(*command), command)

    def test_tables_of_other_suites(self):
        for sample in ("osu-7.4-latency.txt", "imb-2021.11-mpi1-np2.txt"):
            text = (SAMPLES / sample).read_text()
            for line in range(0, min(40, len(text.splitlines())), 3):
                lines = text.splitlines()
                lines[line] += POISON.replace("\n", "")
                table = self.folder / "table.txt"
                table.write_text("\n".join(lines) + "\n")
                for command in (["show", table], ["fit", "latency", table], ["compare", table, SAMPLES / sample]):
                    self.assert_clean(self.sonde(*command), (sample, line, command))

    def test_plans_and_command_lines(self):
        plan = self.folder / "plan.toml"
        for text in ('[[command]]\nname = "a"\nrun = ["env", "x\\u001b[2J\\n"]\n', 'directory = "d\\u001b[2J"\n[[command]]\nname = "a"\nrun = "true"\n',
                     '[[command]]\nname = "a\\u001b[2J"\nrun = "true"\n', '"k\\u001b[2J" = 1\n', 'launcher = "{x\\u001b[2J}"\n[[command]]\nname = "a"\nrun = "true"\n',
                     'launcher = "none\\u001b[2J {command}"\n[[command]]\nname = "a"\nrun = "true"\n'):
            plan.write_text(text)
            for arguments in (["campaign", "--dry-run", plan], ["campaign", plan], ["campaign", "--summary", plan]):
                self.assert_clean(self.sonde(*arguments), (text, arguments))
        script = 'for record; do :; done; cp "$0" "$record"'
        for directory in ("runs\x1b[2J", "runs"):
            done = self.sonde("run", "-n", 1, "-o", directory, "--", "sh", "-c", script, SAMPLES / "osu-7.4-latency.txt", "x" + POISON, cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assert_clean(done, directory)
            self.assert_clean(self.sonde("verify", directory, cwd=self.folder), directory)

    def test_files_of_limits(self):
        limits = self.folder / "limits.toml"
        for text in ('"k\\u001b[2J" = 1\n', '[[limit]]\nbenchmark = "a\\u001b[2J"\nlimit = "<= 1 us"\n', '[[limit]]\nbenchmark = "a"\nlimit = "<= 1 \\u001b[2J"\n',
                     '[[limit]]\n"a\\u001b[2J" = 1\n', '[[limit]]\nbenchmark = "a"\nquantity = "\\u001b[2J"\nlimit = "<= 1 us"\n'):
            limits.write_text(text)
            self.assert_clean(self.sonde("check", SAMPLES / "osu-7.4-latency.txt", "--limits", limits), text)

    def test_a_damaged_text_costs_one_message(self):
        """Notes on what could not be read belong to an answer; where there is none, the error says it all."""
        table = self.folder / "damaged.txt"
        table.write_text("# Benchmarking PingPong\n# #processes = 2\n#bytes #repetitions t[usec] Mbytes/sec\n0 1000 1.0 0.0\n"
                         "# Benchmarking Halo\n#bytes stride\n0 1\n")
        for command in (["fit", "maxrate", table], ["fit", "latency", "--benchmark", "Bcast", table], ["plot", "--script", "--benchmark", "Bcast", table]):
            done = self.sonde(*command)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn("Halo (line 6)", done.stderr)


if __name__ == "__main__":
    unittest.main()
