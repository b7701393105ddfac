"""Where ranks run, told by each of them and by the first one of each node."""
from simulated import SimulatedTest


class Places(SimulatedTest):
    def test_places_told_by_nodes_are_those_told_by_ranks(self):
        for processes, per_node, last in ((1, 1, 0), (4, 1, 3), (5, 2, 2), (12, 4, 2)):
            out = self.measured(processes, program="sim_places", per_node=per_node)
            self.assertIn(f"{processes} places, equal, the last on node-{last}", out)
