"""Whole suites on each number of processes. The libraries share them where SONDE_ALL_COUNTS is not set: ranks that share cores take
minutes, and what a row does with its processes is the same under both."""
import os
import unittest

from programs import MPIEXEC

COUNTS = range(1, 9) if os.environ.get("SONDE_ALL_COUNTS") else (1, 3, 4) if "mpich" in MPIEXEC else (1, 2, 5, 8)


def where_counted(processes):
    return unittest.skipUnless(processes in COUNTS, "the other library runs it, or SONDE_ALL_COUNTS=1")


class OnTwoToFive:
    """Cases of a test class that has check_all(processes)."""

    @where_counted(2)
    def test_all_on_2_processes(self):
        self.check_all(2)

    @where_counted(3)
    def test_all_on_3_processes(self):
        self.check_all(3)

    @where_counted(4)
    def test_all_on_4_processes(self):
        self.check_all(4)

    @where_counted(5)
    def test_all_on_5_processes(self):
        self.check_all(5)


class OnOneToFive(OnTwoToFive):
    @where_counted(1)
    def test_all_on_1_process(self):
        self.check_all(1)
