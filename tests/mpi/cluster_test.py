"""sonde-mpi but for Links: every row with checks on, columns, rates and flags, on 1 to 8 processes."""
import json
import os
import tempfile
import time
import unittest

from process_counts import COUNTS
from programs import BIN, launch, run, tables
from records import check_lines, complete_lines

GROWING = os.path.join(os.environ["SONDE_BUILD"], "lib", "libgrowing.so")
SEVERAL_NODES = os.path.join(os.environ["SONDE_BUILD"], "lib", "libseveral_nodes.so")
SLOW_START = os.path.join(os.environ["SONDE_BUILD"], "lib", "libslow_start.so")
LEAST = {"Shift": 2, "Bitcomp": 2, "Tornado": 3, "Transpose": 4, "Randperm": 2, "Bisect_worst": 2, "Ebb": 2, "Incast": 2, "Outcast": 2,
         "Randring": 2}
BY_NAME = ["PingPong_ssend", "PingPong_bsend", "PingPong_mprobe", "PingPong_nb", "PingPong_init", "Exchange_init", "Scan", "Exscan", "Alltoallw", "Comm_dup",
           "Comm_split", "Comm_idup", "Comm_create_group", "Cart_create", "Dist_graph_create_adjacent", "Win_allocate", "Type_commit", "Uniband_init",
           "Biband_init", "Fan_in", "Fan_out", "Fetch_and_op_all"]
OF_HALVES = ["PingPong_ssend", "PingPong_bsend", "PingPong_mprobe", "PingPong_nb", "PingPong_init", "Uniband_init", "Biband_init", "Fan_in", "Fan_out", "Fetch_and_op_all"]
LIVES = ["Comm_dup", "Comm_split", "Comm_idup", "Comm_create_group", "Cart_create", "Dist_graph_create_adjacent", "Type_commit"]
PARTITIONED = ["PingPong_part", "Part_early"]
STARTED = [f"{name}{form}" for name in ("Iscan", "Iexscan", "Ialltoallw", "Ireduce_scatter_block", "Scan_persist", "Exscan_persist",
                                        "Alltoallw_persist", "Reduce_scatter_block_persist") for form in ("", "_pure")]
STARTED_ON_A_GRID = [f"{before}eighbor_{name}{form}" for name in ("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw")
                     for before, form in (("In", ""), ("In", "_pure"), ("N", "_persist"), ("N", "_persist_pure"))]
ON_A_GRID = [f"Neighbor_{name}" for name in ("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw")]
COLUMNS = ["#bytes", "#repetitions", "t[usec]", "Mbytes/sec", "Msg/sec"]
LENGTHS = [0] + [2**i for i in range(11)]


class Cluster(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.records = os.path.join(folder.name, "run.jsonl")

    def measured(self, processes, *arguments, **options):
        done = launch(processes, "sonde-mpi", *arguments, limit=240, **options)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out}\n{done.err}")
        return done.out

    def cases_of(self, processes, *arguments):
        self.measured(processes, *arguments, "-json", self.records)
        lines = complete_lines(self.records)
        check_lines(lines)
        os.remove(self.records)
        return [line for line in lines if line["kind"] == "case"], lines[0]

    def check_all(self, processes):
        out = self.measured(processes, "-exclude", "Links", "-check", "-msglog", "0:10", "-iter", "20")
        found = tables(out)
        self.assertEqual([t.benchmark for t in found], [name for name, least in LEAST.items() if least <= processes])
        for table in found:
            with self.subTest(table.benchmark):
                self.assertEqual(table.columns, [*COLUMNS, "defects"])
                self.assertEqual([int(row[0]) for row in table.rows], LENGTHS)
                self.assertEqual(set(table.column("defects")), {0.0})
                self.assertEqual(table.processes, processes)
        for name, least in LEAST.items():
            self.assertEqual(f"# !! Benchmark {name} invalid for {processes} process" in out, least > processes, name)
        if processes > 1:
            self.assertIn("no defects", out)

    def test_all_on_1_to_8_processes(self):
        for processes in COUNTS:
            with self.subTest(processes):
                self.check_all(processes)

    def check_by_name(self, processes):
        out = self.measured(processes, *BY_NAME, "-check", "-msgsize", "0,4,5000,100000", "-iter", "20")
        found = tables(out)
        pairs = [name for name in BY_NAME if name.startswith("PingPong")]
        self.assertEqual([t.benchmark for t in found], [name for name in BY_NAME if processes > 1 or name not in OF_HALVES])
        for table in found:
            with self.subTest(table.benchmark):
                lives = table.benchmark in LIVES
                self.assertEqual(len(table.rows), 1 if lives or table.benchmark == "Fetch_and_op_all" else 4)
                paired = processes // 2 * 2 if table.benchmark in ("Uniband_init", "Biband_init") else processes
                self.assertEqual(table.processes, 2 if table.benchmark in pairs else paired)
                self.assertEqual(set(table.column("defects")) if not lives else {0.0}, {0.0})
        self.assertIn("no defects", out)

    def test_rows_by_name_on_1_to_8_processes(self):
        for processes in COUNTS:
            with self.subTest(processes):
                self.check_by_name(processes)

    def check_started(self, names, processes):
        out = self.measured(processes, *names, "-check", "-msgsize", "0,4,5000", "-iter", "4", "-cpu_secs", "0.001")
        found = tables(out)
        self.assertEqual([t.benchmark for t in found], names)
        for table in found:
            with self.subTest(table.benchmark):
                self.assertEqual("overlap[%]" in table.columns, not table.benchmark.endswith("_pure"))
                self.assertEqual(len(table.rows), 3)
                self.assertEqual(set(table.column("defects")), {0.0})
        self.assertIn("no defects", out)

    def test_what_is_started_on_1_to_8_processes(self):
        for processes in COUNTS:
            with self.subTest(processes):
                self.check_started(STARTED, processes)

    def test_what_is_started_on_grids(self):
        for processes in (count for count in COUNTS if count in (4, 8)):
            with self.subTest(processes):
                self.check_started(STARTED_ON_A_GRID, processes)

    def test_the_start_is_told_as_it_was(self):
        names = ("Launch", "Init", "First_message", "Second_message", "First_alltoall", "Second_alltoall")
        done = launch(3, "sonde-mpi", *names, "-iter", "50", "-json", self.records, limit=60,
                      environment={"SONDE_T0": f"{time.time():.6f}"})
        self.assertEqual(done.status, 0, done.err)
        cases = {line["benchmark"]: line for line in complete_lines(self.records) if line["kind"] == "case"}
        self.assertEqual(set(cases), set(names))
        for name, case in cases.items():
            self.assertEqual(case["repetitions"], 1, name)
            self.assertTrue(0 < case["t_min_s"] <= case["t_max_s"] < 60, case)
        # Of one rank both fit into the run; the last to start and the one that waits longest in MPI_Init are two.
        for one, other in (("Launch", "Init"), ("Init", "Launch")):
            self.assertLess(cases[one]["t_max_s"] + cases[other]["t_min_s"], done.seconds)

    def test_a_start_that_nobody_told_of_is_a_row_that_says_so(self):
        done = launch(2, "sonde-mpi", "Launch", "Init", limit=60, environment={"SONDE_T0": ""})
        self.assertEqual(done.status, 4)
        self.assertIn("skipped; SONDE_T0 is not set: start by sonde run or sonde campaign", done.out)
        self.assertEqual(len(tables(done.out)[1].rows), 1)

    def test_a_first_alltoall_that_not_all_were_told_of_is_a_row_that_says_so(self):
        with open(self.records, "w", encoding="ascii") as names:
            names.write("First_alltoall\n")
        done = launch(2, "sonde-mpi", "First_message", "-input", self.records, limit=60)
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertIn("skipped; first messages and calls come right after MPI_Init: name the benchmark on the command line", done.out)
        self.assertEqual(len(tables(done.out)[0].rows), 1)

    @unittest.skipUnless(os.path.exists(SLOW_START), "sanitizers do not bear what is preloaded")
    def test_a_slow_start_of_one_rank_and_slow_first_contacts_are_seen(self):
        done = launch(3, "sonde-mpi", "Init", "First_message", "Second_message", "First_alltoall", "Second_alltoall", "-json", self.records,
                      limit=60, environment={"LD_PRELOAD": SLOW_START})
        init, first, second, first_call, second_call = (line for line in complete_lines(self.records) if line["kind"] == "case")
        self.assertEqual(done.status, 0, done.err)
        self.assertGreater(init["t_max_s"], init["t_min_s"] + 0.5)
        self.assertEqual(init["slowest_world_rank"], 1)
        self.assertGreater(first["t_min_s"], 0.05)
        self.assertLess(second["t_min_s"], 0.05)
        self.assertGreater(first_call["t_min_s"], 0.2)
        self.assertLess(second_call["t_min_s"], 0.2)

    def finalized(self, processes, *arguments, **how):
        """The lines of the record, and the output."""
        out = self.measured(processes, *arguments, "-iter", "2", "-json", self.records, **how)
        lines = complete_lines(self.records)
        check_lines(lines)
        return lines, out

    def test_the_end_is_told_behind_the_footer(self):
        csv = self.records + ".csv"
        lines, out = self.finalized(3, "Finalize", "Init", "-check", "-multi", "0", "-csv", csv)
        self.assertEqual([line["kind"] for line in lines], ["header", "case", "footer", "case"])
        self.assertEqual([lines[1]["benchmark"], lines[2]["measured"], lines[3]["benchmark"]], ["Init", 2, "Finalize"])
        last = lines[3]
        self.assertEqual((last["processes"], last["ranks"], last["repetitions"], last["status"]), (3, [0], 1, "measured"))
        self.assertTrue(0 < last["t_min_s"] == last["t_max_s"] < 60, last)
        self.assertEqual([t.benchmark for t in tables(out)], ["Init", "Finalize"])
        self.assertLess(out.index("# All processes entering MPI_Finalize"), out.index("# Benchmarking Finalize"))
        with open(csv, encoding="ascii") as rows:
            self.assertEqual([row.split(",")[1] for row in rows][1:], ["Init", "Finalize"])
        shown = run([os.path.join(BIN, "sonde"), "show", self.records], limit=30)
        self.assertEqual(shown.status, 0, shown.err)
        self.assertIn("complete, exit status 0", shown.out)
        self.assertRegex(shown.out, r"(?m)^Finalize +3 ")
        # An earlier launch has told it: this one shows that.
        lines, out = self.finalized(3, "Finalize", "Init", "-check", "-multi", "0", "-csv", csv, "-resume")
        self.assertEqual([line["kind"] for line in lines], ["header", "case", "footer", "case", "header", "footer"])
        self.assertEqual([t.benchmark for t in tables(out)], ["Init", "Finalize"])

    def test_a_run_that_was_killed_at_its_end_tells_it_when_it_is_resumed(self):
        lines, _ = self.finalized(2, "Init", "Finalize")
        with open(self.records, encoding="ascii") as text:
            kept = text.read().splitlines(keepends=True)[:-1]
        with open(self.records, "w", encoding="ascii") as text:
            text.writelines(kept)
        lines, _ = self.finalized(2, "Init", "Finalize", "-resume")
        self.assertEqual([line.get("benchmark", line["kind"]) for line in lines],
                         ["header", "Init", "footer", "header", "footer", "Finalize"])

    @unittest.skipUnless(os.path.exists(SLOW_START), "sanitizers do not bear what is preloaded")
    def test_a_slow_end_of_the_first_rank_is_seen(self):
        lines, _ = self.finalized(2, "Finalize", environment={"LD_PRELOAD": SLOW_START})
        self.assertGreater(lines[-1]["t_max_s"], 0.3)

    @unittest.skipUnless(os.path.exists(SLOW_START), "sanitizers do not bear what is preloaded")
    def test_the_end_is_told_where_the_run_has_a_status_of_its_own(self):
        done = launch(3, "sonde-mpi", "Shift", "Finalize", "-msgsize", "1048576", "-mem", "0.001", "-json", self.records,
                      environment={"LD_PRELOAD": SLOW_START}, limit=60)
        self.assertEqual(done.status, 4, done.err)
        self.assertEqual([line.get("benchmark", line["kind"]) for line in complete_lines(self.records)], ["header", "Shift", "footer", "Finalize"])
        self.assertEqual([t.benchmark for t in tables(done.out)], ["Shift", "Finalize"])

    def memory_of(self, processes, **how):
        self.measured(processes, "Memory", "-json", self.records, **how)
        lines = complete_lines(self.records)
        check_lines(lines)
        return lines[1]["memory"]

    def test_memory_is_told_for_each_point_of_the_start(self):
        memory = self.memory_of(3)
        self.assertEqual([point["point"] for point in memory["points"]],
                         ["before_init", "init", "barrier", "alltoall", "comm_dup_1", "comm_dup_2", "comm_dup_4"])
        for point in memory["points"]:
            for kind in ("pss", "private", "shared"):
                bytes_ = point[kind]
                self.assertTrue(0 < bytes_["median_b"] <= bytes_["max_b"] < bytes_["sum_b"] < 3 * bytes_["max_b"] + 1, point)
        self.assertGreater(memory["points"][1]["private"]["median_b"], memory["points"][0]["private"]["median_b"])
        out = self.measured(2, "Memory")
        self.assertIn("# Memory in MiB (2^20): median and maximum over the ranks, sum of all\n# point ", out)
        self.assertEqual(out.count("\n# comm_dup_"), 3)

    def test_memory_that_was_not_asked_for_on_the_command_line_is_a_row_that_says_so(self):
        with open(self.records, "w", encoding="ascii") as names:
            names.write("Memory\n")
        done = launch(2, "sonde-mpi", "-input", self.records, limit=60)
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertIn("memory is read from before MPI_Init on: name the benchmark on the command line of all processes", done.out)

    @unittest.skipUnless(os.path.exists(GROWING), "sanitizers do not bear what is preloaded")
    def test_what_a_library_takes_for_itself_and_for_each_peer_is_found(self):
        plain = self.memory_of(2)
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for processes in (2, 4, 8):
                self.records = os.path.join(folder, f"{processes}.jsonl")
                files.append(self.records)
                grown = self.memory_of(processes, environment={"LD_PRELOAD": GROWING})
                if processes == 2:
                    taken = [m["points"][1]["private"]["median_b"] - m["points"][0]["private"]["median_b"] for m in (plain, grown)]
                    self.assertLess(abs(taken[1] - taken[0] - 10e6), 0.3e6, (plain, grown))
            fit = run([os.path.join(BIN, "sonde"), "fit", "memory", "--since", "barrier", "--point", "alltoall", "--at", "1025", "--json", *files], limit=30)
        self.assertEqual(fit.status, 0, fit.err)
        values = {p["name"]: p["value"] for p in json.loads(fit.out)["fits"][0]["parameters"]}
        self.assertLess(abs(values["slope"] / 4096 - 1), 0.05, fit.out)
        self.assertLess(abs(values["M(1025)"] / 4096 / 1024 - 1), 0.1, fit.out)

    def test_sessions_where_the_library_has_them(self):
        done = launch(3, "sonde-mpi", "Session", "-check", "-iter", "5", limit=60)
        if done.status == 4:
            self.assertRegex(done.out, r"# !! Benchmark Session needs MPI 4.0 \(this library: 3.1\) !!")
        else:
            self.assertEqual((done.status, [(t.benchmark, len(t.rows)) for t in tables(done.out)]), (0, [("Session", 1)]))

    def test_partitions_where_the_library_has_them(self):
        done = launch(2, "sonde-mpi", *PARTITIONED, "-iter", "1", "-msgsize", "8", limit=60)
        if done.status == 4:
            for name in PARTITIONED:
                self.assertRegex(done.out, rf"# !! Benchmark {name} needs MPI 4.0 \(this library: 3.1\) !!")
            return
        for processes, partitions, flags in ((2, 8, []), (4, 3, ["-multi", "0", "-npmin", "2"]), (5, 8, ["-off_cache", "0.1,64"]),
                                             (2, 64, ["-sync", "on"]), (2, 5, ["-precision", "50%", "-time", "0.05"]), (2, 1, ["-tails"])):
            with self.subTest(processes=processes, partitions=partitions, flags=flags):
                out = self.measured(processes, *PARTITIONED, "-partitions", partitions, "-check", "all", "-msgsize", "0,1,13,5000,100000", "-iter",
                                    "10", "-cpu_secs", "0.0001", *flags)
                self.assertEqual([t.benchmark.removeprefix("Multi-") for t in tables(out)], PARTITIONED)
                self.assertEqual(out.count(f"# partitions = {partitions}, or as many below as divide a length\n"), len(PARTITIONED))
                self.assertEqual({len(t.rows) for t in tables(out)}, {5})
                self.assertIn("no defects", out)
        cases, header = self.cases_of(2, *PARTITIONED, "-partitions", "6", "-msgsize", "600", "-iter", "2", "-cpu_secs", "0.0001")
        self.assertEqual((len(cases), header["settings"]["partitions"]), (len(PARTITIONED), "6"))
        _, header = self.cases_of(2, "PingPong_nb", "-partitions", "6", "-msgsize", "600", "-iter", "2")
        self.assertNotIn("partitions", header["settings"])

    def test_wrong_partitions_are_one_message(self):
        for wrong in ("0", "-1", "65537", "abc"):
            done = launch(2, "sonde-mpi", "PingPong_part", "-partitions", wrong, limit=60)
            messages = [line for line in done.err.splitlines() if line.startswith("sonde-mpi: ")]
            self.assertEqual((done.status, len(messages)), (2, 1), done.out + done.err)
            self.assertIn("1 to 65536", messages[0])
            self.assertNotIn("#bytes", done.out)

    def test_pairs_between_two_nodes_need_two(self):
        for processes in (1, 4):
            done = launch(processes, "sonde-mpi", "Contend", "-check", "-json", self.records, limit=60)
            self.assertEqual(done.status, 0, done.out + done.err)
            reason = "needs processes on two nodes or more" if processes > 1 else "invalid for 1 process"
            self.assertIn(f"# !! Benchmark Contend {reason} !!", done.out)
            case = next(line for line in complete_lines(self.records) if line["kind"] == "case")
            self.assertEqual((case["status"], case["reason"]), ("skipped", "invalid_process_count"))
            os.remove(self.records)

    @unittest.skipUnless(os.path.exists(SEVERAL_NODES), "sanitizers do not bear what is preloaded")
    def test_pairs_between_two_nodes_are_a_table_for_each_number_of_them(self):
        nodes = {"LD_PRELOAD": SEVERAL_NODES, "SONDE_PER_NODE": "2"}
        out = self.measured(7, "Contend", "-check", "-msgsize", "0,1000", "-iter", "10", "-stats", "-json", self.records, environment=nodes)
        lines = complete_lines(self.records)
        check_lines(lines)
        found = {}
        for case in lines[1:-1]:
            found.setdefault((case["mode"], case["processes"], *case["ranks"]), []).append(case["contention"]["rank"])
        self.assertEqual(sorted(found), [("FARTHEST", 2, 0, 6), ("NEAREST", 2, 0, 2), ("NEAREST", 4, 0, 1, 2, 3)])
        for (_, _, *ranks), slowest in found.items():
            self.assertEqual(len(slowest), 2)
            self.assertLessEqual(set(slowest), set(ranks))
        self.assertIn("# pairs = 2, between the nodes of ranks 0 and 2\n# ( 3 additional processes waiting in MPI_Barrier)", out)
        self.assertIn("#    MODE: FARTHEST", out)
        self.assertIn("no defects in 6 rows", out)
        os.remove(self.records)
        with open(self.records, "w", encoding="ascii") as topology:
            topology.write("SwitchName=a Nodes=node-[0,2]\nSwitchName=b Nodes=node-[1,3]\n")
        out = self.measured(7, "Contend", "-iter", "3", "-multi", "0", "-precision", "50%", "-time", "0.1", "-topology", self.records, environment=nodes)
        self.assertIn("# pairs = 2, between the nodes of ranks 0 and 4\n", out)
        self.assertIn("# pairs = 1, between the nodes of ranks 0 and 6\n", out)
        self.assertEqual([[row[0] for row in t.rows] for t in tables(out)], [["1048576"]] * 3)
        with open(self.records, "w", encoding="ascii") as topology:
            topology.write("SwitchName=a Nodes=NODE-[0-1]\n")
        done = launch(7, "sonde-mpi", "Contend", "-iter", "3", "-multi", "0", "-msgsize", "8", "-topology", self.records, limit=240, environment=nodes)
        self.assertEqual((done.status, done.err.count("2 of 4 hosts are not in the file")), (0, 1), done.err)

    def test_pairs_of_threads_on_one_communicator(self):
        cases, header = self.cases_of(3, "PingPong_threads", "PingPong_nb", "-threads", "3", "-thread_level", "multiple", "-msgsize", "0,4,5000,100000",
                                      "-iter", "20", "-check", "all", "-multi", "0")
        self.assertEqual(header["settings"]["threads"], "3")
        self.assertEqual([(case["benchmark"], case["processes"], case["groups"], case["bytes"], case.get("threads", 0), case["defects"]) for case in cases],
                         [(name, 2, 1, x, threads, 0) for name, threads in (("PingPong_threads", 3), ("PingPong_nb", 0)) for x in (0, 4, 5000, 100000)])
        for case in cases:
            rate = max(1, case.get("threads", 0)) * case["bytes"] / 2**20 / case["t_max_s"]
            self.assertAlmostEqual(case["megabytes_per_second"], rate, delta=rate / 1000)
        out = self.measured(2, "PingPong_threads", "Scan", "-thread_level", "multiple", "-threads", "2", "-msgsize", "8", "-iter", "20", "-off_cache", "0.1,64",
                            "-precision", "50%", "-time", "0.1", "-check")
        self.assertIn("# #processes = 2 (threads: 2)\n", out)
        self.assertEqual([(t.benchmark, t.rows[0][0]) for t in tables(out)], [("PingPong_threads", "16"), ("Scan", "8")])
        self.assertIn("no defects in 2 rows", out)
        alone, header = self.cases_of(2, "PingPong_threads", "-msgsize", "8", "-iter", "2")
        self.assertEqual((alone[0].get("threads"), alone[0]["processes"]), (1, 2))
        self.assertIn("invalid for 1 process", launch(1, "sonde-mpi", "PingPong_threads", limit=60).out)

    def test_threads_need_a_level_and_a_number(self):
        for words, reason in ((("-threads", "2"), "-threads above 1 needs -thread_level multiple"),
                              (("-threads", "0", "-thread_level", "multiple"), "-threads: 0 is out of range"),
                              (("-threads", "2:1", "-thread_level", "multiple"), "-threads: ")):
            done = launch(2, "sonde-mpi", "PingPong_threads", *words, limit=60)
            self.assertEqual((done.status, done.err.count("sonde-mpi: ")), (2, 1), done.err)
            self.assertIn(reason, done.err)

    def test_windows_of_several_numbers_of_messages_are_a_table_each(self):
        cases, header = self.cases_of(5, "Rate_pairs", "-windows", "1,3,16", "-npmin", "2", "-msgsize", "0,1000", "-iter", "10", "-check")
        self.assertEqual(header["settings"]["windows"], "1,3,16")
        self.assertEqual([(case["mode"], case["processes"], case["bytes"], case["defects"]) for case in cases],
                         [(f"window {w}", p, x, 0) for w in (1, 3, 16) for p in (2, 4) for x in (0, 1000)])
        for case in cases:
            messages = int(case["mode"].split()[1]) * (case["processes"] // 2)
            self.assertAlmostEqual(case["messages_per_second"] * case["t_max_s"] / messages, 1, places=3)
        out = self.measured(4, "Rate_pairs", "-npmin", "2", "-multi", "0", "-precision", "50%", "-time", "0.02", "-check", "all", "-iter", "50")
        found = tables(out)
        self.assertEqual([(t.mode, t.processes, t.rows[0][0]) for t in found if t.processes == 4], [(f"window {2**i}", 4, "8") for i in range(8)])
        self.assertIn("no defects in 16 rows", out)
        self.assertNotIn("windows", self.cases_of(2, "Shift", "-windows", "3", "-msgsize", "8", "-iter", "2")[1]["settings"])

    def test_windows_of_wrong_numbers_are_refused(self):
        for value, reason in (("0", "0"), ("", ""), ("1,,2", ""), ("4,8,4", "4 stands there twice"), ("65537", "65537"), ("2,x", "x")):
            done = launch(2, "sonde-mpi", "Rate_pairs", "-windows", value, limit=60)
            self.assertEqual((done.status, done.err.count("sonde-mpi: ")), (2, 1), done.err)
            self.assertIn("-windows", done.err)
            self.assertIn(reason, done.err)

    def test_what_contention_costs_is_told_in_one_group(self):
        rows = ["Shift", "Transpose", "Randperm", "Ebb", "Incast", "Outcast"]
        out = self.measured(5, *rows, "-npmin", "5", "-msgsize", "0,1000", "-iter", "40", "-stats", "-json", self.records)
        lines = complete_lines(self.records)
        check_lines(lines)
        shown = [percent for t in tables(out) for percent in t.column("efficiency[%]")]
        cases = [line for line in lines if line["kind"] == "case"]
        self.assertEqual((len(shown), len(cases)), (12, 12))
        for percent, case in zip(shown, cases):
            told = case["contention"]
            with self.subTest(case["benchmark"]):
                self.assertTrue(0 < told["quickest_s"] <= told["middle_s"] <= told["slowest_s"] <= case["t_max_s"] * 1.001, told)
                self.assertGreater(told["alone_s"], 0)
                self.assertAlmostEqual(told["efficiency_percent"] / (100 * told["alone_s"] / told["slowest_s"]), 1)
                self.assertAlmostEqual(percent, told["efficiency_percent"], delta=0.0051)
                self.assertEqual(told["partner"] is None, case["benchmark"] in ("Randperm", "Ebb"))
                self.assertNotEqual(told["partner"], told["rank"])
        self.assertNotIn("efficiency", self.measured(4, "Shift", "-npmin", "4", "-msgsize", "8", "-iter", "5"))
        os.remove(self.records)
        self.measured(4, "Shift", "-npmin", "2", "-multi", "0", "-msgsize", "8", "-iter", "5", "-json", self.records)
        told = {line["processes"]: "contention" in line for line in complete_lines(self.records) if line["kind"] == "case"}
        self.assertEqual(told, {2: False, 4: True})

    def test_delays_are_no_contention(self):
        out = launch(2, "sonde-mpi", "Shift", "-msgsize", "8", "-iter", "3", "-arrival", "last:50ms", "-stats", "-json", self.records)
        self.assertIn(out.status, (0, 4), out.err)  # 4: the ranks of a busy machine never started together
        self.assertIn("efficiency[%]", out.out)
        self.assertEqual(["contention" in line for line in complete_lines(self.records) if line["kind"] == "case"], [False])

    def test_neighbourhoods_on_grids(self):
        for processes, grid in ((4, "2 x 2"), (6, "3 x 2")):
            out = self.measured(processes, *ON_A_GRID, "-check", "-msgsize", "0,4,5000,100000", "-iter", "10")
            self.assertEqual([t.benchmark for t in tables(out)], ON_A_GRID)
            self.assertIn(f"# Benchmarking Neighbor_alltoall ({grid}) \n", out)
            self.assertEqual({value for t in tables(out) for value in t.column("defects")}, {0.0})
        out = self.measured(6, *ON_A_GRID, "-check", "all", "-msgsize", "1000", "-iter", "10", "-topo", "2x3", "-off_cache", "0.1,64")
        self.assertIn("# Benchmarking Neighbor_alltoall (2 x 3) \n", out)
        self.assertIn("no defects", out)
        out = self.measured(5, *ON_A_GRID, "-msgsize", "8", "-iter", "2")
        self.assertIn("# !! Benchmark Neighbor_alltoallw invalid for 5 processes (no grid of 2 extents of 2 or more) !!", out)

    def test_ways_of_measuring_keep_rows_by_name_right(self):
        for flags in (["-off_cache", "0.1,64"], ["-sync", "on"], ["-imb_barrier", "on"], ["-red_data_type", "double"],
                      ["-red_data_type", "char"], ["-multi", "1", "-npmin", "2"], ["-npmin", "1", "-bus", "-stats"]):
            with self.subTest(flags=flags):
                self.assertIn("no defects", self.measured(4, *BY_NAME, "-check", "all", "-msglog", "8:9", "-iter", "10", *flags))

    def test_ways_of_measuring_keep_the_data_right(self):
        for flags in (["-off_cache", "0.1,64"], ["-imb_barrier", "on"], ["-warm_up", "off"], ["-precision", "50%", "-time", "0.05"],
                      ["-seed", "7"], ["-stats"], ["-npmin", "2"], ["-multi", "0", "-npmin", "2"], ["-multi", "1", "-npmin", "2"],
                      ["-map", "2x2"], ["-shift", "1"], ["-shift", "3", "-npmin", "2"]):
            with self.subTest(flags=flags):
                out = self.measured(4, "-exclude", "Links", "-check", "all", "-msglog", "8:9", "-iter", "10", *flags)
                self.assertIn("no defects", out)

    def test_a_shift_is_shorter_than_its_group(self):
        out = self.measured(5, "Shift", "-shift", "3", "-npmin", "2", "-msgsize", "8", "-iter", "5")
        self.assertEqual([t.processes for t in tables(out)], [4, 5])
        out = self.measured(3, "Shift", "-shift", "3", "-msgsize", "8", "-iter", "5")
        self.assertIn("# !! Benchmark Shift invalid for 3 processes (-shift 3 takes 4 or more) !!", out)

    def test_rates_count_the_messages_of_all_over_one_time(self):
        messages = {"Shift": 5, "Bitcomp": 4, "Tornado": 5, "Transpose": 2, "Randperm": 5, "Bisect_worst": 4, "Ebb": 4, "Incast": 4,
                    "Outcast": 4, "Randring": 5}
        cases, header = self.cases_of(5, "-exclude", "Links", "-msglog", "10:10", "-zero_size", "off", "-iter", "20", "-seed", "42")
        self.assertEqual(header["seed"], 42)
        self.assertEqual([case["benchmark"] for case in cases], list(messages))
        for case in cases:
            rate = messages[case["benchmark"]] / case["t_max_s"]
            self.assertAlmostEqual(case["messages_per_second"] / rate, 1, delta=1e-6, msg=case["benchmark"])
            self.assertAlmostEqual(case["megabytes_per_second"] / (rate * 1024 / 2**20), 1, delta=1e-6, msg=case["benchmark"])

    def test_defaults_are_those_of_the_suite(self):
        out = self.measured(3, "Randring", "-dry_run")
        self.assertIn("3 processes; 24 lengths, 0 to 4194304 bytes; 32 to 1000 repetitions", out)

    def test_a_place_for_every_message_that_does_not_fit_is_said(self):
        done = launch(4, "sonde-mpi", "Incast", "-msgsize", "1M", "-iter", "2", "-mem", "0.002", limit=60)
        self.assertIn('needed X=   0.004 GB; use flag "-mem X"', done.out)

    def test_a_run_goes_on_where_it_ended(self):
        for _ in range(2):
            self.measured(3, "Randperm", "-msglog", "2:3", "-zero_size", "off", "-iter", "5", "-json", self.records, "-resume")
        self.assertEqual(sum(line["kind"] == "case" for line in complete_lines(self.records)), 2)


if __name__ == "__main__":
    unittest.main()
