"""`sonde` as careless callers start it: streams closed, full or without a reader, words that are none, empty values."""
import json
import os
import re
import signal
import subprocess
import time
import unittest
from pathlib import Path

from in_folder import InFolder
from programs import BIN, run

SONDE = os.path.join(BIN, "sonde")
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
LATENCY = SAMPLES / "osu-7.4-latency.txt"
PLAN = """launches = 2
seed = 3
launcher = ["sh", "-c", 'cp "$0" "$1"', "%s", "{record}"]
[[command]]
name = "copy"
run = "x"
"""


def shell(redirections, *arguments):
    """Runs sonde with redirections as a shell writes them."""
    return run(["sh", "-c", f'exec "$0" "$@" {redirections}', SONDE, *map(str, arguments)])


class Folder(InFolder):
    def plan(self, text=PLAN % LATENCY):
        path = self.folder / "p.toml"
        path.write_text(text)
        return path


class Streams(Folder):
    def test_a_campaign_without_standard_output_keeps_its_journal(self):
        for streams in (">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            for arguments in ([], ["--summary"]):
                with self.subTest(streams=streams, arguments=arguments):
                    done = shell(streams, "campaign", self.plan(), *arguments)
                    self.assertEqual(done.status, 0 if ">&-" not in streams.split() else 1, done.err)
                    journal = (self.folder / "p.campaign" / "campaign.journal").read_text()
                    self.assertTrue(all(line.split()[0] in ("sonde", "session", "start", "program", "end") for line in journal.splitlines()), journal)
        done = run([SONDE, "campaign", str(self.plan())])
        self.assertEqual((done.status, done.err), (0, ""))
        self.assertIn("2 launches, 0 failed", done.out)

    def test_lost_output_is_status_1(self):
        record = self.folder / "r.jsonl"
        self.assertEqual(run([SONDE, "simulate", "pingpong", "-o", str(record)]).status, 0)
        for arguments in (["fit", "latency", LATENCY], ["fit", "latency", "--json", LATENCY], ["fit", "latency", "--brief", LATENCY],
                          ["show", LATENCY], ["show", "--csv", LATENCY], ["show", "--json", LATENCY], ["compare", LATENCY, LATENCY],
                          ["compare", "--json", LATENCY, LATENCY], ["campaign", "--dry-run", self.plan()], ["--help"], ["--version"],
                          ["campaign", self.plan()], ["fit", "latency", "--help"], ["simulate", "pingpong"],
                          ["report", LATENCY, "-o", "-"], ["plot", LATENCY, "--script", "-o", "-"]):
            for streams in (">/dev/full", ">&-"):
                with self.subTest(arguments=arguments, streams=streams):
                    done = shell(streams, *arguments)
                    self.assertEqual(done.status, 1, done.err)
                    self.assertEqual(len(done.err.splitlines()), 1, done.err)

    def test_a_message_that_cannot_be_written_leaves_the_status(self):
        nothing = self.folder / "nothing"
        for streams in ("2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            for arguments, status in ((["bogus"], 2), (["show", nothing], 2), (["fit", "overlap", LATENCY], 1),
                                      (["compare", nothing, nothing], 2), (["campaign", nothing], 2)):
                with self.subTest(arguments=arguments, streams=streams):
                    self.assertEqual(shell(streams, *arguments).status, status)
        self.assertEqual(shell(">/dev/full 2>/dev/full", "show", LATENCY).status, 1)

    def test_nobody_reads_the_messages(self):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            self.assertEqual(subprocess.run([SONDE, "bogus"], stderr=writer, timeout=60).returncode, 2)
        finally:
            os.close(writer)


class Words(Folder):
    def refused(self, *arguments):
        done = run([SONDE, *map(str, arguments)])
        self.assertEqual(done.status, 2, (arguments, done.out, done.err))
        self.assertEqual(done.out, "", arguments)
        self.assertEqual(len(done.err.splitlines()), 1, done.err)
        return done.err

    def test_an_unknown_word_is_named(self):
        self.assertIn("'bogus'", self.refused("bogus"))
        self.assertIn("did you mean 'compare'", self.refused("compar"))
        self.assertIn("'bogus' after 'sonde fit'", self.refused("fit", "bogus"))
        self.assertIn("did you mean 'latency'", self.refused("fit", "latecy", LATENCY))
        self.assertIn("pingpong", self.refused("simulate", "bogus"))
        self.assertIn("'--bogus'", self.refused("--bogus"))
        for word in ("", " ", "0", "-", "--"):
            self.refused(word)

    def test_an_unknown_option_is_named_before_what_is_missing(self):
        for line in (["verify"], ["show"], ["fit", "latency"], ["history"], ["history", "nights", "why"], ["run"], ["history", "nights", "export"]):
            done = run([SONDE, *line, "--bogus"])
            self.assertEqual(done.status, 2)
            self.assertRegex(done.err, rf"\Asonde: unknown option '--bogus'(: did you mean --bus\?)? \(see sonde {line[0]}[a-z ]* --help\)\n\Z", line)
        self.assertEqual(run([SONDE, "verify"]).err, "sonde: directory is required (see sonde verify --help)\n")

    def test_a_misspelt_option_a_number_and_a_missing_command_say_what_would_be_right(self):
        for line, message in (("links --treshold 3 x", "unknown option '--treshold': did you mean --threshold?"), ("verify a b", "nothing is expected where 'b' stands"),
                              ("run -n 2 --", "command is required"), ("run --limit ten -- true", "--limit: 'ten' is not a number"), ("run --limit -3 -- true", "--limit: '-3' is out of range; expected more than 0"),
                              ("report --peak 100Gbit/s x", "--peak: '100Gbit/s' is no number of bytes per second, such as 12.5e9"), ("fit latency --json=3 x", "--json takes no value"),
                              ("fit memory --since 3 --at x y", "--at: Value x not in range 1 to 1073741824"), ("fit", "'sonde fit' takes one of: overlap, latency, maxrate, collective, loggp, memory")):
            self.assertRegex(self.refused(*line.split()), rf"\Asonde: {re.escape(message)} \(see sonde {line.split()[0]}[a-z ]* --help\)\n\Z")

    def test_a_word_to_explain_may_look_like_an_option(self):
        self.assertIn("-iter N", run([SONDE, "explain", "-iter"]).out)
        self.assertIn("--threshold (option of sonde", run([SONDE, "explain", "--threshold"]).out)
        self.assertIn("'--bogus'", self.refused("explain", "--bogus"))

    def test_an_option_that_took_the_argument_for_its_value_is_named(self):
        done = run([SONDE, "show", "--sort=", LATENCY])
        self.assertEqual((done.status, done.err), (2, "sonde: --sort= has no value: write it right behind, --sort=VALUE (see sonde show --help)\n"))
        self.assertEqual(run([SONDE, "show", "--sort=bytes"]).err, "sonde: FILE is required (see sonde show --help)\n")
        self.assertEqual(run([SONDE, "show", "--sort=-max", LATENCY]).status, 0)

    def test_help_and_version_are_answers(self):
        for arguments in (["--help"], ["-h"], ["--version"], ["fit", "--help"], ["fit", "latency", "-h"], ["show", "--help"]):
            done = run([SONDE, *arguments])
            self.assertEqual((done.status, done.err), (0, ""), arguments)

    def test_numbers_that_are_none(self):
        for value in ("nan", "-nan", "inf", "-1", "1001", "", "3x"):
            self.refused("compare", LATENCY, LATENCY, "--threshold", value)
        for value in ("-1", "-0", "+1", "1.5", "18446744073709551616", "nan", "", "0x10", " 1"):
            self.refused("simulate", "pingpong", "--seed", value)
        last = run([SONDE, "simulate", "pingpong", "--msglog", "3:3", "--seed", "18446744073709551615"])
        self.assertEqual(json.loads(last.out.splitlines()[0])["seed"], 2**64 - 1)

    def test_an_empty_value_is_none(self):
        for arguments in (["simulate", "pingpong", "-o", ""], ["simulate", "pingpong", "--picture", ""], ["fit", "overlap", LATENCY, "--from", ""],
                          ["fit", "latency", LATENCY, "--benchmark", ""], ["fit", "latency", LATENCY, "--plot", ""], ["show", LATENCY, "-s", ""],
                          ["show", LATENCY, "-p", ""], ["show", LATENCY, "-b", ""], ["show", LATENCY, "--sort", ""], ["show", ""],
                          ["report", LATENCY, "--title", ""], ["report", LATENCY, "-o", ""], ["plot", LATENCY, "-o", ""], ["campaign", ""],
                          ["compare", "", LATENCY], ["compare", "--base", "", "--new", LATENCY]):
            self.refused(*arguments)

    def test_two_results_need_two_files(self):
        path = self.folder / "x.svg"
        self.assertIn("--picture", self.refused("simulate", "pingpong", "-o", path, "--picture", path))
        self.assertIn("--picture", self.refused("simulate", "pingpong", "-o", path, "--picture", self.folder / "." / "x.svg", "--force"))
        self.assertFalse(path.exists())
        kept = self.folder / "kept"
        kept.write_text("mine")
        self.assertIn("exists", self.refused("simulate", "pingpong", "-o", kept, "--picture", path))
        self.assertFalse(path.exists())


class Cut(Folder):
    def campaign(self, prefix=()):
        """A campaign whose launches end when the file `go` is there."""
        go = self.folder / "go"
        text = f"""launches = 2
launcher = ["sh", "-c", 'cp "$0" "$1"; until [ -e {go} ]; do sleep 0.05; done', "{LATENCY}", "{{record}}"]
[[command]]
name = "wait"
run = "x"
"""
        process = subprocess.Popen([*prefix, SONDE, "campaign", str(self.plan(text))], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.records = self.folder / "p.campaign"
        deadline = time.monotonic() + 30
        while not list(self.records.glob("*.json")) and time.monotonic() < deadline:
            time.sleep(0.02)
        return process, go

    def test_a_signal_leaves_no_run_behind_and_the_campaign_goes_on(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                process, go = self.campaign()
                process.send_signal(number)
                out, err = process.communicate(timeout=60)
                self.assertEqual((process.returncode, out), (1, ""), err)
                self.assertIn("interrupted", err)
                self.assertEqual(list(self.records.glob("*.json")), [])
                summary = run([SONDE, "campaign", "--summary", str(self.folder / "p.toml")])
                self.assertIn("0 of 2 launches ended, 0 failed", summary.out)
        go.touch()
        done = run([SONDE, "campaign", str(self.folder / "p.toml")])
        self.assertIn("2 launches, 0 failed", done.out, done.err)
        self.assertEqual(len(list(self.records.glob("*.json"))), 2)
        self.assertEqual(len(list(self.records.glob("*.interrupted*"))), 6)

    def test_compare_leaves_out_a_launch_that_was_killed_with_its_campaign(self):
        process, go = self.campaign()
        process.kill()
        process.communicate(timeout=60)
        record, = self.records.glob("*.json")  # of the killed launch, which a plan can still be writing
        done = run([SONDE, "compare", str(self.records), str(LATENCY)])
        self.assertEqual(done.status, 2, done.out)
        go.touch()
        time.sleep(0.2)
        self.assertEqual(run([SONDE, "campaign", str(self.folder / "p.toml")]).status, 0)
        journal = self.records / "campaign.journal"
        name = record.stem
        text = "".join(line for line in journal.read_text().splitlines(True) if not line.startswith(f"end {name} "))
        journal.write_text(text)
        done = run([SONDE, "compare", str(self.records), str(LATENCY)])
        self.assertIn("base: 1 run,", done.out, done.err)
        self.assertIn("1 launch of ", done.out)

    def test_what_the_caller_ignores_ends_nothing(self):
        process, go = self.campaign(["nohup"])
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        go.touch()
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, err)
        self.assertIn("2 launches, 0 failed", out)


if __name__ == "__main__":
    unittest.main()
