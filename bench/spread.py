"""How far runs differ, and what records cost: launches IMB-MPI1 ten times and prints what docs/user/statistics.md is about.

    python3 bench/spread.py build/release [--launches 10] [--loaded] [--launcher "mpirun -np {np} --bind-to core"]

--loaded keeps every core busy with another process meanwhile. The records stay in the folder that is named at the end.
Per case: spread (relative standard deviation) of the runs' medians and means, and of how many next runs the median lay
  in the campaign's interval of all runs before it (from the fifth on), and in the interval that the run before it gave.
For all: the clock reads between batches as a share of the measured time, bytes a case, seconds for 100 000 records."""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

PLAN = """launches = {launches}
seed = 1
limit = 300
launcher = "{launcher}"
[[command]]
name = "spread"
run = "IMB-MPI1 PingPong Allreduce -msgsize 8,1024,65536,1048576 -zero_size off -json {{record}}"
"""
STUDENT = {4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}  # 97.5 %, by degrees of freedom


def measure(build, arguments, folder):
    """Runs the campaign and returns the records of its launches in the order of starting."""
    plan = Path(folder, "spread.toml")
    plan.write_text(PLAN.format(launches=arguments.launches, launcher=arguments.launcher))
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in os.sched_getaffinity(0)] if arguments.loaded else []
    try:
        subprocess.run(["sonde", "campaign", plan], check=True, env={**os.environ, "PATH": f"{build}/bin:{os.environ['PATH']}"})
    finally:
        for process in busy:
            process.kill()
    records = sorted(Path(folder, "spread.campaign").glob("*.json"), key=lambda path: path.stat().st_mtime)
    return [[json.loads(line) for line in path.read_text().splitlines()] for path in records]


def next_value(values):
    """The interval of docs/user/campaigns.md for one more value."""
    logs = [math.log(value) for value in values]
    reach = STUDENT.get(len(logs) - 1, 2.2) * statistics.stdev(logs) * math.sqrt(1 + 1 / len(logs))
    return math.exp(statistics.mean(logs) - reach), math.exp(statistics.mean(logs) + reach)


def share(hits):
    return f"{sum(hits)}/{len(hits)}"


def relative_deviation(values):
    return 100 * statistics.stdev(values) / statistics.mean(values)


def print_cases(runs):
    print(f"{'case':>20} {'runs':>5} {'median[usec]':>13} {'median[%]':>10} {'mean[%]':>9} {'in campaign':>12} {'in last run':>12}")
    in_campaign, in_run = [], []
    cases = [[line for line in run if line["kind"] == "case"] for run in runs]
    for same in zip(*cases):
        summaries = [case["summary"] for case in same]
        medians = [summary["median_s"] for summary in summaries]
        campaign = []
        for k in range(5, len(medians)):
            low, high = next_value(medians[:k])
            campaign.append(low <= medians[k] <= high)
        last = [a["ci_low_s"] <= b["median_s"] <= a["ci_high_s"] for a, b in zip(summaries, summaries[1:])]
        in_campaign += campaign
        in_run += last
        name = f"{same[0]['benchmark']} {same[0]['bytes']}"
        means = [summary["mean_s"] for summary in summaries]
        print(f"{name:>20} {len(same):>5} {statistics.median(medians) * 1e6:>13.3f} {relative_deviation(medians):>10.2f} {relative_deviation(means):>9.2f}"
              f" {share(campaign):>12} {share(last):>12}")
    print(f"next median in the campaign's interval {share(in_campaign)}, in the interval of the run before {share(in_run)}")


def print_costs(runs):
    reads = [case["summary"]["batches"] * run[0]["timer_cost_s"] / case["measured_s"] for run in runs for case in run if case["kind"] == "case"]
    print(f"clock reads between batches, share of the measured time: median {100 * statistics.median(reads):.3f} %, largest {100 * max(reads):.3f} %")
    sizes = [len(json.dumps(case, separators=(",", ":"))) + 1 for run in runs for case in run if case["kind"] == "case"]
    print(f"record: {statistics.mean(sizes):.0f} bytes a case")


def print_bulk(build):
    """The unit tests write and read 100 000 records and print the seconds of both."""
    test = Path(build, "bin", "unit_readers")
    if not test.exists():
        return
    done = subprocess.run([test, "--gtest_filter=*hundred_thousand*"], capture_output=True, text=True, check=True)
    print("\n".join(line for line in done.stdout.splitlines() if line.startswith("100000 ")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, help="a build tree")
    parser.add_argument("--launches", type=int, default=10)
    parser.add_argument("--loaded", action="store_true")
    parser.add_argument("--launcher", default="mpirun -np {np} --bind-to core")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="spread-")
    build = arguments.build.resolve()
    runs = measure(build, arguments, folder)
    print_cases(runs)
    print_costs(runs)
    print_bulk(build)
    print(f"records: {folder}/spread.campaign")


if __name__ == "__main__":
    main()
