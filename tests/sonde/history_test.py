"""`sonde history` from the command line: exit status, one message, files."""
import csv
import datetime
from in_folder import InFolder
import io
import json
import os
import random
import re
import subprocess
import unittest
from pathlib import Path
from xml.etree import ElementTree

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
FIRST = datetime.date(2025, 9, 1)


def sonde(*arguments):
    return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60)


def history(*arguments):
    return sonde("history", *arguments)


def by_night(*arguments):
    return sonde("compare", "--by-night", *arguments)


class History(InFolder):
    def setUp(self):
        super().setUp()
        self.nights = self.folder / "nights"
        self.random = random.Random(1)

    def table(self, name, slower=1.0):
        """A latency table of four lengths that differs by 1 %, the last length `slower` times as long."""
        lines = ""
        for k in range(4):
            time = 100 * self.random.gauss(1, 0.01) * (slower if k == 3 else 1)
            lines += f"{2**k:<10} {time:.3f}\n"
        path = self.folder / name
        path.write_text(f"# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n{lines}")
        return path

    def add_night(self, number, slower=1.0, launches=3):
        day = FIRST + datetime.timedelta(days=number)
        done = history(self.nights, "add", "--time", f"{day}T03:00Z", *[self.table(f"{i}.txt", slower) for i in range(launches)])
        self.assertEqual(done.returncode, 0, done.stderr)
        return str(day)

    def refused(self, *arguments, by=history):
        done = by(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_a_slow_case_is_found_within_four_nights(self):
        for night in range(62):
            self.add_night(night)
        quiet = history(self.nights, "check")
        self.assertEqual(quiet.returncode, 0, quiet.stdout + quiet.stderr)
        self.assertIn("no alarm", quiet.stdout)
        self.assertIn("smallest slowdown that would have been seen", quiet.stdout)
        self.assertIn("1 in 26 nights (34 are judged so far; 1 in 365 from 475 on)", quiet.stdout)
        began = None
        for night in range(62, 66):
            began = began or (FIRST + datetime.timedelta(days=night))
            self.add_night(night, slower=1.15)
            found = history(self.nights, "check")
            if found.returncode != 0:
                break
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        named = [line for line in found.stdout.splitlines() if line.startswith("osu_latency")]
        self.assertEqual(len(named), 1, found.stdout)
        self.assertRegex(named[0], r"^osu_latency, 2 processes, 8 B +\+\d+\.\d% ")
        self.assertIn(str(began), named[0])
        self.assertIn(f"{began}, after", found.stdout)
        self.exports(found.stdout)
        levels = history(self.nights, "show").stdout.split("# levels that begin")[1].splitlines()
        self.assertIn(f"{began}, after", levels[1])
        self.assertRegex(levels[2], r"^osu_latency, 2 processes, 8 B +[\d.]+ us -> +[\d.]+ us +\+1\d\.\d%$")
        self.assertEqual(len(levels), 3, levels)
        done = history(self.nights, "acknowledge", began, "osu_latency, 2 processes, 8 B", "new level")
        self.assertEqual(done.returncode, 0, done.stderr)
        after = history(self.nights, "check")
        self.assertEqual(after.returncode, 0, after.stdout)
        self.assertIn("# not judged: 1 case, measured in too few of the newest nights, of all, or since a new level\n", after.stdout)
        self.assertIn("did you mean", self.refused(self.nights, "acknowledge", began, "osu_latency, 2 processes, 9 B", "x"))
        self.assertNotIn("slower than in that night", after.stdout)
        self.add_night(66, slower=1.8)
        grown = history(self.nights, "check").stdout
        self.assertRegex(grown, rf"(?m)^# not judged since its new level of {began}, and [56]\d(\.\d)? % slower than in that night: osu_latency, 2 processes, 8 B$")

    def test_no_level_begins_with_a_night_that_did_not_measure_its_case(self):
        before = self.add_night(0)
        other = self.folder / "bandwidth.txt"
        other.write_text("# OSU MPI Bandwidth Test v7.4\n# Datatype: MPI_CHAR.\n# Size      Bandwidth (MB/s)\n8 100.5\n")
        self.assertEqual(history(self.nights, "add", "--time", f"{FIRST + datetime.timedelta(days=1)}T03:00Z", other).returncode, 0)
        for case, night in (("osu_bw, 2 processes, 8 B", before), ("osu_latency, 2 processes, 8 B", FIRST + datetime.timedelta(days=1))):
            self.assertIn(f"'{case}' was not measured in night {night}: ", self.refused(self.nights, "acknowledge", str(night), case, "why"))
        self.assertFalse((self.nights / "acknowledged.txt").exists())

    def test_a_level_that_is_acknowledged_is_one_in_a_short_history_too(self):
        for night in range(4):
            last = self.add_night(night, slower=1.5 if night == 3 else 1.0, launches=5)
        case = "osu_latency, 2 processes, 8 B"
        self.assertEqual(history(self.nights, "check").returncode, 1)
        self.assertEqual(history(self.nights, "acknowledge", last, "osu_latency, 2 processes, 4 B", "another").returncode, 0)
        self.assertEqual(history(self.nights, "check").returncode, 1, "another case")
        self.assertEqual(history(self.nights, "acknowledge", last, case, "new level").returncode, 0)
        after = history(self.nights, "check")
        self.assertEqual(after.returncode, 0, after.stdout)
        self.add_night(4, slower=1.5, launches=5)
        self.assertEqual(history(self.nights, "check").returncode, 0, "as slow as the new level")
        self.add_night(5, slower=2.5, launches=5)
        slower = history(self.nights, "check")
        self.assertEqual(slower.returncode, 1, slower.stdout)
        self.assertRegex(slower.stdout, rf"(?m)^{case} +1 +1\.6\d+ ")

    def add_records(self, night, program, hosts, microseconds, overlap=None, environment=None):
        """Three launches of one benchmark, that differ by 1 %, with the overlap of so many percent."""
        for launch in range(3):
            time = microseconds * 1e-6 * self.random.gauss(1, 0.01)
            start = f"{FIRST + datetime.timedelta(days=night)}T03:{launch}0:00+00:00"
            header = {"schema": 1, "kind": "header", "program": program, "version": "1.0.0", "start": start, "ranks": 2, "megabyte_bytes": 1048576,
                      "environment": {name: value.format(night) for name, value in (environment or {}).items()},
                      "places": [{"rank": rank, "host": host, "cores": [rank], "numa_node": 0} for rank, host in enumerate(hosts)]}
            case = {"schema": 1, "kind": "case", "benchmark": "Bcast", "multi": False, "processes": 2, "groups": 1, "bytes": 8, "status": "measured",
                    "repetitions": 1000, **{key: time for key in ("t_min_s", "t_max_s", "t_avg_s")}}
            if overlap is not None:
                case["overlap"] = {"t_ovrl_s": time * (2 - overlap / 100), "t_pure_s": time, "t_cpu_s": time, "overlap_percent": overlap + self.random.gauss(0, 0.5)}
            footer = {"schema": 1, "kind": "footer", "end": start, "exit_status": 0, "measured": 1, "skipped": 0, "failed": 0}
            path = self.folder / f"{launch}.json"
            path.write_text("".join(json.dumps(line) + "\n" for line in (header, case, footer)))
            done = history(self.nights, "add", path)
            self.assertEqual(done.returncode, 0, done.stderr)
        return start[:10]

    def test_namesakes_of_a_short_history_are_cases_of_their_own(self):
        near, far = ("a", "a"), ("a", "b")
        for night in range(8):
            self.add_records(night, "IMB-MPI1", near, 0.2)
            last = self.add_records(night, "IMB-MPI1", far, 2.4 if night == 7 else 2)
            self.add_records(night, "IMB-MT", far, 20)
        checked = history(self.nights, "check")
        self.assertEqual(checked.returncode, 1, checked.stdout)
        self.assertRegex(checked.stdout, r"(?m)^Bcast hosts 2, program IMB-MPI1, 2 processes, 8 B +1 +1\.[12]\d* .* worse$")
        suite = ElementTree.fromstring(self.export("junit"))
        self.assertEqual([case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None], ["Bcast, 2 processes, 8 B, IMB-MPI1, 2 hosts"])
        self.assertEqual(history(self.nights, "acknowledge", last, "Bcast, 2 processes, 8 B, IMB-MPI1, 1 host", "the other").returncode, 0)
        self.assertEqual(history(self.nights, "check").returncode, 1, "its namesake was acknowledged")
        self.assertEqual(history(self.nights, "acknowledge", last, "Bcast, 2 processes, 8 B, IMB-MPI1, 2 hosts", "this").returncode, 0)
        self.assertEqual(history(self.nights, "check").returncode, 0)

    def test_a_case_on_other_hosts_than_before_is_a_new_one(self):
        for night in range(8):
            self.add_records(night, "IMB-MPI1", ("a", "b") if night == 7 else ("a", "a"), 2 if night == 7 else 0.2)
        checked = history(self.nights, "check")
        self.assertEqual(checked.returncode, 3, checked.stdout)

    def test_a_level_keeps_its_case_when_a_namesake_appears(self):
        for night in range(8):
            last = self.add_records(night, "IMB-MPI1", ("a", "a"), 0.3 if night == 7 else 0.2)
        self.assertEqual(history(self.nights, "check").returncode, 1)
        self.assertEqual(history(self.nights, "acknowledge", last, "Bcast, 2 processes, 8 B", "meant").returncode, 0)
        self.add_records(7, "IMB-MPI1", ("a", "b"), 2)
        checked = history(self.nights, "check")
        self.assertNotEqual(checked.returncode, 1, checked.stdout)

    def test_a_level_is_of_one_number_of_a_case(self):
        for night in range(8):
            last = self.add_records(night, "IMB-NBC", ("a", "b"), 10, overlap=40 if night == 7 else 90)
        self.assertEqual(history(self.nights, "check").returncode, 1)
        main, share = "Bcast, 2 processes, 8 B", "Bcast, 2 processes, 8 B, overlap"
        self.assertEqual(history(self.nights, "acknowledge", last, share, "meant").returncode, 0)
        checked = history(self.nights, "check")
        self.assertEqual(checked.returncode, 0, checked.stdout)
        (self.nights / "acknowledged.txt").unlink()
        self.assertEqual(history(self.nights, "acknowledge", last, main, "meant").returncode, 0)
        checked = history(self.nights, "check")
        self.assertEqual(checked.returncode, 1, checked.stdout)

    def test_variables_of_one_job_are_no_change(self):
        variables = {"SLURM_JOBID": "47{}", "OMPI_ARGV": "-json {}.json", "OMPI_MCA_orte_hnp_uri": "tcp://{}", "OMPI_WITHOUT_ONE": "{}"}
        for night in range(2):
            last = self.add_records(night, "IMB-MPI1", ("a", "b"), 2, environment=variables)
        said = history(self.nights, "why", last).stdout
        self.assertEqual(re.findall(r"environment (\w+)", said), ["OMPI_WITHOUT_ONE"], said)

    def test_the_time_that_a_record_says_counts(self):
        self.add_records(0, "IMB-MPI1", ("a", "b"), 2)
        self.assertEqual(history(self.nights, "add", "--time", "2026-05-05T05:00Z", self.folder / "2.json").returncode, 0)
        self.assertIn("1 night, 3 launches", history(self.nights, "show").stdout)

    def export(self, form):
        done = history(self.nights, "export", "--format", form)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def exports(self, checked):
        """Every form, read back: four cases, the last of them slow; the number of nights is that of `checked`."""
        nights = int(checked.split(" nights,")[0].split()[-1])
        name = "osu_latency, 2 processes, 8 B"
        github = json.loads(self.export("github"))
        self.assertEqual({entry["unit"] for entry in github}, {"us"})
        self.assertAlmostEqual({entry["name"]: entry["value"] for entry in github}[name], 115, delta=6)
        metrics = self.export("openmetrics").splitlines()
        self.assertEqual(metrics[-2:], ["sonde_alarm 1", "# EOF"])
        samples = [re.fullmatch(r'sonde_case_seconds\{case="([^"]+)"\} (\S+)', line) for line in metrics]
        self.assertAlmostEqual({found[1]: float(found[2]) for found in samples if found}[name], 115e-6, delta=6e-6)
        rows = list(csv.DictReader(io.StringIO(self.export("csv"))))
        self.assertEqual(len(rows), 4 * nights)
        self.assertEqual({(row["hosts"], row["quantity"], row["launches"]) for row in rows}, {("0", "s", "3")})
        suite = ElementTree.fromstring(self.export("junit"))
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("4", "1"))
        self.assertEqual(suite.find("testcase/failure/..").get("name"), name)

    def test_a_performance_log_of_reframe_is_added_line_by_line(self):
        log = self.folder / "stream_test.log"
        head = "result|job_completion_time|descr|job_completion_time_unix|name|num_tasks|partition|copy_bw_value|copy_bw_unit|copy_bw_ref|t_value|t_unit|score_value|score_unit|system|environ|"
        lines = [head]
        first = datetime.datetime(2025, 9, 1, 3, tzinfo=datetime.timezone.utc)
        for day in range(2):
            for number in range(8):
                time = first + datetime.timedelta(days=day, minutes=number)
                value = self.random.gauss(1, 0.005) * (1.5 if day else 1)
                lines.append(f"pass|{time:%Y-%m-%dT%H:%M:%S}|words|{time.timestamp()}|stream_test|16|gpu|20000|MB/s|0|{value:.6f}|ms|7|apples|daint|gnu|")
        log.write_text("\n".join(lines) + "\n")
        done = history(self.nights, "add", log)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 16)
        self.assertIn("score in apples", done.stderr)
        self.assertEqual(len([*self.nights.glob("2025-09-0[12]T03:0?Z-*.json")]), 16)
        check = history(self.nights, "check")
        self.assertEqual(check.returncode, 1, check.stdout)
        self.assertRegex(check.stdout, r"stream_test t daint:gpu\+gnu.*16")
        again = history(self.nights, "add", log)  # the log has grown by nothing
        self.assertEqual(again.stdout.count("is there already"), 16, again.stdout)
        log.write_text("\n".join([head, lines[1].replace("|words|", "|with | a bar|")]) + "\n")
        self.assertIn("a value with a bar in it", self.refused(self.nights, "add", log))

    def all_outputs(self, night):
        """Status and standard output of every command that reads, and what stands on standard error."""
        forms = ("github", "openmetrics", "junit", "csv")
        commands = [("check",), ("show",), ("why", night), ("page", "-o", "-"), ("acknowledge", night, "no such case", "x"),
                    *(("export", "--format", form) for form in forms)]
        done = [*(history(self.nights, *command) for command in commands), by_night(self.nights, FIRST, night)]
        return [(d.returncode, re.sub(r"\d\d:\d\d UTC", "", d.stdout), d.stderr) for d in done]

    def test_the_index_changes_nothing(self):
        for night in range(60):
            self.add_night(night, launches=1)
        for night in range(60, 63):
            last = self.add_night(night, slower=1.3)
        index = self.nights / "index.cbor"
        self.assertFalse(index.exists())
        first = self.all_outputs(last)
        self.assertEqual({status for status, _, _ in first}, {0, 1, 2, 3})
        whole = index.read_bytes()
        self.assertEqual(self.all_outputs(last), first)
        self.assertEqual(index.read_bytes(), whole)
        for wrong in (b"", b"something else", whole[:900], whole.replace(b"osu", b"xxx"), whole[:99] + b"\xff" * (len(whole) - 99)):
            index.write_bytes(wrong)
            self.assertEqual(self.all_outputs(last), first)
            self.assertIn(index.read_bytes(), (whole, b"something else"))
        index.unlink()
        both = [subprocess.Popen([SONDE, "history", self.nights, "show"], stdout=subprocess.PIPE, text=True) for _ in range(6)]
        self.assertEqual({process.communicate(timeout=60)[0] for process in both}, {first[1][1]})
        self.assertEqual(index.read_bytes(), whole)
        self.assertEqual([path.name for path in self.nights.glob(".*")], [])

    def test_the_index_is_no_page(self):
        self.add_night(0)
        self.assertEqual(history(self.nights, "show").returncode, 0)
        index = self.nights / "index.cbor"
        index.touch()
        before = index.read_bytes()
        self.refused(self.nights, "page", "-o", index, "--force")
        self.assertEqual(index.read_bytes(), before)

    def site_launch(self, number, launch, of_night, slow):
        """A launch of a site: 10 lengths of Allreduce and of Bcast. Hosts get other names on night 40; `slow` of Allreduce comes with a new library."""
        start = f"{FIRST + datetime.timedelta(days=number)}T03:{10 * launch:02}:00Z"
        hosts = ("new1", "new2") if number >= 40 else ("old1", "old2")
        lines = [{"kind": "header", "program": "IMB-MPI1", "start": start, "kernel": "6.1.0-25", "mpi_library": "Open MPI 5.0.6" if slow > 1 else "Open MPI 5.0.5",
                  "places": [{"rank": rank, "host": host} for rank, host in enumerate(hosts)]}]
        spike = 1.5 if self.random.random() < 0.05 else 1  # the whole launch is disturbed
        for index, common in enumerate(of_night):
            name = ("Allreduce", "Bcast")[index % 2]
            seconds = 1e-6 * 2 ** (index // 2) * common * spike * self.random.gauss(1, 0.003) * (slow if name == "Allreduce" else 1)
            lines.append({"kind": "case", "benchmark": name, "processes": 2, "bytes": 2 ** (index // 2), "status": "measured",
                          **{key: seconds for key in ("t_min_s", "t_max_s", "t_avg_s")}})
        lines.append({"kind": "footer", "end": start, "exit_status": 0})
        path = self.folder / f"{number}-{launch}.json"
        path.write_text("".join(json.dumps({"schema": 1, **line}) + "\n" for line in lines))
        return path

    def add_site_nights(self, numbers, slow=1.0):
        records = []
        for number in numbers:
            of_night = [self.random.gauss(1, 0.01) * (1 + 0.02 * number / 365) for _ in range(20)]  # it drifts
            records += [self.site_launch(number, launch, of_night, slow) for launch in range(3)]
        done = history(self.nights, "add", *records)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_launch_that_can_never_raise_an_alarm_is_refused(self):
        launch = self.site_launch(0, 0, [1.0] * 4, 1.0)
        lines = [json.loads(line) for line in launch.read_text().splitlines()]
        for case in lines[1:-1]:
            for key in ("t_min_s", "t_max_s", "t_avg_s"):
                del case[key]
        launch.write_text("".join(json.dumps(line) + "\n" for line in lines))
        said = self.refused(self.nights, "add", self.site_launch(1, 0, [1.0] * 4, 1.0), launch)
        self.assertIn("0-0.json: no case of it has a number by which nights can be compared", said)
        self.assertFalse(self.nights.exists(), "one that can be compared is not added beside it")
        lines[1]["status"] = "failed"  # a case that fails is an alarm
        launch.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assertEqual(history(self.nights, "add", launch).returncode, 0)

    def test_a_program_without_rows_in_a_log_costs_the_others_nothing(self):
        log = self.folder / "job.txt"
        row = "# OSU MPI Latency Test v7.4\n# Size          Latency (us)\n8   1.53\n"
        empty = "# OSU MPI Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\nsrun: error: n1: task 0: Killed\n"
        log.write_text(row + empty + row.replace("8   1.53", "16   1.6"))
        done = history(self.nights, "add", "--time", "2025-11-22T03:00Z", log)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count(" added"), 2)
        self.assertIn("job.txt: osu_bw has no case by which nights can be compared: it is left out", done.stderr)
        log.write_text(empty + empty)
        self.assertIn("no row stands below the head of osu_bw", self.refused(self.folder / "other", "add", "--time", "2025-11-22T03:00Z", log))

    def test_a_planted_slow_allreduce_is_found_in_three_nights_with_its_cause(self):
        self.add_site_nights(number for number in range(70) if number not in (30, 31, 52))  # missing nights
        quiet = history(self.nights, "check")
        self.assertEqual(quiet.returncode, 0, quiet.stdout)
        self.assertIn("67 nights, 201 launches, 20 cases", quiet.stdout)  # renamed hosts are the same cases
        renamed = history(self.nights, "why", FIRST + datetime.timedelta(days=40)).stdout
        self.assertIn("changed: hosts new: new1, new2", renamed)
        for number in range(70, 73):
            self.add_site_nights([number], slow=1.15)
            found = history(self.nights, "check")
            if found.returncode == 1:
                break
        self.assertEqual(found.returncode, 1, found.stdout)
        named = re.findall(r"^(\w+), 2 processes, (\S+ \S+) +\+\d+\.\d% +\S+ +(\S+)$", found.stdout, re.MULTILINE)
        self.assertEqual({name for name, _, _ in named}, {"Allreduce"}, found.stdout)
        self.assertEqual(len({length for _, length, _ in named}), 10, found.stdout)
        began = str(FIRST + datetime.timedelta(days=70))
        self.assertEqual({since for _, _, since in named}, {began})
        self.assertRegex(found.stdout, rf"(?m)^# {began}, after \S+:\nchanged: .*Open MPI 5\.0\.5.*Open MPI 5\.0\.6")
        self.assertEqual(found.stdout.count("changed: "), 1, found.stdout)  # nothing else is blamed

    def test_two_groups_of_nights_are_compared(self):
        self.add_site_nights(range(12))
        self.add_site_nights(range(12, 18), slow=1.15)
        nights = [str(FIRST + datetime.timedelta(days=number)) for number in range(18)]
        found = by_night(self.nights, f"{nights[0]}..{nights[11]}", f"{nights[12]}..{nights[17]}")
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        self.assertRegex(found.stdout, rf"^# A: 12 nights, {nights[0]} to {nights[11]}\n# B: 6 nights, {nights[12]} to {nights[17]}\n10 slower(, \d+ same)?(, \d+ open)?\n")
        self.assertIn("# assumed: without a change, any of these nights could have stood in A or in B", found.stdout)
        self.assertIn("in 1 of 20 comparisons", found.stdout)
        verdicts = re.findall(r"^(Allreduce|Bcast), .* ([+-][\d.]+)% +[+-][\d.]+% +[+-][\d.]+% +[\d.]+  (.*)$", found.stdout, re.MULTILINE)
        self.assertEqual(len(verdicts), 20, found.stdout)
        for name, change, verdict in verdicts:
            if name == "Allreduce":
                self.assertEqual(verdict, "slower")
                self.assertAlmostEqual(float(change), 15, delta=3)
            else:
                self.assertRegex(verdict, r"^(same|open: about \d+ nights each would decide)$")
        self.assertRegex(found.stdout, r"(?m)^changed: .*Open MPI 5\.0\.5.*Open MPI 5\.0\.6")
        back = by_night(self.nights, f"{nights[12]}..{nights[17]}", f"{nights[0]}..{nights[11]}")
        self.assertEqual(back.returncode, 0, back.stdout)
        self.assertIn("10 faster", back.stdout)
        few = by_night(self.nights, nights[0], f"{nights[1]}..{nights[3]}")
        self.assertEqual(few.returncode, 3, few.stdout)
        self.assertIn("1 and 3 nights can be exchanged in 4 ways, so nothing is rarer than 25 %", few.stdout)
        quiet = by_night(self.nights, f"{nights[0]}..{nights[5]}", f"{nights[6]}..{nights[11]}")
        self.assertEqual(quiet.returncode, 0, quiet.stdout)
        self.assertRegex(quiet.stdout.splitlines()[2], r"^\d+ (same|open)(, \d+ open)?$")

    def test_a_case_that_fails_in_all_nights_of_b_is_named(self):
        self.add_site_nights(range(14))
        for path in sorted(self.nights.glob("*.json"))[-12:]:  # of four nights
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            for line in lines:
                if (line.get("benchmark"), line.get("bytes")) == ("Bcast", 2):
                    line["status"] = "failed"
                    for key in ("t_min_s", "t_max_s", "t_avg_s"):
                        del line[key]
            path.write_text("".join(json.dumps(line) + "\n" for line in lines if (line.get("benchmark"), line.get("bytes")) != ("Bcast", 4)))
        nights = [str(FIRST + datetime.timedelta(days=number)) for number in range(14)]
        found = by_night(self.nights, f"{nights[0]}..{nights[9]}", f"{nights[10]}..{nights[13]}")
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        self.assertIn("\nfailed in B: Bcast, 2 processes, 2 B\n# not in half of the nights of B: Bcast, 2 processes, 4 B\n", found.stdout)
        back = by_night(self.nights, f"{nights[10]}..{nights[13]}", f"{nights[0]}..{nights[9]}")
        self.assertNotIn("failed in B", back.stdout)
        self.assertEqual(back.returncode, 0, back.stdout)

    def test_a_directory_that_is_missing_is_said_to_be(self):
        self.assertIn("the directory stands before what is to be done: sonde history DIR check", self.refused("check"))

    def test_nights_that_cannot_be_compared_are_refused(self):
        nights = [self.add_night(number, launches=1) for number in range(4)]

        def refused(*arguments):
            return self.refused(*arguments, by=by_night)
        self.assertIn("in both groups", refused(self.nights, nights[0], f"{nights[0]}..{nights[3]}"))
        self.assertIn("before the first", refused(self.nights, nights[0], f"{nights[3]}..{nights[2]}"))
        self.assertIn("no night", refused(self.nights, nights[0], "2024-01-01..2024-01-02"))
        for words in ([], nights[:1], nights[:3]):
            self.assertIn("takes two groups of nights", refused(self.nights, *words))
        self.assertIn("holds no history", refused(self.folder, *nights[:2]))
        self.assertIn("No such file", refused(self.folder / "none", *nights[:2]))
        for other in (["--changed"], ["--json"], ["--markdown"], ["--junit"], ["--strict"], ["--threshold", 3], ["--rows", "A=B"], ["--base", "A"], ["--new", "B"]):
            self.assertIn("and no other option", refused(self.nights, *nights[:2], *other))
        for words in ([], nights[:2]):
            self.assertIn("sonde compare --by-night DIR A B", self.refused(self.nights, "compare", *words))

    def test_few_nights_are_compared_and_not_calibrated(self):
        day = self.add_night(0)
        alone = history(self.nights, "check")
        self.assertEqual(alone.returncode, 3, alone.stdout)
        self.assertIn("too little history", alone.stdout)
        self.add_night(1, slower=1.5, launches=5)
        done = history(self.nights, "check")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("not calibrated", done.stdout)
        shown = history(self.nights, "show")
        self.assertEqual(shown.returncode, 0)
        self.assertIn(f"2 nights, 8 launches, 4 cases; {day} to 2025-09-02", shown.stdout)

    def test_a_case_that_fails_after_nights_without_it_is_an_alarm(self):
        """The night before last did not measure it: only the comparison with all nights tells."""
        for number, row in enumerate((f"{8:>13} {10:>12} {1.5:>12} {5.0:>12}\n", "", f"{8:>13} failed; MPI_Send: MPI_ERR_OTHER\n")):
            path = self.folder / f"{number}.txt"
            path.write_text("#---\n# Benchmarking PingPong\n# #processes = 2\n#---\n       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                            f"{0:>13} {10:>12} {1.0:>12} {0.0:>12}\n{row}")
            done = history(self.nights, "add", "--time", f"2025-09-0{number + 1}T03:00Z", path)
            self.assertEqual(done.returncode, 0, done.stderr)
        done = history(self.nights, "check")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, "failed.*\n.*PingPong.*8")
        self.assertIn('type="failed"', history(self.nights, "export", "--format", "junit").stdout)

    def test_a_record_is_kept_once(self):
        table = self.table("a.txt")
        for word in ("added", "is there already"):
            done = history(self.nights, "add", "--time", "2025-11-22T04:00+01:00", table)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, rf"^2025-11-22T03:00Z-[0-9a-f]{{16}}\.json {word}\n$")
        self.assertEqual(len(list(self.nights.iterdir())), 1)

    def test_why_names_what_changed(self):
        self.add_night(0)
        second = self.add_night(1)
        for path in self.nights.glob(f"{second}*"):  # a kernel that the tables do not tell
            self.assertIn('"kernel":null', path.read_text().replace(" ", ""))
        self.assertIn("say of nothing that it changed", history(self.nights, "why", second).stdout)
        header, *rest = next(self.nights.glob(f"{FIRST}*")).read_text().splitlines()
        for day, kernel in ((2, "6.1.0-25"), (3, "6.1.0-27")):
            run = {**json.loads(header), "kernel": kernel, "start": f"2025-09-0{day + 1}T03:00:00+00:00", "program": "x"}
            record = self.folder / f"{kernel}.json"
            footer = {"schema": 1, "kind": "footer", "end": run["start"], "exit_status": 0}
            record.write_text("\n".join([json.dumps(run), *rest, json.dumps(footer)]) + "\n")
            done = history(self.nights, "add", record)
            self.assertEqual(done.returncode, 0, done.stderr)
        done = history(self.nights, "why", "2025-09-04")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("changed: kernel: 6.1.0-25 -> 6.1.0-27", done.stdout)
        self.assertIn("first night", self.refused(self.nights, "why", FIRST))
        self.assertIn("no night", self.refused(self.nights, "why", "2025-12-24"))

    def page(self, *arguments):
        """The page as text, and what its script reads."""
        done = history(self.nights, "page", "-o", "-", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, json.loads(re.search(r'id="data">(.*?)</script>', done.stdout, re.DOTALL)[1])

    def test_the_page_says_what_check_says(self):
        self.add_night(0)
        self.add_night(1, slower=1.5, launches=5)
        text, data = self.page("--title", "<i>Nights</i>")
        self.assertNotIn("<i>", text)
        self.assertNotRegex(text, r"https?://(?!www\.w3\.org/)")
        self.assertEqual((data["title"], data["state"], data["directory"]), ("<i>Nights</i>", "alarm", "nights"))
        self.assertEqual([alarm["name"] for alarm in data["alarms"]], ["osu_latency, 2 processes, 8 B"])
        self.assertEqual(data["text"].splitlines()[1:], history(self.nights, "check").stdout.splitlines()[1:])
        self.assertEqual([len(case["values"]) for case in data["cases"]], [2] * 4)

    def test_the_page_replaces_nothing_unasked(self):
        self.add_night(0)
        page = self.folder / "page.html"
        page.write_text("mine")
        self.assertIn("page.html", self.refused(self.nights, "page", "-o", page))
        self.assertEqual(page.read_text(), "mine")
        self.assertEqual(history(self.nights, "page", "-o", page, "--force").returncode, 0)
        self.assertIn("<!doctype html>", page.read_text())
        target, link = self.folder / "target.html", self.folder / "link.html"
        target.write_text("mine")
        link.symlink_to(target)
        self.refused(self.nights, "page", "-o", link, "--force")
        self.assertEqual((target.read_text(), link.is_symlink()), ("mine", True))
        record = next(self.nights.glob("*.json"))
        before = record.read_text()
        self.refused(self.nights, "page", "-o", record, "--force")
        self.assertEqual(record.read_text(), before)

    def test_no_page_is_made_of_no_history(self):
        page = self.folder / "page.html"
        self.assertIn("cannot list", self.refused(self.nights, "page", "-o", page))
        self.assertIn("holds no history", self.refused(self.folder, "page", "-o", page))
        self.add_night(0)
        (self.nights / "acknowledged.txt").write_text("no tabs\n")
        self.assertIn("acknowledged.txt line 1", self.refused(self.nights, "page", "-o", page))
        self.assertFalse(page.exists())

    def test_one_launch_is_weak(self):
        self.add_night(0, launches=1)
        self.assertIn("# weak: 4 values", history(self.nights, "check").stdout)

    def test_wrong_input_is_refused(self):
        table = self.table("a.txt")
        self.assertIn("--time 2025-11-22T03:00Z", self.refused(self.nights, "add", table))
        self.assertIn("yesterday", self.refused(self.nights, "add", table, "--time", "yesterday"))
        table.write_text("# date: 2025-11-22T03:00:00\n" + table.read_text())
        self.assertIn("no time with a zone: give it with --time", self.refused(self.nights, "add", table))
        self.assertIn("no-such", self.refused(self.nights, "add", self.folder / "no-such"))
        self.assertFalse(self.nights.exists())
        self.assertIn("cannot list", self.refused(self.nights, "check"))
        self.assertIn("holds no history", self.refused(self.folder, "check"))
        self.refused(self.nights)
        self.refused(self.nights, "chek")
        self.assertIn("openmetrics", self.refused(self.nights, "export", "--format", "xml"))

    def test_a_cut_record_is_refused(self):
        table = self.table("a.txt")
        self.assertEqual(history(self.nights, "add", "--time", "2025-11-22T03:00Z", table).returncode, 0)
        whole = next(self.nights.iterdir()).read_text()
        cut = self.folder / "cut.json"
        cut.write_text(whole[:-20])
        self.assertIn("did not end", self.refused(self.nights, "add", cut))


if __name__ == "__main__":
    unittest.main()
