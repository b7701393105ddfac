"""The forms of `sonde history DIR export` against schemas and strict grammars, with names that try to break out of them."""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

from records import jsonschema

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SCHEMAS = Path(__file__).parent / "schemas"
# The name of a benchmark comes from a file that anybody may have written.
NAMES = ["Allreduce", 'quote " backslash \\', "comma, blank =equals", "<b>&amp;'</b>", "]]> -- <!-- %s", "µs é", "back\\", "{brace}#hash"]
RATE, FAILED = "Rate", "Failed"


def case(benchmark, **values):
    return json.dumps({"schema": 1, "kind": "case", "benchmark": benchmark, "processes": 4, "groups": 1, "bytes": 8, "status": "measured", **values})


def launch(day, number):
    start = f"2025-11-{day:02}T03:0{number}:00Z"
    factor = (1.5 if day == 22 else 1) * (1 + 0.01 * number)
    lines = [json.dumps({"schema": 1, "kind": "header", "program": "IMB-MPI1", "start": start})]
    lines += [case(name, t_min_s=1e-5 * factor, t_max_s=1e-5 * factor, t_avg_s=1e-5 * factor) for name in NAMES]
    lines.append(case(RATE, megabytes_per_second=1000 / factor))
    broken = {"status": "failed", "reason": "mpi_error"} if day == 22 else {"t_min_s": 1e-5, "t_max_s": 1e-5, "t_avg_s": 1e-5}
    lines.append(case(FAILED, **broken))
    lines.append(json.dumps({"schema": 1, "kind": "footer", "end": start, "exit_status": 0}))
    return "\n".join(lines) + "\n"


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.nights = Path(folder.name) / "nights"
        records = []
        for day in (21, 22):
            for number in range(5):
                records.append(Path(folder.name) / f"{day}-{number}.json")
                records[-1].write_text(launch(day, number), encoding="utf-8")
        done = subprocess.run([SONDE, "history", cls.nights, "add", *records], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr

    def export(self, form):
        done = subprocess.run([SONDE, "history", self.nights, "export", "--format", form], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode("utf-8")

    def schema(self, name):
        return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))

    @unittest.skipUnless(jsonschema, "no jsonschema (script/install-packages test)")
    def test_github(self):
        found = json.loads(self.export("github"))
        jsonschema.validate(found, self.schema("github.schema.json"))
        self.assertEqual(len({entry["name"] for entry in found}), len(NAMES))
        self.assertEqual(found[0]["range"], "15 to 15.6")

    @unittest.skipUnless(shutil.which("xmllint"), "no xmllint (script/install-packages test)")
    def test_junit(self):
        text = self.export("junit")
        done = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", SCHEMAS / "junit.xsd", "-"], input=text, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        suite = ElementTree.fromstring(text)
        cases = suite.findall("testcase")
        self.assertEqual(int(suite.get("tests")), len(cases))
        self.assertEqual(int(suite.get("failures")), len(suite.findall("testcase/failure")))
        self.assertEqual(int(suite.get("failures")), len(NAMES) + 2)  # all are slower, one has failed
        self.assertEqual({case.get("classname") for case in cases} & {"<b>&amp;'</b>", 'quote " backslash \\'}, {"<b>&amp;'</b>", 'quote " backslash \\'})

    def test_openmetrics(self):
        text = self.export("openmetrics")
        self.assertTrue(text.endswith("# EOF\n"))
        family, families, seen = None, [], set()
        for line in text.splitlines()[:-1]:
            declared = re.fullmatch(r"# TYPE ([a-z_]+) gauge", line)
            if declared:
                family = declared[1]
                self.assertNotIn(family, families)
                families.append(family)
                continue
            if line.startswith("# "):
                self.assertRegex(line, rf"^# (UNIT {family} seconds|HELP {family} [^\\]+)$")
                continue
            sample = re.fullmatch(r'([a-z_]+)(?:\{case="((?:[^"\\\n]|\\["\\n])+)"\})? ([0-9.e+-]+)', line)
            self.assertTrue(sample and sample[1] == family and float(sample[3]) >= 0, line)
            self.assertNotIn(sample.groups()[:2], seen)
            seen.add(sample.groups()[:2])
        self.assertEqual(families, ["sonde_case_seconds", "sonde_case_rate", "sonde_alarm"])
        self.assertEqual(len(seen), len(NAMES) + 2)
        if shutil.which("promtool"):  # it comes with a server, which no test should install
            done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.export("csv")), strict=True))
        self.assertEqual(len(rows), 2 * (len(NAMES) + 2))
        for row in rows:
            self.assertNotIn(None, row)
            self.assertRegex(row["night"] + row["time"], r"^(2025-11-2[12])\1T03:00Z$")
            self.assertIn((row["quantity"], row["launches"], row["failed"]), {("s", "5", "0"), ("MB/s", "5", "0"), ("s", "0", "5")})
            self.assertEqual(row["value"] == "", row["launches"] == "0")


if __name__ == "__main__":
    unittest.main()
