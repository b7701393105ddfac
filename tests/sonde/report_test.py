"""`sonde report` and `sonde plot` from the command line: exit status, one message, files that stay as they are."""
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
LATENCY = SAMPLES / "osu-7.4-latency.txt"
TABLES = SAMPLES / "imb-2021.11-mpi1-np2.txt"


class Files(InFolder):
    def sonde(self, *arguments, **options):
        return subprocess.run([SONDE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=60, **options)

    def refused(self, *arguments, status=2, **options):
        done = self.sonde(*arguments, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr


class Report(Files):
    def test_every_sample_makes_a_page(self):
        for sample in SAMPLES.glob("*.txt"):
            done = self.sonde("report", sample, "-o", self.folder / (sample.stem + ".html"))
            self.assertEqual(done.returncode, 0, f"{sample}: {done.stderr}")

    def test_a_reference_needs_a_common_case_and_no_sides(self):
        page = self.sonde("report", TABLES, "--reference", TABLES, "-o", "-").stdout
        self.assertIn('"of_reference":[', page)
        self.assertIn('"of_reference":[', self.sonde("report", "--reference", TABLES, TABLES, "-o", "-").stdout)
        self.assertIn("no measured case with a time in common", self.refused("report", TABLES, "--reference", LATENCY))
        self.assertIn("the base is the reference already", self.refused("report", "--base", TABLES, "--new", TABLES, "--reference", TABLES))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_threshold_needs_sides(self):
        self.assertIn("--threshold requires --base", self.refused("report", TABLES, "--threshold", "5"))
        self.assertEqual(self.sonde("report", "--base", TABLES, "--new", TABLES, "--threshold", "5", "-o", "-").returncode, 0)

    def test_the_page_names_files_without_their_folders(self):
        page = self.sonde("report", LATENCY, TABLES, "-o", "-").stdout
        self.assertIn('"name":"osu-7.4-latency.txt"', page)
        self.assertNotIn(str(SAMPLES), page)

    def test_a_table_without_intervals_and_warnings_has_no_verdict(self):
        for table in (LATENCY, TABLES):
            page = self.sonde("report", table, "-o", "-").stdout
            self.assertIn('"sentence":"No verdict: the file carries no intervals', page)

    def test_an_existing_page_stays_unless_forced(self):
        page = self.folder / "report.html"
        page.write_text("mine")
        self.assertIn("--force", self.refused("report", LATENCY))
        self.assertEqual(page.read_text(), "mine")
        self.assertEqual(self.sonde("report", LATENCY, "--force").returncode, 0)
        self.assertIn("<!doctype html>", page.read_text())
        self.assertEqual([page], list(self.folder.iterdir()))

    def test_a_symbolic_link_is_never_followed(self):
        target = self.folder / "target"
        target.write_text("mine")
        (self.folder / "report.html").symlink_to(target)
        self.assertIn("symbolic link", self.refused("report", LATENCY, "--force"))
        self.assertEqual(target.read_text(), "mine")

    def test_an_input_is_never_the_output(self):
        copy = shutil.copy(LATENCY, self.folder / "data.txt")
        self.assertIn("files to read", self.refused("report", copy, "-o", copy, "--force"))

    def test_wrong_input_is_one_message(self):
        self.assertIn("no-such-file", self.refused("report", "no-such-file"))
        self.refused("report")
        self.refused("report", LATENCY, "--colour")

    def test_a_page_is_no_other_kind_of_file(self):
        for command in (("report", LATENCY, "-o"), ("history", self.folder, "page", "-o"), ("simulate", "pingpong", "--picture")):
            for name in ("a.PDF", "a.csv", "a.png"):
                self.assertIn(f"'{name}' ends in .{name[2:].lower()}, and what is written is no such file: choose a name that ends in .", self.refused(*command, name))
            self.assertEqual(list(self.folder.iterdir()), [])
        self.assertEqual(self.sonde("report", LATENCY, "-o", "page.of.today").returncode, 0)

    def test_a_full_disk_is_a_failure(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([SONDE, "report", LATENCY, "-o", "-"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 1, done.stderr)


class Plot(Files):
    def test_the_script_needs_no_gnuplot(self):
        done = self.sonde("plot", LATENCY, "--script", env={"PATH": "/nowhere"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("set logscale x 2", done.stdout)

    def test_files_that_lack_the_benchmark_and_wrong_data_are_told(self):
        both = self.sonde("plot", TABLES, LATENCY, "--benchmark", "Bcast", "-p", "2", "--script")
        self.assertEqual((both.returncode, both.stderr.count("nothing to draw in 1 file: osu-7.4-latency.txt")), (0, 1), both.stderr)
        alone = self.sonde("plot", TABLES, "--benchmark", "Bcast", "-p", "2", "--script")
        self.assertEqual((alone.returncode, alone.stderr), (0, ""))
        wrong = self.folder / "wrong.json"
        lines = [{"schema": 1, "kind": "header", "program": "IMB-MPI1"}]
        lines += [{"schema": 1, "kind": "case", "benchmark": "Bcast", "processes": 2, "bytes": size, "status": "measured", "t_min_s": 1e-6, "t_max_s": 1e-6,
                   "t_avg_s": 1e-6, **({"defects": 3} if size == 16 else {})} for size in (8, 16, 32)]
        wrong.write_text("".join(json.dumps(line) + "\n" for line in lines))
        drawn = self.sonde("plot", wrong, "--script")
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertRegex(drawn.stderr, r"1 case with wrong data not drawn, first Bcast, 2 processes, 16 B")
        self.assertNotRegex(drawn.stdout, r"(?m)^16 1 ")

    def test_processes_are_chosen_and_a_wrong_choice_is_one_message(self):
        script = self.sonde("plot", SAMPLES / "imb-2021.11-mpi1-np4.txt", "--benchmark", "Allreduce", "-p", "4", "--script").stdout
        self.assertIn("4 processes", script)
        self.assertNotIn("2 processes", script)
        self.refused("plot", LATENCY, "--script", "-p", "two")
        self.assertIn("of these processes", self.refused("plot", LATENCY, "--script", "-p", "64:"))
        self.assertIn("64", self.refused("fit", "latency", LATENCY, "-p", "64"))
        self.assertEqual(self.sonde("fit", "latency", LATENCY, "-p", "2").returncode, 0)
        self.assertIn("85mm", self.refused("plot", LATENCY, "--script", "--width", "86mm"))

    def test_a_missing_gnuplot_is_named(self):
        message = self.refused("plot", LATENCY, "-o", "figure.svg", status=1, env={"PATH": "/nowhere"})
        self.assertIn("gnuplot", message)
        self.assertFalse((self.folder / "figure.svg").exists())

    def test_wrong_input_is_one_message(self):
        self.assertIn(".svg, .png or .pdf", self.refused("plot", LATENCY, "-o", "figure.jpg"))
        self.assertIn("--benchmark", self.refused("plot", TABLES, "-o", "figure.svg"))
        self.assertIn("-o FILE", self.refused("plot", LATENCY))

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_figures_are_of_the_kind_their_names_say(self):
        for name, start in [("a.svg", b"<?xml"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")]:
            done = self.sonde("plot", TABLES, "--benchmark", "pingpong", "-o", name)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue((self.folder / name).read_bytes().startswith(start), name)

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_file_names_are_no_commands(self):
        odd = self.folder / "a\"; system('touch hacked') #`touch hacked`.txt"
        shutil.copy(LATENCY, odd)
        done = self.sonde("plot", odd, LATENCY, "-o", "figure.svg")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertFalse((self.folder / "hacked").exists())
