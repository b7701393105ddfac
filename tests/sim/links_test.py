"""Links of 64 simulated hosts, of which one thing is slow: it is named, and nothing else. SONDE_SEEDS=N plants N faults of each kind
instead of one."""
import base64
import json
import os
import random
import struct
import tempfile
import unittest
from pathlib import Path

from simulated import BANDWIDTH, LATENCY, simulate

HOSTS, HOSTS_OF_SWITCH = 64, 8
SEEDS = int(os.environ.get("SONDE_SEEDS", "1"))
QUICKLY = ("-iter", "2", "-window_size", "2", "-msglen", "lengths")


def floats_of(text):
    data = base64.b64decode(text)
    return struct.unpack(f"<{len(data) // 4}f", data)


class World:
    """Hosts on leaf switches below one core: each host has a link, and each pair a route of which a part may be its own."""

    def __init__(self, hosts=HOSTS, hosts_of_switch=HOSTS_OF_SWITCH):
        self.hosts, self.hosts_of_switch = hosts, hosts_of_switch
        self.rate = [1.0] * hosts  # of each host's link, over BANDWIDTH
        self.distance = [1.0] * hosts  # latency of each host's link, over half of LATENCY
        self.slow_leaf = None  # flows through it have half the rate
        self.slow_route = None  # so have those between these two hosts
        self.far_leaf, self.farther = None, 0.0  # by so many seconds than others, from all others
        self.far_way = None  # from the first of these hosts to the second latency is three times that of others

    def link(self, name, rate, latency, policy):
        return f'<link id="{name}" bandwidth="{rate * BANDWIDTH:.0f}Bps" latency="{latency * 1e9:.0f}ns" sharing_policy="{policy}"/>'

    def passes(self, leaf, a, b):
        """Whether the way between two hosts leads in or out of a leaf."""
        leaves = {a // self.hosts_of_switch, b // self.hosts_of_switch}
        return len(leaves) == 2 and leaf in leaves

    def is_slow(self, a, b):
        return {a, b} == set(self.slow_route or ()) or self.passes(self.slow_leaf, a, b)

    def route(self, a, b):
        own = f'<link_ctn id="own-{min(a, b)}-{max(a, b)}"/>' if self.is_slow(a, b) else ""
        own += '<link_ctn id="detour"/>' if (a, b) == self.far_way else ""
        own += '<link_ctn id="far"/>' if self.passes(self.far_leaf, a, b) else ""
        return (f'<route src="node-{a}" dst="node-{b}" symmetrical="NO"><link_ctn id="link-{a}" direction="UP"/>{own}'
                f'<link_ctn id="link-{b}" direction="DOWN"/></route>')

    def platform(self):
        hosts = range(self.hosts)
        lines = ["<?xml version='1.0'?>", '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">', '<platform version="4.1">',
                 '<zone id="world" routing="Full">', *(f'<host id="node-{i}" speed="1Gf"/>' for i in hosts)]
        lines += [self.link(f"link-{i}", self.rate[i], LATENCY / 2 * self.distance[i], "SPLITDUPLEX") for i in hosts]
        lines += [self.link(f"own-{a}-{b}", 0.5, 0, "SHARED") for a in hosts for b in hosts if a < b and self.is_slow(a, b)]
        lines.append(self.link("detour", 100, 2 * LATENCY, "SHARED"))
        lines.append(self.link("far", 1000, self.farther, "FATPIPE"))
        lines += [self.route(a, b) for a in hosts for b in hosts if a != b]
        return "\n".join(lines + ["</zone>", "</platform>"])


class LinksTest(unittest.TestCase):
    def survey(self, world, *arguments, processes=None, per_node=1):
        """Exit status and the findings of the record: kind, direction, quantity and hosts of what is slow, and of the rest."""
        with tempfile.TemporaryDirectory() as folder:
            lengths, record, switches = Path(folder, "lengths"), Path(folder, "links.json"), Path(folder, "switches")
            lengths.write_text("256k\n")
            switches.write_text("".join(f"SwitchName=leaf{i} Nodes=node-[{first}-{first + world.hosts_of_switch - 1}]\n"
                                        for i, first in enumerate(range(0, world.hosts, world.hosts_of_switch))))
            quickly = [lengths if word == "lengths" else word for word in QUICKLY]
            outcome = simulate(processes or world.hosts, "sonde-mpi", "Links", *quickly, "-topology", switches, "-json", record, *arguments,
                               platform_text=world.platform(), per_node=per_node, limit=300)
            self.assertIn(outcome.status, (0, 1), outcome.err)
            lines = [json.loads(line) for line in record.read_text().splitlines()]
        self.text = outcome.out
        self.case = next(line for line in lines if line["kind"] == "case")
        return outcome.status, self.case["links"]["findings"]

    def named(self, finding):
        if finding["kind"] == "switch":
            return finding["kind"], finding["quantity"], finding["direction"], finding["first"]
        return finding["kind"], finding["quantity"], finding["direction"], *[finding[end] for end in ("first", "second") if end in finding]

    def assert_named(self, world, *expected):
        status, findings = self.survey(world)
        self.assertEqual([self.named(finding) for finding in findings if finding["verdict"] != "fine"], [expected], self.text)
        self.assertEqual([finding["verdict"] for finding in findings if finding["verdict"] != "fine"], ["slow"])
        self.assertEqual(status, 1)
        return findings[0]

    def assert_blamed(self, world, *expected):
        """Kinds and numbers of all that is slow, in bandwidth, latency or both; nothing is open."""
        status, findings = self.survey(world)
        self.assertEqual({(finding["kind"], finding["first"], finding.get("second")) for finding in findings if finding["verdict"] != "fine"},
                         {(kind, first, None) for kind, first in expected}, self.text)
        self.assertNotIn("open", [finding["verdict"] for finding in findings], self.text)
        self.assertEqual(status, 1)

    def seeded(self):
        return [random.Random(seed) for seed in range(SEEDS)]

    def test_of_a_healthy_cluster_nothing_is_named(self):
        status, findings = self.survey(World())
        self.assertEqual((status, findings), (0, []))
        self.assertIn("nothing of 64 processes and 4032 links is slow", self.text)
        links = self.case["links"]
        self.assertIs(links["every_pair"], True)
        for quantity in ("latency", "message"):
            values = sorted(value for value in floats_of(links[f"{quantity}_s_base64"]) if value > 0)
            self.assertEqual(len(values), 4032)
            told = links[quantity]
            self.assertAlmostEqual(told["quickest_s"], values[0], delta=1e-6 * values[0])
            self.assertAlmostEqual(told["slowest_s"], values[-1], delta=1e-6 * values[-1])
            self.assertTrue(values[0] <= told["middle_s"] <= values[-1])

    def test_a_host_whose_link_has_half_the_rate(self):
        for dice in self.seeded():
            world, host = World(), dice.randrange(HOSTS)
            world.rate[host] = 0.5
            finding = self.assert_named(world, "host", "bandwidth", "both", host)
            self.assertAlmostEqual(finding["factor"], 2, delta=0.05)
            self.assertIn(f"host node-{host} sends and receives 49 % slower", self.text)

    def test_a_pair_whose_route_has_half_the_rate(self):
        for dice in self.seeded():
            world, pair = World(), sorted(dice.sample(range(HOSTS), 2))
            world.slow_route = pair
            self.assert_named(world, "link", "bandwidth", "both", *pair)
            self.assertIn(f"link node-{pair[0]} - node-{pair[1]} is", self.text)

    def test_a_host_that_is_farther_away(self):
        for dice in self.seeded():
            world, host = World(), dice.randrange(HOSTS)
            world.distance[host] = 5  # half of a route's latency: three times that of the others
            finding = self.assert_named(world, "host", "latency", "both", host)
            self.assertAlmostEqual(finding["factor"], 3, delta=0.01)

    def test_a_way_whose_latency_is_three_times_that_of_the_others(self):
        for dice in self.seeded():
            world = World()
            world.far_way = tuple(dice.sample(range(HOSTS), 2))
            finding = self.assert_named(world, "link", "latency", "both", *sorted(world.far_way))
            self.assertAlmostEqual(finding["factor"], 2, delta=0.01, msg="half of a round trip: three ways one way, one the other")

    def test_a_switch_whose_flows_have_half_the_rate(self):
        for dice in self.seeded():
            world, leaf = World(), dice.randrange(HOSTS // HOSTS_OF_SWITCH)
            world.slow_leaf = leaf
            self.assert_named(world, "switch", "bandwidth", "both", leaf)
            self.assertIn(f"switch leaf{leaf} (8 hosts: node-{8 * leaf}", self.text)

    def test_a_host_at_half_the_rate_on_a_switch_that_is_farther_away(self):
        for dice in self.seeded():
            world, host = World(20, 4), dice.randrange(20)
            world.far_leaf, world.farther = host // 4, 40e-6
            world.rate[host] = 0.5
            self.assert_blamed(world, ("switch", host // 4), ("host", host))

    def test_a_host_of_larger_latency_where_routes_differ_in_length(self):
        for dice in self.seeded():
            world, host = World(12, 6), dice.randrange(12)
            world.far_leaf, world.farther = 1, 30e-6
            world.distance[host] += 25e-6 / (LATENCY / 2)
            self.assert_blamed(world, ("host", host))

    def test_two_hosts_at_half_the_rate(self):
        for dice in self.seeded():
            world, slow = World(12, 4), dice.sample(range(12), 2)
            for host in slow:
                world.rate[host] = 0.5
            self.assert_blamed(world, *(("host", host) for host in slow))

    def test_a_few_rounds_find_a_host(self):
        world = World()
        world.rate[11] = 0.5
        status, findings = self.survey(world, "-quick")
        self.assertEqual(status, 1)
        self.assertEqual([self.named(finding) for finding in findings], [("host", "bandwidth", "both", 11)])
        self.assertTrue(64 * 10 < self.case["links"]["pairs"] <= 64 * 18, "18 rounds, in which some pairs met again")
        self.assertIs(self.case["links"]["every_pair"], False)

    def test_one_pair_at_a_time_has_the_whole_network(self):
        world = World(16)
        status, findings = self.survey(world, "-isolated")
        self.assertEqual((status, findings), (0, []))
        self.assertEqual(self.case["links"]["pairs"], 240)

    def test_an_odd_number_of_hosts_leaves_one_idle_each_round(self):
        status, findings = self.survey(World(16), processes=15)
        self.assertEqual((status, findings), (0, []))
        self.assertEqual(self.case["links"]["pairs"], 15 * 14)

    def test_the_first_process_of_each_host_takes_part_or_all_do(self):
        world = World(8)
        world.rate[3] = 0.5
        _, findings = self.survey(world, processes=16, per_node=2)
        self.assertEqual(self.case["links"]["ranks"], list(range(0, 16, 2)))
        self.assertEqual([self.named(finding) for finding in findings], [("host", "bandwidth", "both", 3)])
        self.assertIn("# #processes = 8", self.text)
        self.assertIn("8 additional processes waiting in MPI_Barrier", self.text)
        self.survey(world, "-per", "rank", processes=16, per_node=2)
        self.assertEqual(self.case["links"]["ranks"], list(range(16)))
        self.assertIn("# #processes = 16", self.text)


if __name__ == "__main__":
    unittest.main()
