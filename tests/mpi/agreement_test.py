"""The table, the CSV and the record of a run hold the same cases, and the same numbers as far as their digits go."""
import json
import os
import tempfile
import unittest

from programs import BIN, launch, run
from records import complete_lines

SHORT = ("-iter", "4", "-msgsize", "8,4096")
IO = ("S_Write_Indv", "P_Write_Shared", "C_Read_Expl", "Open_Close")
OWN = ("Shift", "Randring", "Incast", "Rate_pairs", "Uniband_init", "PingPong_threads", "Part_early", "Rma_put", "Comm_dup", "Memory", "Finalize",
       "Init", "First_message", "Iscan", "Neighbor_alltoall", "Fan_in", "Type_commit", "Links")
RUNS = {
    "MPI-1": (3, "IMB-MPI1", *SHORT, "-include", "Uniband,Biband,Reduce_local", "-bus", "-stats", "-check"),
    "groups": (4, "IMB-MPI1", "PingPong", "Allreduce", "Barrier", *SHORT, "-multi", "1", "-map", "2x2"),
    "tails": (2, "IMB-MPI1", "PingPong", "Allreduce", *SHORT, "-tails"),
    "load": (4, "IMB-MPI1", "PingPong", "Barrier", *SHORT, "-load", "alltoall:0.5"),
    "2021": (2, "IMB-MPI1", *SHORT, "-conventions", "2021"),
    "PMB": (2, "PMB-MPI1", *SHORT),
    "EXT": (2, "IMB-EXT", *SHORT),
    "NBC": (2, "IMB-NBC", "Ibcast", "Ialltoall_pure", "Ibarrier", *SHORT),
    "RMA": (2, "IMB-RMA", *SHORT, "-aggregate_mode", "multi"),
    "MT": (2, "IMB-MT", *SHORT, "-threads", "2", "-thread_level", "multiple"),
    "P2P": (4, "IMB-P2P", *SHORT),
    "MPI-4": (2, "IMB-MPI4", *SHORT),
    "IO": (2, "IMB-IO", *IO, *SHORT),
    "own": (4, "sonde-mpi", *OWN, *SHORT, "-windows", "2,8", "-thread_level", "multiple"),
    "guidelines": (4, "sonde-mpi", "Guidelines", *SHORT),
}


class Agreement(unittest.TestCase):
    def assert_agree(self, ranks, program, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            text, rows, record = (os.path.join(folder, "run." + ending) for ending in ("txt", "csv", "jsonl"))
            files = ("-path", folder) if program == "IMB-IO" or "Guidelines" in arguments else ()
            done = launch(ranks, program, *arguments, *files, "-json", record, "-csv", rows, limit=240)
            self.assertIn(done.status, (0, 1, 4), done.err)  # 1: a link of this machine may be slow; 4: a library may lack a row that is named
            with open(text, "w", encoding="utf-8") as out:
                out.write(done.out)
            self.assertNotIn("left out", run([os.path.join(BIN, "sonde"), "show", text]).out)
            measured = {self.key(case) for case in complete_lines(record) if case["kind"] == "case" and case["status"] == "measured"}
            self.assertTrue(measured)
            for other in (text, rows):
                with self.subTest(os.path.basename(other)):
                    self.assert_same(measured, run([os.path.join(BIN, "sonde"), "compare", "--json", other, record]))

    def assert_same(self, measured, compared):
        cases = [case for case in json.loads(compared.out)["cases"] if self.key(case) in measured]
        self.assertEqual({self.key(case) for case in cases}, measured)
        for case in cases:
            self.assertNotIn(case["verdict"], ("only in base", "only in new", "not compared", "failed"), case)
            if case.get("why") != "the digits or the timer are too coarse":
                self.assertAlmostEqual(case["ratio"], 1, delta=0.04, msg=case)

    @staticmethod
    def key(case):
        """What a record leaves null, the comparison gives as -1 or as no text."""
        values = (case[name] for name in ("benchmark", "mode", "multi", "processes", "groups", "group", "bytes"))
        return tuple(None if value in ("", -1) else value for value in values)


for name, arguments in RUNS.items():
    setattr(Agreement, "test_" + name.replace("-", "_"), lambda self, arguments=arguments: self.assert_agree(*arguments))


if __name__ == "__main__":
    unittest.main()
