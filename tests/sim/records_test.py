"""What a record of a simulated run says of the machine: what is simulated, and nothing of the simulator's host."""
import tempfile
from pathlib import Path

from records import check_lines, complete_lines
from simulated import SimulatedTest


class Records(SimulatedTest):
    def test_the_host_of_the_simulator_bears_no_witness(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "run.jsonl")
            self.measured(3, "Barrier", "-npmin", "3", "-iter", "40", "-json", str(path))
            lines = complete_lines(path)
        check_lines(lines)
        header, case = lines[0], lines[1]
        self.assertEqual([place["host"] for place in header["places"]], ["node-0", "node-1", "node-2"])
        self.assertEqual({place["cores"] for place in header["places"]}, {None})
        self.assertEqual((header["machine"], header["cpu_model"], header["kernel"]), ("simulated", None, None))
        self.assertEqual((header["warnings"], case["witnesses"], case["warnings"]), ([], [], []))


if __name__ == "__main__":
    import unittest
    unittest.main()
