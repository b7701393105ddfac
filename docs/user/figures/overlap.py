#!/usr/bin/env python3
"""Draws the pictures of ../overlap-model.md: overlap.py SONDE. Needs gnuplot; everything else comes out of `sonde simulate`
and the measured records and tables."""
import csv
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MEASURED = HERE.parents[2] / "tests/data/model"
SONDE = sys.argv[1] if len(sys.argv) > 1 else "sonde"
RATE, LATENCY, CHUNK = 1e9, 5e-6, 1 << 20


def simulated(pairs, *options, span="14:23"):
    """Length and aggregate bandwidth of a simulated sweep, bytes and bytes per second."""
    command = [SONDE, "simulate", "pingpong", "--ppn", str(pairs), "--steps", "16", "--msglog", span,
               "--repetitions", "400", *options]
    lines = map(json.loads, subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines())
    return [(c["bytes"], pairs * c["bytes"] / c["t_max_s"]) for c in lines if c["kind"] == "case"]


def table(path):
    with open(path, encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{k: float(v) if v else None for k, v in row.items()} for row in rows]


def mixed(pairs, transfer, latency):
    """Cycle time of `pairs` customers between two processor-sharing directions (mean value analysis)."""
    queue, cycle = 0.0, 0.0
    for customers in range(1, pairs + 1):
        residence = transfer * (1 + queue)
        cycle = 2 * latency + 2 * residence
        queue = customers * residence / cycle
    return cycle


def antiphase(pairs, transfer, latency):
    return max(pairs * transfer, 2 * (transfer + latency))


def block(name, rows):
    return f"${name} << EOD\n" + "\n".join(" ".join(f"{v:.6g}" for v in row) for row in rows) + "\nEOD\n"


STYLE = """set term svg size 860,{height} font 'sans-serif,13' background 'white'
set output '{file}'
set logscale x 2
set grid lc rgb '#dddddd'
set key outside bottom center horizontal maxcols 3 samplen 2
set yrange [0:*]
"""


def plot(file, script, height=460):
    subprocess.run(["gnuplot"], input=STYLE.format(file=HERE / file, height=height) + script, text=True, check=True)


def simulation(pairs):
    runs = {"locked": simulated(pairs, "--phase", "locked", "--remainder", "inside"),
            "last": simulated(pairs), "inside": simulated(pairs, "--remainder", "inside"),
            "jitter": [point for point in simulated(pairs, "--jitter", "100") if point[0] >= CHUNK]}
    script = "".join(block(n, [(x / CHUNK, b / RATE) for x, b in rows]) for n, rows in runs.items())
    lengths = [x for x, _ in runs["last"]]
    wandering = [(x / CHUNK, 2 * pairs * x / mixed(pairs, x / RATE, LATENCY) / RATE) for x in lengths]
    script += block("mixed", wandering) + f"""set title '{pairs} pairs: bandwidth against message length, both relative'
set xlabel 'x / C'
set ylabel 'b / B_r'
set yrange [0:2.1]
plot $locked u 1:2 w l lw 3 lc rgb '#0072B2' t 'in phase (closed form = simulation)', \\
 $mixed u 1:2 w l lw 2 dt 2 lc rgb '#009E73' t 'wandering (mean values)', \\
 $inside u 1:2 w l lw 2 lc rgb '#CC79A7' t 'free, whole last piece', \\
 $last u 1:2 w lp pt 7 ps 0.35 lc rgb '#D55E00' t 'free, short last piece', \\
 $jitter u 1:2 w p pt 6 ps 0.4 lc rgb '#E69F00' t 'the same, pauses of 0.1 C / B_r'
"""
    plot(f"overlap-{pairs}-pairs.svg", script)


def two_levels():
    options = ["--chunk", "512k,2M", "--group", "2"]
    runs = {"locked": simulated(4, "--phase", "locked", "--remainder", "inside", *options, span="17:24"),
            "last": simulated(4, *options, span="17:24"),
            "inside": simulated(4, "--remainder", "inside", *options, span="17:24")}
    script = "".join(block(n, [(x, b / RATE) for x, b in rows]) for n, rows in runs.items())
    plot("overlap-two-levels.svg", script + """set title '4 pairs in 2 groups, C_1 = 512 KiB within, C_2 = 2 MiB between groups'
set xlabel 'message length x'
set format x '%.0b %BB'
set ylabel 'b / B_r'
set yrange [0:2.1]
set arrow from 524288, graph 0 to 524288, graph 1 nohead dt 3
set arrow from 2097152, graph 0 to 2097152, graph 1 nohead dt 3
plot $locked u 1:2 w l lw 3 lc rgb '#0072B2' t 'in phase (closed form = simulation)', \\
 $inside u 1:2 w l lw 2 lc rgb '#CC79A7' t 'free, whole last piece', \\
 $last u 1:2 w lp pt 7 ps 0.35 lc rgb '#D55E00' t 'free, short last piece'
""")


def records(name):
    """Aggregate bandwidth [10^6 bytes/s] by pairs and length of a file of records."""
    with open(MEASURED / name, encoding="utf-8") as file:
        cases = [line for line in map(json.loads, file) if line["kind"] == "case"]
    return {k: {c["bytes"]: k * c["bytes"] / c["t_max_s"] / 1e6 for c in cases if c["groups"] == k} for k in (1, 2, 4)}


def fitted(name, pairs):
    """Length and bandwidth [10^6 bytes/s] of the closed form fitted to some pairs of a file; nothing where it is refused."""
    command = [SONDE, "fit", "overlap", "--json", "--from", "4k", "--pairs", str(pairs), str(MEASURED / name)]
    fit = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)["fits"][0]
    return [(p["x"], p["fitted"] / 1e6) for p in fit.get("points", [])]


LINK = """set xlabel 'message length'
set format x '%.0b %BB'
set ylabel 'aggregate bandwidth [10^6 bytes/s]'
"""


def one_mode():
    """Two runs, one with 24 repetitions throughout, and the fits to the first."""
    runs = [records(f"pairs-one-mode-{name}.jsonl") for name in ("1", "2", "24")]
    script = "".join(block(f"r{i}k{k}", sorted(run[k].items())) for i, run in enumerate(runs) for k in (1, 2, 4))
    script += "".join(block(f"f{k}", fitted("pairs-one-mode-1.jsonl", k)) for k in (2, 4))
    plot("overlap-one-mode.svg", script + LINK + """set title 'Open MPI over TCP, link of 100 Mbit/s, one transfer mode'
plot $r0k1 u 1:2 w lp pt 7 ps 0.5 lc rgb '#999999' t '1 pair', \\
 $r0k2 u 1:2 w p pt 7 ps 0.7 lc rgb '#0072B2' t '2 pairs', $r1k2 u 1:2 w p pt 6 ps 0.7 lc rgb '#0072B2' t '2, again', \\
 $r2k2 u 1:2 w lp pt 2 ps 0.6 dt 3 lc rgb '#0072B2' t '2, 24 repetitions', $f2 u 1:2 w l lw 2 lc rgb '#0072B2' t '2, closed form', \\
 $r0k4 u 1:2 w p pt 5 ps 0.7 lc rgb '#D55E00' t '4 pairs', $r1k4 u 1:2 w p pt 4 ps 0.7 lc rgb '#D55E00' t '4, again', \\
 $r2k4 u 1:2 w lp pt 1 ps 0.6 dt 3 lc rgb '#D55E00' t '4, 24 repetitions', $f4 u 1:2 w l lw 2 lc rgb '#D55E00' t '4, closed form'
""", 560)


def fits():
    for pairs in (2, 4):
        subprocess.run([SONDE, "fit", "overlap", "--brief", "--force", "--from", "4k", "--pairs", str(pairs), "--plot",
                        str(HERE / f"overlap-fit-{pairs}.svg"), str(MEASURED / "pairs-one-mode-1.jsonl")],
                       check=True, stdout=subprocess.DEVNULL)


def measured():
    runs = [records(f"pairs-default-limit-{number}.jsonl") for number in (1, 2)]
    one = {x: x / b / 1e6 for x, b in runs[0][1].items()}
    rate = max(x / t for x, t in one.items())
    script = "".join(block(f"r{i}k{k}", sorted(run[k].items())) for i, run in enumerate(runs) for k in (1, 2, 4))
    for pairs in (2, 4):
        model = [(x, 2 * pairs * x / mixed(pairs, x / rate, t - x / rate) / 1e6,
                  2 * pairs * x / antiphase(pairs, x / rate, t - x / rate) / 1e6) for x, t in sorted(one.items())]
        script += block(f"p{pairs}", model)
    plot("overlap-measured.svg", script + LINK + """set title 'Open MPI over TCP as it comes: measured, and predicted from one pair alone'
plot $r0k1 u 1:2 w lp pt 7 ps 0.5 lc rgb '#999999' t '1 pair', \\
 $r0k2 u 1:2 w lp pt 7 ps 0.7 lc rgb '#0072B2' t '2 pairs', $r1k2 u 1:2 w p pt 6 ps 0.7 lc rgb '#0072B2' t '2, again', \\
 $r0k4 u 1:2 w lp pt 5 ps 0.7 lc rgb '#D55E00' t '4 pairs', $r1k4 u 1:2 w p pt 4 ps 0.7 lc rgb '#D55E00' t '4, again', \\
 $p2 u 1:3 w l dt 3 lw 2 lc rgb '#0072B2' t '2, antiphase', $p2 u 1:2 w l dt 2 lw 1 lc rgb '#0072B2' t '2, wandering', \\
 $p4 u 1:2 w l dt 2 lw 1 lc rgb '#D55E00' t '4, wandering'
""", 520)


def phases():
    rows = [r for r in table(HERE / "overlap-phases.csv") if r["pairs"] == 2]
    first = next(i for i, r in enumerate(rows) if i > 0 and r["bytes"] < rows[i - 1]["bytes"])  # the later runs
    rate = max(r["aggregate"] for r in table(HERE / "overlap-phases.csv") if r["pairs"] == 1)
    kinds = {"eager": [r for r in rows[:first] if r["bytes"] < 46000], "later": [r for r in rows if r["bytes"] > 46000]}
    script = "".join(block(name, [(r["phase"], r["aggregate"] / rate, r["low"], r["high"]) for r in some])
                     for name, some in kinds.items())
    plot("overlap-phases.svg", script + """set title '2 pairs, link of 10 Mbit/s: bandwidth against the phase of the two processes'
unset logscale
set xlabel 'phase [round trips]: 0 together, 0.5 opposed (median, 10 to 90 %)'
set ylabel 'b / B_r'
set xrange [0:0.5]
set yrange [0:2.1]
plot 1 + 2 * x w l lw 2 lc rgb '#0072B2' t 'phase formula, no latency', \\
 $eager u 1:2:3:4 w xerrorbars pt 7 lw 1 lc rgb '#009E73' t '4 to 32 KiB', \\
 $later u 1:2:3:4 w xerrorbars pt 5 lw 1 lc rgb '#D55E00' t '45 KiB to 1 MiB'
""")


def diagrams():
    locked = ["--phase", "locked", "--remainder", "inside"]
    for name, options in {"a": ["--chunk", "4M", *locked], "b": ["--chunk", "1M", *locked],
                          "free": ["--chunk", "1M", "--picture-repetitions", "3"]}.items():
        subprocess.run([SONDE, "simulate", "pingpong", "--force", "--picture", str(HERE / f"overlap-timing-{name}.svg"), *options],
                       check=True)


diagrams()
for count in (2, 4):
    simulation(count)
two_levels()
one_mode()
fits()
measured()
phases()
