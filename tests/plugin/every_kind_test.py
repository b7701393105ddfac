"""Benchmarks of every kind that a plug-in can have: right under every option, with their columns, counters and cost of a call."""
import json
import tempfile
import unittest
from pathlib import Path

from plugins import compile_plugin
from programs import launch, tables

SHORT = ("-iter", "6", "-msgsize", "0,8,4096")


class Kinds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.kinds = compile_plugin(Path(__file__).parent / "every_kind.c", cls.folder / "every_kind.so")

    def measured(self, processes, *arguments):
        done = launch(processes, "sonde-mpi", "-plugin", self.kinds, *arguments)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out}\n{done.err}")
        return done

    def test_every_kind_is_right_on_1_to_4_ranks(self):
        for processes in 1, 2, 3, 4:
            with self.subTest(processes):
                text = self.measured(processes, "-check", *SHORT).out
                self.assertIn("Result check: no defects", text)
                self.assertEqual("Own_pingpong" in {table.benchmark for table in tables(text)}, processes > 1)

    def test_every_kind_with_every_option_of_measuring(self):
        for options in (("-off_cache", "0.1,64"), ("-sync", "on"), ("-tails",), ("-start", "clock"), ("-red_data_type", "double"),
                        ("-multi", "1", "-npmin", "1"), ("-precision", "20%", "-time", "0.2"), ("-zero_size", "off")):
            with self.subTest(options):
                self.assertIn("no defects", self.measured(2, "-check", *SHORT, *options).out)

    def test_columns_follow_from_the_kind(self):
        columns = {table.benchmark: table.columns for table in tables(self.measured(2, *SHORT).out)}
        self.assertEqual(columns["Own_pingpong"], ["#bytes", "#repetitions", "t[usec]", "Mbytes/sec"])
        self.assertEqual(columns["Own_iallreduce"][2:5], ["t_ovrl[usec]", "t_pure[usec]", "t_CPU[usec]"])
        self.assertEqual(columns["Own_barrier"][0], "#repetitions")

    def test_counters_are_those_of_the_measured_loop(self):
        record = self.folder / "counters.jsonl"
        text = self.measured(3, "Own_persistent", *SHORT, "-warm_up", "on", "-check", "-json", record).out
        self.assertIn("# Counters of the plug-in", text)
        cases = [line for line in map(json.loads, record.read_text().splitlines()) if line["kind"] == "case"]
        for case in cases:
            counters = {counter["name"]: counter for counter in case["performance_variables"]}
            self.assertEqual(counters["repetitions"]["sum"], 3 * case["repetitions"])
            self.assertEqual((counters["my_rank"]["min"], counters["my_rank"]["max"]), (0, 2))
        self.assertEqual(len(cases), 3)

    def test_the_record_and_the_head_name_the_file_and_what_the_call_costs(self):
        record = self.folder / "head.jsonl"
        text = self.measured(1, "Own_barrier", "-npmin", 1, "Own_bcast", "-iter", 2, "-msgsize", 8, "-json", record).out
        plugin, = json.loads(record.read_text().splitlines()[0])["plugins"]
        self.assertEqual(plugin["file"], "every_kind.so")
        self.assertEqual(len(plugin["sha256"]), 64)
        self.assertRegex(text, r"# Plug-in +: every_kind\.so, \d+\.\d ns a repetition for the call\n")
        self.assertTrue(0 < plugin["call_s"] < 1e-3)
