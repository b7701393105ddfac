"""`sonde check` from the command line: verdicts, exit status, one message, and limits that a good run keeps."""
import os
import subprocess
import unittest
from pathlib import Path
from xml.etree import ElementTree

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
GIVEN = '[[limit]]\nbenchmark = "osu_latency"\n'


def check(*arguments):
    return subprocess.run([SONDE, "check", *map(str, arguments)], capture_output=True, text=True, timeout=60)


class Check(InFolder):
    def runs(self, name, slower=1, count=5):
        """Latency tables of 1 to 8 B: about 100 us, 2 % apart."""
        (self.folder / name).mkdir()
        for i in range(count):
            lines = "".join(f"{2**k} {100 * slower * (1 + 0.005 * i):.2f}\n" for k in range(4))
            (self.folder / name / f"run{i}.txt").write_text(f"# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n{lines}")
        return self.folder / name

    def limits(self, text):
        (self.folder / "limits.toml").write_text(text)
        return self.folder / "limits.toml"

    def test_kept_broken_open_and_missing(self):
        runs = self.runs("runs")
        for limit, status, answer in (("<= 102 us", 0, "1 of 1 limit kept (5 launches)"), ("<= 99.9 us", 1, "0 of 1 limit kept, 1 broken (5 launches)"),
                                      ("<= 101 us", 3, "0 of 1 limit kept, 1 open (5 launches)"), ("<= 100 us", 3, "0 of 1 limit kept, 1 open (5 launches)")):
            done = check(runs, "--limits", self.limits(f'{GIVEN}limit = "{limit}"\n'))
            self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (status, answer), done.stderr)
        done = check(runs, "--limits", self.limits(f'{GIVEN}processes = "3..64"\nlimit = "<= 1 s"\n'))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\n1 +osu_latency, 3 to 64 processes .* missing +no such number of processes: 2\n")

    def test_the_worst_limit_comes_first_and_decides(self):
        rows = [f'{GIVEN}bytes = {2**k}\nlimit = "<= {limit} us"\n' for k, limit in enumerate((200, 101, 50))]
        done = check(self.runs("runs"), "--limits", self.limits("".join(rows)))
        self.assertEqual(done.returncode, 1)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "1 of 3 limits kept, 1 broken, 1 open (5 launches)")
        self.assertEqual([line.split()[0] for line in lines[2:]], ["3", "2", "1"])

    def test_one_launch_decides_nothing(self):
        for limit, side in (("<= 1 us", "is beyond"), ("<= 1 s", "keeps")):
            done = check(self.runs("one" + side, count=1), "--limits", self.limits(f'{GIVEN}bytes = 8\nlimit = "{limit}"\n'))
            self.assertEqual(done.returncode, 3)
            self.assertIn(f"open     one launch: no interval; the median {side} the limit; take 5 or more\n", done.stdout)

    def test_a_run_that_is_named_twice_counts_once(self):
        runs = self.runs("runs", count=4)
        done = check(runs, runs / "run1.txt", "--limits", self.limits(f'{GIVEN}limit = "<= 1 s"\n'))
        self.assertEqual(done.returncode, 3)
        self.assertIn("(4 launches)\n# 1 run of the input holds the same", done.stdout)

    def test_written_limits_are_kept_and_see_a_slower_machine(self):
        good = self.runs("good")
        written = check("--write", good)
        self.assertEqual(written.returncode, 0, written.stderr)
        self.assertIn('statistic = "t_max"\nlimit = "<= 113 us"\n', written.stdout)
        limits = self.limits(written.stdout)
        self.assertEqual(check(good, "--limits", limits).stdout.splitlines()[0], "4 of 4 limits kept (5 launches)")
        self.assertEqual(check(self.runs("slow", slower=1.2), "--limits", limits).returncode, 1)
        self.assertIn("<= 102 us", check("--write", good, "--margin", "0").stdout)
        self.assertIn("# Limits of 1 launch: 10 % beyond the worst of them", check("--write", good / "run0.txt").stdout)

    def test_texts_of_other_suites(self):
        for sample in sorted(SAMPLES.glob("*.txt")):
            written = check("--write", sample)
            if written.returncode != 0:
                self.assertIn("no number that a limit could be made of", written.stderr, sample)
                continue
            done = check(sample, "--limits", self.limits(written.stdout))
            self.assertEqual(done.returncode, 3, (sample, done.stdout, done.stderr))
            self.assertNotIn("is beyond the limit", done.stdout, sample)

    def test_junit_and_markdown(self):
        runs, limits = self.runs("runs"), self.limits(f'{GIVEN}limit = "<= 99 us"\n[[limit]]\nbenchmark = "*"\nlimit = "<= 101 us"\n')
        done = check(runs, "--limits", limits, "--markdown", "--junit", self.folder / "out.xml")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertTrue(done.stdout.startswith("**0 of 2 limits kept, 1 broken, 1 open** (5 launches)\n\n| limit | case |"), done.stdout)
        suite = ElementTree.parse(self.folder / "out.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")), ("8", "4", "4"))
        self.assertEqual(suite.find("properties/property[@name='verdict']").get("value"), "0 of 2 limits kept, 1 broken, 1 open")
        self.assertEqual(ElementTree.fromstring(check(runs, "--limits", limits, "--junit", "-").stdout).tag, "testsuite")
        again = check(runs, "--limits", limits, "--junit", self.folder / "out.xml")
        self.assertEqual((again.returncode, again.stdout), (2, ""))
        self.assertEqual(check(runs, "--limits", limits, "--junit", limits, "--force").returncode, 2)

    def test_wrong_input_is_one_message(self):
        runs = self.runs("runs")
        for text, says in (("", "limits.toml:1: no limit"), (GIVEN, "'limit' is missing"), (f'{GIVEN}limit = "<= 3"\n', "'3' has no unit"),
                           (f'{GIVEN}bites = 8\nlimit = "<= 3 us"\n', "limits.toml:3: [[limit]] number 1: unknown key 'bites': did you mean 'bytes'?"),
                           (f'{GIVEN}limit = "<= 3 GB/s"\n', "'GB/s' is no unit of it"), (f'{GIVEN}bytes = "9..8"\nlimit = "<= 3 us"\n', "'9..8' is empty"),
                           (f'{GIVEN}limit = "<= 3 us\n', "limits.toml:3: column ")):
            done = check(runs, "--limits", self.limits(text))
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), text)
            self.assertIn(says, done.stderr)
        for arguments in ([runs], [runs, "--limits", "none.toml"], ["none", "--write"], [runs, "--write", "--limits", "x"], [runs, "--margin", "3"]):
            done = check(*arguments)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), arguments)


if __name__ == "__main__":
    unittest.main()
