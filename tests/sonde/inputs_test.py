"""Inputs of `sonde` that are no files, that no benchmark has written, or that would write to the reader's terminal: one clean line on
standard error and status 2, in every command that reads."""
import json
import os
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
LATENCY = SAMPLES / "osu-7.4-latency.txt"
HEADER = {"schema": 1, "kind": "header"}
CASE = {"schema": 1, "kind": "case", "benchmark": "PingPong", "processes": 2, "groups": 1, "bytes": 8, "status": "measured", "t_min_s": 1e-6,
        "t_max_s": 1e-6, "t_avg_s": 1e-6}
ESCAPE = "\x1b[2J"


def sonde(*arguments, **options):
    return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=300, **options)


def readers(path, out):
    """Every command that reads measurements, with `path` as its input."""
    return [("show", path), ("compare", path, LATENCY), ("compare", LATENCY, path), ("fit", "latency", path), ("fit", "overlap", path),
            ("report", path, "-o", out / "page.html"), ("plot", "--script", path)]


class Inputs(InFolder):
    def assert_refused(self, done, what, *words):
        self.assertEqual(done.returncode, 2, f"{what}\n{done.stdout}\n{done.stderr}")
        self.assertEqual(done.stdout, "", what)
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 1, f"{what}\n{done.stderr}")
        self.assertLess(len(lines[0]), 320, what)
        self.assertTrue(lines[0].isprintable(), repr(lines[0]))
        for word in words:
            self.assertIn(word, lines[0], what)

    def write(self, name, *lines):
        path = self.folder / name
        path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        return path

    def refused_by_all(self, path, *words):
        for command in readers(path, self.folder):
            with self.subTest(command=command[0]):
                self.assert_refused(sonde(*command), command, *words)

    def test_what_is_no_file(self):
        folder, loop, pipe = self.folder / "folder", self.folder / "loop", self.folder / "pipe"
        folder.mkdir()
        loop.symlink_to(loop)
        os.mkfifo(pipe)
        for path, word in [(self.folder / "none", "No such file"), (loop, "symbolic links"), (pipe, "no process writes")]:
            self.refused_by_all(path, word)
            self.assert_refused(sonde("campaign", path), path, word)
        for command in readers(folder, self.folder):
            self.assert_refused(sonde(*command), command)
        self.assert_refused(sonde("campaign", folder), folder, "is a directory")

    def test_a_link_that_leads_nowhere_in_a_folder(self):
        runs = self.folder / "runs"
        runs.mkdir()
        (runs / "a.txt").write_text(LATENCY.read_text())
        (runs / "b.txt").symlink_to(runs / "b.txt")
        self.assert_refused(sonde("compare", runs, LATENCY), runs, "b.txt")

    def test_a_file_without_end(self):
        self.refused_by_all("/dev/zero", "longer than")

    def test_lines_without_end_that_say_nothing(self):
        with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
            done = subprocess.run([SONDE, "fit", "latency", "/dev/stdin"], stdin=endless.stdout, capture_output=True, text=True, timeout=900)
            endless.kill()
        self.assert_refused(done, "yes | sonde fit", "no result stands in 128 MiB")

    def peak(self, *command, statuses=(0,)):
        """Bytes of memory that a command took at most."""
        with subprocess.Popen([SONDE, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn(process.returncode, statuses)
        return used.ru_maxrss << 10

    def test_a_long_text_takes_no_more_than_ten_times_its_length(self):
        failed = {**CASE, "bytes": 16, "status": "failed", "reason": "mpi_error", "text": "x" * (30 << 20)}
        path = self.write("long.json", HEADER, CASE, failed)
        for command in readers(path, self.folder):
            with self.subTest(command=command[0]):
                self.assertLess(self.peak(*command, statuses=(0, 1, 2)), 10 * path.stat().st_size)

    def test_many_short_rows_take_no_more_than_ten_times_their_length(self):
        times = [f"1000,{1000 + length}e-9,{1000 + length}e-9,{1000 + length}e-9" + 23 * "," for length in range(1000)]
        rows = [f"1,PingPong{case // 1000},,0,2,1,,{case % 1000},measured,,{times[case % 1000]}" for case in range(40000)]
        head = sonde("show", "--csv", LATENCY).stdout.splitlines()[0]
        path = self.write("rows.csv", head, *(row.ljust(101, "x") + ",,,," for row in rows))
        for command in [("show", path), ("show", "--json", path), ("compare", path, path), ("compare", "--json", path, path),
                        ("fit", "latency", path), ("report", path, "-o", "-")]:
            with self.subTest(command=command):
                read = command.count(path) * path.stat().st_size
                self.assertLess(self.peak(*command) - self.peak("show", LATENCY), 10 * read)

    def test_ever_new_words(self):
        for words, most, what in [(lambda n: {"benchmark": f"B{n}"}, 10000, "names"), (lambda n: {"extra": {f"c{n}": 1}}, 100, "columns"),
                                  (lambda n: {"warnings": [{"kind": f"k{n}", "text": "", "advice": ""}]}, 100, "kinds of warnings")]:
            with self.subTest(what):
                path = self.write("new.json", HEADER, *(CASE | words(number) for number in range(most + 1)))
                self.assert_refused(sonde("show", path), what, f"more than {most} different {what}")

    def test_a_message_for_each_of_many_fits_is_too_many(self):
        path = self.write("many.json", HEADER, *({**CASE, "benchmark": f"B{number}"} for number in range(500)))
        done = sonde("fit", "latency", path)
        self.assertEqual(done.returncode, 1)
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 11)
        self.assertIn("490 more benchmarks cannot be fitted", lines[-1])

    def test_an_output_without_a_folder_is_refused_before_the_work(self):
        nowhere = self.folder / "none" / "x"
        for command in [("report", LATENCY, "-o", nowhere), ("plot", LATENCY, "-o", f"{nowhere}.svg"),
                        ("fit", "latency", LATENCY, "--plot", f"{nowhere}.gp")]:
            self.assert_refused(sonde(*command), command, "No such file")

    def test_impossible_numbers(self):
        for key, value in [("t_max_s", -1e-6), ("t_max_s", 1e300), ("bytes", -2), ("processes", -1), ("defects", -1), ("repetitions", -1)]:
            self.refused_by_all(self.write("a.json", HEADER, CASE | {key: value}), ":2: ", key)

    def test_escape_sequences_in_files(self):
        self.refused_by_all(self.write("a.json", HEADER, CASE | {"benchmark": "Ping" + ESCAPE}), "benchmark")
        self.refused_by_all(self.write("b.txt", "# Benchmarking PingPong", "#bytes #repetitions t[usec] Mbytes/sec", f"0 1000 1.0 {ESCAPE}"))
        header = HEADER | {"program": ESCAPE, "mpi_library": "a\n" + ESCAPE, "cpu_model": ESCAPE}
        hostile = self.write("c.json", header, CASE | {"status": "failed", "text": ESCAPE}, CASE)
        plain = self.write("d.json", HEADER | {"program": "IMB-MPI1"}, CASE)
        for command in [("show", hostile), ("show", "--csv", hostile), ("compare", hostile, plain), ("fit", "latency", hostile)]:
            done = sonde(*command)
            self.assertNotIn("\x1b", done.stdout + done.stderr, command)

    def test_a_pipe_is_read_once(self):
        done = subprocess.run(["bash", "-c", f'"{SONDE}" fit latency <(cat "{LATENCY}")'], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, sonde("fit", "latency", LATENCY).stdout)

    def test_a_note_about_tables_that_cannot_be_read(self):
        known = ["# Benchmarking PingPong", "# #processes = 2", "#bytes #repetitions t[usec] Mbytes/sec",
                 *(f"{2**k} 1000 {1 + k / 10} {2**k}" for k in range(8))]
        some = self.write("some.txt", *known, "# Benchmarking Halo", "#bytes stride", "0 1")
        for command in [("show", some), ("fit", "latency", some), ("report", some, "-o", self.folder / "note.html"), ("plot", "--script", some)]:
            done = sonde(*command)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("Halo (line 13)", done.stdout + done.stderr, command)
        self.refused_by_all(self.write("none.txt", "# Benchmarking Halo", "#bytes stride", "0 1"), "no table here can be read")

    def test_a_campaign_whose_records_lack_medians(self):
        summary = dict.fromkeys(["mean_s", "median_s", "p25_s", "p75_s", "ci_low_s", "ci_high_s"]) | {"batches": 10}
        record = self.write("record", HEADER, CASE | {"summary": summary})
        plan = self.write("p.toml", "launches = 2", "launcher = ['{command}']", "[[command]]", "name = 'c'",
                          f"run = ['sh', '-c', 'cp \"{record}\" \"$0\"', '{{record}}']")
        done = sonde("campaign", plan)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("PingPong", sonde("campaign", "--summary", plan).stdout)

    def test_unknown_numbers_come_back_from_json(self):
        table = self.write("a.txt", "# OSU MPI Latency Test v7.4", "# Size    Avg Latency(us)   P50 Tail Lat(us)", "8   1.25   nan")
        converted = self.folder / "a.json"
        converted.write_text(sonde("show", "--json", table).stdout)
        self.assertEqual(sonde("show", converted).returncode, 0)


if __name__ == "__main__":
    unittest.main()
