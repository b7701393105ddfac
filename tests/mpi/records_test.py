"""Records of real runs: complete, valid, and still so after any death."""
import csv
import os
import random
import re
import signal
import subprocess
import tempfile
import time
import unittest

from programs import BIN, command, launch, run
from records import case_ids, check_lines, complete_lines

SEVERAL_NODES = os.path.join(os.environ["SONDE_BUILD"], "lib", "libseveral_nodes.so")
RUN = ("PingPong", "Allreduce", "Barrier", "-iter", "200", "-msglog", "0:12", "-npmin", "2")


class Records(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.json = os.path.join(folder.name, "run.jsonl")
        self.csv = os.path.join(folder.name, "run.csv")

    def measure(self, *options, status=0):
        done = launch(2, "IMB-MPI1", *RUN, "-json", self.json, *options)
        self.assertEqual(done.status, status, done.err)
        return done

    def test_a_run_leaves_header_cases_and_footer(self):
        self.measure("-csv", self.csv)
        lines = complete_lines(self.json)
        check_lines(lines)
        self.assertEqual([line["kind"] for line in lines], ["header"] + ["case"] * (len(lines) - 2) + ["footer"])
        header = lines[0]
        self.assertEqual([place["rank"] for place in header["places"]], [0, 1])
        self.assertTrue(header["mpi_library"] and header["kernel"] and header["start"])
        self.assertEqual(lines[-1]["measured"], len(lines) - 2)
        self.assertEqual(lines[-1]["exit_status"], 0)
        with open(self.csv, encoding="utf-8") as text:
            self.assertEqual(len(text.readlines()), len(lines) - 1)
        shown = run([os.path.join(BIN, "sonde"), "show", self.json])
        self.assertIn("complete, exit status 0", shown.out)

    def test_every_kind_of_row_is_valid(self):
        done = launch(2, "IMB-MPI1", "PingPong", "Sendrecv", "Allgather", "-iter", "5", "-msglog", "24:25", "-check", "-multi", "1",
                      "-mem", "0.05", "-samples", "all", "-json", self.json)
        self.assertIn(done.status, (0, 4), done.err)
        lines = complete_lines(self.json)
        check_lines(lines)
        self.assertIn("out_of_memory", {line.get("reason") for line in lines})

    def test_all_samples_are_those_of_every_group(self):
        done = launch(4, "IMB-MPI1", "PingPong", "-multi", "1", "-iter", "20", "-msglog", "3:3", "-zero_size", "off", "-samples", "all", "-json", self.json)
        self.assertEqual(done.status, 0, done.err)
        cases = [line for line in complete_lines(self.json) if line["kind"] == "case"]
        self.assertEqual([case["group"] for case in cases], [0, 1])
        for case in cases:
            self.assertEqual(len(case["batches_s"]), case["summary"]["batches"])
            self.assertEqual(max(case["batches_s"]), case["summary"]["max_s"])

    def test_an_existing_file_is_refused_and_kept(self):
        with open(self.json, "w", encoding="utf-8") as text:
            text.write("mine\n")
        for options in ((), ("-append",), ("-resume",)):
            self.assertIn("IMB-MPI1: ", self.measure(*options, status=2).err)
        with open(self.json, encoding="utf-8") as text:
            self.assertEqual(text.read(), "mine\n")

    def assert_planned_as_it_would_run(self, words, *options, kept):
        """Refused alike by the plan and by the run, and neither changes a file."""
        said = []
        for dry in (["-dry_run"], []):
            done = self.measure(*options, *dry, status=2)
            self.assertIn(words, done.err)
            self.assertNotIn("# Plan", done.out)
            said.append([line for line in done.err.splitlines() if line.startswith("IMB-MPI1: ")])
            self.assertEqual([os.path.exists(path) and open(path, encoding="utf-8").read() for path in (self.json, self.csv)], kept)
        self.assertEqual(*said)

    def test_a_dry_run_refuses_files_that_the_run_would_refuse(self):
        with open(self.csv, "w", encoding="utf-8") as text:
            text.write("mine\n")
        self.assert_planned_as_it_would_run("exists: choose another name", "-csv", self.csv, kept=[False, "mine\n"])
        self.assert_planned_as_it_would_run("was not made by Sonde", "-csv", self.csv, "-append", kept=[False, "mine\n"])
        os.rename(self.csv, self.json)
        for option, words in (((), "exists: choose another name"), (("-resume",), "was not made by Sonde")):
            self.assert_planned_as_it_would_run(words, *option, kept=["mine\n", False])

    def test_a_dry_run_finds_the_folder_of_a_record_missing(self):
        self.assert_planned_as_it_would_run("No such file or directory", "-csv", os.path.join(self.csv, "in", "it"), kept=[False, False])

    def test_a_dry_run_that_is_right_makes_no_file_and_adds_to_none(self):
        done = self.measure("-csv", self.csv, "-dry_run")
        self.assertIn("# Plan for 2 processes", done.out)
        self.assertFalse(os.path.exists(self.json) or os.path.exists(self.csv))
        self.measure("-csv", self.csv)
        before = [open(path, encoding="utf-8").read() for path in (self.json, self.csv)]
        for option in ("-append", "-resume"):
            self.assertIn("# Plan for 2 processes", self.measure("-csv", self.csv, "-dry_run", option).out)
        self.assertEqual([open(path, encoding="utf-8").read() for path in (self.json, self.csv)], before)

    def test_a_dry_run_says_what_resume_leaves_to_do(self):
        self.measure("-csv", self.csv)
        for path, kept in ((self.json, 4), (self.csv, 3)):
            with open(path, encoding="utf-8") as text:
                raw = text.read().split("\n")
            with open(path, "w", encoding="utf-8") as text:
                text.write("\n".join(raw[:kept]) + "\n" + raw[kept][:20])
        before = [open(path, encoding="utf-8").read() for path in (self.json, self.csv)]
        planned = self.measure("-csv", self.csv, "-resume", "-dry_run").out
        self.assertRegex(planned, r"(?m)^# \d+ cases in 3 tables; 3 in the record, \d+ left;")
        self.assertEqual([open(path, encoding="utf-8").read() for path in (self.json, self.csv)], before)
        left = int(re.search(r"in the record, (\d+) left", planned)[1])
        self.measure("-csv", self.csv, "-resume")
        with open(self.json, encoding="utf-8") as text:
            behind = text.read().split('"resumed":true')[1]
        self.assertEqual(behind.count('"kind":"case"'), left)

    def test_a_dry_run_refuses_to_resume_another_run(self):
        self.measure()
        done = launch(2, "IMB-MPI1", "PingPong", "-json", self.json, "-resume", "-dry_run")
        self.assertEqual(done.status, 2)
        self.assertIn("benchmarks: then 'PingPong,Allreduce,Barrier', now 'PingPong'", done.err)

    def test_append_puts_a_second_run_behind_the_first(self):
        self.measure()
        self.measure("-append")
        kinds = [line["kind"] for line in complete_lines(self.json)]
        self.assertEqual((kinds.count("header"), kinds.count("footer")), (2, 2))

    def test_resume_measures_only_what_is_missing(self):
        self.measure()
        lines = complete_lines(self.json)
        with open(self.json, encoding="utf-8") as text:
            raw = text.read().split("\n")
        with open(self.json, "w", encoding="utf-8") as text:
            text.write("\n".join(raw[:6]) + '\n{"schema":1,"ki')
        self.measure("-resume")
        again = complete_lines(self.json)
        check_lines(again)
        self.assertEqual(again[:6], lines[:6])
        self.assertTrue(again[6]["resumed"])
        self.assertEqual(case_ids(again), case_ids(lines))

    @unittest.skipUnless(os.path.exists(SEVERAL_NODES), "sanitizers do not bear what is preloaded")
    def test_resume_goes_on_on_other_nodes_with_another_budget(self):
        def measure(first_node, *options):
            environment = {"LD_PRELOAD": SEVERAL_NODES, "SONDE_FIRST_NODE": str(first_node)}
            return launch(2, "IMB-MPI1", "PingPong", "Allreduce", "-iter", "20", "-msglog", "3:4", "-json", self.json, *options,
                          environment=environment)

        self.assertEqual(measure(0, "-budget", "100s").status, 0)
        with open(self.json, encoding="utf-8") as text:
            raw = text.read().split("\n")
        with open(self.json, "w", encoding="utf-8") as text:
            text.write("\n".join(raw[:3]) + "\n")
        done = measure(4, "-resume", "-budget", "50s")
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("cases measured before stand on node-0, node-1, this launch goes on on node-4, node-5", done.err)
        headers = [line for line in complete_lines(self.json) if line["kind"] == "header"]
        self.assertEqual([header["places"][0]["host"] for header in headers], ["node-0", "node-4"])
        shown = subprocess.run([os.path.join(os.environ["SONDE_BUILD"], "bin", "sonde"), "show", self.json], capture_output=True, text=True,
                               check=True, timeout=60).stdout
        self.assertIn("2 cases on node-0, node-1; 4 cases on node-4, node-5", shown)

    def test_resume_completes_the_csv_too(self):
        self.measure("-csv", self.csv)
        for path, kept in ((self.json, 7), (self.csv, 5)):  # died between two files, with some rows of the CSV torn off
            with open(path, encoding="utf-8") as text:
                raw = text.read().split("\n")
            with open(path, "w", encoding="utf-8") as text:
                text.write("\n".join(raw[:kept]) + "\n" + raw[kept][:9])
        self.measure("-csv", self.csv, "-resume")
        cases = [line for line in complete_lines(self.json) if line["kind"] == "case"]
        with open(self.csv, encoding="utf-8") as text:
            rows = list(csv.DictReader(text))
        wanted = sorted((case["benchmark"], str(case["bytes"] if case["bytes"] is not None else "")) for case in cases)
        self.assertEqual(sorted((row["benchmark"], row["bytes"]) for row in rows), wanted)

    def test_resume_keeps_lengths_that_became_one(self):
        def measure(*more):
            return launch(2, "IMB-MPI1", "Allreduce", "-msgsize", "0,1,2,4,8", "-iter", "10", "-json", self.json, *more)

        self.assertEqual(measure().status, 0)
        with open(self.json, encoding="utf-8") as text:
            raw = text.read().split("\n")
        with open(self.json, "w", encoding="utf-8") as text:
            text.write("\n".join(raw[:3]) + "\n")
        for _ in range(2):
            self.assertEqual(measure("-resume").status, 0)
            cases = [line["bytes"] for line in complete_lines(self.json) if line["kind"] == "case"]
            self.assertEqual(cases, [0, 4, 4, 4, 8])  # elements of 4 bytes

    def test_resume_says_once_why_a_benchmark_cannot_run(self):
        def rows():
            with open(self.csv, encoding="utf-8") as text:
                return len(text.readlines())

        arguments = ["-iter", "3", "-msgsize", "4", "-json", self.json, "-csv", self.csv]
        self.assertEqual(launch(2, "IMB-P2P", *arguments).status, 0)
        cases = len([line for line in complete_lines(self.json) if line["kind"] == "case"])
        self.assertEqual(rows(), cases + 1)
        done = launch(2, "IMB-P2P", *arguments, "-resume")
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("Stencil2D invalid for 2 processes", done.out)
        self.assertEqual(len([line for line in complete_lines(self.json) if line["kind"] == "case"]), cases)
        self.assertEqual(rows(), cases + 1)

    def test_files_of_the_other_kind_are_refused_and_kept(self):
        self.measure("-csv", self.csv)
        before = [open(path, encoding="utf-8").read() for path in (self.json, self.csv)]
        done = launch(2, "IMB-MPI1", "PingPong", "-iter", "3", "-msglog", "3:3", "-json", self.csv, "-csv", self.json, "-append")
        self.assertEqual(done.status, 2)
        self.assertIn("is a CSV file, not a JSON record: name it with -csv", done.err)
        self.assertEqual([open(path, encoding="utf-8").read() for path in (self.json, self.csv)], before)

    def test_a_resumed_run_shows_the_warnings_of_earlier_rows(self):
        arguments = ["PingPong", "-iter", "2", "-msgsize", "8", "-json", self.json]
        first = launch(2, "IMB-MPI1", *arguments)
        self.assertIn("few_batches", first.err)
        self.assertIn("few_batches", launch(2, "IMB-MPI1", *arguments, "-resume").err)

    def test_resume_refuses_another_command_line(self):
        self.measure()
        done = launch(2, "IMB-MPI1", "PingPong", "-json", self.json, "-resume")
        self.assertEqual(done.status, 2)
        self.assertIn("benchmarks: then 'PingPong,Allreduce,Barrier', now 'PingPong'", done.err)

    def test_resume_refuses_a_settings_file_that_has_changed(self):
        settings = self.json + ".settings"
        for number, line in enumerate(("iter 20", "mbytes 1e6")):
            with open(settings, "w", encoding="utf-8") as text:
                text.write(line + "\n")
            done = launch(2, "IMB-MPI1", "PingPong", "-msglog", "3:4", "-settings", settings, "-json", self.json, "-resume")
            self.assertEqual(done.status, 2 * number, done.err)
        self.assertIn("-iter: then '20,40,100', now '1000,40,100'", done.err)
        self.assertIn("-mbytes: then '2^20', now '1e6'", done.err)
        (header,) = [line for line in complete_lines(self.json) if line["kind"] == "header"]
        self.assertEqual(header["settings"]["benchmarks"], "PingPong")
        self.assertEqual(header["settings"]["iter"], "20,40,100")

    def test_a_benchmark_named_twice_runs_twice(self):
        done = launch(2, "IMB-MPI1", "Barrier", "PingPong", "Barrier", "-iter", "20", "-msglog", "3:3", "-zero_size", "off", "-json", self.json)
        self.assertEqual(done.status, 0, done.err)
        self.assertEqual([line["benchmark"] for line in complete_lines(self.json) if line["kind"] == "case"], ["Barrier", "PingPong", "Barrier"])

    def test_resume_measures_each_of_two_of_one_name(self):
        def measure(*more):
            done = launch(2, "IMB-MPI1", "Barrier", "PingPong", "Barrier", "-iter", "20", "-msgsize", "8,0,8", "-json", self.json, "-csv", self.csv, *more)
            self.assertEqual(done.status, 0, done.err)
            return [(line["benchmark"], line["bytes"]) for line in complete_lines(self.json) if line["kind"] == "case"]

        whole = measure()
        self.assertEqual(whole, [("Barrier", None), ("PingPong", 8), ("PingPong", 0), ("PingPong", 8), ("Barrier", None)])
        for kept in range(1, len(whole) + 1):
            for path in (self.json, self.csv):
                with open(path, encoding="utf-8") as text:
                    raw = text.read().split("\n")
                with open(path, "w", encoding="utf-8") as text:
                    text.write("\n".join(raw[:1 + kept]) + "\n")
            self.assertEqual(measure("-resume"), whole)
            with open(self.csv, encoding="utf-8") as text:
                self.assertEqual(len(list(csv.DictReader(text))), len(whole))
            again = run([os.path.join(BIN, "sonde"), "show", "--csv", self.json])
            self.assertEqual(len(again.out.strip().split("\n")), 1 + len(whole), again.out)

    def test_a_run_killed_at_any_moment_leaves_valid_lines_and_goes_on(self):
        seconds = self.measure().seconds
        whole = case_ids(complete_lines(self.json))
        os.remove(self.json)
        for attempt in range(6):
            process = subprocess.Popen(command(2, "IMB-MPI1", *RUN, "-json", self.json, "-resume"), stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(random.Random(attempt).uniform(0.2, 1) * seconds)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            time.sleep(0.2)  # ranks that a launcher started in another group notice its death
            if os.path.exists(self.json):
                check_lines(complete_lines(self.json))
        for _ in range(20):  # a rank that outlived its launcher still holds the file
            done = launch(2, "IMB-MPI1", *RUN, "-json", self.json, "-resume")
            if "another run writes" not in done.err:
                break
            time.sleep(0.5)
        self.assertEqual(done.status, 0, done.err)
        self.assertEqual(sorted(set(case_ids(complete_lines(self.json)))), whole)

    def test_everything_is_written_before_mpi_finalize(self):
        preload = os.path.join(os.environ["SONDE_BUILD"], "lib", "libhang_in_finalize.so")
        if not os.path.exists(preload):
            self.skipTest("nothing can be loaded before the libraries of a sanitizer")
        tables = self.json + ".out"
        with open(tables, "wb") as out:
            process = subprocess.Popen(command(2, "IMB-MPI1", *RUN, "-json", self.json, "-csv", self.csv), stdout=out,
                                       stderr=subprocess.DEVNULL, start_new_session=True, env={**os.environ, "LD_PRELOAD": preload})
        try:
            end = time.monotonic() + 60
            while "entering MPI_Finalize" not in self.text(tables) and time.monotonic() < end:
                time.sleep(0.1)
            self.assertIn("entering MPI_Finalize", self.text(tables))
            lines = complete_lines(self.json)
            check_lines(lines)
            self.assertEqual(lines[-1]["kind"], "footer")
            self.assertEqual(self.text(self.csv).count("\n"), len(lines) - 1)
            time.sleep(0.5)
            self.assertIsNone(process.poll(), "the run ended: it did not hang in MPI_Finalize")
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    @staticmethod
    def text(path):
        with open(path, encoding="utf-8") as text:
            return text.read()


if __name__ == "__main__":
    unittest.main()
