"""Runs and campaigns killed at any moment go on with -resume, lose no finished row and measure none twice."""
import json
import os
import signal
import subprocess
import time
from random import Random

from options import SONDE
from programs import command, run

BENCHMARKS = ["Sendrecv", "Bcast", "Allreduce", "Barrier"]
FLAGS = ["-msglog", "0:4", "-iter", "50", "-warm_up", "off", "-npmin", "2"]
ATTEMPTS = 12


def start(arguments, folder):
    return subprocess.Popen(arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            start_new_session=True)


def kill_group(process, number):
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def lines_of(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().count("\n")
    except FileNotFoundError:
        return 0


def wait_for_lines(path, count, process, limit=60):
    """Until the file has so many lines or the process has ended; the moment of a kill follows from what was written, not from a clock."""
    deadline = time.monotonic() + limit
    while lines_of(path) < count and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)


def cases_in(path):
    with open(path, encoding="utf-8") as file:
        entries = [json.loads(line) for line in file]
    return [(entry["benchmark"], entry["processes"], entry["bytes"]) for entry in entries if entry["kind"] == "case"]


def uninterrupted(trials):
    """The cases of a run that nobody kills."""
    record = os.path.join(trials.own_folder(), "run.jsonl")
    done = run(command(2, "IMB-MPI1", *BENCHMARKS, *FLAGS, "-json", record), limit=120)
    if done.status != 0:
        raise RuntimeError(f"IMB-MPI1 does not run: {done.status} {done.err[-500:]}")
    return cases_in(record)


def try_run(trials, number, expected):
    """Kills a run some times, each after a few more rows, and lets it end."""
    random, folder = Random(f"run {trials.seed} {number}"), trials.own_folder()
    record, table = os.path.join(folder, "run.jsonl"), os.path.join(folder, "run.csv")
    arguments = command(2, "IMB-MPI1", *BENCHMARKS, *FLAGS, "-json", record, "-csv", table)
    sign = random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
    what = f"{' '.join(arguments[3:])}, {sign.name}"
    for _ in range(random.randint(1, 4)):
        resumed = arguments + (["-resume"] if os.path.exists(record) else [])
        process = start(resumed, folder)
        wait_for_lines(record, lines_of(record) + random.randint(1, 8), process)
        kill_group(process, sign)
        kept = cases_in_torn(record)
    done = run(arguments + (["-resume"] if os.path.exists(record) else []), cwd=folder, limit=120)
    if done.status != 0:
        return trials.note("lost", what, f"the run that goes on ends with {done.status}: {done.err[-300:]}")
    cases = cases_in(record)
    complaint = ""
    if sorted(cases) != sorted(expected):
        complaint = f"{len(cases)} cases, {len(set(cases))} different ones, where {len(expected)} were asked for"
    elif not set(kept) <= set(cases):
        complaint = f"rows are gone: {sorted(set(kept) - set(cases))}"
    elif lines_of(table) - 1 != len(expected):
        complaint = f"the CSV has {lines_of(table) - 1} rows of {len(expected)}"
    elif run([SONDE, "show", record]).status != 0:
        complaint = "sonde show cannot read the record"
    return trials.note("went on", what, complaint)


def cases_in_torn(path):
    """The cases of whole lines; the last line may be cut."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            whole = file.read().rpartition("\n")[0].splitlines()
    except FileNotFoundError:
        return []
    entries = [json.loads(line) for line in whole]
    return [(entry["benchmark"], entry["processes"], entry["bytes"]) for entry in entries if entry["kind"] == "case"]


def try_campaign(trials, number):
    latency = os.path.join(os.environ["SONDE_SOURCE"], "tests", "data", "samples", "osu-7.4-latency.txt")
    random, folder = Random(f"campaign {trials.seed} {number}"), trials.own_folder()
    plan = os.path.join(folder, "p.toml")
    with open(plan, "w", encoding="ascii") as file:
        file.write(f'launches = 6\nseed = {number}\nlauncher = ["sh", "-c", \'sleep 0.01; cp "{latency}" "$0"\', "{{record}}"]\n'
                   '[[command]]\nname = "a"\nrun = "x"\n')
    records = os.path.join(folder, "p.campaign")
    sign = random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
    for _ in range(random.randint(1, 4)):
        process = start([SONDE, "campaign", plan], folder)
        if random.random() < 0.3:
            time.sleep(random.uniform(0, 0.02))  # perhaps before there is a journal
        else:
            journal = os.path.join(records, "campaign.journal")
            wait_for_lines(journal, lines_of(journal) + random.randint(1, 4), process)
        kill_group(process, sign)
    deadline = time.monotonic() + 20
    done = run([SONDE, "campaign", plan], cwd=folder)
    while "is running" in done.err and time.monotonic() < deadline:  # the kernel still holds the lock of the killed one
        time.sleep(0.1)
        done = run([SONDE, "campaign", plan], cwd=folder)
    found = len([name for name in os.listdir(records) if name.endswith(".json")]) if os.path.isdir(records) else 0
    complaint = "" if done.status == 0 and found == 6 else f"status {done.status}, {found} records of 6: {done.err[-300:]}"
    trials.note("campaign went on", f"campaign {number}, {sign.name}", complaint)


def try_all(trials):
    expected = uninterrupted(trials)
    trials.each(try_run, [(number, expected) for number in range(60 if trials.everything else 4)])
    trials.each(try_campaign, [(number,) for number in range(60 if trials.everything else 10)])
