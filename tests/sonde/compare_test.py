"""`sonde compare` from the command line: exit status, one message, tables."""
import json
import os
import subprocess
import unittest
from pathlib import Path
from xml.etree import ElementTree

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
LATENCY = SAMPLES / "osu-7.4-latency.txt"
ROW = "{size:<10} {time:.2f}\n"


def compare(*arguments):
    return subprocess.run([SONDE, "compare", *map(str, arguments)], capture_output=True, text=True, timeout=60)


def runs(folder, slower):
    """Five latency tables that differ by up to 2 %; times are `slower` times as long."""
    folder.mkdir()
    for i in range(5):
        lines = "".join(ROW.format(size=2**k, time=100 * slower * (1 + 0.005 * ((i * 2 + k) % 5))) for k in range(8))
        (folder / f"run{i}.txt").write_text(f"# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n{lines}")
    return folder


class Compare(InFolder):
    def refused(self, *arguments):
        done = compare(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_equal_runs_are_the_same(self):
        done = compare(runs(self.folder / "base", 1), runs(self.folder / "new", 1))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("# 8 same", done.stdout)

    def test_slower_runs_are_worse(self):
        base, new = runs(self.folder / "base", 1), runs(self.folder / "new", 1.1)
        self.assertEqual(compare(base, new).returncode, 1)
        self.assertEqual(compare(base, new, "--threshold", "15").returncode, 0)
        self.assertEqual(compare(new, base).returncode, 0)

    def test_what_changed_stands_on_one_line(self):
        base, new = runs(self.folder / "base", 1), runs(self.folder / "new", 1.1)
        done = compare("--changed", base, new)
        self.assertEqual(done.returncode, 1, done.stderr)
        rows = [line for line in done.stdout.splitlines() if not line.startswith("#")]
        self.assertEqual(len(rows), 2, done.stdout)
        self.assertRegex(rows[1], r"^osu_latency, 2 processes, 1 B to 128 B +8 +1\.1\d\d +1\.\d{3} \.\. 1\.\d{3}  worse$")
        self.assertNotIn("worse", compare("--changed", base, base).stdout)

    def test_markdown_for_a_comment(self):
        base, new = runs(self.folder / "base", 1), runs(self.folder / "new", 1.1)
        done = compare("--markdown", base, new)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"^\*\*8 of 8 cases slower: osu\\_latency, 2 processes, 1 B to 128 B: 1\.1 \\\[1\.\d+, 1\.\d+\\\]\*\* "
                                      r"\(8 worse; base: 5 runs, new: 5 runs; threshold 3 %\)\n")
        self.assertEqual(sum(line.startswith("|") for line in done.stdout.splitlines()), 3)

    def test_junit_for_a_server(self):
        base, new = runs(self.folder / "base", 1), runs(self.folder / "new", 1.1)
        done = compare("--junit", base, new)
        self.assertEqual(done.returncode, 1, done.stderr)
        suite = ElementTree.fromstring(done.stdout)
        self.assertEqual((suite.tag, suite.get("tests"), suite.get("failures")), ("testsuite", "8", "8"))
        self.assertEqual(len(suite.findall("testcase/failure")), 8)
        self.assertEqual(len(ElementTree.fromstring(compare("--junit", base, base).stdout).findall("testcase/failure")), 0)

    def test_every_form_says_the_same_sentence(self):
        base, new = runs(self.folder / "base", 1), runs(self.folder / "new", 1.1)
        sentence = json.loads(compare("--json", base, new).stdout)["verdict"]
        self.assertTrue(sentence.startswith("8 of 8 cases slower: osu_latency, 2 processes, 1 B to 128 B: 1.1 ["), sentence)
        for form in ((), ("--changed",)):
            self.assertIn(f"\n# {sentence}\n", compare(*form, base, new).stdout)
        self.assertIn(sentence, compare("--markdown", base, new).stdout.replace("\\", ""))
        suite = ElementTree.fromstring(compare("--junit", base, new).stdout)
        self.assertEqual(suite.find("properties/property[@name='verdict']").get("value"), sentence)
        page = subprocess.run([SONDE, "report", "--base", base, "--new", new, "-o", "-"], capture_output=True, text=True, timeout=60).stdout
        self.assertEqual(page.count(sentence), 2)  # the verdict and the first finding

    def write(self, name, *texts):
        """A folder with a file for each text."""
        (self.folder / name).mkdir()
        for i, text in enumerate(texts):
            (self.folder / name / f"run{i}.txt").write_text(text)
        return self.folder / name

    def test_averages_alone_are_compared(self):
        def table(factor, run):
            return f"# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)\n4 {factor * (2.07 + 0.03 * run):.2f}\n"
        done = compare(self.write("base", *(table(1, run) for run in range(5))), self.write("new", *(table(1.5, run) for run in range(5))))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r" worse +t_avg\n")

    def test_what_cannot_be_compared_is_counted_and_listed(self):
        def table(run, other):
            return f"# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n8 {1.51 + 0.01 * run:.2f}\n{other}"
        allreduce = "# OSU MPI Allreduce Latency Test v7.4\n# Size       P99 Tail Lat(us)\n8 2.00\n"
        base = self.write("base", *(table(run, allreduce.replace("P99 Tail Lat", "Avg Latency")) for run in range(4)))
        new = self.write("new", *(table(run, allreduce) for run in range(4)))
        done = compare(base, new)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("# The one case is the same; 1 not compared (osu_allreduce 1)\n", done.stdout)
        self.assertRegex(done.stdout, r"osu_allreduce, 8 B .* not compared +no number in new\n")
        report = json.loads(compare("--json", base, new).stdout)
        self.assertEqual((report["left_out"], report["cases"][-1]["why"]), (1, "no number in new"))

    def test_neighbouring_lengths_have_names_of_their_own(self):
        def table(run, factor):
            rows = "".join(ROW.format(size=size, time=(factor if size == 16385 else 1) * (6 + 0.01 * run)) for size in (16383, 16384, 16385))
            return f"# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n{rows}"
        done = compare(self.write("base", *(table(run, 1) for run in range(5))), self.write("new", *(table(run, 1.5) for run in range(5))))
        self.assertIn("# 1 of 3 cases slower: osu_latency, 2 processes, 16385 B: 1.5 [", done.stdout)
        self.assertIn("\nosu_latency, 2 processes, 16 KiB ", done.stdout)

    def test_several_programs_in_one_directory_pool_nothing(self):
        def texts(factor):
            for run in range(4):
                for title in ("OSU MPI Latency Test", "OSU MPI Allreduce Latency Test"):
                    yield f"# {title} v7.4\n# Size       Avg Latency(us)\n8 {factor * (2 + 0.01 * run):.2f}\n"
        done = compare(self.write("base", *texts(1)), self.write("new", *texts(1)))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("pool", done.stdout)

    def test_two_rows(self):
        def launch(run, bare, wrapped):
            rows = "".join(f"# Benchmarking {name}\n# #processes = 2\n       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                           f"            8         1000         {usec + 0.01 * run:.2f}         7.63\n\n" for name, usec in (("Bare", bare), ("Wrapped", wrapped)))
            return rows
        runs = self.write("runs", *(launch(run, 2, 3) for run in range(5)))
        done = compare("--rows", "Bare=Wrapped", runs)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^Bare=Wrapped, 2 processes, 8 B +2\.02 us +3\.02 us +1\.495 .* worse ")
        self.assertEqual(done.stdout.count("run3.txt: nothing says which megabyte"), 1)
        self.assertEqual(compare("--rows", "wrapped=bare", *sorted(runs.iterdir())).returncode, 0)
        alike = self.write("alike", *(launch(run, 2, 2) for run in range(5)))
        self.assertIn("the one case is the same", compare("--rows", "Bare=Wrapped", alike).stdout.lower())
        modes = self.folder / "modes.json"
        modes.write_text("".join(json.dumps({"schema": 1, **line}) + "\n" for line in (
            {"kind": "header", "program": "IMB-EXT"},
            *({"kind": "case", "benchmark": "Put_all", "mode": mode, "processes": 2, "bytes": 8, "status": "measured", "t_max_s": us * 1e-6} for mode, us in (("AGGREGATE", 1), ("NON-AGGREGATE", 4))))))
        done = compare("--rows", "put_all AGGREGATE=Put_all NON-AGGREGATE", modes)
        self.assertRegex(done.stdout, r"\nput_all AGGREGATE=Put_all NON-AGGREGATE, 2 processes, 8 B +1 us +4 us +4\.000 ", done.stderr)
        across = compare("--rows", "Bare=Wrapped", "--base", runs, "--new", alike)
        self.assertEqual(across.returncode, 0, across.stderr)
        self.assertIn("the one case is the same", across.stdout.lower())

    def test_two_rows_that_are_not_there(self):
        runs(self.folder / "base", 1)
        for rows in "latency", "=latency", "latency=":
            self.assertIn(f"--rows takes the names of two rows, as in Bare=Wrapped, not '{rows}'", self.refused("--rows", rows, self.folder / "base"))
        self.assertIn("--rows: no row 'other'; there are: osu_latency", self.refused("--rows", "osu_latency=other", self.folder / "base"))
        self.assertIn("files of one side alone", self.refused("--rows", "osu_latency=other"))

    def test_two_rows_of_two_files_are_of_two_sides_or_of_one(self):
        def launch(bare, wrapped):
            rows = "".join(f"# Benchmarking {name}\n# #processes = 2\n       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                           f"            8         1000         {usec:.2f}         7.63\n\n" for name, usec in (("Bare", bare), ("Wrapped", wrapped)))
            return f"#    Sonde 1.0, whole cluster (IMB 3.2 conventions)\n\n{rows}"
        files = sorted(self.write("runs", launch(2, 8), launch(16, 64)).iterdir())
        self.assertIn("two files could mean", self.refused("--rows", "Bare=Wrapped", *files))
        for sides, ratio in ((["--base", files[0], "--new", files[1]], "32"), (["--base", *files, "--new", *files], "4")):
            done = compare("--rows", "Bare=Wrapped", *sides)
            self.assertRegex(done.stdout, rf"(?m)^Bare=Wrapped, 2 processes, 8 B .* {ratio}\.000 ", done.stderr)

    def test_kinds_of_memory_are_not_compared_and_it_is_said(self):
        def table(memory):
            return ("#    Sonde 1.0, MPI-1 part (IMB 3.2 conventions)\n# MPI Library           : Example\n" + memory +
                    "\n# List of Benchmarks to run:\n\n# PingPong\n\n# Benchmarking PingPong\n# #processes = 2\n"
                    "       #bytes #repetitions      t[usec]   Mbytes/sec\n            8         1000         1.00         7.63\n")
        line = "# Memory                : cuda (NVIDIA H100, driver CUDA 13.0, device 0 of 1 on each rank); library: CUDA-aware\n"
        host = self.write("host", table(""))
        cuda = self.write("cuda", table(line))
        done = compare(host, cuda)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("not compared: memory host in the base, memory cuda on the new side (1 case)", done.stderr)
        same = compare(cuda, self.write("again", table(line)))
        self.assertEqual(same.returncode, 0, same.stderr)
        self.assertIn("memory cuda", same.stdout)

    def test_one_form_at_a_time(self):
        base = runs(self.folder / "base", 1)
        for forms in (("--json", "--markdown"), ("--junit", "--json"), ("--junit", "--changed"), ("--json", "--changed")):
            self.refused(*forms, base, base)

    def test_files_may_be_listed_for_each_side(self):
        base, new = runs(self.folder / "base", 1), runs(self.folder / "new", 1.1)
        done = compare("--json", "--base", *sorted(base.iterdir()), "--new", *sorted(new.iterdir()))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(json.loads(done.stdout)["worse"], 8)

    def test_one_run_proves_nothing(self):
        slow = runs(self.folder / "slow", 2) / "run0.txt"
        fast = runs(self.folder / "fast", 1) / "run0.txt"
        done = compare(fast, slow)
        self.assertEqual(done.returncode, 0)
        self.assertIn("one run on each side", done.stdout)
        self.assertEqual(compare(fast, slow, "--strict").returncode, 1)

    def test_a_file_named_five_times_is_one_run(self):
        slow = runs(self.folder / "slow", 2) / "run0.txt"
        fast = runs(self.folder / "fast", 1) / "run0.txt"
        copies = []
        for i in range(4):
            copies.append(self.folder / f"copy{i}.txt")
            copies[-1].write_text(slow.read_text())
        done = compare("--base", *[fast] * 5, "--new", slow, *copies)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("# base: 1 run, new: 1 run;", done.stdout)
        self.assertIn("4 runs of the base hold the same", done.stdout)
        self.assertNotIn(" worse", done.stdout)

    def test_wrong_input_is_refused(self):
        self.assertIn("BASE and NEW", self.refused(LATENCY))
        self.assertIn("no-such-file", self.refused(LATENCY, self.folder / "no-such-file"))
        self.assertIn("holds no runs", self.refused(LATENCY, self.folder))
        self.assertIn("no measured case in common", self.refused(LATENCY, SAMPLES / "imb-2021.11-mpi1-np2.txt"))
        for wrong in ("-3", "three", "nan", "1001", "3%%"):
            self.assertIn("is no number of percent from 0 to 1000, such as 3", self.refused(LATENCY, LATENCY, "--threshold", wrong))
        self.assertIn("threshold 7 %", compare(LATENCY, LATENCY, "--threshold", "7%").stdout)
        self.refused(LATENCY, LATENCY, "--treshold", "3")


if __name__ == "__main__":
    unittest.main()
