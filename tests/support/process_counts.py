"""Whole suites on each number of processes."""


class OnTwoToFive:
    """Cases of a test class that has check_all(processes)."""

    def test_all_on_2_processes(self):
        self.check_all(2)

    def test_all_on_3_processes(self):
        self.check_all(3)

    def test_all_on_4_processes(self):
        self.check_all(4)

    def test_all_on_5_processes(self):
        self.check_all(5)


class OnOneToFive(OnTwoToFive):
    def test_all_on_1_process(self):
        self.check_all(1)
