"""`sonde links` from the command line: switches read from a file, what is judged, exit status, one message."""
import base64
import json
import os
import struct
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
HOSTS, NEAR = 12, 9  # those on the first switch come first


def links(*arguments):
    return subprocess.run([SONDE, "links", *map(str, arguments)], capture_output=True, text=True, timeout=120)


def matrix(seconds):
    values = [float("nan") if i == j else seconds(i, j) for i in range(HOSTS) for j in range(HOSTS)]
    return base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()


class Links(InFolder):
    def written(self, lines):
        path = self.folder / "links.json"
        path.write_text("".join(json.dumps({"schema": 1, **line}) + "\n" for line in lines))
        return path

    def far(self):
        """A healthy run on two switches, between which messages take thrice as long; the run knew of no switch."""
        apart = [i >= NEAR for i in range(HOSTS)]
        spans = {name: {"quickest_s": 1e-6, "middle_s": 1e-6, "slowest_s": 3e-6} for name in ("latency", "message")}
        survey = {"ranks": list(range(HOSTS)), "blocks": [0] * HOSTS, "block_names": [""], "every_pair": True, "threshold": 0.1, "pairs": HOSTS * (HOSTS - 1),
                  **spans, "findings": [], "latency_s_base64": matrix(lambda i, j: 1e-6),
                  "message_s_base64": matrix(lambda i, j: (3e-4 if apart[i] != apart[j] else 1e-4) * (1 + 0.001 * ((3 * i + 7 * j) % 5)))}
        places = [{"rank": i, "host": f"node{i:02}", "cores": [0]} for i in range(HOSTS)]
        return self.written([{"kind": "header", "program": "sonde-mpi", "ranks": HOSTS, "places": places},
                             {"kind": "case", "benchmark": "Links", "processes": HOSTS, "bytes": 65536, "status": "measured", "links": survey}])

    def switches(self, name, hosts=HOSTS):
        path = self.folder / "switches"
        path.write_text("".join(f"{name(i)} s{int(i >= NEAR)}\n" for i in range(hosts)))
        return path

    def test_hosts_are_found_without_regard_to_domain_and_letter_case(self):
        record = self.far()
        self.assertRegex(links(record, "--threshold", "10%").stdout, r"links is slow\n", "hosts of an unknown switch are quick with each other")
        for name in ("node{:02}", "node{:02}.cluster.org", "NODE{:02}", "Node{:02}.Cluster.org"):
            done = links(record, "--topology", self.switches(name.format))
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)
            self.assertIn(f"nothing of {HOSTS} processes and {HOSTS * (HOSTS - 1)} links is slow\n", done.stdout, name)
            self.assertRegex(done.stdout, r"(?m)^node11  s1 ")
            self.assertNotIn("# Switches", done.stdout)

    def test_a_file_that_names_none_of_the_hosts_is_refused(self):
        done = links(self.far(), "--topology", self.switches("n{}".format))
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1))
        self.assertIn("--topology: the file names none of the hosts: it has for example 'n0', and a host is 'node00'", done.stderr)

    def test_hosts_that_the_file_lacks_are_counted(self):
        done = links(self.far(), "--topology", self.switches("node{:02}".format, HOSTS - 4))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("# Switches                  : 4 of 12 hosts are not in the file; ", done.stdout)

    def pairs(self, cores, warnings=()):
        """A healthy run of four pairs at a time."""
        lines = [{"kind": "header", "program": "IMB-MPI1", "ranks": 8, "places": [{"rank": i, "host": "n1", "cores": cores(i)} for i in range(8)] if cores else [],
                  "warnings": [{"kind": kind, "text": kind, "advice": "none"} for kind in warnings]}]
        for size in (8, 65536):
            for group in range(4):
                seconds = 1e-6 + size * 1e-10
                lines.append({"kind": "case", "benchmark": "PingPong", "mode": "", "multi": True, "processes": 2, "groups": 4, "group": group, "bytes": size,
                              "ranks": [2 * group, 2 * group + 1], "status": "measured", **{key: seconds for key in ("t_min_s", "t_max_s", "t_avg_s")}})
        return self.written(lines)

    def test_of_pairs_that_share_cores_nothing_is_judged(self):
        for record in (self.pairs(lambda i: [0, 1]), self.pairs(lambda i: [i // 2]), self.pairs(None, ("oversubscribed",)), self.pairs(None, ("shared_core",))):
            done = links(record)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("8 processes are not bound to cores of their own, so nothing is judged", done.stdout)
        for record in (self.pairs(lambda i: [i]), self.pairs(None), self.pairs(None, ("drift",))):
            self.assertIn("nothing of 8 processes and 4 links is slow", links(record).stdout)


if __name__ == "__main__":
    unittest.main()
