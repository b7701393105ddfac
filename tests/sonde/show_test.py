"""sonde show: what it prints, what it refuses, and that all it writes is valid."""
import csv
import gzip
import io
import json
import os
import subprocess
import unittest
from pathlib import Path

from programs import BIN, run
from records import check_lines

SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"


def show(*arguments, **options):
    return run([os.path.join(BIN, "sonde"), "show", *map(str, arguments)], **options)


class Show(unittest.TestCase):
    def test_every_sample_becomes_valid_records_that_read_back_the_same(self):
        for sample in sorted(SAMPLES.glob("*.txt")):
            done = show("--json", sample)
            self.assertEqual(done.status, 0, done.err)
            check_lines([json.loads(line) for line in done.out.splitlines()])
            again = show("--json", "/dev/stdin", stdin=done.out.encode())
            self.assertEqual(again.out, done.out, sample)

    def test_prints_a_table_with_units(self):
        done = show("-b", "pingpong", "-s", "1k:4k", SAMPLES / "imb-2021.11-mpi1-np2.txt")
        before = show("-b", "pingpong", SAMPLES / "imb-2021.11-mpi1-np2.txt", "-s", "1k:4k", "--sort", "bytes")
        self.assertEqual(before.out, show("--sort", "bytes", SAMPLES / "imb-2021.11-mpi1-np2.txt", "-s", "1k:4k", "-b", "pingpong").out)
        self.assertEqual(before.status, 0, before.err)
        rows = [line.split() for line in done.out.splitlines() if line.startswith("PingPong")]
        self.assertEqual(rows, [["PingPong", "2", "1024", "20", "0.810", "1256.52"], ["PingPong", "2", "2048", "20", "1.200", "1703.44"],
                                ["PingPong", "2", "4096", "20", "3.600", "1137.04"]])
        self.assertIn("t[usec]", done.out)
        self.assertIn("MB/s", done.out)

    def test_rates_of_the_network_of_a_foreign_table(self):
        sample = SAMPLES / "imb-2021.11-mpi1-np2.txt"
        done = show("--peak", "2e9", "-b", "pingpong", "-s", "1k:4k", sample)
        rows = [line.split() for line in done.out.splitlines() if line.startswith("PingPong")]
        self.assertEqual(rows[0], ["PingPong", "2", "1024", "20", "0.810", "1256.52", "1264.20", "63.21"])  # 1024 B / 0.81 us
        self.assertRegex(done.out, r"bus\[MB/s\] +of_peak\[%\]")
        self.assertNotIn("net", done.out)  # where the ranks stood is not known
        down = show("--bus", "--sort=-bus[MB/sec]", "-b", "pingpong", sample)
        rates = [float(line.split()[-1]) for line in down.out.splitlines() if line.startswith("PingPong")]
        self.assertEqual(rates, sorted(rates, reverse=True))
        self.assertGreater(len(rates), 3)

    def test_converts_to_csv(self):
        rows = list(csv.DictReader(io.StringIO(show("--csv", SAMPLES / "pmb-2.2.txt").out)))
        self.assertEqual([row["bytes"] for row in rows], ["0", "1048576", "4194304", ""])
        self.assertEqual(float(rows[1]["rate_bytes_per_s"]), 100 * 2**20)

    def test_csv_of_csv_has_no_number_that_was_not_read(self):
        summary = {"batches": 20, "median_s": 1e-6, "modes": [{"center_s": 1e-6, "weight": 1}]}
        lines = [json.loads(line) for line in show("--json", SAMPLES / "pmb-2.2.txt").out.splitlines()]
        case = next(line for line in lines if line["kind"] == "case")
        case["summary"] = summary
        first = show("--csv", "/dev/stdin", stdin="".join(json.dumps(line) + "\n" for line in lines).encode()).out
        again = show("--csv", "/dev/stdin", stdin=first.encode()).out
        modes = [[row["modes"] for row in csv.DictReader(io.StringIO(text))] for text in (first, again)]
        self.assertEqual((modes[0][0], modes[1][0]), ("1", ""))

    def test_a_damaged_packed_file_is_named(self):
        packed = bytearray(gzip.compress((SAMPLES / "pmb-2.2.txt").read_bytes()))
        packed[-8] ^= 1
        done = show("/dev/stdin", stdin=bytes(packed))
        self.assertEqual(done.status, 2)
        self.assertIn("/dev/stdin: the file is packed by gzip and damaged", done.err)

    def test_tails_that_no_row_has_are_said(self):
        self.assertIn("no case has single calls: measure them with -tails", show("--tails", SAMPLES / "pmb-2.2.txt").out)

    def test_link_rates_that_no_row_has_are_said(self):
        for flags in (["--bus"], ["--peak", "1e9"]):
            self.assertIn("no columns of --bus", show(*flags, SAMPLES / "osu-7.4-latency.txt").out)
            self.assertNotIn("no columns of --bus", show(*flags, SAMPLES / "pmb-2.2.txt").out)

    def test_wrong_input_is_one_message_and_status_2(self):
        good = SAMPLES / "pmb-2.2.txt"
        for arguments in ([], ["/nowhere"], [SAMPLES / "virtual-cluster-pairs-100mbit.csv"], ["-b", "PingPog", good], ["-s", "x", good],
                          ["--sort", "colour", good], ["--csv", good, good], ["--csv", "--json", good], ["-p", "99", good], ["/dev/null"],
                          ["--peak", "-1", good], ["--peak", "0", good], ["--hosts", "--csv", good], ["--peak", "inf", good], ["--bus", "--peak", "nan", good]):
            done = show(*arguments)
            self.assertEqual(done.status, 2, arguments)
            self.assertEqual(done.err.count("\n"), 1, done.err)
            self.assertEqual(done.out, "")

    def test_warnings_may_be_left_out(self):
        lines = [json.loads(line) for line in show("--json", SAMPLES / "pmb-2.2.txt").out.splitlines()]
        case = next(line for line in lines if line["kind"] == "case")
        case["warnings"] = [{"kind": "drift", "text": "the median rose", "advice": "wait"}]
        record = "".join(json.dumps(line) + "\n" for line in lines).encode()
        told, silent = (show(*flags, "/dev/stdin", stdin=record).out for flags in ((), ("--no-warnings",)))
        self.assertIn("the median rose", told)
        self.assertTrue(told.startswith(silent), silent)
        self.assertNotIn("the median rose", silent)
        self.assertRegex(silent, r" drift\n")

    def test_hosts_of_a_table_that_does_not_know_them(self):
        done = show("--hosts", SAMPLES / "pmb-2.2.txt")
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("no columns of --hosts", done.out)

    def test_lost_output_is_status_1(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = show(SAMPLES / "pmb-2.2.txt", stdout=full)
        self.assertEqual(done.status, 1)
        self.assertIn("standard output is lost", done.err)

    def test_a_closed_pipe_ends_it_without_a_crash(self):
        shown = subprocess.run(f"{os.path.join(BIN, 'sonde')} show {SAMPLES / 'imb-2021.11-io-np4.txt'} | head -1", shell=True,
                               capture_output=True, check=False)
        self.assertIn(b"IMB-IO", shown.stdout)


if __name__ == "__main__":
    unittest.main()
