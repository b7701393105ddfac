"""`sonde verify`: whatever was changed, added or left out after a campaign is named."""
import json
import os
import re
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
TABLE = """# OSU MPI Latency Test v7.4\\n# Datatype: MPI_CHAR.\\n# Size       Avg Latency(us)\\n1 1.25\\n2 2.50\\n"""
PROGRAM = f"""#!/bin/sh
# Writes a latency table as its record, and prints it; hangs while the file 'slow' stands beside it.
here=$(dirname "$0")
[ -e "$here/slow" ] && echo $$ > "$here/started" && exec sleep 60
[ -e "$here/broken" ] && exit 7
printf '{TABLE}' > "$2"
printf '{TABLE}'
"""


def sonde(*arguments):
    return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=60)


class Verify(InFolder):
    def setUp(self):
        super().setUp()
        self.program = self.folder / "program.sh"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)
        self.records = self.folder / "runs"

    def launch(self, launches=2):
        return sonde("run", "-n", launches, "-o", self.records, "--", self.program)

    def start_and_signal(self, command, number):
        """Starts it, sends the signal once the program runs, and ends the program where that has outlived it."""
        started = self.folder / "started"
        started.unlink(missing_ok=True)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            for _ in range(600):
                if started.exists() and started.read_text().endswith("\n"):
                    break
                time.sleep(0.05)
            running.send_signal(number)
            running.wait(timeout=60)
        try:
            os.kill(int(started.read_text()), signal.SIGKILL)
        except ProcessLookupError:
            pass

    def assert_found(self, *sentences):
        done = sonde("verify", self.records)
        self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
        found = [line for line in done.stdout.splitlines() if not line.startswith("#")]
        self.assertEqual(len(found), len(sentences), done.stdout)
        for sentence in sentences:
            self.assertTrue(any(sentence in line for line in found), f"{sentence}: {done.stdout}")

    def assert_well(self, *words):
        done = sonde("verify", self.records)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        for word in words:
            self.assertIn(word, done.stdout)

    def test_what_a_campaign_left_is_well(self):
        self.launch()
        self.assert_well("is as it was left: 2 launches, 5 files; 4 rows of tables agree", "SHA-256 of its SHA256SUMS: ")
        self.launch(3)  # gone on with
        self.assert_well("3 launches, 7 files")
        moved = self.folder / "elsewhere"
        shutil.move(self.records, moved)
        self.records = moved
        self.assert_well()

    def test_sha256sum_checks_it_too(self):
        def sha256sum():
            return subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=self.records, capture_output=True, text=True, timeout=60)
        self.launch()
        done = sha256sum()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual({line.split(":")[0] for line in done.stdout.splitlines()}, {path.name for path in self.records.iterdir()} - {"SHA256SUMS"})
        (self.records / "run-1.json").write_text("x")
        self.assertIn("run-1.json: FAILED", sha256sum().stdout)

    def test_the_journal_says_which_program_ran_and_where(self):
        self.launch()
        journal = (self.records / "campaign.journal").read_text()
        digest = subprocess.run(["sha256sum", self.program], capture_output=True, text=True, check=True, timeout=60).stdout.split()[0]
        self.assertEqual(journal.count(f"program run-1 {digest} {self.program}\n"), 1)
        session = json.loads(re.search(r"^session (.*)$", journal, re.M)[1])
        self.assertEqual(session["environment"]["PATH"], os.environ["PATH"])
        self.assertIn("sonde_version", session)

    def test_a_changed_byte(self):
        self.launch()
        record = self.records / "run-1.json"
        record.write_text(record.read_text().replace("# Datatype: MPI_CHAR", "# Datatype: MPI_CHAT"))
        self.assert_found("'run-1.json' was changed")

    def launch_of_times(self, printed, scan=False):
        """A launch whose record has these times of two benchmarks, and whose table prints others of Sendrecv; of a scan where asked for."""
        header = '{"schema":1,"kind":"header","program":"IMB-MPI1","ranks":2' + (',"scan":[{"name":"eager","value":"64"}]' if scan else "") + "}\n"
        variant = ',"variant":{{"eager":"64"}}' if scan else ""
        case = '{{"schema":1,"kind":"case","benchmark":"{}","processes":2,"bytes":8,"status":"measured","repetitions":10,"t_min_s":1e-6,"t_max_s":3e-6,"t_avg_s":2e-6' + variant + '}}\n'
        (self.folder / "record").write_text(header + case.format("PingPong") + case.format("Sendrecv") +
                                            '{"schema":1,"kind":"footer","exit_status":0,"measured":2,"skipped":0,"failed":0}\n')
        line = "#" + 51 * "-"
        (self.folder / "table").write_text(
            f"#    Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)\n{line}\n# Benchmarking PingPong \n# #processes = 2 \n{line}\n"
            "       #bytes #repetitions      t[usec]   Mbytes/sec\n            8           10         3.00         0.00\n\n"
            f"{line}\n# Benchmarking Sendrecv \n# #processes = 2 \n{line}\n"
            "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec\n"
            f"            8           10 {printed}         0.00\n")
        self.program.write_text('#!/bin/sh\nhere=$(dirname "$0")\ncat "$here/record" > "$2"\ncat "$here/table"\n')
        self.launch(1)

    def test_of_one_column_the_slowest_time_alone_is_compared(self):
        self.launch_of_times("1.00 3.00 2.00")
        self.assert_well("2 rows of tables agree")

    def test_a_case_that_was_measured_twice_is_compared_in_order(self):
        self.launch_of_times("1.00 3.00 2.00")
        shutil.rmtree(self.records)
        again = '{"schema":1,"kind":"case","benchmark":"Sendrecv","processes":2,"bytes":8,"status":"measured","repetitions":10,"t_min_s":4e-6,"t_max_s":6e-6,"t_avg_s":5e-6}\n'
        *cases, footer = (self.folder / "record").read_text().splitlines(keepends=True)
        (self.folder / "record").write_text("".join(cases) + again + footer)
        self.launch(1)
        self.assert_well("1 row of tables agrees")  # the table has it once
        shutil.rmtree(self.records)
        table = self.folder / "table"
        head, rows = table.read_text().split("# Benchmarking Sendrecv")
        table.write_text(head + "# Benchmarking Sendrecv" + rows + "\n#" + 51 * "-" + "\n# Benchmarking Sendrecv" + rows.replace("1.00 3.00 2.00", "4.00 6.00 5.00"))
        self.launch(1)
        self.assert_well("3 rows of tables agree")
        shutil.rmtree(self.records)
        table.write_text(table.read_text().replace("4.00 6.00 5.00", "4.00 6.00 5.50"))
        self.launch(1)
        self.assert_found("its record differ in Sendrecv")

    def test_a_table_says_nothing_of_the_setting_of_a_scan(self):
        self.launch_of_times("1.50 3.00 2.00", scan=True)
        self.assert_found("its record differ in Sendrecv")

    def test_each_of_three_columns_is_compared(self):
        for printed in ("1.50 3.00 2.00", "1.00 3.50 2.00", "1.00 3.00 2.50"):
            with self.subTest(printed):
                self.launch_of_times(printed)
                self.assert_found("its record differ in Sendrecv")
                shutil.rmtree(self.records)

    def launch_of_overlap(self, printed):
        """A launch whose record has overlap and a median, and whose table prints these numbers."""
        (self.folder / "record").write_text(
            '{"schema":1,"kind":"header","program":"IMB-NBC","ranks":2}\n'
            '{"schema":1,"kind":"case","benchmark":"Ibcast","processes":2,"bytes":8,"status":"measured","repetitions":5,'
            '"overlap":{"t_ovrl_s":1.5949e-6,"t_pure_s":9.751e-7,"t_cpu_s":1.1449e-6,"overlap_percent":53.449},"summary":{"batches":9,"median_s":1.4951e-6}}\n'
            '{"schema":1,"kind":"footer","exit_status":0,"measured":1,"skipped":0,"failed":0}\n')
        line = "#" + 77 * "-"
        (self.folder / "table").write_text(
            f"#    Sonde 1.0.0, MPI-NBC part (IMB 3.2 conventions)\n{line}\n# Benchmarking Ibcast \n# #processes = 2 \n{line}\n"
            "       #bytes #repetitions t_ovrl[usec] t_pure[usec]  t_CPU[usec]   overlap[%] median[usec]\n"
            f"            8            5 {printed}\n")
        self.program.write_text('#!/bin/sh\nhere=$(dirname "$0")\ncat "$here/record" > "$2"\ncat "$here/table"\n')
        self.launch(1)

    def test_overlap_and_medians_are_compared(self):
        self.launch_of_overlap("1.59 0.98 1.14 53.45 1.50")
        self.assert_well("1 row of tables agrees")
        for printed, column in (("1.49 0.98 1.14 53.45 1.50", "t_ovrl[usec] 1.49 there, 1.59 here"), ("1.59 0.96 1.14 53.45 1.50", "t_pure[usec]"),
                                ("1.59 0.98 1.04 53.45 1.50", "t_CPU[usec]"), ("1.59 0.98 1.14 63.45 1.50", "overlap[%]"), ("1.59 0.98 1.14 53.45 1.60", "median[usec]")):
            with self.subTest(printed):
                shutil.rmtree(self.records)
                self.launch_of_overlap(printed)
                self.assert_found(f"its record differ in Ibcast, 2 processes, 8 B: {column}")

    def test_a_removed_record_and_an_added_file(self):
        self.launch()
        (self.records / "run-2.json").unlink()
        self.assert_found("'run-2.json' is missing")
        (self.records / "run-3.json").write_text("x")
        (self.records / "folder").mkdir()
        self.assert_found("'run-2.json' is missing", "'run-3.json' was added", "'folder' was added")

    def test_going_on_hides_no_change(self):
        self.launch()
        record = self.records / "run-1.json"
        record.write_text(record.read_text().replace("1.25", "1.05"))
        self.launch(3)
        self.assert_found("'run-1.json' was changed", "'run-1.log' and its record differ")

    def test_a_changed_plan_journal_or_sum(self):
        self.launch()
        for name, change, sentence in [("plan.toml", ("run", "rum"), "'plan.toml' was changed"),
                                       ("campaign.journal", ("end run-1 good", "end run-1 failed"), "'campaign.journal' was changed"),
                                       ("SHA256SUMS", ("  plan.toml", " plan.toml"), "'SHA256SUMS' cannot be used: line"),
                                       ("SHA256SUMS", ("  plan.toml", "  plan.tom"), ("'plan.tom' is missing", "'plan.toml' was added"))]:
            file = self.records / name
            text = file.read_text(encoding="utf-8")
            self.assertIn(change[0], text)
            file.write_text(text.replace(*change, 1), encoding="utf-8")
            self.assert_found(*([sentence] if isinstance(sentence, str) else sentence))
            file.write_text(text, encoding="utf-8")
        self.assert_well()
        (self.records / "SHA256SUMS").unlink()
        self.assert_found("'SHA256SUMS' is missing")

    def test_a_changed_program(self):
        self.launch()
        self.program.write_text(PROGRAM + "# newer\n")
        self.assert_found("is not the one that was launched")
        self.launch(3)
        self.assert_found("was changed between launches run-1 and run-3")
        self.program.unlink()
        self.assert_found("was changed between launches")

    def test_a_program_that_is_not_here_is_said(self):
        self.launch()
        self.program.unlink()
        self.assert_well("is not on this machine: not checked")

    def test_failed_launches_are_part_of_it(self):
        (self.folder / "broken").touch()
        plan = self.folder / "night.toml"
        plan.write_text(f'launches = 2\nseed = 1\nlauncher = "{{command}}"\n[[command]]\nname = "a"\nrun = "{self.program} - {{record}}"\n')
        self.records = self.folder / "night.campaign"
        self.assertEqual(sonde("campaign", plan).returncode, 1)
        self.assert_well("2 launches")
        (self.folder / "broken").unlink()
        self.assertEqual(sonde("campaign", plan, "--retry").returncode, 0)
        self.assert_well("2 launches")

    def test_killed_campaigns_say_so_and_are_well_once_they_have_gone_on(self):
        self.launch()
        (self.folder / "slow").touch()
        launched = [SONDE, "run", "-n", "3", "-o", self.records, "--", self.program]
        self.start_and_signal(launched, signal.SIGTERM)
        self.assert_found("'run-3' was cut off")
        self.start_and_signal(launched, signal.SIGKILL)
        self.assert_found("goes on after SHA256SUMS", "'run-3' was cut off")
        (self.folder / "slow").unlink()
        self.assertEqual(self.launch(3).returncode, 0)
        self.assert_well("3 launches")

    def test_wrong_input(self):
        for arguments, message in [((self.folder / "none",), "is no directory"), ((self.program,), "is no directory"),
                                   ((self.folder,), "is not of a campaign"), ((), "directory is required")]:
            done = sonde("verify", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
