"""sonde-mpi Links: every pair meets, a slow link is named, records, options, wrong input."""
import os
import re
import subprocess
import unittest

from in_folder import InFolder
from process_counts import COUNTS
from programs import BIN, launch, run, tables
from records import check_lines, complete_lines

SLOW_LINK = os.path.join(os.path.dirname(BIN), "lib", "libslow_link.so")
QUICKLY = ("-iter", "3", "-window_size", "1", "-msglen")


class Links(InFolder):
    def setUp(self):
        super().setUp()
        self.record = str(self.folder / "links.json")
        self.lengths = self.folder / "lengths"
        self.lengths.write_text("64k\n")

    def links(self, processes, *arguments, statuses=(0,), **options):
        """The outcome, and the case that the record has."""
        done = launch(processes, "sonde-mpi", "Links", *QUICKLY, self.lengths, "-json", self.record, *arguments, limit=200, **options)
        self.assertIn(done.status, statuses, f"{arguments}\n{done.out}\n{done.err}")
        lines = complete_lines(self.record)
        check_lines(lines)
        os.remove(self.record)
        return done, next(line for line in lines if line["kind"] == "case")

    def test_every_pair_meets_on_1_to_7_processes(self):
        for processes in (count for count in COUNTS if 2 <= count < 8):
            with self.subTest(processes):
                done, case = self.links(processes, statuses=(0, 1))
                self.assertEqual(case["links"]["pairs"], processes * (processes - 1))
                self.assertEqual(case["links"]["ranks"], list(range(processes)))
                (table,) = tables(done.out)
                self.assertEqual(table.columns, ["#bytes", "#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]", "Mbytes/sec"])
                self.assertEqual(table.rows[0][0], "65536")
                self.assertIn("# Bandwidth of links        :", done.out)
        alone = launch(1, "sonde-mpi", "Links")
        self.assertIn("# !! Benchmark Links invalid for 1 process !!", alone.out)

    @unittest.skipUnless(os.path.exists(SLOW_LINK), "nothing can be preloaded under a sanitizer")
    def test_a_link_that_is_slow_one_way_is_named(self):
        done, case = self.links(6, "-isolated", "-time", "10000", statuses=(1,), environment={"LD_PRELOAD": SLOW_LINK, "SONDE_SLOW_LINK": "1,2"})
        slow = [finding for finding in case["links"]["findings"] if finding["verdict"] == "slow" and finding["quantity"] == "bandwidth"]
        self.assertIn(("link", "sends", 1, 2), [(f["kind"], f["direction"], f["first"], f.get("second")) for f in slow], done.out)
        self.assertIn("(rank 1) -> ", done.out)
        self.assertRegex(done.out, r"(?m)^# slow  .*link .*rank 1\) -> .*rank 2\) is [\d.]+ (%|times) slower \[")

    @unittest.skipUnless(os.path.exists(SLOW_LINK), "nothing can be preloaded under a sanitizer")
    def test_no_link_is_named_where_all_are_alike(self):
        _, case = self.links(6, "-isolated", "-time", "10000", statuses=(0, 1), environment={"LD_PRELOAD": SLOW_LINK})
        self.assertFalse(case["links"].get("shares_cores"))
        self.assertEqual([finding for finding in case["links"]["findings"] if finding["quantity"] == "bandwidth"], [])

    @unittest.skipIf(os.cpu_count() >= 8, "no host is crowded by eight processes")
    def test_where_ranks_share_cores_nothing_is_judged(self):
        done, case = self.links(8)
        self.assertTrue(case["links"]["shares_cores"])
        self.assertEqual(case["links"]["findings"], [])
        self.assertEqual(case["links"]["pairs"], 56)
        self.assertIn("8 processes are not bound to cores of their own, so nothing is judged", done.out)
        self.assertNotIn("# Caution", done.out)

    def test_a_map_that_does_not_fit_into_mem_is_refused_with_its_size(self):
        done = launch(2, "sonde-mpi", "Links", "-mem", "0.0000001")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertRegex(done.out, r'needed X= +[\d.]+ GB; use flag "-mem X" \(the map of all links takes 8 bytes a pair on the first rank\)')

    def test_few_processes_are_not_judged(self):
        done, case = self.links(3)
        self.assertEqual(case["links"]["findings"], [])
        self.assertIn("at least 4 are needed", done.out)

    def test_options_of_the_program(self):
        for arguments in (["-quick"], ["-quick", "2", "-seed", "5"], ["-isolated"], ["-per", "rank"], ["-threshold", "50%"],
                          ["-multi", "0"], ["-npmin", "2"], ["-map", "2x2"], ["-off_cache", "1"], ["-precision", "50%", "-time", "1"],
                          ["-samples", "all"], ["-stats"], ["-start", "dissemination"], ["-budget", "20s"]):
            with self.subTest(arguments):
                _, case = self.links(4, *arguments, statuses=(0, 1))
                self.assertEqual(case["status"], "measured")
                self.assertGreater(case["links"]["message"]["quickest_s"], 0)
                self.assertGreater(case["links"]["latency"]["quickest_s"], 0)

    def test_one_length_where_none_is_said_and_those_that_are(self):
        done = launch(2, "sonde-mpi", "Links", "-iter", "1", "-window_size", "1", limit=100)
        self.assertEqual([row[0] for row in tables(done.out)[0].rows], ["1048576"])
        done = launch(2, "sonde-mpi", "Links", "-iter", "1", "-msglog", "3:4", limit=100)
        self.assertEqual([row[0] for row in tables(done.out)[0].rows], ["0", "8", "16"])

    def test_wrong_input_is_refused_before_anything_is_measured(self):
        switches = self.folder / "switches"
        switches.write_text("n1 s1\nn2\n")
        others = self.folder / "others"
        others.write_text("no-such-host s1\n")
        for arguments, words in ((["-topology", switches], "line 2"), (["-topology", others], "names none of the hosts: it has for example 'no-such-host'"), (["-topology", self.folder / "none"], "none"), (["-quick", "0"], "out of range"),
                                 (["-threshold", "10"], "percentage"), (["-per", "core"], "expected one of node, rank"), (["-isolated", "on"], "on")):
            with self.subTest(arguments):
                done = launch(2, "sonde-mpi", "Links", *arguments)
                self.assertEqual(done.status, 2)
                self.assertIn(words, done.err)
                self.assertNotIn("#bytes", done.out)
        planned = launch(2, "sonde-mpi", "Links", "-topology", others, "-dry_run")
        self.assertEqual(planned.status, 0, "where a run is planned its hosts need not be there")
        self.assertEqual(planned.err.count("names none of the hosts"), 1, planned.err)

    def test_hosts_are_found_in_a_file_by_long_names_in_other_letter_case(self):
        switches = self.folder / "switches"
        switches.write_text(f"{os.uname().nodename.split('.')[0].upper()}.Cluster.org s1\n")
        done, case = self.links(2, "-topology", switches)
        self.assertEqual(case["links"]["block_names"], ["s1"])
        self.assertNotIn("-topology", done.err)

    def test_sonde_reads_what_was_found(self):
        processes = 6
        environment = {"LD_PRELOAD": SLOW_LINK, "SONDE_SLOW_LINK": "1,2"} if os.path.exists(SLOW_LINK) else {}
        done = launch(processes, "sonde-mpi", "Links", *QUICKLY, self.lengths, "-json", self.record, "-isolated", "-time", "10000", limit=200, environment=environment)
        again = run([os.path.join(BIN, "sonde"), "links", self.record])
        self.assertEqual(again.status, done.status)
        verdict = next(line for line in done.out.splitlines() if line.startswith("# Verdict"))
        self.assertIn(verdict, again.out)
        table = run([os.path.join(BIN, "sonde"), "links", self.record, "--csv", "-"]).out.splitlines()
        self.assertEqual(len(table), 1 + processes * (processes - 1))
        self.assertTrue(table[0].startswith("from,to,from_host,to_host,bytes,latency_s,message_s"))

    def test_pairs_of_multi_1_have_a_map_too(self):
        done = launch(8, "IMB-MPI1", "PingPong", "-multi", "1", "-npmin", "2", "-msglog", "3:12", "-iter", "2", "-json", self.record, limit=200)
        self.assertEqual(done.status, 0, done.err)
        found = run([os.path.join(BIN, "sonde"), "links", self.record])
        self.assertEqual(found.status, 0, found.err)
        # Of ranks that share a core a slow one proves nothing.
        shared = os.cpu_count() < 8
        self.assertIn("so nothing is judged" if shared else "of 8 processes and 4 links", found.out)
        self.assertEqual(len(re.findall(r"(?m)^\S+ \(rank \d\) ", found.out)), 8)


if __name__ == "__main__":
    unittest.main()
