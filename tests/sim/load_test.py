"""-load: messages that share one link with the flows of the load take as many times longer as there are flows; on links of their own,
no longer."""
import unittest

from simulated import SimulatedTest

LENGTH = 16 << 20  # bytes: what latency adds is nothing beside it
LOAD = "64m"


def one_link(nodes):
    """All messages go over one link, whichever way."""
    lines = ["<?xml version='1.0'?>", '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">', '<platform version="4.1">',
             '<zone id="world" routing="Full">']
    lines += [f'<host id="node-{i}" speed="1Gf"/>' for i in range(nodes)]
    lines.append('<link id="shared" bandwidth="1250000000Bps" latency="1us" sharing_policy="SHARED"/>')
    for a in range(nodes):
        for b in range(a + 1, nodes):
            lines.append(f'<route src="node-{a}" dst="node-{b}"><link_ctn id="shared"/></route>')
    return "\n".join(lines + ["</zone>", "</platform>"])


class Load(SimulatedTest):
    def load_of(self, processes, kind, shared, size=LOAD):
        (case,), out = self.measured_cases(processes, "PingPong", "-msgsize", LENGTH, "-iter", "8,100000,8", "-load", f"{kind}:0.8,{size}",
                                           platform_text=one_link(processes) if shared else None)
        self.assertIn(f"# {processes - 2} of {processes} processes make the load", out)
        self.assertEqual(case["status"], "measured", case["text"])
        return case["load"]

    def assert_factor(self, load, wanted):
        """Phases begin and end beside messages of the load that begin and end."""
        self.assertGreaterEqual(len(load["bytes_per_phase"]), 4)
        median = load["impact"][0]
        self.assertEqual(median["level"], 0.5)
        self.assertAlmostEqual(median["factor"] / wanted, 1, delta=0.05)
        self.assertLessEqual(median["low"], median["factor"])
        self.assertGreaterEqual(median["high"], median["factor"])

    def test_flows_that_share_the_link_take_their_share(self):
        """Each of k congestors sends one message at a time, and so does one of two that measure: k + 1 flows."""
        for processes in (5, 7):
            load = self.load_of(processes, "shift", shared=True)
            self.assertEqual(load["canaries"], 2)
            self.assert_factor(load, processes - 2 + 1)

    def test_an_incast_is_as_many_flows_as_send(self):
        self.assert_factor(self.load_of(6, "incast", shared=True), 4)

    def test_links_of_their_own_are_not_loaded(self):
        for kind in ("shift", "incast", "alltoall"):
            self.assert_factor(self.load_of(6, kind, shared=False, size="4m"), 1)

    def test_the_congestors_have_the_rest_of_the_link(self):
        load = self.load_of(6, "shift", shared=True)
        for moved, seconds in zip(load["bytes_per_phase"], load["seconds_per_phase"]):
            share = moved / seconds / 1.25e9  # those that measure rest between their loops
            self.assertGreater(share, 0.75)
            self.assertLessEqual(share, 1)


if __name__ == "__main__":
    unittest.main()
