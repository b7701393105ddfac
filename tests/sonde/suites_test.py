"""What nccl-tests, OMB-Py, MPIBenchmarks.jl and OSU on accelerators wrote is shown, compared, followed over nights and reported."""
import json
import os
import unittest

from in_folder import InFolder
from programs import BIN, run

NCCL_HEAD = "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"


def nccl(scale):
    rows = "".join(f"{size} {size // 4} float sum -1 {scale * us:.2f} 1.00 {bus / scale:.2f} 0 {scale * us:.2f} 1.00 {bus / scale:.2f} N/A\n"
                   for size, us, bus in ((8, 20, 1), (1048576, 200, 9.68)))
    devices = "".join(f"#  Rank {rank:2} Group  0 Pid 1 on gpu1 device {rank} [0000:04:00] Some GPU\n" for rank in range(8))
    return f"# Collective test starting: all_reduce_perf\n# nThread 1 nGpus 8 minBytes 8 iters: 20\n{devices}{NCCL_HEAD}{rows}"


def nccl_json(scale):
    def way(us, bus):
        return {"time": scale * us, "alg_bw": 1.0, "bus_bw": bus / scale, "nwrong": 0.0}
    results = [{"size": size, "type": "float", "redop": "sum", "root": "    -1", "out_of_place": way(us, bus), "in_place": way(us, bus)}
               for size, us, bus in ((8, 20, 1), (1048576, 200, 9.68))]
    return json.dumps({"version": 2, "args": ["all_reduce_perf"], "nccl_version": 22703, "config": {"devices": []}, "results": results})


def julia(scale):
    return f"Running benchmark OSU Latency with type UInt8 on 2 MPI ranks\n\nsize (bytes),iterations,latency (seconds)\n8,100,{scale * 1e-6}\n"


def omb_py(scale):
    return f"# OMB-Py MPI Bandwidth Test\n# Size (B)  Bandwidth (MB/s)\n1024    {82.2 / scale:.2f}\n"


SUITES = {"nccl-tests text": (nccl, ".txt", 4), "nccl-tests JSON": (nccl_json, ".json", 4), "MPIBenchmarks.jl CSV": (julia, ".csv", 1),
          "OSU text": (omb_py, ".txt", 1)}


def sonde(*arguments):
    return run([os.path.join(BIN, "sonde"), *map(str, arguments)])


class Suites(InFolder):
    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.folder / name

    def test_are_taken_by_all_commands(self):
        for suite, (text, ending, cases) in SUITES.items():
            base, slow = self.write("base" + ending, text(1)), self.write("slow" + ending, text(2))
            shown = sonde("show", base)
            self.assertEqual(shown.status, 0, shown.err)
            self.assertIn(suite, shown.out.splitlines()[0])
            self.assertIn(f"{cases} measured", shown.out)
            compared = sonde("compare", "--json", base, slow)
            self.assertEqual(compared.status, 0, compared.err)
            ratios = [case["ratio"] for case in json.loads(compared.out)["cases"] if case["ratio"]]
            self.assertGreaterEqual(len(ratios), cases, suite)
            self.assertTrue(all(1.9 < ratio < 2.1 for ratio in ratios), (suite, ratios))
            report = sonde("report", "--force", "-o", self.folder / f"{len(suite)}.html", base)
            self.assertEqual(report.status, 0, report.err)
            nights = self.folder / f"nights-{len(suite)}"
            added = sonde("history", nights, "add", "--time", "2025-11-22T03:00Z", base)
            self.assertEqual(added.status, 0, added.err)

    def test_buffers_on_host_and_device_are_not_compared_and_it_is_said_why(self):
        table = "# OSU MPI-CUDA Latency Test v5.7\n# Send Buffer on {0} and Receive Buffer on {0}\n# Size          Latency (us)\n1  {1}\n"
        host, device = self.write("h.txt", table.format("HOST (H)", 1.2)), self.write("d.txt", table.format("DEVICE (D)", 12.2))
        done = sonde("compare", host, device)
        self.assertEqual(done.status, 2)
        self.assertIn("not compared: buffers H H in the base, buffers D D on the new side (1 case)", done.err)

    def test_a_case_that_stands_twice_is_said(self):
        twice = self.write("twice.txt", "# Benchmarking PingPong\n# #processes = 2\n#bytes #repetitions t[usec] Mbytes/sec\n8 1000 1.00 7.63\n"
                           "# Benchmarking PingPong\n# #processes = 2\n#bytes #repetitions t[usec] Mbytes/sec\n8 1000 2.00 3.81\n")
        note = "1 case stands in it more than once, first PingPong, 2 processes, 8 B (2 times)"
        self.assertIn(note, sonde("show", twice).out)
        once = self.write("once.txt", "# Benchmarking PingPong\n# #processes = 2\n#bytes #repetitions t[usec] Mbytes/sec\n8 1000 1.50 5.09\n")
        self.assertIn(note, sonde("compare", once, twice).out)
        self.assertNotIn("more than once", sonde("show", once).out)

    def test_a_part_of_a_complete_run_is_not_cut_short(self):
        lines = [{"schema": 1, "kind": "header", "program": "IMB-MPI1"}]
        lines += [{"schema": 1, "kind": "case", "benchmark": "PingPong", "processes": 2, "bytes": size, "status": "measured", "t_min_s": 1e-6,
                   "t_max_s": 1e-6, "t_avg_s": 1e-6} for size in (8, 16)]
        lines.append({"schema": 1, "kind": "footer", "end": "2026-11-21T21:21:04Z", "exit_status": 0, "measured": 2, "skipped": 0, "failed": 0})
        record = self.write("r.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        shown = sonde("show", "-s", "8", record)
        self.assertIn("complete, exit status 0", shown.out)
        self.assertNotIn("cut short", shown.out)
        part = sonde("show", "--json", "-s", "8", record)
        footer = json.loads(part.out.splitlines()[-1])
        self.assertEqual((footer["kind"], footer["measured"]), ("footer", 1))
        page = self.folder / "part.html"
        self.assertEqual(sonde("report", "-o", page, self.write("part.jsonl", part.out)).status, 0)
        self.assertNotIn("cut short", page.read_text(encoding="utf-8").split('id="data"')[1].split("</script>")[0])


if __name__ == "__main__":
    unittest.main()
