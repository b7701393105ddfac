"""Guidelines on a network that is known: what the library builds of the same messages takes as long, what it builds of more takes longer."""
import unittest

from simulated import HEADER, SimulatedTest, message_usec

PROCESSES = 8


class Guidelines(SimulatedTest):
    def ratio(self, row, *options, length=8192, processes=PROCESSES, repetitions=8, per_node=1):
        together = ("-start", "clock") if repetitions == 1 else ()  # a call that is alone shows when its ranks have begun
        (case,), _ = self.measured_cases(processes, row, "-npmin", processes, "-msgsize", length, "-iter", repetitions, *together, "-check",
                                         options=options, program="sonde-mpi", per_node=per_node)
        self.assertEqual((case["status"], case["defects"]), ("measured", 0), case["text"])
        guideline = case["guideline"]
        self.assertAlmostEqual(guideline["ratio"]["median"], guideline["left_s"] / guideline["right_s"], delta=1e-6)
        return guideline["ratio"]["median"]

    def test_a_library_that_does_the_same_takes_as_long(self):
        self.assertAlmostEqual(self.ratio("Allgather_as_Gather_Bcast", "smpi/allgather:GB"), 1, delta=1e-3)
        self.assertAlmostEqual(self.ratio("Bcast_as_Isend_Irecv", "smpi/bcast:flattree"), 1, delta=1e-3)

    def test_a_slow_choice_of_the_library_breaks_the_guideline(self):
        """A flat tree sends the message P - 1 times, one after the other; Scatter and Allgather move it about twice."""
        slow, quick = (self.ratio("Bcast_as_Scatter_Allgather", f"smpi/bcast:{way}", length=1 << 20) for way in ("flattree", "scatter_LR_allgather"))
        self.assertGreater(slow, 2)
        self.assertLess(quick, 1.2)

    def test_messages_on_a_circulant_graph_need_the_fewest_rounds(self):
        """Recursive doubling of six ranks folds two of them before and after its two rounds: four messages, one after the other,
        beside three. Of eight ranks it has three rounds, as the reduce-scatter has, which moves X/2, X/4, X/8, and the allgather."""
        self.assertAlmostEqual(self.ratio("Allreduce_as_circulant_graph", processes=6, repetitions=1), 4 / 3, delta=1e-3)
        self.assertAlmostEqual(self.ratio("Allreduce_as_circulant_graph", repetitions=1), 1, delta=1e-3)
        halves = sum(message_usec(8192 // parts) for parts in (2, 4, 8))
        self.assertAlmostEqual(self.ratio("Allreduce_as_circulant_blocks", repetitions=1), 3 * message_usec(8192) / (2 * halves), delta=1e-3)

    def test_a_hierarchy_sends_one_message_a_node(self):
        """Two ranks a node, whose messages to each other pass its link both ways. Recursive doubling: in each of three rounds two messages
        share every link. In the hierarchy four messages follow each other: to the leader, twice between leaders, back."""
        alone = message_usec(8192)
        sharing = 2 * alone - message_usec(-HEADER)
        self.assertAlmostEqual(self.ratio("Allreduce_as_hierarchy", repetitions=1, per_node=2), 3 * sharing / (4 * alone), delta=1e-3)

    def test_on_nodes_of_one_rank_there_is_no_hierarchy(self):
        out = self.measured(PROCESSES, "G26", program="sonde-mpi")
        self.assertEqual(out.count("needs two nodes or more with as many neighbouring processes on each, at least two"), 8)


if __name__ == "__main__":
    unittest.main()
