"""-memory and its kin with drivers that stand in: what runs, what is refused, what fails and costs no other row."""
import json
import tempfile
import unittest
from pathlib import Path

from programs import launch
from stand_ins import EVERY_DRIVER, FOLDERS, driver, staged

PAIR = ("PingPong", "-iter", "4", "-msgsize", "0,8,4096")


def installed(environment):
    """Also finds every driver that stands in, where the system's libraries are: behind what the environment names."""
    folders = [environment["LD_LIBRARY_PATH"], *(str(FOLDERS / name) for name in EVERY_DRIVER)]
    return environment | {"LD_LIBRARY_PATH": ":".join(folders)}


class Memory(unittest.TestCase):
    def run_pair(self, *arguments, environment, program="IMB-MPI1", status=0, rows=PAIR):
        done = launch(2, program, *rows, *arguments, environment=environment, limit=60)
        self.assertEqual(done.status, status, f"{arguments}\n{done.out[-2000:]}\n{done.err}")
        return done.out + done.err

    def assert_refused(self, *arguments, environment, says, **more):
        text = self.run_pair(*arguments, environment=environment, status=2, **more)
        self.assertIn(says, text)
        self.assertNotIn("#repetitions", text, "something was measured")

    def test_every_kind_of_every_driver_is_right(self):
        for name, kinds in (("cuda", ("cuda_managed", "cuda_host")), ("hip", ("hip_managed", "hip_host"))):
            for kind in kinds:
                with self.subTest(kind):
                    self.assertIn("no defects in 3 rows", self.run_pair("-memory", kind, "-check", environment=driver(name)))

    def test_two_kinds(self):
        for kinds in "host,cuda", "cuda,host", "cuda_managed,cuda":
            with self.subTest(kinds):
                self.assertIn("no defects", self.run_pair("-memory", kinds, "-check", environment=staged("cuda")))
        self.assert_refused("-memory", "host,cuda", environment=staged("cuda"), rows=("Allreduce",), says="Allreduce has none")

    def test_two_kinds_are_those_of_the_two_ranks(self):
        small = staged("cuda", SONDE_STAND_IN_MEMORY=1000000)
        for kinds in "host,cuda", "cuda,host":
            with self.subTest(kinds):
                text = self.run_pair("-memory", kinds, rows=("PingPong", "-iter", "4", "-msgsize", "4000000"), status=4, environment=small)
                self.assertIn("out-of-mem", text, "no rank has memory of the device")

    def test_the_spelling_of_other_suites(self):
        for word, kind in (("cpu", None), ("host", "cuda_host"), ("shared", "cuda_managed"), ("device", "cuda")):
            with self.subTest(word), tempfile.TemporaryDirectory() as place:
                record = Path(place, "run.json")
                self.run_pair("-mem_alloc_type", word, "-json", record, environment=staged("cuda"))
                memory = json.loads(record.read_text().splitlines()[0]).get("memory")
                self.assertEqual(memory and memory["kind"], kind)
        self.assert_refused("-mem_alloc_type", "device", environment=staged("cuda", "hip"), says="CUDA and HIP")

    def test_programs_for_device_memory(self):
        for program, row in (("IMB-MPI1-GPU", "Bcast"), ("IMB-RMA-GPU", "Unidir_put")):
            with self.subTest(program):
                rows = (row, "-iter", "4", "-msgsize", "0,8,4096")
                text = self.run_pair("-check", program=program, rows=rows, environment=staged("cuda"))
                self.assertIn("no defects", text)
                self.assertRegex(text, r"# Memory +: cuda ")

    def test_without_a_driver_or_a_device(self):
        self.assert_refused("-memory", "cuda", environment=driver("cuda", SONDE_STAND_IN_DEVICES=0), says="finds no device")
        self.assert_refused("-memory", "cuda", "-device", "0,7", environment=staged("cuda"), says="give numbers from 0 to 1")
        self.run_pair("-memory", "cuda", "-dry_run", environment=driver())

    def test_drivers_of_this_machine_are_not_those_of_the_tests(self):
        for kind, name in (("cuda", "CUDA"), ("hip", "HIP")) + ((("ze", "Level Zero"),) if "ze" in EVERY_DRIVER else ()):
            with self.subTest(kind):
                self.assert_refused("-memory", kind, environment=installed(driver()), says=f"there is no {name} driver (lib")
        text = self.run_pair("-mem_alloc_type", "shared", environment=installed(driver("hip")))
        self.assertIn("# Memory                : hip_managed (Stand-in GPU", text)

    def test_a_library_that_is_not_aware(self):
        self.assert_refused("-memory", "cuda", environment=driver("cuda"), says="use -memory cuda_managed, or -memory_unchecked on")
        self.assert_refused("-memory", "hip", environment=driver("hip"), says="use -memory hip_managed")

    def test_too_little_memory_costs_one_row(self):
        rows = ("PingPong", "-iter", "4", "-msgsize", "8,4000000,16")
        text = self.run_pair("-memory", "cuda", rows=rows, status=4, environment=staged("cuda", SONDE_STAND_IN_MEMORY=1000000))
        self.assertRegex(text, r"4000000 out-of-mem.*the system refused.*\n +16 +4 ")

    def test_the_limit_of_memory_counts_memory_of_the_device(self):
        rows = ("PingPong", "-iter", "4", "-msgsize", "8,4000000,16")
        text = self.run_pair("-memory", "cuda", "-mem", "0.004", rows=rows, status=4, environment=staged("cuda"))
        self.assertRegex(text, r'4000000 out-of-mem\.; needed X= +0\.008 GB; use flag "-mem X".*\n +16 +4 ')
        self.assertRegex(self.run_pair("-memory", "cuda", "-mem", "0.008", rows=rows, environment=staged("cuda")), r"4000000 +4 +\d")

    def test_a_device_that_is_lost_fails_rows_and_not_the_run(self):
        text = self.run_pair("-memory", "cuda_managed", "-check", status=4, environment=driver("cuda", SONDE_STAND_IN_LOST_AFTER=6))
        self.assertIn("CUDA cannot", text)
        self.assertIn("All processes entering MPI_Finalize", text)

    def test_what_takes_host_memory_only(self):
        self.assert_refused("-memory", "cuda", program="IMB-IO", rows=("S_Write_Indv",), environment=driver(), says="no meaning for IMB-IO")
        self.assert_refused("-memory", "cuda", "-rma_window", "allocate", program="sonde-mpi", rows=("Rma_put",), environment=staged("cuda"),
                            says="-rma_window create")
        self.assert_refused("-memory", "cuda", "-msgwr", "on", program="IMB-P2P", environment=staged("cuda"), says="cannot reach")

    def test_another_kind_is_another_run(self):
        with tempfile.TemporaryDirectory() as place:
            record = Path(place, "run.json")
            self.run_pair("-json", record, environment=driver())
            self.assert_refused("-json", record, "-resume", "-memory", "cuda_managed", environment=driver("cuda"), says="memory")


if __name__ == "__main__":
    unittest.main()
