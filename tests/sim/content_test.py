"""Every row in simulated networks, checked: the right content arrives, whatever the number of ranks."""
import unittest

from simulated import SimulatedTest

NOT_RIGHT_HERE = {"Compare_and_swap"}  # of the simulated library: see the known defects
ANY_NUMBER = "smpi/alltoallv:ompi_basic_linear"  # the usual one wants a power of two


class Content(SimulatedTest):
    def assert_right(self, program, least, *rows, runs=((2, 1), (3, 1), (5, 1))):
        rows = rows or [line.split()[0] for line in self.measured(1, "-list", program=program).splitlines() if line.startswith("  ")]
        for processes, per_node in runs:
            with self.subTest(processes):
                cases, _ = self.measured_cases(processes, *(row for row in rows if row not in NOT_RIGHT_HERE), "-npmin", processes, "-msgsize", "0,20,1000",
                                               "-iter", 6, "-check", program=program, per_node=per_node, options=[ANY_NUMBER])
                self.assertGreater(sum(case["status"] == "measured" for case in cases), least)
                self.assertEqual([(case["benchmark"], case["bytes"], case["text"]) for case in cases if case["status"] == "failed" or case["defects"]], [])

    def test_messages_and_collectives(self):
        self.assert_right("IMB-MPI1", 70)

    def test_collectives_beside_computation(self):
        self.assert_right("IMB-NBC", 70)

    def test_one_sided(self):
        self.assert_right("IMB-EXT", 30)
        self.assert_right("IMB-RMA", 75)

    def test_both_sides_of_guidelines(self):
        self.assert_right("sonde-mpi", 190, "Guidelines", runs=((3, 1), (5, 1), (6, 2), (8, 4)))


if __name__ == "__main__":
    unittest.main()
