"""Bus bandwidth of collectives whose algorithm is known, on links of known bandwidth: a ring fills them, doubling cannot."""
import math

from programs import tables
from simulated import BANDWIDTH, HEADER, LATENCY, SimulatedTest

PROCESSES, LENGTH = 8, 2**23


class Bus(SimulatedTest):
    def bus(self, benchmark, algorithm):
        """bus and net in bytes per second, and seconds."""
        out = self.measured(PROCESSES, benchmark, "-npmin", PROCESSES, "-msgsize", str(LENGTH), "-iter", "2", "-bus", "-mbytes", "1e6",
                            options=[f"smpi/{benchmark.lower()}:{algorithm}"])
        (table,) = tables(out)
        self.assertEqual(table.column("bus[MB/sec]"), table.column("net[MB/sec]"), "one process a node")
        self.assertIn(f"#   {benchmark} np={PROCESSES}: {table.column('bus[MB/sec]')[0]:.2f}MB/sec (rows: 1)\n", out)
        return table.column("bus[MB/sec]")[0] * 1e6, table.column("t_max[usec]")[0] / 1e6

    def test_a_ring_allreduce_reaches_the_bandwidth_but_for_its_latency(self):
        bus, seconds = self.bus("Allreduce", "lr")
        step = LATENCY + (LENGTH / PROCESSES + HEADER) / BANDWIDTH
        self.assertAlmostEqual(seconds / (2 * (PROCESSES - 1) * step), 1, delta=0.001)
        self.assertAlmostEqual(bus / (LENGTH / PROCESSES / step), 1, delta=0.001)
        self.assertGreater(bus, 0.95 * BANDWIDTH)

    def test_a_ring_allgather_reaches_it_too(self):
        bus, _ = self.bus("Allgather", "ring")
        step = LATENCY + (LENGTH + HEADER) / BANDWIDTH
        self.assertAlmostEqual(bus / (LENGTH / step), 1, delta=0.001)
        self.assertGreater(bus, 0.99 * BANDWIDTH)

    def test_recursive_doubling_sends_the_whole_vector_each_time(self):
        bus, _ = self.bus("Allreduce", "rdb")
        wanted = BANDWIDTH * 2 * (PROCESSES - 1) / (PROCESSES * math.log2(PROCESSES))
        self.assertAlmostEqual(bus / wanted, 1, delta=0.01)
        self.assertAlmostEqual(bus / BANDWIDTH, 0.58, delta=0.01)
