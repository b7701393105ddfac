"""Applications that record their own phases with sonde/recorder.h: what they leave is a record that every command of sonde reads."""
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from programs import BIN, MPIEXEC, launched_in, run
from records import check_lines, complete_lines

SOURCE = Path(os.environ["SONDE_SOURCE"])
LIBRARY = re.search(r"\.(openmpi|mpich)$", MPIEXEC)
SUFFIX = LIBRARY[0] if LIBRARY else ""
MPICC, MPICXX = f"mpicc{SUFFIX}", f"mpicxx{SUFFIX}"
STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{SOURCE / 'include'}"]
NONE, NAME, BYTES, SECONDS, MEMORY, FILE = range(1, 7)


def compiled(source, into, *flags):
    subprocess.run([MPICC, "-std=c99", "-O2", *STRICT, *flags, str(SOURCE / source), "-o", str(into)], check=True, timeout=100)
    return into


class Recorder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.probe = compiled("tests/mpi/recorded_samples.c", Path(folder.name, "recorded_samples"))
        cls.example = compiled("examples/recorded_phases.c", Path(folder.name, "recorded_phases"))

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "run.jsonl"

    def launch(self, processes, *command, status=0, environment=None):
        done = run([MPIEXEC, "-n", str(processes), *map(str, command)], environment=launched_in(environment))
        self.assertEqual(done.status != 0, status != 0, done.out + done.err)
        return done

    def sonde(self, *arguments, status=(0,)):
        done = run([os.path.join(BIN, "sonde"), *map(str, arguments)])
        self.assertIn(done.status, status, done.out + done.err)
        return done.out

    def record(self, processes, *samples, status=0, file=None):
        done = self.launch(processes, self.probe, file or self.file, "probe", *samples, status=status)
        return done.out

    def cases(self, file=None):
        """The cases of a record, which is complete and valid."""
        lines = complete_lines(file or self.file)
        check_lines(lines)
        self.assertEqual([line["kind"] for line in lines], ["header"] + ["case"] * (len(lines) - 2) + ["footer"])
        self.assertEqual(lines[-1]["measured"], len(lines) - 2)
        return lines[1:-1]

    def as_read(self):
        """The cases as sonde has read them."""
        return [line for line in map(json.loads, self.sonde("show", "--json", self.file).splitlines()) if line["kind"] == "case"]

    def test_the_example_on_several_numbers_of_ranks(self):
        for processes in (1, 2, 4):
            file = self.folder / f"{processes}.jsonl"
            self.launch(processes, self.example, file)
            cases = self.cases(file)
            self.assertEqual([(c["benchmark"], c["bytes"], c["processes"], c["repetitions"], len(c["batches_s"])) for c in cases],
                             [("halo", 8, processes, 200, 200), ("residual", 8, processes, 200, 200)])
            for c in cases:
                self.assertEqual((c["summary"]["min_s"], c["summary"]["max_s"]), (min(c["batches_s"]), max(c["batches_s"])))
                self.assertEqual(c["ranks"], list(range(processes)))
            header = complete_lines(file)[0]
            self.assertEqual((header["program"], header["ranks"], [p["rank"] for p in header["places"]]),
                             ("recorded_phases", processes, list(range(processes))))
            self.assertTrue(header["mpi_library"] and header["start"] and all(place["host"] for place in header["places"]))
            self.assertIn("complete, exit status 0", self.sonde("show", file))

    def test_every_command_reads_it(self):
        samples = [f"*,{size},{seconds * size},{name}" for name in ("halo", "sum") for size in (8, 16) for seconds in (0.5, 1, 0.25, 2, 0.5, 1, 1, 0.5, 1)]
        for name in ("a", "b"):
            self.record(2, *samples, file=self.folder / f"{name}.jsonl")
        compared = self.sonde("compare", self.folder / "a.jsonl", self.folder / "b.jsonl")
        self.assertNotIn("missing", compared)
        self.sonde("report", self.folder / "a.jsonl", self.folder / "b.jsonl", "-o", self.folder / "page.html")
        self.assertIn("halo", (self.folder / "page.html").read_text())
        self.sonde("history", self.folder / "nights", "add", self.folder / "a.jsonl")
        (kept,) = (self.folder / "nights").glob("*.json")
        self.assertEqual([c["summary"]["median_s"] for c in self.cases(kept)], [8, 16, 8, 16])
        self.assertIn("halo", self.sonde("show", "--csv", self.folder / "a.jsonl"))

    def test_a_sample_counts_with_its_slowest_rank(self):
        self.record(3, "0,8,1,a", "0,8,2,a", "0,8,1,a", "1,8,4,a", "1,8,1,a", "1,8,1,a", "2,8,2,a", "2,8,8,a", "2,8,5,a")
        (case,) = self.cases()
        self.assertEqual(case["batches_s"], [4, 8, 5])
        self.assertEqual((case["t_min_s"], case["t_max_s"], case["t_avg_s"]), (4 / 3, 5, (4 / 3 + 2 + 5) / 3))
        self.assertEqual((case["slowest_world_rank"], case["summary"]["slowest_rank"]), (2, 2))
        self.assertAlmostEqual(case["summary"]["slowest_share"], 2 / 3)

    def test_what_follows_from_the_samples_is_computed_by_the_reader(self):
        times = (3, 1, 4, 1, 5, 9, 2, 6, 5)
        self.record(2, *(f"0,8,{time},a" for time in times), "1,8,0.5x9,a")
        (case,), (read,) = self.cases(), self.as_read()
        self.assertIsNone(case["summary"]["median_s"])
        summary = read["summary"]
        self.assertEqual((summary["median_s"], summary["p25_s"], summary["p75_s"], summary["batches"]), (4, 2, 5, 9))
        self.assertEqual((summary["mean_s"], summary["ci_low_s"], summary["ci_high_s"]), (4, 1, 9))
        self.assertEqual((summary["slowest_rank"], summary["slowest_share"]), (0, 1))

    def test_a_phase_of_some_ranks(self):
        self.record(4, "*,-1,1,all", "1,64,1,some", "3,64,2,some")
        (whole, some) = self.cases()
        self.assertEqual((whole["benchmark"], whole["bytes"], whole["processes"], whole["ranks"]), ("all", None, 4, [0, 1, 2, 3]))
        self.assertEqual((some["benchmark"], some["processes"], some["ranks"], some["batches_s"]), ("some", 2, [1, 3], [2]))
        self.assertEqual((some["slowest_world_rank"], some["summary"]["slowest_rank"]), (3, 1))
        self.assertEqual((some["t_min_s"], some["t_avg_s"], some["warnings"]), (1, 1.5, []))

    def test_of_unequal_numbers_of_samples_none_is_lost(self):
        self.record(3, "0,8,1,a", "0,8,2,a", "1,8,4,a", "2,8,3,a", "2,8,5,a", "2,8,7,a", "*,8,1,b")
        (common, rest, equal) = self.cases()
        self.assertEqual((common["mode"], common["processes"], common["batches_s"]), (None, 3, [4]))
        self.assertEqual((rest["mode"], rest["ranks"], rest["batches_s"]), ("not on all ranks", [0, 2], [5, 7]))
        self.assertEqual((rest["t_min_s"], rest["t_max_s"], rest["t_avg_s"]), (2, 6, 4))
        for case in (common, rest):
            (warning,) = case["warnings"]
            self.assertEqual(warning["kind"], "unequal_samples")
            self.assertIn("a, 8 bytes: its ranks have from 1 to 3 samples", warning["text"])
        self.assertEqual(equal["warnings"], [])
        self.assertIn("unequal_samples", self.sonde("show", self.file))
        self.assertIn("on every rank", self.sonde("explain", "unequal_samples"))

    def test_names_come_back_as_they_went(self):
        names = ['a "quoted" \\ name', "Wärme, €", "x" * 200, "{[,:]}"]
        self.record(2, *(f"*,8,1,{name}" for name in names))
        self.assertEqual([case["benchmark"] for case in self.cases()], names)
        self.assertEqual([case["benchmark"] for case in self.as_read()], names)

    def test_what_is_no_sample_is_refused(self):
        wrong = {"0,8,nan,a": SECONDS, "0,8,inf,a": SECONDS, "0,8,-1,a": SECONDS, "0,8,2e9,a": SECONDS, "0,-2,1,a": BYTES, "0,8,1,": NAME,
                 "0,8,1,a\tb": NAME, "0,8,1," + "x" * 201: NAME, b"0,8,1,\xff": NAME, b"0,8,1,\xc0\xaf": NAME, "0,8,1,a\u0085b": NAME,
                 "0,8,1,a\u2028b": NAME, b"0,8,1,\xed\xa0\x80": NAME}
        out = self.record(1, *(os.fsdecode(sample) for sample in wrong), "0,0,0,a", status=1)
        found = [int(line.split()[2]) for line in out.split("\n") if line.startswith("0 sample ")]
        self.assertEqual(found, list(wrong.values()), out)
        (case,) = self.cases()
        self.assertEqual((case["benchmark"], case["bytes"], case["batches_s"]), ("a", 0, [0]))
        self.assertEqual(len(self.as_read()), 1)

    def refused(self, file, *options, program="probe", processes=3):
        """What every rank says alike where no record can be made; samples go nowhere then."""
        out = self.launch(processes, self.probe, *options, file, program, "*,8,1,a", status=1).out
        opened = {re.sub(r"^\d+ ", "", line) for line in out.split("\n") if " open " in line}
        self.assertEqual(len(opened), 1, out)
        self.assertEqual(out.count(f" sample {NONE} "), processes, out)
        return opened.pop()

    def test_a_file_is_never_overwritten(self):
        self.file.write_text("mine\n")
        self.assertIn(f"'{self.file}' exists: choose another name", self.refused(self.file))
        self.assertEqual(self.file.read_text(), "mine\n")

    def test_no_symbolic_link_is_followed(self):
        target, link = self.folder / "target", self.folder / "link"
        link.symlink_to(target)
        self.assertIn("exists", self.refused(link))
        self.assertFalse(target.exists())
        target.write_text("mine\n")
        self.assertIn("exists", self.refused(link))
        self.assertEqual(target.read_text(), "mine\n")

    def test_a_place_that_takes_no_file(self):
        self.assertIn("No such file or directory", self.refused(self.folder / "none" / "run.jsonl"))
        self.assertRegex(self.refused("/sys/run.jsonl"), "Permission denied|Read-only|Operation not permitted")
        self.assertIn("file name", self.refused(""))

    def test_a_program_without_a_name_leaves_no_file(self):
        for program in ("", "a\nb", "x" * 201):
            self.assertIn("the program needs a name", self.refused(self.file, program=program))
            self.assertFalse(self.file.exists())

    def test_a_disk_that_is_full_from_the_start_keeps_no_file(self):
        self.assertIn("cannot write the record: File too large", self.refused(self.file, "-full"))
        self.assertFalse(self.file.exists())

    def test_a_full_disk_is_said_on_every_rank(self):
        out = self.launch(2, self.probe, "-limit", 30_000, self.file, "probe", "*,8,0.1x20000,a", status=1).out
        for rank in (0, 1):
            self.assertIn(f"{rank} close {FILE} cannot write the record: File too large", out)
        self.assertEqual([line["kind"] for line in complete_lines(self.file)], ["header"])
        self.sonde("show", self.file, status=(0, 2))

    def test_nothing_recorded_is_a_record_without_cases(self):
        self.record(2)
        self.assertEqual(self.cases(), [])

    def test_of_very_many_samples_means_are_written(self):
        self.record(2, f"*,8,1x{2**16},just", f"*,8,1x{2**16 + 3},more")
        just, more = self.cases()
        self.assertEqual((len(just["batches_s"]), set(just["batches_s"])), (2**16, {1, 2}))
        self.assertEqual((more["repetitions"], len(more["batches_s"]), more["summary"]["batches"]), (2**16 + 3, 2**15 + 2, 2**15 + 2))
        self.assertEqual((set(more["batches_s"][:-1]), more["batches_s"][-1]), ({1.5}, 1))
        self.assertEqual([case["summary"]["median_s"] for case in self.as_read()], [1.5, 1.5])

    def test_many_phases_from_many_ranks_keep_their_order(self):
        samples = [f"{rank},{size},{rank + 1},p{size}" for rank in range(5) for size in range(rank, 40)]
        self.record(5, *samples, *(f"{rank},1,1,only on {rank}" for rank in range(1, 5)))
        cases = self.cases()
        self.assertEqual([case["bytes"] for case in cases[:40]], list(range(40)))
        self.assertEqual([(case["batches_s"], case["processes"]) for case in cases[:40]], [([min(size, 4) + 1], min(size, 4) + 1) for size in range(40)])
        self.assertEqual([case["benchmark"] for case in cases[40:]], [f"only on {rank}" for rank in range(1, 5)])

    def test_two_recorders_of_parts_of_the_ranks(self):
        self.launch(3, self.probe, "-split", self.file, "probe", "0,8,1,a", "1,8,2,a", "2,8,4,a")
        (even,), (odd,) = self.cases(f"{self.file}.0"), self.cases(f"{self.file}.1")
        self.assertEqual((even["ranks"], even["batches_s"], even["slowest_world_rank"]), ([0, 1], [4], 1))
        self.assertEqual((odd["ranks"], odd["batches_s"]), ([0], [2]))

    def test_numbers_have_a_point_in_every_locale(self):
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", str(self.folder / "de_DE.UTF-8")], capture_output=True, timeout=60)
        if made.returncode not in (0, 1):
            self.skipTest("no other locale can be made here")
        done = self.launch(1, self.probe, self.file, "probe", "0,8,0.1,a", "0,8,1e-7,a", environment={"LOCPATH": str(self.folder), "LC_ALL": "de_DE.UTF-8"})
        self.assertIn("0,5 is a half", done.out)
        (case,) = self.cases()
        self.assertEqual(case["batches_s"], [0.1, 1e-7])

    def test_the_header_compiles_without_a_warning_where_it_is_not_used(self):
        source = self.folder / "unused.c"
        source.write_text("#include <sonde/recorder.h>\nint nothing;\n")
        for compiler, standard in ((MPICC, "c99"), (MPICC, "c11"), (MPICXX, "c++11"), (MPICXX, "c++20")):
            language = "c++" if "++" in standard else "c"
            subprocess.run([compiler, "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", "-x", language, f"-std={standard}", *STRICT, "-fsyntax-only", str(source)],
                           check=True, timeout=100)


if __name__ == "__main__":
    unittest.main()
