"""IMB-MT: every row with checks on and one to three threads, columns, pairs and chains, records, wrong input, slow threads."""
import csv
import os
import tempfile
import unittest

from programs import BIN, launch, run, tables
from records import check_lines, complete_lines

PAIRS = ["PingPongMT", "PingPingMT"]
CHAINS = ["SendRecvMT", "ExchangeMT"]
BANDS = ["UniBandMT", "BiBandMT"]
COLLECTIVES = ["BarrierMT", "BcastMT", "ReduceMT", "AllReduceMT"]
NAMES = [*PAIRS, *CHAINS, *BANDS, *COLLECTIVES]
TIMES = ["t_min[usec]", "t_max[usec]", "t_avg[usec]"]
LEVEL = ("-thread_level", "multiple")
SLOW, FEWER = (os.path.join(os.environ["SONDE_BUILD"], "lib", f"lib{name}.so") for name in ("slow_thread", "fewer_threads"))


def columns_of(name):
    if name in BANDS:
        return ["#bytes", "#repetitions", "t_avg[usec]", "Mbytes/sec", "Msg/sec"]
    length = [] if name == "BarrierMT" else ["#bytes"]
    return [*length, "#repetitions", *TIMES, *(["Mbytes/sec"] if name in PAIRS + CHAINS else [])]


class Threads(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.records = os.path.join(folder.name, "run.jsonl")
        self.table = os.path.join(folder.name, "run.txt")

    def measured(self, processes, *arguments, environment=None):
        done = launch(processes, "IMB-MT", *LEVEL, *arguments, limit=240, environment=environment)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out}\n{done.err}")
        return done.out

    def cases_of(self, processes, *arguments, **options):
        self.measured(processes, *arguments, "-json", self.records, **options)
        lines = complete_lines(self.records)
        check_lines(lines)
        os.remove(self.records)
        return [line for line in lines if line["kind"] == "case"]

    def refused(self, *arguments, processes=2, environment=None):
        done = launch(processes, "IMB-MT", *arguments, environment=environment)
        self.assertEqual(done.status, 2, f"{arguments}\n{done.out}\n{done.err}")
        messages = [line for line in done.err.splitlines() if line.startswith("IMB-MT:")]
        self.assertEqual(len(messages), 1, done.err)
        return messages[0]

    def check_all(self, processes, threads):
        out = self.measured(processes, "-threads", threads, "-check", "-repeat", 5, "-warmup", 2, "-count", "1,64,1000",
                            "-window_size", 4)
        wanted = NAMES if processes > 1 else CHAINS + COLLECTIVES
        self.assertEqual([t.benchmark for t in tables(out)], wanted)
        for table in tables(out):
            with self.subTest(table.benchmark):
                sized = table.benchmark != "BarrierMT"
                self.assertEqual(table.columns, [*columns_of(table.benchmark), *(["defects"] if sized else [])])
                if sized:
                    self.assertEqual([int(row[0]) for row in table.rows], [n * 4 * threads for n in (1, 64, 1000)])
                    self.assertEqual(set(table.column("defects")), {0.0})
        paired = processes // 2 * 2
        for table in tables(out):
            self.assertEqual(table.processes, paired if table.benchmark in PAIRS + BANDS else processes, table.benchmark)
        self.assertEqual(out.count(f" (threads: {threads})\n"), len(wanted))
        self.assertIn("no defects", out)

    def test_1_process(self):
        for threads in (1, 2, 3):
            self.check_all(1, threads)

    def test_2_processes(self):
        for threads in (1, 2, 3):
            self.check_all(2, threads)

    def test_3_processes(self):
        for threads in (1, 2, 3):
            self.check_all(3, threads)

    def test_4_processes(self):
        for threads in (1, 2, 3):
            self.check_all(4, threads)

    def test_tables_look_as_those_of_the_suite(self):
        out = self.measured(2, "-threads", 2, "UniBandMT", "-count", 1, "-repeat", 5, "-window_size", 8)
        line = "#" + 77 * "-"
        self.assertIn(f"{line}\n# Benchmarking UniBandMT \n# #processes = 2 (threads: 2)\n# window_size = 8\n{line}\n", out)

    def test_defaults_are_those_of_the_suite(self):
        out = self.measured(2, "PingPongMT", "-threads", 1, "-dry_run")
        self.assertIn("4 lengths, 4 to 32 bytes; 1000 repetitions", out)

    def test_every_pair_of_blocks_has_partners(self):
        for stride in (0, 1, 2):
            out = self.measured(4, *PAIRS, *CHAINS, *BANDS, "-threads", 2, "-stride", stride, "-check", "-count", "100", "-repeat", 3,
                                "-window_size", 3)
            self.assertIn("no defects in 6 rows", out)
        (case,) = self.cases_of(3, "PingPongMT", "-stride", 1, "-count", 1, "-repeat", 5)
        self.assertGreater(case["t_min_s"], 0)  # the rank without a partner is no part of it

    def test_ways_of_measuring_keep_the_data_right(self):
        for flags in (["-off_cache", "0.1,64"], ["-barrier", "off"], ["-barrier", "special"], ["-warm_up", "auto"], ["-warm_up", "off"],
                      ["-precision", "50%", "-time", "0.05"], ["-datatype", "char"], ["-malloc_algo", "continuous", "-malloc_align", 1],
                      ["-malloc_algo", "parallel"], ["-stats"], ["-start", "none"], ["-start", "dissemination"], ["-start", "clock"],
                      ["-budget", "300s"], ["-iter_policy", "off"]):
            with self.subTest(flags=flags):
                few = [] if "-warm_up" in flags else ["-n_warmup", 2]
                out = self.measured(2, "-threads", 2, "-check", "-count", "3,500", "-repeat", 4, *few, "-window_size", 2, *flags)
                self.assertIn("no defects", out)

    def test_lengths_in_bytes(self):
        for flags, lengths in ((["-msglog", "2:4"], [4, 8, 16]), (["-msgsize", "8,6"], [8, 8]), (["-count", "0,5"], [0, 20])):
            (table,) = tables(self.measured(2, "-threads", 3, "BcastMT", "-repeat", 3, *flags))
            self.assertEqual([int(row[0]) for row in table.rows], [3 * n for n in lengths])

    def test_check_takes_a_boolean(self):
        for word, checked in (("on", True), ("true", True), ("1", True), ("off", False), ("no", False), ("0", False)):
            out = self.measured(2, "-check", word, "BcastMT", "-count", 2, "-repeat", 3)
            self.assertEqual("defects" in out, checked, word)

    def test_without_a_head(self):
        out = self.measured(2, "-noheader", "BcastMT", "-count", 2, "-repeat", 3)
        self.assertTrue(out.lstrip("\n").startswith("#" + 77 * "-"), out)

    def test_rates_count_the_messages_of_all_threads(self):
        for name, messages in (("PingPongMT", 3), ("PingPingMT", 3), ("SendRecvMT", 6), ("ExchangeMT", 12), ("UniBandMT", 6), ("BiBandMT", 6)):
            (case,) = self.cases_of(4, name, "-threads", 3, "-count", 256, "-repeat", 5, "-window_size", 4)
            rate = messages / case["t_max_s"]
            self.assertAlmostEqual(case["megabytes_per_second"] / (rate * 1024 / 2**20), 1, delta=1e-6, msg=name)
            if name in BANDS:
                self.assertAlmostEqual(case["messages_per_second"] / rate, 1, delta=1e-6, msg=name)

    def test_each_number_of_threads_is_a_table(self):
        cases = self.cases_of(2, "SendRecvMT", "AllReduceMT", "-threads", "1,3", "-count", 16, "-repeat", 5, "-check")
        self.assertEqual([(c["benchmark"], c["threads"]) for c in cases],
                         [("SendRecvMT", 1), ("SendRecvMT", 3), ("AllReduceMT", 1), ("AllReduceMT", 3)])
        self.assertTrue(all(c["defects"] == 0 for c in cases))

    def test_a_record_has_length_and_threads_apart(self):
        cases = self.cases_of(2, "-threads", 2, "-count", 10, "-repeat", 5)
        self.assertEqual({case["threads"] for case in cases}, {2})
        self.assertEqual({case["bytes"] for case in cases}, {40, None})

    def test_a_table_is_read_back(self):
        with open(self.table, "w") as file:
            file.write(self.measured(2, "PingPongMT", "UniBandMT", "BarrierMT", "-threads", 2, "-count", 10, "-repeat", 5))
        done = run([os.path.join(BIN, "sonde"), "show", self.table, "--csv"])
        self.assertEqual(done.status, 0, done.err)
        rows = list(csv.DictReader(done.out.splitlines()))
        self.assertEqual([row["bytes"] for row in rows], ["40", "40", ""], done.out)
        self.assertEqual({row["threads"] for row in rows}, {"2"}, done.out)

    def test_a_run_goes_on_where_it_ended(self):
        for _ in range(2):
            self.measured(2, "AllReduceMT", "-threads", 2, "-count", "1,2", "-repeat", 5, "-json", self.records, "-resume")
        lines = complete_lines(self.records)
        self.assertEqual(sum(line["kind"] == "case" for line in lines), 2)
        self.assertIn("-threads: then '2', now '3'", self.refused(*LEVEL, "AllReduceMT", "-threads", 3, "-count", "1,2", "-repeat", 5, "-json", self.records, "-resume"))

    def test_threads_by_environment(self):
        for number, level, threads in (("2", LEVEL, 2), ("3,1", LEVEL, 3), ("2", (), 1), ("", LEVEL, 1)):
            done = launch(2, "IMB-MT", *level, "BarrierMT", "-repeat", 3, environment={"OMP_NUM_THREADS": number})
            self.assertIn(f"(threads: {threads})", done.out, done.err)
        self.assertIn("OMP_NUM_THREADS", self.refused(*LEVEL, "BarrierMT", environment={"OMP_NUM_THREADS": "many"}))

    def test_ranks_that_disagree_over_threads_are_refused_at_once(self):
        program = [os.path.join(BIN, "IMB-MT"), *LEVEL, "BarrierMT"]
        launcher = os.environ.get("SONDE_MPIEXEC", "mpirun")
        done = run([launcher, "-n", "1", "env", "OMP_NUM_THREADS=2", *program, ":", "-n", "1", "env", "OMP_NUM_THREADS=3", *program])
        self.assertEqual(done.status, 2, done.out + done.err)
        self.assertIn("OMP_NUM_THREADS is 2 on some processes and 3 on others; give -threads", done.err)

    def test_wrong_input(self):
        for arguments, words in ((["-threads", "2"], "needs -thread_level multiple"), (["-threads", "0"], "1 to 1024"),
                                 (["-stride", "2"], "expected 0 to 1"), (["-count", "1,x"], "is not a whole number"),
                                 (["-count", "1", "-msglog", "3"], "contradict"), (["-datatype", "float"], "int, char"),
                                 (["-malloc_align", "48"], "power of two"), (["-npmin", "2"], "no meaning for IMB-MT"),
                                 (["-multi", "0"], "no meaning for IMB-MT"), (["-map", "2x1"], "no meaning for IMB-MT"),
                                 (["-barrier", "on", "-start", "none"], "contradict"), (["-repeat", "0"], "1 or more")):
            with self.subTest(arguments):
                self.assertIn(words, self.refused(*arguments))

    @unittest.skipUnless(os.path.exists(FEWER), "nothing can be preloaded into this build")
    def test_a_library_that_gives_less_is_refused_at_once(self):
        for arguments in (["-threads", 2], ["-threads", 1], ["AllReduceMT", "-threads", 2]):
            message = self.refused(*LEVEL, *arguments, environment={"LD_PRELOAD": FEWER})
            self.assertIn("the MPI library gives MPI_THREAD_SERIALIZED only; give a lower -thread_level", message)
        done = launch(2, "IMB-MT", "-thread_level", "serialized", "BcastMT", "-count", 2, "-repeat", 3, environment={"LD_PRELOAD": FEWER})
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("# MPI Thread Environment: MPI_THREAD_SERIALIZED", done.out)

    @unittest.skipUnless(os.path.exists(SLOW), "nothing can be preloaded into this build")
    def test_a_case_has_the_same_threads_from_its_first_loop_to_its_check(self):
        done = launch(2, "IMB-MT", *LEVEL, "BcastMT", "-threads", 3, "-count", "10,20", "-repeat", 20, "-check", "-malloc_algo", "parallel",
                      environment={"LD_PRELOAD": SLOW, "SONDE_TELL_THREADS": "1"})
        self.assertEqual(done.status, 0, done.err)
        self.assertEqual(done.err.count("threads that broadcast: 5"), 2, done.err)  # the first one of both cases, and two others in each

    @unittest.skipUnless(os.path.exists(SLOW), "nothing can be preloaded into this build")
    def test_a_slow_thread_is_known(self):
        environment = {"LD_PRELOAD": SLOW, "SONDE_SLOW_RANK": "1", "SONDE_SLOW_THREAD": "2"}
        (case,) = self.cases_of(2, "BcastMT", "-threads", 3, "-count", 10, "-repeat", 200, environment=environment)
        self.assertEqual((case["summary"]["slowest_rank"], case["summary"]["slowest_thread"]), (1, 2), case)

    @unittest.skipUnless(os.path.exists(SLOW), "nothing can be preloaded into this build")
    def test_a_rank_that_is_slow_in_all_its_threads_is_known(self):
        environment = {"LD_PRELOAD": SLOW, "SONDE_SLOW_RANK": "1", "SONDE_SLOW_THREAD": "all"}
        (case,) = self.cases_of(2, "BcastMT", "-threads", 2, "-count", 10, "-repeat", 200, environment=environment)
        self.assertEqual(case["summary"]["slowest_rank"], 1, case)
        self.assertGreater(case["summary"]["slowest_share"], 0.5, case)

    def test_no_rank_is_named_for_what_a_root_costs(self):
        for case in self.cases_of(2, "ReduceMT", "BcastMT", "-threads", 2, "-count", 10, "-repeat", 300):
            slow = [warning["text"] for warning in case["warnings"] if warning["kind"] == "slow_rank"]
            self.assertEqual([text for text in slow if "slowest in" in text], [], case)


if __name__ == "__main__":
    unittest.main()
