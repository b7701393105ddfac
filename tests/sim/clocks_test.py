"""Clocks with planted offsets and drifts, related by messages of known latency."""
import re

from simulated import SimulatedTest, message_usec


class Clocks(SimulatedTest):
    def test_residual_is_below_a_microsecond_and_half_a_round_trip(self):
        out = self.measured(4, program="sim_clock_sync")
        residual, within = re.search(r"residual ([0-9.]+) us, within bound (\d)", out).groups()
        self.assertLess(float(residual), 1 + message_usec(8))
        self.assertEqual(within, "1")
