"""What the programs themselves send beside what they measure, and the memory of their ranks, on 16, 64 and 256 simulated ranks; on
as many as SONDE_MOST_RANKS says. The simulator writes down every message, those inside collective calls, too."""
import math
import os
import resource
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from simulated import simulate

MOST = int(os.environ.get("SONDE_MOST_RANKS", "256"))
RANKS = [ranks for ranks in (16, 64, 256, 1024, 4096) if ranks <= MOST]
ONCE = ("-iter", "1", "-warm_up", "off", "-time", "1000", "-npmin", "1000000")
TRACED = ("tracing:yes", "tracing/smpi:yes", "tracing/smpi/internals:yes", "tracing/smpi/display-sizes:yes")
LIMIT = 500


@dataclass
class Traffic:
    messages: int = 0
    bytes: int = 0
    sent: Counter = field(default_factory=Counter)  # by rank
    received: Counter = field(default_factory=Counter)

    def count(self, key, size):
        """`key` tells sender, receiver, tag and number of a message."""
        sender, receiver = key.split("_")[:2]
        self.messages += 1
        self.bytes += size
        self.sent[sender] += 1
        self.received[receiver] += 1

    def without(self, other):
        return Traffic(self.messages - other.messages, self.bytes - other.bytes, self.sent - other.sent, self.received - other.received)


def traffic(ranks, lengths, program, *arguments):
    """Of a whole run that measures one length or two."""
    with tempfile.TemporaryDirectory() as folder:
        trace, file = Path(folder, "trace"), Path(folder, "lengths")
        file.write_text("8\n" * lengths + "#\n" * (2 - lengths))  # as many characters, which all ranks are told
        done = simulate(ranks, program, *arguments, *ONCE, "-msglen", file, options=(*TRACED, f"tracing/filename:{trace}"), limit=LIMIT)
        if done.status:
            raise AssertionError(done.err)
        all_messages, begins = Traffic(), None
        with trace.open() as lines:
            for line in lines:
                words = line.split()
                if words[:2] == ["%EventDef", "PajeStartLink"]:
                    begins = words[2]
                elif words and words[0] == begins:
                    all_messages.count(words[6], int(words[7]))
        return all_messages


def case_and_rest(ranks, *arguments):
    """What one case costs, and what the run costs beside its cases."""
    one, two = (traffic(ranks, lengths, *arguments) for lengths in (1, 2))
    case = two.without(one)
    return case, one.without(case)


def most(counter):
    return max(counter.values())


def megabytes(ranks):
    """Memory of a run on so many ranks, which are all in one process of the simulator; measured by a process of its own, since the
    system tells the most of all children."""
    told = subprocess.run([sys.executable, __file__, str(ranks)], capture_output=True, text=True, check=True, timeout=LIMIT)
    return float(told.stdout)


class Scale(unittest.TestCase):
    def test_a_case_of_a_pair_costs_the_same_among_any_number_of_ranks(self):
        found = {ranks: case_and_rest(ranks, "IMB-MPI1", "PingPong")[0] for ranks in RANKS}
        print(*(f"PingPong on 2 of {ranks} ranks: {case.messages} messages, {case.bytes} bytes" for ranks, case in found.items()), sep="\n")
        self.assertEqual(len({(case.messages, case.bytes) for case in found.values()}), 1)
        self.assertGreater(found[16].messages, 2)

    def test_a_case_of_all_costs_each_rank_a_logarithm(self):
        for ranks in RANKS:
            case, rest = case_and_rest(ranks, "IMB-MPI1", "Allreduce")
            steps = math.log2(ranks)
            print(f"Allreduce on {ranks} ranks: {case.messages / ranks:.1f} messages a rank and case, at most {most(case.sent)} sent and "
                  f"{most(case.received)} received, {case.bytes / ranks:.0f} bytes; {rest.messages / ranks:.1f} messages a rank at start and end")
            with self.subTest(ranks):
                self.assertLess(case.messages / ranks, 14 * steps)
                self.assertLess(most(case.sent), 14 * steps)
                self.assertLess(most(case.received), 16 * steps)
                self.assertLess(case.bytes / ranks, 160 * steps)
                self.assertLess(rest.messages / ranks, 17 * steps)

    def test_every_further_rank_takes_as_much_memory_as_the_one_before(self):
        taken = {ranks: megabytes(ranks) for ranks in RANKS}
        slopes = [(taken[b] - taken[a]) / (b - a) for a, b in zip(RANKS, RANKS[1:])]
        print(f"MiB in all: {taken}; MiB for each further rank: {[round(slope, 3) for slope in slopes]}")
        self.assertLess(max(slopes), 1.2 * min(slopes))
        self.assertLess(max(slopes), 4)


if __name__ == "__main__":
    with tempfile.NamedTemporaryFile("w") as only_length:
        only_length.write("8\n")
        only_length.flush()
        outcome = simulate(int(sys.argv[1]), "IMB-MPI1", "Allreduce", *ONCE, "-msglen", only_length.name, limit=LIMIT)
    if outcome.status:
        sys.exit(outcome.err)
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
