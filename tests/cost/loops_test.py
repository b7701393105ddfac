"""Instructions per repetition between the clock readings of each timed loop, counted by callgrind, against a loop written by hand."""
import glob
import os
import re
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["SONDE_COST_PROGRAM"]
ALLOWED = 2.0  # instructions a repetition may cost more than by hand; of several calls, for each of them
# MPI calls of a repetition where that is not taken for one. Birandom and SendRecv_Replace count the messages they touch too, which
# clang keeps in loops that g++ unrolls. Randperm, Ebb and Randring go round in a table of partners, which the loops by hand need not.
# Fan_in makes eleven calls for which clang loads its context anew: three instructions each.
# Truly_passive_put is two loops; under MPICH they cost four instructions more than by hand.
# Part_early reads which of its eight parts is ready from a table: an instruction for each.
# Neighbourhoods own a communicator, whose release leaves g++ a register fewer: three to five instructions.
# Functions of a plug-in are told the number of the repetition, which lies in memory; the loop by hand has a register for it.
CALLS = {"Own_shift": 2, "Uniband": 10, "Rate_pairs": 10, "Biband": 18, "UniBandMT": 10, "BiBandMT": 18, "Fetch_and_op": 2, "Compare_and_swap": 2, "Unirandom": 2, "Birandom": 10, "Corandom": 3, "Stencil2D": 9,
         "Stencil3D": 13, "SendRecv_Replace": 4, "Incast": 4, "Outcast": 4, "Randperm": 3, "Ebb": 3,
         "Randring": 3, "PingPong_mprobe": 3, "PingPong_init": 3, "Exchange_init": 2, "Comm_dup": 3, "Comm_split": 3, "Comm_idup": 4,
         "Comm_create_group": 5, "Cart_create": 3, "Dist_graph_create_adjacent": 3, "Win_allocate": 2, "Type_commit": 3, "Uniband_init": 3, "Fan_in": 18, "Fetch_and_op_all": 2, "Biband_init": 3,
         "Truly_passive_put": 2, "Part_early": 5, "Rma_put_rate": 9, "Rma_get_rate": 9, "Rma_put_birate": 9,
         **{f"Rma_{name}": 2 for name in ("put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap")},
         **{f"Neighbor_{name}": 3 for name in ("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw")}}


def allowed(loop):
    """Non-blocking and persistent collectives: start and wait, beside computation in two loops. Others keep to 2, however many calls they make."""
    name = loop.split("/")[0].removeprefix("P2P.")
    if name.startswith("I") or "_persist" in name:
        return ALLOWED * (2 if name.endswith("_pure") else 4)
    if re.match(r"[SPC]_I(Read|Write)_", name):  # start and wait
        return ALLOWED * 2
    return ALLOWED * CALLS.get(name, 1)


def counted():
    """{(loop, kind): {repetitions: instructions}} of one run of the program."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["valgrind", "--tool=callgrind", "--dump-instr=no", "--collect-atstart=no",
                        f"--callgrind-out-file={folder}/out", PROGRAM],
                       check=True, capture_output=True)
        counts = {}
        for name in glob.glob(f"{folder}/out*"):
            with open(name) as dump:
                text = dump.read()
            label = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+) (\d+)$", text, re.MULTILINE)
            total = re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)
            if label and total:
                counts.setdefault((label[1], label[2]), {})[int(label[3])] = int(total[1])
        return counts


def per_repetition(counts):
    (few, small), (many, large) = sorted(counts.items())
    return (large - small) / (many - few)


class Loops(unittest.TestCase):
    def test_every_loop_costs_what_one_written_by_hand_costs(self):
        counts = counted()
        loops = sorted({loop for loop, _ in counts})
        partitioned = [loop for loop in loops if loop.startswith(("PingPong_part", "Part_"))]
        self.assertIn(len(partitioned), (0, 3))  # not before MPI 4.0
        self.assertEqual(len(loops) - len(partitioned), 28 + 13 + 46 + 26 + 35 + 2 + 8 + 13 + 47 + 17 + 1)
        for loop in loops:
            ours, hand = per_repetition(counts[loop, "sonde"]), per_repetition(counts[loop, "hand"])
            print(f"{loop:24} {ours:6.1f} {hand:6.1f}", flush=True)
            with self.subTest(loop):
                self.assertGreater(hand, 4)
                self.assertLessEqual(ours, hand + allowed(loop))


if __name__ == "__main__":
    unittest.main()
