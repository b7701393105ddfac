"""Every row of every program in memory of a device, under an MPI library that stands in for one that takes it, and what such libraries
may say and do wrong. Only the last case uses drivers of this machine."""
import ctypes.util
import json
import os
import re
import tempfile
import unittest
from pathlib import Path

from process_counts import where_counted
from programs import MPIEXEC, launch, printed_tables
from stand_ins import EVERY_DRIVER, HAVE_LEVEL_ZERO, aware

PROGRAMS = os.environ.get("SONDE_PROGRAMS", "IMB-MPI1 IMB-EXT IMB-NBC IMB-RMA IMB-MPI4 IMB-P2P IMB-MT sonde-mpi").split()
COMPUTING = ("IMB-NBC", "IMB-RMA", "sonde-mpi")
PERSISTENT = ("Gather_persist", "Allgather_persist", "Scatter_persist") if "mpich" in MPIEXEC else ()
WRONG = {row for name in PERSISTENT for row in (name, f"{name}_pure")}  # in host memory, too (MPICH 4.0.2, tests/mpi/mpi4_test.py)
NOT_CHECKED = {"Finalize"}  # a row without repetitions
VERDICTS = {"Links"}  # whose status is a verdict on the machine
SHORT = ("-iter", "2", "-time", "1", "-msgsize", "0,8,4096")
REAL_DRIVERS = (("hip", "libamdhip64.so.5", "amdhip64", "the HIP driver finds no device"),
                ("ze", "libze_loader.so.1", "ze_loader", "the Level Zero driver finds no device" if HAVE_LEVEL_ZERO else "this build knows no Level Zero"))


class Aware(unittest.TestCase):
    def run_rows(self, processes, program, *arguments, environment=None, status=0, short=SHORT, limit=200):
        done = launch(processes, program, *arguments, *short, environment=environment or aware(), limit=limit)
        self.assertEqual(done.status, status, f"{arguments}\n{done.out[-3000:]}\n{done.err[-3000:]}")
        return done.out + done.err

    def check_every_row(self, processes, programs=PROGRAMS):
        """Rows that do not exist for so many processes, or need another library or more nodes, are one line each."""
        for program in programs:
            with self.subTest(program):
                listed = re.findall(r"^  (\w+)", launch(1, program, "-list").out, re.MULTILINE)
                names = [name for name in listed if name not in WRONG | VERDICTS]
                flags = (() if program == "IMB-MT" else ("-npmin", processes)) + (("-cpu_secs", "0.00001") if program in COMPUTING else ())
                done = launch(processes, program, *names, *SHORT, *flags, "-memory", "cuda", "-check", environment=aware(), limit=200)
                left_out = re.findall(r"^# !! Benchmark (\w+) (invalid for|needs) .*!!$", done.out, re.MULTILINE)
                self.assertEqual(done.status, 4 if "needs" in dict(left_out).values() else 0, f"{done.out[-3000:]}\n{done.err[-3000:]}")
                self.assertRegex(done.out, r"Result check: no defects in \d+ rows")
                self.assertRegex(done.out, r"# Memory +: cuda .*library: CUDA-aware")
                measured = {table.benchmark for table in printed_tables(done.out) if table.columns}
                self.assertEqual(measured - NOT_CHECKED, set(names) - dict(left_out).keys() - NOT_CHECKED)
                self.assertNotIn("failed", done.out)

    @where_counted(1)
    def test_every_row_on_1_process(self):
        self.check_every_row(1, ("IMB-MPI1", "IMB-NBC", "IMB-MPI4"))

    @where_counted(2)
    def test_every_row_on_2_processes(self):
        self.check_every_row(2)

    @where_counted(3)
    def test_every_row_on_3_processes(self):
        self.check_every_row(3, ("IMB-MPI1", "IMB-RMA"))

    @where_counted(4)
    def test_every_row_on_4_processes(self):
        self.check_every_row(4)

    def test_every_driver(self):
        for name in EVERY_DRIVER:
            for kinds in name, f"host,{name}", f"{name},host":
                with self.subTest(kinds):
                    text = self.run_rows(2, "IMB-MPI1", "PingPong", "PingPing", "-memory", kinds, "-check", environment=aware(name))
                    self.assertIn("no defects in 6 rows", text)

    @unittest.skipUnless(HAVE_LEVEL_ZERO, "built without level_zero/ze_api.h (libze-dev)")
    def test_the_other_kinds_of_level_zero(self):
        for kind in "ze_shared", "ze_host":
            self.assertIn("no defects", self.run_rows(2, "IMB-MPI1", "PingPong", "-memory", kind, "-check", environment=aware("ze")))

    def test_contents_that_were_not_waited_for_are_defects(self):
        text = self.run_rows(2, "IMB-MPI1", "PingPong", "Bcast", "-memory", "cuda", "-check", "all", status=3, short=("-iter", "12", "-msgsize", "8,4096"),
                             environment=aware(SONDE_STAND_IN_AWARE="stale"))
        for table in printed_tables(text):
            self.assertGreater(sum(table.column("defects")), 0, table.benchmark)

    def test_a_library_that_does_not_say_is_tried(self):
        pair = ("PingPong", "-memory", "cuda")
        text = self.run_rows(2, "IMB-MPI1", *pair, "-check", environment=aware(SONDE_STAND_IN_AWARE="unknown_aware"))
        self.assertIn("no defects in 3 rows", text)
        text = self.run_rows(2, "IMB-MPI1", *pair, status=2, environment=aware(SONDE_STAND_IN_AWARE="unknown"))
        self.assertIn("a trial message failed", text)
        self.assertNotIn("#repetitions", text, "something was measured")

    def test_a_library_that_says_no_is_refused_and_may_be_used_unchecked(self):
        says_no = aware(SONDE_STAND_IN_AWARE="no")
        text = self.run_rows(2, "IMB-MPI1", "PingPong", "-memory", "cuda", status=2, environment=says_no)
        self.assertIn("a device pointer would crash it", text)
        done = launch(2, "IMB-MPI1", "PingPong", "-memory", "cuda", "-memory_unchecked", "on", *SHORT, environment=says_no, limit=100)
        self.assertNotEqual(done.status, 0, "a library that is not aware has taken memory of a device")
        self.assertIn("# Benchmarking PingPong", done.out)

    def test_a_library_that_is_not_tried_is_not_known_to_be_aware(self):
        text = self.run_rows(2, "IMB-MPI1", "PingPong", "-memory", "cuda", "-memory_unchecked", "on", "-check",
                             environment=aware(SONDE_STAND_IN_AWARE="unknown_aware"))
        self.assertIn("no defects in 3 rows", text)
        self.assertIn("library: not known to be CUDA-aware", text)

    def test_each_rank_has_the_device_that_is_asked_for(self):
        for asked, wanted in (("auto", [0, 1, 0]), ("1", [1, 1, 1]), ("1,0", [1, 0, 1])):
            with self.subTest(asked), tempfile.TemporaryDirectory() as place:
                record = Path(place, "run.json")
                self.run_rows(3, "IMB-MPI1", "Bcast", "-npmin", 3, "-memory", "cuda", "-device", asked, "-json", record)
                devices = json.loads(record.read_text().splitlines()[0])["memory"]["devices"]
                self.assertEqual([(each["rank"], each["index"]) for each in devices], list(enumerate(wanted)))

    def test_drivers_of_this_machine_without_a_device(self):
        """Debian's libamdhip64-5 and libze1, where they are installed and there is no GPU."""
        there = [(name, says) for name, file, library, says in REAL_DRIVERS if ctypes.util.find_library(library) == file]
        if not there or Path("/dev/kfd").exists() or Path("/dev/dri").exists():
            self.skipTest("script/install-packages test, on a machine without GPU")
        for name, says in there:
            with self.subTest(name):
                text = self.run_rows(2, "IMB-MPI1", "PingPong", "-memory", name, status=2, environment={"SONDE_STAND_IN_AWARE": "yes"})
                self.assertIn(f"-memory: {says}", text)
                self.assertEqual(text.count("IMB-MPI1: "), 1, text)


if __name__ == "__main__":
    unittest.main()
