#!/usr/bin/env python3
"""Writes synthetic records of a cluster: 64 hosts of 8 ranks, before and after a change.

FOLDER/base and FOLDER/new hold --runs files each. Planted are a slow host (SLOW_HOST, on both sides), a slow link (between the hosts of
SLOW_LINK, both ways) and a regression: of REGRESSED in messages of 4096 bytes and more the new side takes SLOWER times as long.
"""
import argparse
import base64
import json
import math
import random
import struct
from pathlib import Path

HOSTS, RANKS_OF_HOST, HOSTS_OF_SWITCH = 64, 8, 16
RANKS = HOSTS * RANKS_OF_HOST
SLOW_HOST = 17
SLOW_LINK = (3, 40)
REGRESSED, SLOWER = "Alltoall", 1.25
BENCHMARKS = ("Allreduce", "Alltoall", "Bcast", "Allgather")
LENGTHS = tuple(4**power for power in range(10))


def host(number):
    return f"node{number:02}"


def header(side, run):
    places = [{"rank": rank, "host": host(rank // RANKS_OF_HOST), "cores": [rank % RANKS_OF_HOST], "numa_node": 0} for rank in range(RANKS)]
    return {"schema": 1, "kind": "header", "program": "IMB-MPI1", "version": "0.1.0", "conventions": "IMB 3.2", "mpi_library": "Some MPI 4.1",
            "start": f"2026-11-2{1 + (side == 'new')}T0{run % 10}:00:00Z", "ranks": RANKS, "places": places, "warnings": [],
            "megabyte_bytes": 1048576, "resumed": False}


def place_of(number):
    """Benchmark, processes and length of a case: all lengths of all benchmarks on all ranks, then on half of them, and so on; then further
    benchmarks, and where these are 50 suites, lengths between."""
    number, kind = divmod(number, len(BENCHMARKS))
    number, power = divmod(number, len(LENGTHS))
    suite, halving = divmod(number, 3)
    between, suite = divmod(suite, 50)
    return BENCHMARKS[kind] + (str(suite) if suite else ""), RANKS >> halving, LENGTHS[power] + 8 * between


def slowest_rank(processes, dice):
    """A rank of the slow host in three cases of five."""
    planted = SLOW_HOST * RANKS_OF_HOST + dice.randrange(RANKS_OF_HOST)
    return planted if planted < processes and dice.random() < 0.6 else dice.randrange(processes)


def case(number, side, launch, dice):
    benchmark, processes, length = place_of(number)
    seconds = launch * dice.gauss(1, 0.004) * math.log2(processes) * (2e-6 + length / 4e9)
    if side == "new" and benchmark == REGRESSED and length >= 4096:
        seconds *= SLOWER
    slowest = slowest_rank(processes, dice)
    summary = {"mean_s": 1.02 * seconds, "median_s": seconds, "min_s": 0.97 * seconds, "max_s": 1.3 * seconds, "p5_s": 0.98 * seconds,
               "p25_s": 0.99 * seconds, "p75_s": 1.02 * seconds, "p95_s": 1.1 * seconds, "ci_low_s": 0.99 * seconds,
               "ci_high_s": 1.01 * seconds, "batches": 40, "repetitions": 1000, "slowest_rank": slowest,
               "slowest_share": 0.6, "slowest_lead": 0.2, "slowest_chance": 1e-5}
    return {"schema": 1, "kind": "case", "benchmark": benchmark, "mode": "", "multi": False, "processes": processes, "groups": 1, "group": None,
            "bytes": length, "status": "measured", "repetitions": 1000, "ranks": list(range(processes)), "slowest_world_rank": slowest,
            "t_min_s": 0.98 * seconds, "t_max_s": 1.02 * seconds, "t_avg_s": seconds, "summary": summary}


def matrix(seconds_of):
    numbers = [math.nan if a == b else seconds_of(a, b) for a in range(HOSTS) for b in range(HOSTS)]
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


def links_case(dice):
    def message(sender, receiver):
        near = sender // HOSTS_OF_SWITCH == receiver // HOSTS_OF_SWITCH
        slow_link = {sender, receiver} == set(SLOW_LINK)
        return 1e-4 * dice.gauss(1, 0.01) * (1 if near else 1.1) * (2 if sender == SLOW_HOST else 1) * (3 if slow_link else 1)

    findings = [{"kind": "host", "quantity": "bandwidth", "direction": "sends", "first": SLOW_HOST, "verdict": "slow", "map_factor": 2, "factor": 2,
                 "ci_low": 1.9, "ci_high": 2.1, "p": 1e-6, "trials": 24},
                {"kind": "link", "quantity": "bandwidth", "direction": "both", "first": SLOW_LINK[0], "second": SLOW_LINK[1], "verdict": "slow",
                 "map_factor": 3, "factor": 3, "ci_low": 2.9, "ci_high": 3.1, "p": 1e-6, "trials": 24}]
    links = {"ranks": [number * RANKS_OF_HOST for number in range(HOSTS)], "blocks": [number // HOSTS_OF_SWITCH for number in range(HOSTS)],
             "block_names": [f"leaf{block}" for block in range(HOSTS // HOSTS_OF_SWITCH)], "threshold": 0.1, "pairs": HOSTS * (HOSTS - 1),
             "latency": {}, "message": {}, "every_pair": True, "latency_s_base64": matrix(lambda a, b: 1e-6 * dice.gauss(1, 0.01)),
             "message_s_base64": matrix(message), "findings": findings}
    return {"schema": 1, "kind": "case", "benchmark": "Links", "mode": "", "multi": False, "processes": RANKS, "groups": 1, "group": None,
            "bytes": 1048576, "status": "measured", "repetitions": 100, "t_min_s": 1e-4, "t_max_s": 1e-4, "t_avg_s": 1e-4, "links": links}


def write_runs(folder, cases=40, runs=5, links=True, seed=1):
    """FOLDER/base and FOLDER/new; the same seed, the same bytes."""
    for side in ("base", "new"):
        (folder / side).mkdir(parents=True)
        for run in range(runs):
            dice = random.Random(f"{seed} {side} {run}")
            launch = dice.gauss(1, 0.005)
            lines = [header(side, run)] + ([links_case(dice)] if links else []) + [case(number, side, launch, dice) for number in range(cases)]
            lines.append({"schema": 1, "kind": "footer", "end": "2026-11-23T00:00:00Z", "exit_status": 0, "measured": len(lines) - 1,
                          "skipped": 0, "failed": 0})
            (folder / side / f"run{run}.json").write_text("".join(json.dumps(line) + "\n" for line in lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where base/ and new/ are made")
    parser.add_argument("--cases", type=int, default=40, help="of each run")
    parser.add_argument("--runs", type=int, default=5, help="of each side")
    parser.add_argument("--no-links", action="store_true", help="leave the map of links out")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    write_runs(arguments.folder, arguments.cases, arguments.runs, not arguments.no_links, arguments.seed)


if __name__ == "__main__":
    main()
