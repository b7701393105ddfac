"""Runs the programs of the simulated tree under SimGrid, on a platform made here, and compares them with golden files.

Every node hangs on the world by one full-duplex link of half the latency, so a message takes LATENCY + (bytes + 16) /
BANDWIDTH seconds from node to node (16 bytes are the library's header). Computation takes no time, nor does reading the clock. A
slow node's link has a hundred times the latency."""
import json
import os
import re
import tempfile
import unittest
from pathlib import Path

from programs import BIN, run

LATENCY = 10e-6  # seconds from node to node
BANDWIDTH = 1.25e9  # bytes per second
HEADER = 16  # bytes that the library adds to each message
GOLDEN = Path(__file__).parent / "golden"

# Networks of pure latency and bandwidth, a clock that costs nothing, and collective algorithms simple enough to work
# out by hand; reduce-scatter as SimGrid's own, because the others lose elements where a rank's share is empty.
OPTIONS = """
smpi/simulate-computation:no network/model:CM02 network/TCP-gamma:0 network/weight-S:0 network/latency-factor:1
network/bandwidth-factor:1 network/crosstraffic:0 smpi/or: smpi/os: smpi/ois: smpi/wtime:0 smpi/test:0 smpi/init:0 smpi/iprobe:0
smpi/coll-selector:ompi smpi/barrier:ompi_recursivedoubling smpi/reduce:binomial smpi/bcast:binomial_tree smpi/allreduce:rdb
smpi/allgather:bruck smpi/alltoall:bruck smpi/gather:ompi_binomial smpi/scatter:ompi_binomial
smpi/reduce_scatter:default
""".split()


def platform(nodes, slow):
    """A cluster as SimGrid describes it: host node-I with a link of its own, joined by a backbone that costs nothing."""
    lines = ["<?xml version='1.0'?>", '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">', '<platform version="4.1">',
             '<zone id="world" routing="Cluster">']
    for i in range(nodes):
        latency = LATENCY / 2 * (100 if i in slow else 1)
        lines.append(f'<host id="node-{i}" speed="1Gf"/>')
        lines.append(f'<link id="link-{i}" bandwidth="{BANDWIDTH:.0f}Bps" latency="{latency * 1e9:.0f}ns" sharing_policy="SPLITDUPLEX"/>')
        lines.append(f'<host_link id="node-{i}" up="link-{i}_UP" down="link-{i}_DOWN"/>')
    return "\n".join(lines + ["</zone>", "</platform>"])


def simulate(processes, program, *arguments, slow=(), per_node=1, limit=110, platform_text=None, options=()):
    """Output and status of a program on simulated nodes, `per_node` neighbouring processes each; on another platform where its
    text is given, and with further options of the simulator."""
    with tempfile.TemporaryDirectory() as folder:
        world, hosts = Path(folder, "platform.xml"), Path(folder, "hosts")
        world.write_text(platform_text or platform(processes, slow))
        hosts.write_text("".join(f"node-{i // per_node}\n" for i in range(processes)))
        command = ["smpirun", "-np", str(processes), "-platform", str(world), "-hostfile", str(hosts),
                   *(f"--cfg={option}" for option in [*OPTIONS, *options]), "--log=root.thresh:warning", os.path.join(BIN, program),
                   *map(str, arguments)]
        return run(command, limit=limit, environment={"SMPI_NO_UNDEFINED_CHECK": "1"})


def body(text):
    """The tables without the head, which names the date and the machine."""
    return text[text.index("# List of Benchmarks to run:"):]


class SimulatedTest(unittest.TestCase):
    maxDiff = None

    def measured(self, processes, *arguments, program="IMB-MPI1", status=0, **options):
        done = simulate(processes, program, *arguments, **options)
        self.assertEqual(done.status, status, done.out + done.err)
        return done.out

    def measured_cases(self, processes, *arguments, **options):
        """The cases of the record, and what was printed."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "run.jsonl")
            out = self.measured(processes, *arguments, "-json", path, **options)
            return [line for line in map(json.loads, path.read_text().splitlines()) if line["kind"] == "case"], out

    def assert_golden(self, name, processes, *arguments, **options):
        """Byte for byte; SONDE_ACCEPT=1 writes the golden file anew."""
        self.assert_kept(name, body(self.measured(processes, *arguments, **options)))

    def assert_kept(self, name, found):
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("SONDE_ACCEPT"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(found)
        self.assertEqual(path.read_text(), found)


def message_usec(size):
    return (LATENCY + (size + HEADER) / BANDWIDTH) * 1e6
