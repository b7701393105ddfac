#!/usr/bin/env python3
"""compare.py BARE SONDE: two files, each with the outputs of the same number of runs one after the other; prints the
ratio of the medians per benchmark and size, and the quartiles of the ratios run by run."""
import re
import statistics
import sys


def read_bare(text):
    """{(benchmark, bytes): [usec, ...]} of lines "name bytes usec"."""
    times = {}
    for name, size, usec in re.findall(r"^(\w+) (\d+) ([\d.]+)$", text, re.MULTILINE):
        times.setdefault((name, int(size)), []).append(float(usec))
    return times


def read_tables(text):
    """The same of IMB tables: the slowest rank's time, t[usec] or t_max[usec]."""
    times, name, column = {}, None, None
    for line in text.split("\n"):
        if found := re.match(r"# Benchmarking (\w+)", line):
            name = found[1]
        elif "#bytes" in line:
            tokens = line.split()
            column = tokens.index("t[usec]" if "t[usec]" in tokens else "t_max[usec]")
        elif re.match(r" *\d+ +\d+ ", line):
            tokens = line.split()
            times.setdefault((name, int(tokens[0])), []).append(float(tokens[column]))
    return times


def main():
    with open(sys.argv[1]) as bare_file, open(sys.argv[2]) as sonde_file:
        bare, sonde = read_bare(bare_file.read()), read_tables(sonde_file.read())
    print(f"{'benchmark':>10} {'bytes':>8} {'runs':>5} {'bare[usec]':>11} {'sonde[usec]':>11} {'ratio':>7}   quartiles of the ratios")
    for key in sorted(bare, key=lambda k: (("PingPong", "Sendrecv", "Allreduce").index(k[0]), k[1])):
        ours, theirs = sonde.get(key, []), bare[key]
        if not ours:
            print(f"{key[0]:>10} {key[1]:>8}  no row of Sonde")
            continue
        ratio = statistics.median(ours) / statistics.median(theirs)
        ratios = [o / t for o, t in zip(ours, theirs)]
        low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else (ratios[0],) * 3
        print(f"{key[0]:>10} {key[1]:>8} {len(ours):>5} {statistics.median(theirs):>11.2f} {statistics.median(ours):>11.2f}"
              f" {ratio:>7.3f}   {low:.3f} .. {high:.3f}")


if __name__ == "__main__":
    main()
