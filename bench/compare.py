#!/usr/bin/env python3
"""compare.py FOLDER: rounds of runs, each as ROUND-PROGRAM.bare (lines "name bytes usec" of a bare program) and
ROUND-PROGRAM.json (the records of Sonde). Prints the ratio of the medians per benchmark and size with its 95 % interval, from
resampled rounds, and the quartiles of the ratios round by round."""
import json
import random
import statistics
import sys
from pathlib import Path

RESAMPLES = 2000
LOW, HIGH = 0.97, 1.03  # what is aimed at


def read_bare(path):
    """{(benchmark, bytes): usec}"""
    lines = (line.split() for line in path.read_text().splitlines())
    return {(name, int(size)): float(usec) for name, size, usec in lines}


def read_records(path):
    """The same of Sonde: the slowest rank's time, all digits; of aggregate and plain tables."""
    cases = [line for line in map(json.loads, path.read_text().splitlines()) if line["kind"] == "case"]
    return {(case["benchmark"], case["bytes"]): case["t_max_s"] * 1e6 for case in cases
            if case["status"] == "measured" and case["mode"] in (None, "AGGREGATE")}


def ratio(rounds):
    """Of the medians; `rounds`: pairs (bare, Sonde)."""
    bare, sonde = zip(*rounds)
    return statistics.median(sonde) / statistics.median(bare)


def interval(rounds, chance):
    """95 % percentile interval of `ratio` from whole rounds drawn with replacement, so that what disturbs both stays paired."""
    drawn = sorted(ratio(chance.choices(rounds, k=len(rounds))) for _ in range(RESAMPLES))
    return drawn[RESAMPLES * 25 // 1000], drawn[RESAMPLES * 975 // 1000 - 1]


def verdict(low, high):
    if LOW <= low and high <= HIGH:
        return "within 3 %"
    return "beyond 3 %" if high < LOW or low > HIGH else "undecided"


def show(key, rounds, chance):
    low, high = interval(rounds, chance)
    each = [sonde / bare for bare, sonde in rounds]
    first, _, third = statistics.quantiles(each, n=4) if len(each) > 1 else each * 3
    bare, sonde = (statistics.median(side) for side in zip(*rounds))
    print(f"{key[0]:>12} {key[1]:>8} {len(rounds):>6} {bare:>11.3f} {sonde:>11.3f} {ratio(rounds):>7.3f}  {low:.3f} .. {high:.3f}"
          f"   {first:.3f} .. {third:.3f}   {verdict(low, high)}")


def main():
    times = {}
    for path in sorted(Path(sys.argv[1]).glob("*.bare")):
        ours, theirs = read_records(path.with_suffix(".json")), read_bare(path)
        for key, usec in theirs.items():
            pairs = times.setdefault(key, [])
            if key in ours:
                pairs.append((usec, ours[key]))
    print(f"{'benchmark':>12} {'bytes':>8} {'rounds':>6} {'bare[usec]':>11} {'sonde[usec]':>11} {'ratio':>7}  {'95 % of ratio':>14}   "
          f"{'its quartiles':>14}")
    chance = random.Random(1)
    for key, rounds in times.items():
        if rounds:
            show(key, rounds, chance)
        else:
            print(f"{key[0]:>12} {key[1]:>8}  no row of Sonde")


if __name__ == "__main__":
    main()
