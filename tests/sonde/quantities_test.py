"""`sonde compare` over every quantity of every pair of suites: one side is changed by a known factor, and the comparison must say so."""
import itertools
import json
import os
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
RUNS = 5

# What a run of an imagined machine measures: seconds, bytes per second, per second, per cent.
TRUTH = {"median": 2e-6, "t_min": 1.4e-6, "t_max": 2.2e-6, "t_avg": 2e-6, "rate": 2.5e9, "messages": 2.5e9 / 65536, "t_ovrl": 5e-6, "t_pure": 3e-6, "t_cpu": 3e-6,
         "overlap": 50.0, "t_init": 4e-6, "p99": 9e-6}
FASTER_IS_MORE = {"rate", "messages"}


def truth(run, changed, factor):
    """The numbers of one run; `changed` is `factor` times as slow. Runs differ by up to 1 %."""
    out = {}
    for i, (name, value) in enumerate(TRUTH.items()):
        wobble = 1 + 0.0025 * ((2 * run + (i if name != "messages" else i - 1)) % RUNS)  # bytes are messages times their length
        slower = factor if name in changed else 1
        if name == "overlap":  # as what transfer and computation take together: 1.5 times one of them here
            out[name] = 100 * (2 - 1.5 * slower) + wobble
        else:
            out[name] = value * wobble * (1 / slower if name in FASTER_IS_MORE else slower)
    return out


def us(seconds):
    return f"{seconds * 1e6:.4f}"


# Each writer gives the text of one run of one case at 64 KiB; `names` says which numbers it shall hold.
def sonde_json(benchmark, names, v, run):
    known = not benchmark.startswith("osu_") or benchmark == "osu_bw"  # other OSU programs do not print the number of their processes
    row = {"kind": "case", "schema": 1, "benchmark": benchmark, "processes": 2 if known else None, "bytes": 65536, "status": "measured", "repetitions": 100}
    if "median" in names:
        row["summary"] = {"batches": 20, "median_s": v["median"], "mean_s": v["median"]}
    for name in ("t_min", "t_max", "t_avg"):
        row[name + "_s"] = v[name] if name in names else None
    if "rate" in names:
        row["megabytes_per_second"] = v["rate"] / 2**20
    if "messages" in names:
        row["messages_per_second"] = v["messages"]
    if "t_ovrl" in names:
        row["overlap"] = {"t_ovrl_s": v["t_ovrl"], "t_pure_s": v["t_pure"], "t_cpu_s": v["t_cpu"], "overlap_percent": v["overlap"]}
    if "t_init" in names:
        row["t_init_s"] = v["t_init"]
    head = {"kind": "header", "schema": 1, "program": "IMB", "start": f"2026-01-0{run + 1}T00:00:00Z", "megabyte_bytes": 2**20}
    return json.dumps(head) + "\n" + json.dumps(row) + "\n"


def table(title, megabyte):
    columns = {"t_min": "t_min[usec]", "t_max": "t_max[usec]", "t_avg": "t_avg[usec]", "rate": "Mbytes/sec", "messages": "Msg/sec", "t_ovrl": "t_ovrl[usec]",
               "t_pure": "t_pure[usec]", "t_cpu": "t_CPU[usec]", "overlap": "overlap[%]", "t_init": "t_init[usec]", "median": "median"}

    def write(benchmark, names, v, run):
        chosen = [name for name in columns if name in names]
        text = {name: us(v[name]) for name in chosen}
        text |= {"rate": f"{v['rate'] / megabyte:.4f}", "messages": f"{v['messages']:.2f}", "overlap": f"{v['overlap']:.4f}"}
        rule = "#" + "-" * 60 + "\n"
        return (f"{rule}#    {title}\n{rule}# Date                  : Mon Jan  {run + 1} 12:00:00 2026\n{rule}# Benchmarking {benchmark}\n# #processes = 2\n{rule}"
                + "       #bytes #repetitions " + " ".join(f"{columns[name]:>14}" for name in chosen) + "\n"
                + "        65536          100 " + " ".join(f"{text[name]:>14}" for name in chosen) + "\n")
    return write


def osu_text(benchmark, names, v, run):
    title = {"osu_allreduce": "OSU MPI Allreduce Latency Test", "osu_iallreduce": "OSU MPI Non-blocking Allreduce Latency Test", "osu_bw": "OSU MPI Bandwidth Test",
             "osu_mbw_mr": "OSU MPI Multiple Bandwidth / Message Rate Test"}[benchmark]
    columns = {"t_avg": "Avg Latency(us)", "t_min": "Min Latency(us)", "t_max": "Max Latency(us)", "p99": "P99 Tail Lat(us)", "t_ovrl": "Overall(us)", "t_cpu": "Compute(us)",
               "t_pure": "Pure Comm.(us)", "overlap": "Overlap(%)", "rate": "MB/s" if benchmark == "osu_mbw_mr" else "Bandwidth (MB/s)", "messages": "Messages/s"}
    chosen = [name for name in columns if name in names]
    text = {name: us(v[name]) for name in chosen} | {"rate": f"{v['rate'] / 1e6:.2f}", "messages": f"{v['messages']:.2f}", "overlap": f"{v['overlap']:.4f}"}
    return (f"# {title} v7.4\n# Size" + "".join(f"{columns[name]:>24}" for name in chosen) + "\n"
            + "65536 " + "".join(f"{text[name]:>24}" for name in chosen) + "\n")


SONDE_TEXT = table("Sonde 0.1.0, MPI-1 part (IMB 3.2 conventions)", 2**20)
IMB_TEXT = table("Intel(R) MPI Benchmarks 2021.3, MPI-1 part", 1e6)
OF_IMB = {"sonde json": sonde_json, "sonde text": SONDE_TEXT, "imb text": IMB_TEXT}
OF_OSU = {"sonde json": sonde_json, "osu text": osu_text}

ALL_TIMES = {"t_min", "t_max", "t_avg"}
BESIDE = {"t_ovrl", "t_pure", "t_cpu", "overlap"}
# Benchmark, writers, numbers that the files hold, numbers that change, what the comparison calls the one that must be found.
PLANS = [
    ("Allreduce", OF_IMB, ALL_TIMES, ALL_TIMES, "t_max_s"),
    ("Allreduce", OF_IMB, ALL_TIMES, {"t_max"}, "t_max_s"),
    ("Allreduce", {"sonde json": sonde_json, "sonde text": SONDE_TEXT}, ALL_TIMES | {"median"}, {"median"}, "median_s"),
    ("Uniband", OF_IMB, {"rate", "messages"}, {"rate", "messages"}, "bytes_per_s"),
    ("Uniband", {"sonde json": sonde_json}, {"messages"}, {"messages"}, "messages_per_s"),
    ("Ibcast", OF_IMB, BESIDE, {"t_ovrl"}, "t_ovrl_s"),
    ("Ibcast", OF_IMB, BESIDE, {"t_pure"}, "t_pure_s"),
    ("Ibcast", OF_IMB, BESIDE, {"overlap"}, "overlap_percent"),
    ("PingPong_init", OF_IMB, ALL_TIMES | {"t_init"}, {"t_init"}, "t_init_s"),
    ("osu_allreduce", OF_OSU, {"t_avg"}, {"t_avg"}, "t_avg_s"),
    ("osu_allreduce", OF_OSU, ALL_TIMES, {"t_max"}, "t_max_s"),
    ("osu_allreduce", {"sonde json": sonde_json}, {"t_min"}, {"t_min"}, "t_min_s"),
    ("osu_allreduce", {"osu text": osu_text}, ALL_TIMES | {"p99"}, {"p99"}, "p99_tail_lat_s"),
    ("osu_iallreduce", OF_OSU, BESIDE, {"t_ovrl"}, "t_ovrl_s"),
    ("osu_iallreduce", OF_OSU, BESIDE, {"t_pure"}, "t_pure_s"),
    ("osu_iallreduce", OF_OSU, BESIDE, {"overlap"}, "overlap_percent"),
    ("osu_bw", OF_OSU, {"rate"}, {"rate"}, "bytes_per_s"),
    ("osu_mbw_mr", OF_OSU, {"rate", "messages"}, {"rate", "messages"}, "bytes_per_s"),
]


class EveryQuantity(InFolder):
    def side(self, name, benchmark, writer, names, changed, factor):
        files = []
        for run in range(RUNS):
            files.append(self.folder / f"{name}{run}.txt")
            files[-1].write_text(writer(benchmark, names, truth(run, changed, factor), run))
        return files

    def compared(self, plan, base_suite, new_suite, factor):
        benchmark, writers, names, changed, _ = plan
        base = self.side("base", benchmark, writers[base_suite], names, changed, 1)
        new = self.side("new", benchmark, writers[new_suite], names, changed, factor)
        done = subprocess.run([SONDE, "compare", "--json", "--base", *base, "--new", *new], capture_output=True, text=True, timeout=60)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout), done.returncode

    def test_a_changed_number_is_found_and_an_equal_one_is_not(self):
        for plan in PLANS:
            for pair in itertools.product(plan[1], repeat=2):
                for factor, verdict in ((1.3, "worse"), (1 / 1.3, "better"), (1, "same")):
                    with self.subTest(benchmark=plan[0], changed=plan[4], pair=pair, factor=factor):
                        said, status = self.compared(plan, *pair, factor)
                        rows = {row["quantity"]: row for row in said["cases"]}
                        self.assertIn(plan[4], rows, said["verdict"])
                        row = rows[plan[4]]
                        self.assertEqual(row["verdict"], verdict, row)
                        self.assertAlmostEqual(row["ratio"], factor, delta=0.02)
                        self.assertEqual(status, 1 if verdict == "worse" else 0)
                        self.assertEqual(said["left_out"], 0)
                        others = {row["verdict"] for name, row in rows.items() if name != plan[4]}
                        self.assertLessEqual(others, {"same"}, said["cases"])
                        start = {"worse": "1 of 1 case slower: ", "better": "1 of 1 case faster: ", "same": "The one case is the same"}[verdict]
                        self.assertTrue(said["verdict"].startswith(start), said["verdict"])


if __name__ == "__main__":
    unittest.main()
