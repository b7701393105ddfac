"""Guidelines on a network that is known: what the library builds of the same messages takes as long, what it builds of more takes longer."""
import json
import tempfile
import unittest
from pathlib import Path

from simulated import SimulatedTest

PROCESSES = 8


class Guidelines(SimulatedTest):
    def ratio(self, row, *options, length=8192):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "run.jsonl")
            self.measured(PROCESSES, row, "-npmin", PROCESSES, "-msgsize", length, "-iter", 8, "-check", "-json", path, options=options, program="sonde-mpi")
            (case,) = [line for line in map(json.loads, path.read_text().splitlines()) if line["kind"] == "case"]
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


if __name__ == "__main__":
    unittest.main()
