"""`sonde guidelines` from the command line: verdicts, exit status, one message."""
import json
import os
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
HEAD = "# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n"


def guidelines(*arguments):
    return subprocess.run([SONDE, "guidelines", *map(str, arguments)], capture_output=True, text=True, timeout=120)


class Guidelines(InFolder):
    def runs(self, name, times, count=8):
        """Latency tables of 1 to 8 KiB, launches up to 3 % apart."""
        (self.folder / name).mkdir()
        for i in range(count):
            lines = "".join(f"{1024 * 2**k} {time * (1 + 0.005 * ((i * (k + 2)) % 11)):.2f}\n" for k, time in enumerate(times))
            (self.folder / name / f"run{i}.txt").write_text(HEAD + lines)
        return self.folder / name

    def test_violated_held_and_open(self):
        done = guidelines(self.runs("steps", (100, 200, 150, 700)))
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "2 of 6 guidelines violated, 4 held, 0 open (8 launches; tolerance 5 %)")
        self.assertRegex(lines[1], r"^osu_latency np=2: 8 KiB takes 2\.3\d \[2\.\d\d, 2\.\d\d\] times as long as 2 x 4 KiB: split it$")
        self.assertRegex(lines[2], r"^osu_latency np=2: 2 KiB takes 1\.3\d \[1\.\d\d, 1\.\d\d\] times as long as 4 KiB: send 4 KiB$")
        self.assertEqual(guidelines(self.folder / "steps", "--tolerance", "200").returncode, 0)
        self.assertEqual(guidelines(self.runs("good", (100, 120, 150, 200))).returncode, 0)
        self.assertEqual(guidelines(self.runs("edge", (105, 100, 150, 200))).returncode, 3)

    def test_one_launch_accuses_nobody(self):
        for sample in [self.runs("one", (100, 900, 150, 700), 1), *sorted(SAMPLES.glob("*.txt"))]:
            done = guidelines(sample)
            self.assertIn(done.returncode, (2, 3), sample)
            if done.returncode == 3:
                self.assertRegex(done.stdout.splitlines()[0], r"^0 of \d+ guidelines violated, 0 held, ", sample)
        done = guidelines(self.folder / "one", "--one-launch")
        self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (3, "0 of 6 guidelines violated, 0 held, 6 open (in this launch; tolerance 5 %)"))
        self.assertIn("no batches of it are known", done.stdout)

    def test_json_and_markdown(self):
        runs = self.runs("steps", (100, 200, 150, 700))
        answer = json.loads(guidelines(runs, "--json").stdout)
        self.assertEqual((len(answer["guidelines"]), len(answer["violations"]), answer["launches"]), (6, 2, 8))
        self.assertIn("| longer | osu", guidelines(runs, "--markdown", "--all").stdout.replace("\\", ""))

    def compositions(self, name, ratios, count=8):
        """Records of Allgather_as_Gather_Bcast from 1 KiB on with these ratios, launches up to 0.7 % apart."""
        (self.folder / name).mkdir()
        for i in range(count):
            lines = [{"schema": 1, "kind": "header", "program": "sonde-mpi", "start": f"2026-11-2{i}T00:00:00Z"}]
            for k, ratio in enumerate(ratios):
                known = ratio * (1 + 0.001 * i)
                lines.append({"schema": 1, "kind": "case", "benchmark": "Allgather_as_Gather_Bcast", "processes": 4, "bytes": 1024 * 2**k, "status": "measured",
                              "guideline": {"id": "G2", "buffer_bytes": 0, "left_s": 1e-5 * known, "right_s": 1e-5,
                                            "ratio": {"median": known, "low": None, "high": None, "level": 0, "pairs": 4}}})
            (self.folder / name / f"run{i}.json").write_text("".join(json.dumps(line) + "\n" for line in lines))
        return self.folder / name

    def test_compositions_and_their_profiles(self):
        runs, profiles = self.compositions("composed", (1.8, 3.1, 1, 0.2)), self.folder / "profiles"
        done = guidelines(runs, "--all", "--export", profiles)
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[:2], ["2 of 4 guidelines violated, 2 held, 0 open (8 launches; tolerance 5 %)",
                                     "Allgather np=4, 1 to 2 KiB: use Gather + Bcast, 1.81 to 3.11 times faster"])
        self.assertRegex(done.stdout, r"\nG2 +Allgather +Gather \+ Bcast +4 +8 KiB +2\.0\d +10\.00 +0\.20\d ")
        self.assertEqual([file.name for file in profiles.iterdir()], ["allgather-4.prf"])
        text = (profiles / "allgather-4.prf").read_text()
        self.assertEqual(text.splitlines()[1:], ["MPI_Allgather", "4", "1", "1 allgather_as_gather_bcast", "1", "1024 2048 1"])
        again = guidelines(runs, "--export", profiles)
        self.assertEqual((again.returncode, again.stdout, len(again.stderr.splitlines())), (2, "", 1))
        self.assertEqual(guidelines(runs, "--export", profiles, "--force").returncode, 1)
        fine = guidelines(self.compositions("fine", (0.5, 0.9)), "--export", self.folder / "none")
        self.assertIn("# --export: no composition", fine.stdout)
        self.assertEqual((fine.returncode, (self.folder / "none").exists()), (0, False))
        self.assertEqual(json.loads(guidelines(runs, "--json").stdout)["guidelines"][0]["composition"], "Gather + Bcast")

    def test_a_case_that_failed_in_every_launch_is_not_held(self):
        runs = self.compositions("lost", (0.5, 0.9))
        self.assertEqual(guidelines(runs).returncode, 0)
        failed = {"schema": 1, "kind": "case", "benchmark": "Allgather_as_Gather_Bcast", "processes": 4, "bytes": 4096, "status": "failed",
                  "reason": "mpi_error", "text": "MPI_Gather: no"}
        for file in runs.iterdir():
            file.write_text(file.read_text() + json.dumps(failed) + "\n")
        done = guidelines(runs)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("# 1 case failed or moved wrong data in every launch and cannot be judged: Allgather_as", done.stdout)

    def test_a_run_that_is_named_twice_counts_once(self):
        runs = self.runs("four", (100, 900, 150, 700), 4)
        done = guidelines(runs, runs)
        self.assertEqual(done.returncode, 3)
        self.assertIn("(4 launches; tolerance 5 %)\n", done.stdout)

    def test_damaged_files(self):
        runs = self.runs("steps", (100, 200, 150, 700))
        text = (runs / "run0.txt").read_text()
        for cut in range(0, len(text), 7):
            (runs / "run0.txt").write_text(text[:cut])
            done = guidelines(runs)
            self.assertIn(done.returncode, (1, 2), cut)
            self.assertEqual(len(done.stderr.splitlines()), 1 if done.returncode == 2 else 0, done.stderr)

    def test_wrong_input_is_one_message(self):
        runs = self.runs("two", (100, 200), 2)
        (self.folder / "empty.txt").write_text("")
        (self.folder / "single.txt").write_text(HEAD + "8 1.00\n")
        for arguments, says in (([], "FILE"), (["none"], "none"), ([self.folder / "empty.txt"], "empty.txt"), ([self.folder / "single.txt"], "two lengths"),
                                ([runs, "--one-launch"], "--one-launch takes one launch, not 2"), ([runs, "--tolerance", "nan"], "nan"),
                                ([runs, "--json", "--all"], "--json"), ([runs, "--export", ""], "--export")):
            done = guidelines(*arguments)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), arguments)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
