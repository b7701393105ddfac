"""Benchmarks of one's own under simulated MPI: exact times, and every example is right on eight ranks."""
import tempfile
import unittest
from pathlib import Path

from plugins import EXAMPLES, ROWS, compile_plugin
from programs import tables
from simulated import SimulatedTest, message_usec


class Plugin(SimulatedTest):
    def plugin(self, name):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return compile_plugin(EXAMPLES / name, Path(folder.name, "plugin.so"))

    def test_the_time_of_a_shift_is_that_of_a_message(self):
        table, = tables(self.measured(4, "-plugin", self.plugin("shift.c"), "-npmin", 4, "-msgsize", "0,1024,1048576", "-iter", "5", "-check",
                                      program="sonde-mpi"))
        for size, time in zip(table.column("#bytes"), table.column("t_max[usec]")):
            self.assertAlmostEqual(time, message_usec(size), delta=0.006)
        self.assertEqual(table.column("defects"), [0.0] * 3)

    def test_examples_are_right_on_eight_ranks(self):
        for name, row in ROWS.items():
            with self.subTest(name):
                table, = tables(self.measured(8, "-plugin", self.plugin(name), row, "-npmin", 8, "-msgsize", "0,4,1024", "-iter", "5", "-check",
                                              program="sonde-mpi"))
                self.assertEqual(table.column("defects"), [0.0] * 3)


if __name__ == "__main__":
    unittest.main()
