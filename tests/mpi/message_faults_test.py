"""Faults planted in the MPI library (message_faults.cpp, preloaded): -check finds each of them in every benchmark that moves data."""
import os
import unittest

from programs import launch, tables

LIBRARY = os.environ.get("SONDE_FAULTS", "")
LENGTH = 1000  # bytes; nothing else that the program sends has this length


@unittest.skipUnless(LIBRARY, "faults cannot be preloaded into this build")
class MessageFaults(unittest.TestCase):
    def run_with(self, fault, processes):
        environment = {"LD_PRELOAD": LIBRARY, "SONDE_FAULT": fault, "SONDE_FAULT_BYTES": str(LENGTH)}
        return launch(processes, "IMB-MPI1", "-npmin", processes, "-check", "-msgsize", LENGTH, "-zero_size", "off", "-iter", "5",
                      limit=120, environment=environment)

    def assert_found(self, fault, processes):
        done = self.run_with(fault, processes)
        self.assertEqual(done.status, 3, done.out + done.err)
        checked = [t for t in tables(done.out) if "defects" in t.columns]
        self.assertEqual(len(checked), 16, done.out)
        for table in checked:
            with self.subTest(table.benchmark):
                self.assertEqual(len(table.rows), 1)
                self.assertGreater(table.column("defects")[0], 0, f"{fault}: {table.benchmark}")

    def test_without_a_fault_the_preloaded_library_changes_nothing(self):
        done = self.run_with("none", 3)
        self.assertEqual(done.status, 0, done.out + done.err)

    def test_a_flipped_bit_on_2_processes(self):
        self.assert_found("corrupt", 2)

    def test_a_flipped_bit_on_3_processes(self):
        self.assert_found("corrupt", 3)

    def test_a_lost_last_element_on_3_processes(self):
        self.assert_found("truncate", 3)

    def test_a_message_for_somebody_else_on_3_processes(self):
        self.assert_found("misroute", 3)

    def test_a_message_for_somebody_else_on_4_processes(self):
        self.assert_found("misroute", 4)


if __name__ == "__main__":
    unittest.main()
