"""Device memory of the driver that stands in, under the staging library: the rows that run by name only, and all epochs."""
import unittest

from programs import launch
from stand_ins import driver, staged


class Staged(unittest.TestCase):
    def check(self, processes, *arguments, program="sonde-mpi"):
        done = launch(processes, program, *arguments, "-memory", "cuda", "-check", "-iter", "4", "-time", "1", "-msgsize", "0,4,4096",
                      environment=staged("cuda"), limit=100)
        self.assertEqual(done.status, 0, f"{arguments}\n{done.out[-3000:]}\n{done.err}")
        self.assertRegex(done.out, r"Result check: no defects in \d+ rows")

    def test_ways_to_send(self):
        self.check(2, "PingPong_ssend", "PingPong_bsend", "PingPong_mprobe", "PingPong_nb", "PingPong_init", "Exchange_init",
                   "Uniband_init", "Fan_in", "Fan_out")

    def test_epochs(self):
        for sync in "fence", "pscw", "lock", "lock_all", "flush", "flush_local", "flush_all", "request":
            with self.subTest(sync):
                self.check(2, "Rma_put", "Rma_get", "Rma_accumulate", "Rma_get_accumulate", "-rma_sync", sync)

    def test_atomic_operations(self):
        self.check(2, "Rma_fetch_and_op", "Rma_compare_and_swap", "Fetch_and_op_all")

    def test_collectives_on_a_grid(self):
        self.check(4, "Neighbor_allgather", "Neighbor_allgatherv", "Neighbor_alltoall", "Neighbor_alltoallv", "Neighbor_alltoallw",
                   "Scan", "Exscan", "Alltoallw", "Ialltoallw", "Ineighbor_alltoallw")

    def test_without_staging_the_library_is_refused(self):
        done = launch(2, "IMB-MPI1", "PingPong", "-memory", "cuda", environment=driver("cuda"))
        self.assertEqual(done.status, 2, done.out)
        self.assertIn("a device pointer would crash it", done.out + done.err)


if __name__ == "__main__":
    unittest.main()
