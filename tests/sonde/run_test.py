"""`sonde run` from the command line, with a shell script in the place of mpirun and a benchmark."""
import json
import os
import re
import signal
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder
from launches import interrupt

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
PROGRAM = """#!/bin/sh
# Writes a latency table as the record behind -json; fails while the file 'broken' stands beside it.
here=$(dirname "$0")
[ -e "$here/broken" ] && exit 7
[ -e "$here/slow" ] && sleep 60
for record; do :; done
printf '# OSU MPI Latency Test v7.4\\n# Datatype: MPI_CHAR.\\n# Size       Avg Latency(us)\\n1 1.%02d\\n' 0 > "$record"
"""
MACHINE = """#!/bin/sh
# Writes a latency table as a machine would that gets slower with each launch, $DRIFT times its first time: "machine.sh 1.3" takes 1.3 times as long.
here=$(dirname "$0")
[ "$1" = fails ] && exit 7
[ -e "$here/slow" ] && sleep 60
echo "$1" >> "$here/launched"
for record; do :; done
time=$(awk -v f="$1" -v drift="${DRIFT:-0}" -v n="$(wc -l < "$here/launched")" 'BEGIN { printf "%.3f", 100 * f * (1 + drift * n) }')
printf '# OSU MPI Latency Test v7.4\\n# Datatype: MPI_CHAR.\\n# Size       Avg Latency(us)\\n1 %s\\n' "$time" > "$record"
"""
RECORDING = """#!/usr/bin/env python3
# Writes a record as programs of Sonde do: two lengths, of which the first takes as many us as the first argument says, and the setting of SONDE_SCAN.
import json, os, sys
record = sys.argv[-1]
factor = float(sys.argv[1]) * (1 + 1e-12 * int(record.rpartition("-")[2][:-5]))  # launches differ
scan = [dict(zip(("name", "value"), line.split("=", 1))) for line in os.environ.get("SONDE_SCAN", "").split("\\n") if line]
variant = {one["name"]: one["value"] for one in scan}
with open(record, "w") as out:
    print(json.dumps({"schema": 1, "kind": "header", "program": "IMB-MPI1", **({"scan": scan} if scan else {})}), file=out)
    for bytes, seconds in ((8, factor * 1e-6), (1024, 5e-6 * factor / float(sys.argv[1]))):
        print(json.dumps({"schema": 1, "kind": "case", "benchmark": "PingPong", "processes": 2, "bytes": bytes, "status": "measured", "variant": variant,
                          "t_min_s": seconds, "t_max_s": seconds, "t_avg_s": seconds}), file=out)
    print(json.dumps({"schema": 1, "kind": "footer", "end": "2026-11-27T20:00:00Z", "exit_status": 0, "measured": 2}), file=out)
"""


class Run(InFolder):
    def setUp(self):
        super().setUp()
        self.program = self.folder / "program.sh"
        self.program.write_text(PROGRAM)
        self.machine = self.folder / "machine.sh"
        self.machine.write_text(MACHINE)
        self.recording = self.folder / "recording.py"
        self.recording.write_text(RECORDING)
        for script in (self.program, self.machine, self.recording):
            script.chmod(0o755)

    def sonde(self, *arguments, environment=None):
        return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60, cwd=self.folder,
                              env={**os.environ, **(environment or {})})

    def records(self, directory="sonde-run"):
        return sorted(path.name for path in (self.folder / directory).glob("*.json"))

    def test_launches_a_command_and_prints_one_table(self):
        done = self.sonde("run", "-n", 4, "--", self.program, "--size", "{8}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"# {self.program} --size {{8}}\n# 4 launches, 0 failed, records in sonde-run\n", done.stdout)
        self.assertIn("next run, 95 %", done.stdout)
        self.assertEqual(self.records(), ["run-1.json", "run-2.json", "run-3.json", "run-4.json"])
        self.assertEqual(self.sonde("compare", "sonde-run", "sonde-run").returncode, 0)

    def test_a_second_time_measures_again_elsewhere(self):
        for _ in range(2):
            self.assertEqual(self.sonde("run", "-n", 2, "--", self.program).returncode, 0)
        self.assertEqual(self.records("sonde-run-2"), self.records())

    def test_launches_can_be_added_to_a_directory(self):
        for launches in (2, 5):
            done = self.sonde("run", "-n", launches, "-o", "mine", "--", self.program)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(self.records("mine")), launches)

    def test_stops_when_the_next_launch_is_known(self):
        done = self.sonde("run", "-n", 9, "--precision", "1%", "--", self.program)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.records()), 3)
        self.assertIn("# 3 of 9 launches ended, 0 failed", done.stdout)
        self.assertIn("# the next launch is known to 1 % in every case", done.stdout)

    def test_says_where_the_next_launch_is_not_known(self):
        self.program.write_text(PROGRAM.replace("' 0 >", "' $(($(ls \"$here\"/sonde-run/*.log | wc -l) * 20)) >"))
        done = self.sonde("run", "-n", 4, "--precision", "1%", "--", self.program)
        self.assertEqual(len(self.records()), 4, done.stderr)
        self.assertRegex(done.stdout, r"# the next launch is known to 1 % in 0 of 1 cases; least in .*: \d+(\.\d+)? %")

    def test_a_command_that_fails_is_not_launched_again_and_again(self):
        (self.folder / "broken").touch()
        done = self.sonde("run", "--", self.program)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.splitlines(), ["sonde: run-1 failed: exit status 7 (see sonde-run/run-1.log)", "sonde: 9 launches of run were not started, because the first failed"])
        self.assertIn("# 1 of 10 launches ended, 1 failed", done.stdout)

    def test_a_pipe_that_hides_a_failure_is_a_failed_launch(self):
        hiding = ("sh", "-c", "echo mpirun: no slots | tee \"$0\"", "{record}")
        done = self.sonde("run", "--", *hiding)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Asonde: run-1 failed: exit status 0, but no readable record: sonde-run/run-1.json:1: neither .* \(see sonde-run/run-1.log\)\nsonde: 9 launches of run were not started, .*\n\Z")
        self.assertIn("# 1 of 10 launches ended, 1 failed", done.stdout)
        self.assertEqual((self.folder / "sonde-run" / "run-1.json.failed").read_text(), "mpirun: no slots\n")

    def test_one_launch_without_a_readable_record_costs_the_others_nothing(self):
        some = f'n=$(ls sonde-run/*.log | wc -l); [ -e broken ] && [ $n = 3 ] && exec echo dead > "$0"; exec "{self.program}" "$0"'
        (self.folder / "broken").touch()
        command = ("run", "-n", 5, "-o", "sonde-run")
        self.program.write_text(PROGRAM.replace('[ -e "$here/broken" ] && exit 7', ""))
        done = self.sonde(*command, "--", "sh", "-c", some, "{record}")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Asonde: run-3 failed: exit status 0, but no readable record: .*\n\Z")
        self.assertIn("# 5 launches, 1 failed", done.stdout)
        self.assertRegex(done.stdout, r"\n\S.* +4 +1 us")
        for reader in ("report", "compare"):
            self.assertEqual(self.sonde(reader, "sonde-run", *(["sonde-run"] if reader == "compare" else ["-o", "r.html"])).returncode, 0)
        self.assertIn("1 launch of 'sonde-run' is left out: exit status 0, but no readable record.", (self.folder / "r.html").read_text(encoding="utf-8"))
        (self.folder / "broken").unlink()
        done = self.sonde(*command, "--retry", "--", "sh", "-c", some, "{record}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(self.records()), 5)
        self.assertEqual(self.sonde("verify", "sonde-run").returncode, 0)

    def test_limits_are_not_kept_while_a_launch_is_left_out(self):
        (self.folder / "broken").touch()
        command = ("run", "-n", 7, "-o", "sonde-run")
        some = f'case $0 in *run-3.json) [ -e broken ] && exit 7;; esac; exec "{self.recording}" 1 "$0"'
        self.assertEqual(self.sonde(*command, "--", "sh", "-c", some, "{record}").returncode, 1)
        (self.folder / "limits.toml").write_text('[[limit]]\nbenchmark = "PingPong"\nlimit = "<= 1 s"\n')
        done = self.sonde("check", "sonde-run", "--limits", "limits.toml")
        self.assertEqual((done.returncode, done.stdout.splitlines()[:2]), (3, ["1 of 1 limit kept (6 launches)", "# 1 launch of 'sonde-run' is left out: exit status 7"]), done.stderr)
        (self.folder / "broken").unlink()
        self.assertEqual(self.sonde(*command, "--retry", "--", "sh", "-c", some, "{record}").returncode, 0)
        done = self.sonde("check", "sonde-run", "--limits", "limits.toml")
        self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (0, "1 of 1 limit kept (7 launches)"), done.stderr)

    def test_a_launch_with_a_line_that_cannot_be_read_is_left_out_until_a_retry(self):
        command = ("run", "-n", 3, "-o", "sonde-run")
        self.assertEqual(self.sonde(*command, "--", self.recording, "1").returncode, 0)
        record = self.folder / "sonde-run" / "run-2.json"
        head, first, *others = record.read_text().splitlines()
        record.write_text("\n".join([head, first[:-9], *others, ""]))
        done = self.sonde(*command, "--", self.recording, "1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Asonde: run-2 is left out: sonde-run/run-2.json: 1 line cannot be read .*--retry.*\n\Z")
        self.assertIn("line 2 looks like a row and is not taken", self.sonde("show", record).stdout)
        self.assertIn("1 line of 'run-2.json' cannot be read", self.sonde("verify", "sonde-run").stdout)
        self.assertEqual(self.sonde(*command, "--retry", "--", self.recording, "1").returncode, 0)
        self.assertEqual(self.sonde("verify", "sonde-run").returncode, 0)

    def test_records_lost_after_their_launch_are_left_out_until_a_retry(self):
        command = ("run", "-n", 4, "-o", "sonde-run")
        self.assertEqual(self.sonde(*command, "--", self.program).returncode, 0)
        (self.folder / "sonde-run" / "run-2.json").write_text("junk\n")
        (self.folder / "sonde-run" / "run-3.json").unlink()
        done = self.sonde(*command, "--", self.program)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Asonde: run-2 is left out: sonde-run/run-2.json:1: .*--retry.*\nsonde: run-3 is left out: .*run-3.json.*\n\Z")
        self.assertRegex(done.stdout, r"\n\S.* +2 +1 us")
        done = self.sonde(*command, "--retry", "--", self.program)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"\n\S.* +4 +1 us")
        self.assertEqual((self.folder / "sonde-run" / "run-2.json.failed").read_text(), "junk\n")

    def test_goes_on_after_an_allocation_that_is_over(self):
        (self.folder / "broken").touch()
        command = ("run", "-n", 2, "--", self.program)
        done = self.sonde(*command, environment={"SONDE_END_TIME": "1000000000"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("the allocation is over; the same command goes on", done.stderr)
        (self.folder / "broken").unlink()
        self.assertEqual(self.sonde(*command).returncode, 0)
        self.assertEqual(self.records(), ["run-1.json", "run-2.json"])

    def test_goes_on_after_a_signal(self):
        (self.folder / "slow").touch()
        status, stderr = interrupt([SONDE, "run", "-n", "2", "--", self.program], self.folder / "sonde-run" / "campaign.journal",
                                   signal.SIGTERM, cwd=self.folder)
        self.assertEqual(status, 1)
        self.assertIn("interrupted; the same command goes on", stderr)
        (self.folder / "slow").unlink()
        done = self.sonde("run", "-n", 2, "--", self.program)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.records(), ["run-1.json", "run-2.json"])

    def test_wrong_input_is_refused_and_nothing_is_started(self):
        for arguments, message in (([], "command is required"), (["--", self.program, "-json", "mine"], "leave it out"),
                                   (["--precision", "150%", "--", self.program], "--precision"), (["-n", "0", "--", self.program], "--launches"),
                                   (["--limit", "-1", "--", self.program], "--limit"), (["-o", self.folder, "--", self.program], "not of a campaign")):
            with self.subTest(arguments):
                done = self.sonde("run", *arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(message, done.stderr)
                self.assertFalse((self.folder / "sonde-run").exists())

    def sides(self, *options, factors=(1, 1), drift=0):
        """Launches the machine with each factor against the first."""
        words = [word for factor in factors for word in ("--against", self.machine, factor)]
        return self.sonde("run", *options, "--", *words[1:], environment={"DRIFT": str(drift)})

    def test_launches_in_rounds_are_not_fooled_by_a_machine_that_drifts(self):
        for directory in ("first", "second"):
            self.sonde("run", "-n", 6, "-o", directory, "--", self.machine, 1, environment={"DRIFT": "0.02"})
        one_after_the_other = self.sonde("compare", "first", "second")
        self.assertEqual(one_after_the_other.returncode, 1, one_after_the_other.stdout)
        self.assertIn("1 worse", one_after_the_other.stdout)
        (self.folder / "launched").unlink()
        in_rounds = self.sides("-n", 6, drift=0.02)
        self.assertEqual((in_rounds.returncode, in_rounds.stderr), (0, ""), in_rounds.stdout)
        self.assertNotIn("worse", in_rounds.stdout)

    def test_compares_the_sides_as_compare_does(self):
        done = self.sides("-n", 5, "--threshold", 10, factors=(1, 1.3))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^# B against A: 1 of 1 case slower: .*: 1.3 \[")
        self.assertEqual(lines[1:3], [f"# A: {self.machine} 1", f"# B: {self.machine} 1.3"])
        self.assertRegex(lines[3], r"^# 10 launches, 0 failed, in rounds of seed \d+, records in sonde-run$")
        self.assertIn("# differs: command: 1 -> 1.3", lines)
        self.assertRegex(done.stdout, r"(?m)^case +A +B +ratio")
        self.assertEqual(self.records(), [f"{side}-{n}.json" for side in "AB" for n in range(1, 6)])
        self.assertEqual(self.sonde("verify", "sonde-run").returncode, 0)
        launched = (self.folder / "launched").read_text().split()
        for n in range(0, 10, 2):
            self.assertEqual(sorted(launched[n:n + 2]), ["1", "1.3"], "each round has both sides")
        for options, status in ((("--threshold", 40), 0), (("--changed",), 1)):
            again = self.sides("-o", "sonde-run", "-n", 5, *options, factors=(1, 1.3))
            self.assertEqual(again.returncode, status, again.stdout + again.stderr)
        self.assertRegex(again.stdout, r"(?m)^what +cases +ratio")

    def test_a_scan_names_the_best_setting(self):
        scan = ("run", "-n", 6, "-o", "scan", "-L", "factor=1,2,0.5", "--", self.machine, "{factor}")
        done = self.sonde(*scan)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^# Proved best of 3 settings: factor=0.5 in 1 of 1 case\n")
        self.assertRegex(done.stdout, r"(?m)^factor=0.5 +6 +50 us .* best: better than all others, next factor=1, 0.5 \[0.5, 0.5\] of its time$")
        self.assertIn("# records do not name their setting", done.stdout)
        self.assertEqual(len(self.records("scan")), 18)
        again = self.sonde(*scan)
        self.assertEqual((again.returncode, len(self.records("scan"))), (0, 18))
        self.assertEqual(self.sonde("verify", "scan").returncode, 0)
        for words, message in ((["-L", "a=1,2", "--", self.machine, "x"], "'{a}' stands nowhere in the command"),
                               (["-L", "a=1,2", "--", self.machine, "{a}", "--against", self.machine], "leave out --against"),
                               (["-L", "a=1,2", "--strict", "--", self.machine, "{a}"], "for sides, not for -L")):
            wrong = self.sonde("run", *words)
            self.assertEqual((wrong.returncode, len(wrong.stderr.splitlines())), (2, 1), words)
            self.assertIn(message, wrong.stderr)
        self.assertFalse((self.folder / "sonde-run").exists())

    def test_a_setting_that_fails_has_its_row_and_leaves_the_others_their_proof(self):
        done = self.sonde("run", "-n", 7, "-o", "scan", "-L", "factor=1,fails,0.5", "--", self.machine, "{factor}")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"^# Proved best of 3 settings: factor=0.5 in 1 of 1 case; factor=fails has no number in 1\n")
        self.assertRegex(done.stdout, r"(?m)^factor=1 .*\nfactor=fails +0 +-  - +no record\nfactor=0.5 +7 .* best: better than all others measured, next factor=1, 0.5")
        equal = self.sonde("run", "-n", 7, "-o", "equal", "-L", "factor=1,fails,1.0", "--", self.machine, "{factor}")
        self.assertRegex(equal.stdout, r"^# Proved best of 3 settings: none in any of 1 case; factor=fails has no number in 1\n")

    def scanned(self, *lists, words=("{factor}",), launches=6):
        options = [word for one in lists for word in ("-L", one)]
        return self.sonde("run", "-n", launches, "-o", "scan", *options, "--", self.recording, *words)

    def test_records_of_a_scan_name_their_setting(self):
        done = self.scanned("factor=4,1,2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^# Proved best of 3 settings: factor=1 in 1 of 2 cases\n")
        self.assertIn("# curves: sonde plot scan --over factor -o factor.svg (--benchmark chooses one), or all on a page: sonde report scan\n", done.stdout)
        record = self.folder / "scan" / "factor-4-1.json"
        header = json.loads(record.read_text().splitlines()[0])
        self.assertEqual(header["scan"], [{"name": "factor", "value": "4"}])
        self.assertNotIn("SONDE_SCAN", os.environ)

    def test_settings_of_a_scan_are_never_mixed_into_one_case(self):
        self.scanned("factor=4,1,2")
        shown = self.sonde("show", "scan/factor-4-1.json")
        self.assertRegex(shown.stdout, r"(?m)^benchmark +factor +processes +bytes")
        both = self.sonde("compare", "scan", "scan")
        self.assertEqual(len(re.findall(r"(?m)^PingPong factor (1|2|4), 2 processes", both.stdout)), 6, both.stdout)
        sides = self.sonde("compare", "--base", *self.of("scan", "factor-1-"), "--new", *self.of("scan", "factor-2-"))
        self.assertEqual(sides.returncode, 1, sides.stdout)
        self.assertRegex(sides.stdout, r"(?m)^PingPong, 2 processes, 8 B .* worse")

    def of(self, directory, beginning):
        return [f"{directory}/{name}" for name in self.records(directory) if name.startswith(beginning)]

    def test_a_scan_is_drawn_over_its_setting(self):
        self.scanned("factor=4,1,2")
        script = self.sonde("plot", "scan", "--over", "factor", "--script")
        self.assertEqual((script.returncode, script.stderr), (0, ""))
        self.assertIn("$line0 << END\n1 1 1 1\n2 2 2 2\n4 4 4 4\nEND\n", script.stdout)
        self.assertIn('set xlabel "factor"', script.stdout)
        self.assertIn("$line2 << END\n1 1 1 1\nEND\n", script.stdout, "the best of 8 B alone")
        self.assertIn('"median and 95 % interval of 6 launches"', script.stdout)
        for words, message in ((["scan", "--over", "none"], "no setting 'none' of several values; there are: factor"),
                               (["scan/factor-1-1.json", "--over", "factor"], "takes the records of a scan"),
                               (["scan/factor-1-1.json", "scan/factor-2-1.json", "--benchmark", "PingPong"], "--over factor draws over that setting"),
                               (["scan", "--over", ""], "--over"), (["scan", "--over", "factor", "--over-processes"], "--over")):
            wrong = self.sonde("plot", *words, "--script")
            self.assertEqual((wrong.returncode, len(wrong.stderr.splitlines())), (2, 1), wrong.stderr)
            self.assertIn(message, wrong.stderr)

    def test_words_of_a_scan_are_categories_and_other_lists_lines(self):
        self.scanned("factor=1,2", "map=core,socket", words=("{factor}", "{map}"), launches=2)
        script = self.sonde("plot", "scan", "--over", "map", "-s", "8", "--script")
        self.assertIn('set xrange [-0.5:1.5]\nset xtics ("core" 0, "socket" 1)', script.stdout, script.stderr)
        self.assertIn("$line0 << END\n0 1 1 1\n1 1 1 1\nEND\n$line1 << END\n0 2 2 2\n1 2 2 2\nEND\n", script.stdout)
        self.assertRegex(script.stdout, r'title "2 processes, 8 B, factor=1"')

    def test_the_page_of_a_scan_has_its_settings(self):
        self.scanned("factor=4,1,2")
        done = self.sonde("report", "scan", "-o", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = (self.folder / "page.html").read_text()
        charts = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))["scans"]
        self.assertEqual([(one["benchmark"], one["setting"], one["values"]) for one in charts], [("PingPong", "factor", ["1", "2", "4"])])
        lines = charts[0]["lines"]
        self.assertEqual([(one["name"], one["best"], one["launches"]) for one in lines], [("8 B, 2 processes", 0, [6, 6, 6]), ("1 KiB, 2 processes", None, [6, 6, 6])])
        for number, wanted in zip(lines[0]["median"], (1e-6, 2e-6, 4e-6)):
            self.assertAlmostEqual(number / wanted, 1)

    def test_three_sides_stand_against_the_first(self):
        done = self.sides("-n", 5, factors=(1, 0.5, 2))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"# B against A: 1 of 1 case faster.*\n# C against A: 1 of 1 case slower")
        self.assertIn("corrected for 2 comparisons", done.stdout)

    def test_a_side_that_fails_does_not_cost_the_others(self):
        done = self.sides("-n", 5, factors=(1, "fails", 2))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Asonde: B-1 failed: exit status 7 \(see sonde-run/B-1.log\)\nsonde: 4 launches of B were not started, because the first failed\n\Z")
        self.assertRegex(done.stdout, r"# B against A: Nothing was compared.*\n# C against A: 1 of 1 case slower")
        self.assertEqual(len(self.records()), 10)

    def test_a_side_without_readable_records_does_not_cost_the_others(self):
        done = self.sonde("run", "-n", 5, "--", self.machine, 1, "--against", "sh", "-c", "echo dead > \"$0\"", "{record}", "--against", self.machine, 2)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Asonde: B-1 failed: exit status 0, but no readable record: .*\nsonde: 4 launches of B .*\n\Z")
        self.assertRegex(done.stdout, r"# B against A: Nothing was compared.*\n# C against A: 1 of 1 case slower")

    def test_stops_when_every_case_is_decided(self):
        for factors, launches in (((1, 1.3), 12), ((1, 1), 12)):
            done = self.sides("-n", 30, "-o", f"of-{factors[1]}", "--precision", "2%", factors=factors, drift=0.0001)
            self.assertEqual(len(self.records(f"of-{factors[1]}")), launches if factors[1] > 1 else 8, done.stdout)
            self.assertIn("# decided to 2 %: 1 of 1 row", done.stdout)
        undecided = self.sides("-n", 5, "-o", "drifts", "--precision", "1%", drift=0.03)
        self.assertEqual(len(self.records("drifts")), 10)
        self.assertIn("# decided to 1 %: 0 of 1 row", undecided.stdout)

    def test_sides_go_on_after_a_signal(self):
        (self.folder / "slow").touch()
        command = ("run", "-n", "4", "--", self.machine, "1", "--against", self.machine, "1")
        status, stderr = interrupt([SONDE, *command], self.folder / "sonde-run" / "campaign.journal", signal.SIGTERM, cwd=self.folder)
        self.assertEqual(status, 1, stderr)
        (self.folder / "slow").unlink()
        done = self.sonde(*command)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.records(), [f"{side}-{n}.json" for side in "AB" for n in range(1, 5)])
        self.assertFalse((self.folder / "sonde-run-2").exists())
        other = self.sonde("run", "-n", 4, "-o", "sonde-run", "--", self.machine, 1, "--against", self.machine, 2)
        self.assertEqual(other.returncode, 2)
        self.assertIn("another plan", other.stderr)

    def test_wrong_sides_are_refused_and_nothing_is_started(self):
        for words, message in ((["--", self.machine, "--against"], "missing after --against"), (["--", "--against", self.machine], "missing before --against"),
                               (["--", self.machine, "--against", "./none"], "cannot start './none'"), (["--", "none", "--against", self.machine], "cannot start 'none'"),
                               (["--", self.machine, "--against", self.machine, "-json", "x"], "leave it out"), (["--threshold", 2, "--", self.machine], "are for sides"),
                               (["--threshold", "nan", "--", self.machine, "--against", self.machine], "--threshold"), (["--against", self.machine], "--against")):
            with self.subTest(words):
                done = self.sonde("run", *words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(message, done.stderr)
                self.assertFalse((self.folder / "sonde-run").exists())


if __name__ == "__main__":
    unittest.main()
