"""Where ranks stand, told by the first rank of each node."""
from simulated import SimulatedTest


class Places(SimulatedTest):
    def test_told_node_by_node_are_those_of_all_ranks(self):
        for processes, per_node in ((12, 4), (5, 2), (3, 3), (6, 1)):
            with self.subTest(processes=processes, per_node=per_node):
                out = self.measured(processes, program="sim_places", per_node=per_node).split("\n")
                self.assertEqual(out[:processes], [f"{rank} node-{rank // per_node}" for rank in range(processes)])
                self.assertEqual(out[processes:], ["equal", ""])
