"""Plug-ins that go wrong: each has its sentence and its status, and costs no other row."""
import re
import tempfile
import unittest
from pathlib import Path

from plugins import compile_plugin
from programs import MPIEXEC, command, launch, launched_in, run, tables

HERE = Path(__file__).parent
SHORT = ("-iter", "6", "-msgsize", "0,8,4096")
LOST = "rows measured before it are kept"


class Wrong(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.kinds = compile_plugin(HERE / "every_kind.c", cls.folder / "every_kind.so")
        cls.wrong = compile_plugin(HERE / "wrong.c", cls.folder / "wrong.so")

    def measured(self, processes, plugin, *arguments, status=0, **options):
        done = launch(processes, "sonde-mpi", "-plugin", plugin, *arguments, **options)
        self.assertEqual(done.status, status, f"{arguments}\n{done.out}\n{done.err}")
        return done

    def test_what_is_chosen(self):
        listed = self.measured(1, self.wrong, "-list").out
        self.assertRegex(listed, r"\n +Endless +never returns\n")
        self.assertIn("Links", listed)
        chosen = {table.benchmark for table in tables(self.measured(2, self.wrong, "right", "Shift", *SHORT).out)}
        self.assertEqual(chosen, {"Right", "Shift"})

    def test_what_goes_wrong_costs_no_other_row(self):
        for name, sentence, status in (
                ("Code", r"failed; the repetition of Code returned \d+ \(.*[Tt]ag.*\)", 4),
                ("Sentence", r"failed; the repetition of Sentence: no more than 7 bytes today", 4),
                ("Request", r"failed; Request left request 2 of 2 \(not completed\) behind", 4),
                ("Message", r"failed; Message left a message of rank 1, tag 78 behind", 4),
                ("No_setup", r"failed; the setup of No_setup: rank has no device", 4),
                ("No_teardown", r"failed; the teardown of No_teardown: cannot put it away", 4),
                ("Below_zero", r"failed; \.send_bytes of Below_zero says less than 0 for messages of 8 bytes", 4),
                ("Stale", r"DEFECTS in 2 of 6 rows", 3)):
            with self.subTest(name):
                text = self.measured(2, self.wrong, name, "Right", "-check", *SHORT, status=status).out
                self.assertRegex(text, sentence)
                self.assertEqual(tables(text)[-1].column("defects"), [0.0, 0.0, 0.0])

    def test_a_crash_loses_its_row_alone(self):
        for name, signal, kept in ("Crash", "SIGSEGV", 1), ("Abort", "SIGABRT", 0):
            with self.subTest(name):
                record = self.folder / f"{name}.jsonl"
                done = launch(2, "sonde-mpi", "-plugin", self.wrong, "Right", name, *SHORT, "-json", record)
                self.assertNotIn(done.status, (0, 124), done.out)
                self.assertRegex(done.err, f"sonde-mpi: crashed in {name} of a plug-in on rank 1 of 2, messages of {8 * kept} bytes; {LOST}: {signal}\n")
                self.assertEqual(record.read_text().count('"kind":"case"'), 3 + kept)

    def test_an_endless_loop_is_ended(self):
        hurry = {"LD_PRELOAD": str(Path(command(1, "x")[3]).parent.parent / "lib/libsonde_failing_calls.so"), "SONDE_HURRY": "200"}
        done = launch(2, "sonde-mpi", "-plugin", self.wrong, "Right", "Endless", *SHORT, environment=hurry)
        self.assertNotIn(done.status, (0, 124), done.out)
        self.assertIn("a benchmark of a plug-in did not end (a deadlock or an endless loop in its functions)", done.out + done.err)
        self.assertEqual(len(tables(done.out)[0].rows), 3)

    def refused(self, plugin, sentence, *arguments, processes=2):
        done = self.measured(processes, plugin, *SHORT, *arguments, status=2)
        self.assertRegex(done.err, f"(?m)^sonde-mpi: -plugin: {sentence}$")
        self.assertEqual(len(re.findall("(?m)^sonde-mpi:", done.err)), 1, done.err)
        self.assertNotIn("#repetitions", done.out)

    def test_help_wins_and_other_programs_have_no_plug_ins(self):
        missing = self.folder / "missing.so"
        self.assertIn("-plugin FILE", self.measured(1, missing, "-help").out)
        done = launch(2, "IMB-MPI1", "-plugin", self.kinds)
        self.assertEqual(done.status, 2)
        self.assertIn("IMB-MPI1: -plugin is a flag of sonde-mpi", done.err)

    def test_files_that_are_no_plug_in(self):
        text, nothing = self.folder / "text.so", self.folder / "nothing.c"
        text.write_text("no library")
        nothing.write_text("int nothing;\n")
        self.refused(self.folder / "missing.so", r"cannot read .\S*missing.so.: No such file or directory")
        self.refused(self.folder, r"cannot read .\S+.: it is a directory, expected a file")
        self.refused(text, r"\S*text.so cannot be loaded: .*")
        self.refused(compile_plugin(nothing, self.folder / "nothing.so"), r"nothing.so has no benchmarks: SONDE_BENCHMARKS\(array\) is missing")

    def test_another_library_or_version(self):
        table = re.compile(r"SONDE_BENCHMARKS\(benchmarks\)")
        for facts, sentence in (
                ('9, sizeof *benchmarks, sizeof(MPI_Comm), 1, benchmarks, SONDE_LIBRARY',
                 r"other.so was compiled for interface version 9; this program knows 1 to 1: compile it with the sonde/benchmark.h of this installation"),
                ('1, 8, sizeof(MPI_Comm), 1, benchmarks, SONDE_LIBRARY',
                 r"other.so has benchmarks of 8 bytes, this program knows \d+: compile it with the sonde/benchmark.h of this installation"),
                ('1, sizeof *benchmarks, sizeof(MPI_Comm), 1, benchmarks, "Other MPI"',
                 r"other.so was compiled for Other MPI, this program for .*: compile it with the mpicc of that"),
                ('1, sizeof *benchmarks, sizeof(MPI_Comm), 0, benchmarks, SONDE_LIBRARY', r"other.so has no benchmarks")):
            with self.subTest(sentence):
                source = self.folder / "other.c"
                source.write_text(table.sub("const struct sonde_plugin sonde_plugin = {%s};" % facts, (HERE / "every_kind.c").read_text()))
                self.refused(compile_plugin(source, self.folder / "other.so"), sentence)

    def test_benchmarks_that_do_not_fit_together(self):
        for row, sentence in (
                ('.name = "a b", .summary = "s", .repetition = f', r"benchmark 1 \(without a name\): its name must be 1 to 40 letters, digits and _"),
                ('.name = "A", .repetition = f', r"benchmark 1 \(A\): it needs a .summary"),
                ('.name = "A", .summary = "s"', r"benchmark 1 \(A\): it needs a .repetition, or .active and .passive, or .start and .finish"),
                ('.name = "A", .summary = "s", .active = f', r"benchmark 1 \(A\): it needs a .repetition, or .*"),
                ('.name = "A", .summary = "s", .repetition = f, .messages = -1', r"benchmark 1 \(A\): its numbers must not be below 0"),
                ('.name = "A", .summary = "s", .start = f, .finish = f, .messages = 1', r"benchmark 1 \(A\): with .start and .finish it has no rate; .*"),
                ('.name = "A", .summary = "s", .repetition = f, .expected = SONDE_REDUCED', r"benchmark 1 \(A\): reductions need .element = SONDE_NUMBERS"),
                ('.name = "A", .summary = "s", .repetition = f, .expected = SONDE_FROM_PEER', r"benchmark 1 \(A\): SONDE_FROM_PEER needs .exactly = 2"),
                ('.name = "A", .summary = "s", .repetition = f}, {.name = "a", .summary = "s", .repetition = f', r"two benchmarks are named a; name one of them otherwise")):
            with self.subTest(sentence):
                source = self.folder / "row.c"
                source.write_text("#include <sonde/benchmark.h>\nstatic int f(const struct sonde_case *c, const struct sonde_slot *s) { (void)c, (void)s; return 0; }\n"
                                  "static const struct sonde_benchmark rows[] = {{%s}};\nSONDE_BENCHMARKS(rows)\n" % row)
                self.refused(compile_plugin(source, self.folder / "row.so", "-Wno-missing-field-initializers", "-Wno-unused-function"), f"row.so: {sentence}")

    def test_two_plug_ins(self):
        text = self.measured(2, self.kinds, "-plugin", self.wrong, "Right", "Own_bcast", *SHORT).out
        self.assertEqual({table.benchmark for table in tables(text)}, {"Right", "Own_bcast"})
        self.refused(self.kinds, "every_kind.so: another plug-in has a benchmark Own_pingpong, too; name one of them otherwise", "-plugin", self.kinds)

    def test_not_the_same_on_all_ranks(self):
        for first, second, sentence in ((self.wrong, self.folder / "missing.so", r"rank 1: cannot read .\S*missing.so.: No such file or directory"),
                                        (self.wrong, self.kinds, "rank 1 has another file of this name than rank 0: give all ranks the same")):
            with self.subTest(sentence):
                one, other = ([*command(1, "sonde-mpi", "-plugin", plugin, "Right", *SHORT)[1:]] for plugin in (first, second))
                done = run([MPIEXEC, *one, ":", *other], environment=launched_in())
                self.assertEqual(done.status, 2, done.err)
                self.assertRegex(done.err, f"(?m)^sonde-mpi: -plugin: {sentence}$")

    def test_on_a_rank_that_was_not_asked(self):
        one, other = ([*command(1, "sonde-mpi", *words, "Shift", *SHORT)[1:]] for words in ((), ("-plugin", self.wrong)))
        done = run([MPIEXEC, *one, ":", *other], environment=launched_in())
        self.assertEqual(done.status, 2, done.err)
        self.assertRegex(done.err, r"(?m)^sonde-mpi: the ranks understood the command line differently: .*the same plug-ins\?$")
