"""Rates have one meaning in all outputs: the same speed, counted in 10^6 and in 2^20 bytes, is the same number of bytes, and whatever is
printed names the unit that its number has."""
import csv
import io
import json
import os
import re
import tempfile
import unittest
from pathlib import Path

from programs import BIN, run

SPEED = 65536 / 25e-6  # bytes per second: 2621.44 MB/s, 2500 MiB/s
SCALES = {"MB/s": 1e6, "GB/s": 1e9, "MiB/s": 2**20, "bytes_per_s": 1}
HEAD = "#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n# Mbyte : {} bytes\n"


def table(megabyte, head=""):
    rate = SPEED / megabyte
    return head + f"""# Benchmarking Uniband
# #processes = 2
#bytes #repetitions Mbytes/sec Msg/sec
65536 10 {rate:.2f} 40000

# Benchmarking PingPong
# #processes = 2
#bytes #repetitions t[usec] Mbytes/sec
32768 10 12.50 {rate:.2f}
65536 10 25.00 {rate:.2f}
"""


FILES = {"mb.txt": (table(1e6), 1e6, "MB/s"), "mib.txt": (table(2**20), 2**20, "MiB/s"),
         "head-mb.txt": (table(1e6, HEAD.format("10^6")), 1e6, "MB/s"), "head-mib.txt": (table(2**20, HEAD.format("2^20")), 2**20, "MiB/s"),
         "imb.txt": (table(1e6, "#    Intel(R) MPI Benchmarks 2021.3, MPI-1 part\n"), 1e6, "MB/s"),
         "other.txt": (table(1000, HEAD.format("1000")), 1000, "MB/s of 1000 bytes")}


def sonde(*arguments):
    return run([os.path.join(BIN, "sonde"), *map(str, arguments)])


class Units(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        for name, (text, _, _) in FILES.items():
            (cls.folder / name).write_text(text, encoding="utf-8")

    def output(self, *arguments, status=0):
        done = sonde(*arguments)
        self.assertEqual(done.status, status, done.err)
        return done.out

    def test_show(self):
        for name, (_, megabyte, unit) in FILES.items():
            lines = self.output("show", "--peak", "12.5e9", self.folder / name).splitlines()
            head = re.split(r"  +", next(line for line in lines if line.startswith("benchmark")).strip())
            self.assertEqual([word for word in head if "B/s" in word], [unit, f"bus[{unit}]"], name)
            self.assertFalse([word for word in head if "MB/sec" in word or "Mbytes" in word], head)
            for line in (line for line in lines if line.startswith(("PingPong", "Uniband"))):
                rates = [float(word) for word in line.split() if re.fullmatch(r"\d+\.\d\d", word)]
                self.assertAlmostEqual(rates[0] * megabyte / SPEED, 1, 4, line)
                if line.startswith("PingPong"):
                    self.assertAlmostEqual(rates[1] * megabyte / SPEED, 1, 4, line)

    def test_other_units_are_not_taken_for_the_usual_ones(self):
        for title, column in (("Latency", "Latency (ms)"), ("Allreduce Latency", "Avg Latency(ns)"), ("Bandwidth", "Bandwidth (Gb/s)")):
            path = self.folder / "unit.txt"
            path.write_text(f"# OSU MPI {title} Test v7.4\n# Size  {column}\n8  1.50\n", encoding="utf-8")
            done = sonde("show", path)
            self.assertEqual(done.status, 2, done.out)
            self.assertIn(f"the unit of column {column} is not known", done.err)

    def test_show_as_csv_and_json(self):
        for name, (_, megabyte, _) in FILES.items():
            for row in csv.DictReader(io.StringIO(self.output("show", "--csv", self.folder / name))):
                self.assertAlmostEqual(float(row["rate_bytes_per_s"]) / SPEED, 1, 4)
            lines = [json.loads(line) for line in self.output("show", "--json", self.folder / name).splitlines()]
            self.assertEqual(lines[0]["megabyte_bytes"], megabyte)
            for line in (line for line in lines if line["kind"] == "case"):
                self.assertAlmostEqual(line["megabytes_per_second"] * megabyte / SPEED, 1, 4)

    def test_compare(self):
        for name in FILES:
            out = json.loads(self.output("compare", "--json", self.folder / "mb.txt", self.folder / name))
            rates = 0
            for case in out["cases"]:
                self.assertAlmostEqual(case["ratio"], 1, 4, case)
                if "rate" in case["quantity"] or "bytes_per_s" in case["quantity"]:
                    rates += 1
                    self.assertAlmostEqual(case["new"] / SPEED, 1, 4, case)
            self.assertGreaterEqual(rates, 1, name)
            text = self.output("compare", self.folder / "mb.txt", self.folder / name)
            printed = re.findall(r"([\d.]+) (\S*B/s)", text)
            self.assertGreaterEqual(len(printed), 2, text)
            for value, unit in printed:
                self.assertAlmostEqual(float(value) * SCALES[unit] / SPEED, 1, 3, text)

    def test_report(self):
        for name, (_, megabyte, _) in FILES.items():
            page = self.folder / "page.html"
            page.unlink(missing_ok=True)
            self.output("report", "-o", page, self.folder / name)
            data = json.loads(re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page.read_text(encoding="utf-8"), re.S).group(1))
            self.assertEqual(data["runs"][0]["megabyte"], megabyte)
            for rate in data["cases"]["rate"]:
                self.assertAlmostEqual(rate / SPEED, 1, 4)
            best = next(found["text"] for found in data["findings"] if "highest rate" in found["text"])
            self.assertIn("highest rate 2.621 GB/s (", best)

    def test_plot(self):
        for name in FILES:
            script = self.output("plot", "--rate", "--benchmark", "PingPong", "--script", self.folder / name)
            self.assertIn('set ylabel "Rate"', script)
            rates = re.findall(r"^(?:32768|65536) (\S+) ", script, re.M)
            self.assertTrue(rates)
            for rate in rates:
                self.assertAlmostEqual(float(rate) / SPEED, 1, 4)
            for text, place in re.findall(r'"([\d.]+ [MG]B/s)" (\S+?)[,)]', script):
                value, unit = text.split()
                self.assertAlmostEqual(float(value) * SCALES[unit] / float(place), 1, 4)

    def test_history(self):
        for name in FILES:
            nights = self.folder / ("nights-" + name)
            self.output("history", nights, "add", "--time", "2025-11-22T03:00Z", self.folder / name)
            rows = list(csv.DictReader(io.StringIO(self.output("history", nights, "export", "--format", "csv"))))
            rates = [float(row["value"]) for row in rows if row["benchmark"] == "Uniband" and "/s" in row["quantity"]]
            self.assertTrue(rates, rows)
            for row in (row for row in rows if row["benchmark"] == "Uniband" and "/s" in row["quantity"]):
                self.assertAlmostEqual(float(row["value"]) * SCALES[row["quantity"]] / SPEED, 1, 4, row)


if __name__ == "__main__":
    unittest.main()
