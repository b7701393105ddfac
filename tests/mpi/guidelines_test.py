"""sonde-mpi Guidelines: a call beside what it must not be slower than, in each row; checked, with the usual options, and right where
times are known."""
import os
import re
import tempfile
import unittest

from programs import launch
from records import check_lines, complete_lines

MACHINE = os.path.join(os.environ["SONDE_BUILD"], "lib", "libmodel_machine.so")
SEVERAL_NODES = os.path.join(os.environ["SONDE_BUILD"], "lib", "libseveral_nodes.so")
ROWS = 106
OF_NODES = re.compile("_as_(hierarchy|lanes)$")
SHORT = ("-time", "0.05")
ODD = ("-msgsize", "0,1,5,1000,40000")
SOME = ("G2", "G9", "G15", "G22", "Start_as_Isend", "Bcast_init_as_Ibcast", "C8", "G28", "P7", "R4", "R5", "D4", "I2", "I4", "I5", "I7")  # each class of benchmark and resource


class Guidelines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.json = os.path.join(folder.name, "run.jsonl")

    def cases(self, ranks, *arguments, status=0, environment=None, anew=True, least=None):
        if anew and os.path.exists(self.json):
            os.remove(self.json)
        done = launch(ranks, "sonde-mpi", *arguments, "-path", self.folder, "-npmin", least or ranks, "-json", self.json, environment=environment, limit=400)
        self.assertEqual(done.status, status, f"{arguments}\n{done.out}\n{done.err}")
        lines = complete_lines(self.json)
        check_lines(lines)
        self.assertEqual(os.listdir(self.folder), ["run.jsonl"])  # no file is left
        return [line for line in lines if line["kind"] == "case" and not self.lacks(line)], done

    def lacks(self, case):
        """A data representation that the library does not have."""
        if case["reason"] != "unsupported":
            return False
        self.assertEqual((case["benchmark"], case["status"]), ("Write_at_as_internal", "skipped"), case)
        self.assertEqual(case["text"], "the MPI library has no data representation internal for files")
        return True

    def assert_measured(self, case):
        self.assertEqual(case["status"], "measured", case)
        self.assertFalse(case["defects"], case)
        guideline = case["guideline"]
        for side in ("left_s", "right_s"):
            self.assertGreater(guideline[side], 0, case)
        ratio = guideline["ratio"]
        self.assertGreater(ratio["pairs"], 0)
        if ratio["level"] > 0:
            self.assertLessEqual(ratio["low"], ratio["median"])
            self.assertLessEqual(ratio["median"], ratio["high"])
        for warning in case["warnings"]:  # a rank with more to do in a composition is not slow
            self.assertTrue(warning["kind"] != "slow_rank" or "slow by itself" in warning["text"], warning)

    def check_all(self, ranks):
        few = ranks > (os.cpu_count() or 1)  # messages between ranks that share a core take milliseconds
        lengths = ("-msgsize", "5,1000", "-iter", "4") if few else (*ODD, "-iter", "12")
        cases, done = self.cases(ranks, "Guidelines", "-check", *lengths, *SHORT)
        names = {case["benchmark"] for case in cases}
        self.assertEqual(len(names | {"Write_at_as_internal"}), ROWS)
        for case in cases:
            with self.subTest(f"{case['benchmark']} {case['bytes']}"):
                if case["reason"] == "invalid_process_count":
                    self.assertTrue(ranks == 1 or OF_NODES.search(case["benchmark"]), case)
                    self.assertIn("two nodes or more" if ranks == 4 else "invalid for", case["text"])
                    continue
                self.assert_measured(case)
        self.assertRegex(done.out, r"#bytes #repetitions +left\[usec\] +right\[usec\] +ratio +low +high +defects")
        return cases

    def test_every_row_on_1_process(self):
        self.check_all(1)

    def test_every_row_on_2_processes(self):
        self.check_all(2)

    def test_every_row_on_3_processes(self):
        self.check_all(3)

    def test_every_row_on_4_processes(self):
        cases = self.check_all(4)
        (gathered,) = {case["guideline"]["buffer_bytes"] for case in cases if case["benchmark"] == "Allgather_as_Alltoall" and case["bytes"] == 1000}
        self.assertEqual(gathered, 4000)

    def test_circulant_graphs_of_any_number_of_ranks(self):
        for ranks in (3, 5, 6, 7):
            for type_of_sums in ("float", "char"):
                with self.subTest(f"{ranks} {type_of_sums}"):
                    cases, _ = self.cases(ranks, "G28", "-check", "-red_data_type", type_of_sums, "-msgsize", "0,4,20,1000", "-iter", "8", *SHORT)
                    self.assertEqual(len(cases), 6 * 4)
                    for case in cases:
                        self.assert_measured(case)

    @unittest.skipUnless(os.path.exists(SEVERAL_NODES), "sanitizers do not bear what is preloaded")
    def test_hierarchies_and_lanes_of_nodes(self):
        for ranks, per_node, more in ((4, 2, ("-red_data_type", "char")), (6, 2, ()), (6, 3, ()), (8, 2, ("-multi", "1"))):
            with self.subTest(f"{ranks} {per_node}"):
                cases, _ = self.cases(ranks, "G26", "G27", "-check", "-msgsize", "0,4,20,1000", "-iter", "8", *SHORT, *more, least=4 if ranks == 8 else ranks,
                                      environment={"LD_PRELOAD": SEVERAL_NODES, "SONDE_PER_NODE": str(per_node)})
                self.assertEqual(len(cases), 17 * 4 * (3 if ranks == 8 else 1))
                for case in cases:
                    self.assert_measured(case)

    @unittest.skipUnless(os.path.exists(SEVERAL_NODES), "sanitizers do not bear what is preloaded")
    def test_nodes_that_differ_in_ranks_have_no_lanes(self):
        cases, done = self.cases(4, "G27", *SHORT, environment={"LD_PRELOAD": SEVERAL_NODES, "SONDE_PER_NODE": "3"})
        self.assertEqual({(case["status"], case["reason"]) for case in cases}, {("skipped", "invalid_process_count")})
        self.assertIn("Benchmark Scan_as_lanes needs two nodes or more with as many neighbouring processes on each, at least two", done.out)

    def test_the_usual_options(self):
        for options in (
            ("-precision", "20%"), ("-budget", "300"), ("-samples", "all"), ("-off_cache", "1"), ("-tails",), ("-sync", "on"), ("-stats",),
            ("-start", "dissemination"), ("-start", "clock"), ("-iter_policy", "off"),
        ):
            with self.subTest(str(options)):
                seconds = () if "off" in options else SHORT  # with that policy a row that takes longer ends its table
                for case in self.cases(2, *SOME, "-check", "-iter", "20", *ODD, *seconds, *options)[0]:
                    self.assert_measured(case)
                    if "all" in options:
                        self.assertEqual(len(case["guideline"]["ratios"]), case["guideline"]["ratio"]["pairs"])
                    else:
                        self.assertNotIn("ratios", case["guideline"])

    def test_groups(self):
        for multi in ("0", "1"):
            cases, _ = self.cases(4, "G2", "G5", "-multi", multi, "-check", "-iter", "20", *ODD, *SHORT, least=2)
            self.assertTrue([case for case in cases if case["processes"] == 2 and case["groups"] == 2])
            for case in cases:
                self.assert_measured(case)

    def test_what_was_measured_is_not_measured_again(self):
        first, _ = self.cases(2, *SOME, "-iter", "20", *ODD, *SHORT)
        again, done = self.cases(2, *SOME, "-iter", "20", *ODD, *SHORT, "-resume", anew=False)
        self.assertEqual([case["guideline"] for case in again], [case["guideline"] for case in first])
        self.assertRegex(done.out, r"left\[usec\]")

    def test_words_that_stand_for_rows(self):
        out = launch(2, "sonde-mpi", "guidelines", "-exclude", "c2,C3,P1,Barrier_as_Allreduce", "-dry_run").out
        self.assertEqual(len(set(re.findall(r"\w+_as_\w+", out))), ROWS - 9 - 7 - 2)
        self.assertNotRegex(out, r"_as_I(?!send)|Send_as_Ssend")
        done = launch(2, "sonde-mpi", "G99", "-msglog", "2:2")
        self.assertEqual(done.status, 2)
        self.assertIn("unknown benchmark 'G99'", done.err)

    def test_memory_beyond_mem_skips_the_row(self):
        cases, _ = self.cases(2, "G3", "-msgsize", "4000000", "-mem", "0.015", "-iter", "2", status=4)
        self.assertEqual([case["reason"] for case in cases], ["out_of_memory"])

    def test_a_call_that_takes_longer_breaks_its_guidelines_and_no_other(self):
        """On a machine on which each collective takes a microsecond, and MPI_Allgather 20 more."""
        ratios = {}
        for model in ("", "Allgather=2e-5"):
            cases, _ = self.cases(2, "G3", "G4", "G5", "G14", "-msgsize", "8", "-iter", "1000",
                                  environment={"LD_PRELOAD": MACHINE, "SONDE_MODEL": model})
            ratios[model] = {case["benchmark"]: case["guideline"]["ratio"]["median"] for case in cases}
        known = {"Allgather_as_Alltoall": 1, "Allgather_as_Allreduce": 1, "Allreduce_as_Reduce_Bcast": 0.5, "Reduce_as_Allreduce": 1}
        for name, ratio in known.items():
            self.assertAlmostEqual(ratios[""][name] / ratio, 1, delta=0.03, msg=name)
            slowed = 21 if name.startswith("Allgather") else 1
            self.assertAlmostEqual(ratios["Allgather=2e-5"][name] / ratio / slowed, 1, delta=0.03, msg=name)


if __name__ == "__main__":
    unittest.main()
