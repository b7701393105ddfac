"""`sonde fit` and `sonde simulate` from the command line: exit status, one message, numbers that come back."""
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
DATA = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data"
PAIRS = DATA / "model" / "pairs_100mbit.csv"
PAPER = ["--phase", "locked", "--latency-rule", "paper", "--remainder", "inside"]


def sonde(*arguments):
    return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60)


class Command(InFolder):
    def refused(self, *arguments, status=2):
        done = sonde(*arguments)
        self.assertEqual(done.returncode, status, done.stdout)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def simulated(self, *options):
        path = self.folder / "run.jsonl"
        done = sonde("simulate", "pingpong", "--steps", 4, "--msglog", "10:24", "-o", path, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path


class Fit(Command):
    def test_the_parameters_of_a_simulation_come_back(self):
        path = self.simulated("--rate", 2000, "--latency", 8, "--chunk", "512k", *PAPER)
        done = sonde("fit", "overlap", "--json", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        values = {p["name"]: p["value"] for p in json.loads(done.stdout)["fits"][0]["parameters"]}
        self.assertAlmostEqual(values["B_r"] / 2e9, 1, 3)
        self.assertAlmostEqual(values["T_l"] / 8e-6, 1, 3)
        self.assertAlmostEqual(values["C"] / 524288, 1, 3)

    def test_a_file_named_twice_counts_once(self):
        once, twice = sonde("fit", "latency", PAIRS), sonde("fit", "latency", PAIRS, PAIRS)
        self.assertEqual((twice.returncode, twice.stdout), (0, once.stdout))
        self.assertEqual(len(twice.stderr.splitlines()), 1, twice.stderr)
        self.assertIn("count once", twice.stderr)

    def test_intervals_hold_what_differs_between_launches(self):
        files = []
        for launch, factor in enumerate((0.9, 0.95, 1, 1.05, 1.1)):
            rows = (f"1,{2**i},{2**i / (2 + 2**i / 1000) / factor},1000" for i in range(4, 21))
            files.append(self.folder / f"{launch}.csv")
            files[-1].write_text("pairs,bytes,aggregate,repetitions\n" + "\n".join(rows) + "\n")
        done = sonde("fit", "latency", "--json", *files)
        self.assertEqual(done.returncode, 0, done.stderr)
        alpha = next(p for p in json.loads(done.stdout)["fits"][0]["parameters"] if p["name"] == "alpha_1")
        self.assertAlmostEqual(alpha["high"] - alpha["low"], 2 * 2.776 * 0.0354 * 2e-6, delta=2e-8)

    def test_the_causal_form_is_fitted_to_what_it_simulates(self):
        path = self.simulated("--rate", 2000, "--latency", 900, "--chunk", "512k", "--phase", "locked", "--latency-rule", "causal", "--remainder", "inside")
        done = sonde("fit", "overlap", "--from", 1024, "--latency-rule", "causal", "--json", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        values = {p["name"]: p["value"] for p in json.loads(done.stdout)["fits"][0]["parameters"]}
        self.assertAlmostEqual(values["T_l"] / 900e-6, 1, 3)

    def test_text_names_parameters_with_units(self):
        done = sonde("fit", "latency", PAIRS, "--brief")
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in ("alpha_1", "B_inf", "n_1/2", "MB/s", "R^2"):
            self.assertIn(part, done.stdout)

    def test_every_model_runs_on_what_it_needs(self):
        self.assertEqual(sonde("fit", "maxrate", PAIRS).returncode, 0)
        self.assertEqual(sonde("fit", "loggp", PAIRS).returncode, 0)

    def test_what_is_not_identifiable_is_status_1_with_the_reason(self):
        path = self.simulated("--chunk", "16M", "--latency", 0)
        self.assertIn("not identifiable", self.refused("fit", "overlap", path, status=1))

    def test_wrong_input_is_one_message_and_status_2(self):
        self.assertIn("cannot read", self.refused("fit", "overlap", self.folder / "nothing"))
        self.assertIn("no PingPong of 3 pairs", self.refused("fit", "overlap", "--pairs", 3, PAIRS))
        self.assertIn("'Bcast'", self.refused("fit", "collective", "--benchmark", "Bcast", PAIRS))
        self.assertIn("--phase", self.refused("fit", "overlap", "--phase", "sideways", PAIRS))
        for look in (("--width", "85mm"), ("--font", "Times"), ("--title", "A figure")):
            self.assertIn("requires --plot", self.refused("fit", "overlap", *look, PAIRS))
        self.assertIn("12q", self.refused("fit", "overlap", "--from", "12q", PAIRS))
        self.assertIn("no PingPong of 1073741824 bytes or more", self.refused("fit", "maxrate", "--from", "1G", PAIRS))
        bad = self.folder / "bad.csv"
        bad.write_text("pairs,bytes,aggregate\n2,<b>,3\n")
        self.assertIn("bad.csv:2", self.refused("fit", "overlap", bad))
        self.refused("fit")


    def test_a_model_takes_only_measurements_that_it_is_about(self):
        allreduce = DATA / "samples" / "osu-7.4-allreduce.txt"
        self.assertIn("no PingPong of one pair", self.refused("fit", "loggp", allreduce))
        several = DATA / "model" / "pairs-one-mode-24.jsonl"
        self.assertEqual(sonde("fit", "loggp", several).returncode, 0)
        empty = self.folder / "empty.txt"
        empty.write_text("# OSU MPI Latency Test v7.4\n# Size          Latency (us)\n0                1.00\n")
        self.assertIn("0 bytes only", self.refused("fit", "loggp", empty))
        only_groups = self.simulated()
        self.assertIn("one group alone", self.refused("fit", "collective", "--benchmark", "PingPong", only_groups))

    def test_a_model_takes_one_kind_of_memory(self):
        rows = "".join(f"{2**k:<10} {1 + 2**k / 1000:.2f}\n" for k in range(12))
        files = []
        for places in ("HOST (H)", "DEVICE (D)"):
            files.append(self.folder / f"{places[0]}.txt")
            files[-1].write_text(f"# OSU MPI-CUDA Latency Test v7.4\n# Send Buffer on {places} and Receive Buffer on {places}\n# Size       Avg Latency(us)\n{rows}")
        for model in ("loggp", "maxrate", "overlap"):
            said = self.refused("fit", model, *files)
            self.assertIn("2 kinds (accelerator CUDA, buffers D D; accelerator CUDA, buffers H H)", said)
        self.assertNotIn("kinds", sonde("fit", "loggp", files[1]).stderr)

    def test_the_script_of_a_figure_is_written_once_unless_forced(self):
        path = self.folder / "fit.gp"
        self.assertEqual(sonde("fit", "maxrate", PAIRS, "--brief", "--plot", path).returncode, 0)
        text = path.read_text()
        self.assertIn("misses its points by ", text)
        self.assertIn("$measured4 << END", text)
        self.assertIn("exists", self.refused("fit", "latency", PAIRS, "--plot", path))
        self.assertEqual(path.read_text(), text)
        two = ("fit", "overlap", PAIRS, "--phase", "mixed", "--from", "1", "--plot", self.folder / "two.gp")
        self.assertIn("--plot draws one fit", self.refused(*two))
        self.assertIn(".svg, .png or .pdf", self.refused("fit", "maxrate", PAIRS, "--plot", self.folder / "fit.jpeg"))

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_gnuplot_draws_the_figure_without_complaint(self):
        path = self.folder / "fit.svg"
        done = sonde("fit", "maxrate", PAIRS, "--brief", "--plot", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("misses its points by ", path.read_text())


    def collective(self, counts, time):
        """A record of Bcast whose times are exact."""
        lines = [{"kind": "header", "program": "IMB-MPI1"}]
        for processes in counts:
            for log in range(23):
                seconds = time(processes, 2**log)
                lines.append({"kind": "case", "benchmark": "Bcast", "processes": processes, "bytes": 2**log, "status": "measured",
                              **{key: seconds for key in ("t_min_s", "t_max_s", "t_avg_s")}})
        lines.append({"kind": "footer", "exit_status": 0})
        path = self.folder / "bcast.json"
        path.write_text("".join(json.dumps({"schema": 1, **line}) + "\n" for line in lines))
        return path

    def test_one_message_after_another_is_found_exactly(self):
        for counts in ([2**k for k in range(1, 11)], [2, 4, 8], [3, 7, 12, 100]):
            path = self.collective(counts, lambda p, x: (p - 1) * (1e-6 + 0.1e-9 * x))
            done = sonde("fit", "collective", path, "--brief")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("T = 1 us (P-1) + 0.1 ns/B (P-1) x\n", done.stdout)
            self.assertNotIn("misses", done.stdout)
            fit = json.loads(sonde("fit", "collective", path, "--json").stdout)["fits"][0]
            self.assertLess(fit["quality"]["relative_rms"], 1e-6)

    def test_what_is_left_out_is_counted(self):
        path = self.collective([2, 4, 8], lambda p, x: p * (1e-6 + 1e-9 * x))
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        time = {f"t_{key}_s": 1e-6 for key in ("min", "max", "avg")}
        lines[-1:] = [{"schema": 1, "kind": "case", "benchmark": "Reduce", "processes": 2, "bytes": x, **case} for x, case in enumerate((
            {"status": "measured", **time}, {"status": "measured", "defects": 3, **time}, {"status": "failed", "reason": "time_out"},
            {"status": "measured", **dict.fromkeys(time, 0.0)}))] + lines[-1:]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        done = sonde("fit", "collective", path, "--brief")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("cases left out: 1 failed, 1 with wrong data, 1 of time 0", done.stderr)
        self.assertIn("1 of 2 benchmarks are left out: a formula needs 3 process counts and 6 points", done.stderr)

    def test_a_misfit_is_said_beside_its_fit_which_has_no_interval(self):
        path = self.collective([2, 3, 5, 8, 16], lambda p, x: (1e-6 + 1e-9 * x) * (5 if p in (3, 8) else 1))
        text = sonde("fit", "collective", path, "--brief").stdout
        self.assertRegex(text.splitlines()[0], r"^Bcast in P and x: misses its points by \d+ %$")
        self.assertIn("No interval is stated", text)
        self.assertNotIn("  [", text)

    def test_too_few_points_for_a_criterion_are_said_in_words(self):
        def record(processes):
            points = [{"point": name, **{kind: {"median_b": value, "max_b": value, "sum_b": value * processes} for kind in ("pss", "private", "shared")}}
                      for name, value in (("before_init", 1 << 20), ("init", (2 << 20) + 4096 * processes))]
            case = {"kind": "case", "benchmark": "Memory", "processes": processes, "bytes": -1, "status": "measured", "memory": {"source": "smaps_rollup", "points": points}}
            path = self.folder / f"{processes}.json"
            path.write_text("".join(json.dumps({"schema": 1, **line}) + "\n" for line in ({"kind": "header", "program": "sonde-mpi"}, case)))
            return path
        files = [record(processes) for processes in (2, 4)]
        done = sonde("fit", "memory", *files)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no AICc (2 parameters need 5 points)", done.stdout)
        self.assertNotRegex(done.stdout, r"\b(inf|nan)\b")
        self.assertIsNone(json.loads(sonde("fit", "memory", "--json", *files).stdout)["fits"][0]["quality"]["aicc"])


    def test_no_gap_below_0_is_stated(self):
        path = self.folder / "falls.txt"
        path.write_text("# OSU MPI Latency Test v7.4\n# Size          Latency (us)\n" + "".join(f"{2**i} {100 - i:.4f}\n" for i in range(21)))
        done = sonde("fit", "loggp", path, "--brief")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotRegex(done.stdout, r"(?m)^  G|-\d")
        self.assertIn("note: No G_small, ", done.stdout)


class Simulate(Command):
    def test_what_cannot_be_is_refused_with_the_name_of_its_option(self):
        for flag, values in (("--rate", ("0", "-1", "inf", "nan")), ("--latency", ("-1", "inf", "nan")), ("--jitter", ("-0.5", "nan")),
                             ("--chunk", ("0", "1M,0", "0,1M", "1M,1k", "12q", "1M,12q", "1,2,3")), ("--group", ("3",))):
            for value in values:
                with self.subTest(flag=flag, value=value):
                    done = sonde("simulate", "pingpong", "--ppn", 4, f"{flag}={value}")
                    self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), done.stderr)
                    self.assertIn(flag, done.stderr)
                    self.assertNotIn("1024 bytes", done.stderr)
        for options in (("--latency", 0), ("--jitter", 0), ("--rate", "0.5"), ("--chunk", "1M,1M"), ("--chunk", "1"), ("--group", 2)):
            self.assertEqual(sonde("simulate", "pingpong", "--ppn", 4, "--msglog", "3:4", *options).returncode, 0, options)

    def test_numbers_of_the_simulator_are_decimal(self):
        for flag in ("--rate", "--latency", "--jitter"):
            for value in ("0x10", "ten", "1,5"):
                done = sonde("simulate", "pingpong", flag, value)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertIn(f"'{value}' is not a number", done.stderr)

    def test_the_same_options_give_the_same_bytes(self):
        options = ("simulate", "pingpong", "--ppn", 4, "--chunk", "64k,256k", "--jitter", 3, "--seed", 7)
        first = sonde(*options)
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertEqual(first.stdout, sonde(*options).stdout)
        kinds = [json.loads(line)["kind"] for line in first.stdout.splitlines()]
        self.assertEqual((kinds[0], kinds[-1], kinds.count("case")), ("header", "footer", 13))

    def test_the_picture_is_svg(self):
        path = self.folder / "timing.svg"
        self.assertEqual(sonde("simulate", "pingpong", "--picture", path).returncode, 0)
        self.assertTrue(path.read_text().startswith("<svg "))

    def test_files_that_exist_stay_unless_forced(self):
        path = self.folder / "kept.svg"
        path.write_text("mine")
        for option in ("-o", "--picture"):
            self.assertIn("exists", self.refused("simulate", "pingpong", option, path))
        self.assertEqual(path.read_text(), "mine")
        self.assertEqual(sonde("simulate", "pingpong", "--picture", path, "--force").returncode, 0)
        self.assertTrue(path.read_text().startswith("<svg "))
        self.refused("simulate", "pingpong", "--picture", "/nonexistent/folder/a.svg")

    def test_wrong_options_are_one_message(self):
        for options in (["--chunk", "0"], ["--chunk", "4k,1k"], ["--chunk", "1,2,3"], ["--chunk", "1q"], ["--rate", "0"],
                        ["--rate", "nan"], ["--latency", "-1"], ["--msglog", "5:3"], ["--msglog", "0:60"], ["--msglog", "x"],
                        ["--ppn", "4", "--group", "3"], ["--phase", "locked", "--jitter", "1"], ["--chunk", "1", "--msglog", "20:22"],
                        ["--steps", "0"], ["--ppn", "3", "--chunk", "1k,64k"]):
            with self.subTest(options):
                self.refused("simulate", "pingpong", *options)


if __name__ == "__main__":
    unittest.main()
