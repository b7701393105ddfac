"""Starts the programs of a build tree for the tests: with a limit, alone or under mpirun, and reads their tables."""
import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass, field

BIN = os.path.join(os.environ["SONDE_BUILD"], "bin")
MPIEXEC = os.environ.get("SONDE_MPIEXEC", "mpirun")
RECORDS = ("-json", "-csv")
AT_ONCE = {"OMPI_MCA_odls_base_sigkill_timeout": "0"}  # Open MPI's launcher waits a second for ranks to end that have ended
YIELDING = os.environ.get("SONDE_YIELDING", "")  # preloaded where the library would not yield: tests run side by side


@dataclass
class Outcome:
    """What a run left: exit status (124: it did not end within the limit), both streams, and the seconds it took."""
    status: int
    out: str
    err: str
    seconds: float


def run(command, limit=60, stdin=None, cwd=None, environment=None, stdout=subprocess.PIPE):
    """Runs a command in a process group of its own, which is killed as a whole when the limit is over."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL, stdout=stdout,
                               stderr=subprocess.PIPE, cwd=cwd, env={**os.environ, **(environment or {})}, start_new_session=True)
    try:
        out, err = process.communicate(stdin, timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        status = 124
    return Outcome(status, (out or b"").decode(errors="replace"), err.decode(errors="replace"), time.monotonic() - started)


def command(processes, program, *arguments):
    """The command line that starts a measuring program on some processes; without the variables of the MPI library in its records,
    which take half a second to read, where they are not asked for."""
    if any(word in RECORDS for word in arguments) and not any(str(word).startswith("-cvar") for word in arguments):
        arguments = (*arguments, "-cvars", "off")
    return [MPIEXEC, "-n", str(processes), os.path.join(BIN, program), *map(str, arguments)]


def launched_in(environment=None):
    """What a launch finds in its environment beside that of the tests."""
    environment = {**AT_ONCE, **(environment or {})}
    if YIELDING:
        environment["LD_PRELOAD"] = f"{YIELDING} {environment.get('LD_PRELOAD', '')}".strip()
    return environment


def launch(processes, program, *arguments, environment=None, **options):
    return run(command(processes, program, *arguments), environment=launched_in(environment), **options)


@dataclass
class Table:
    """One section of the output: its benchmark, the number of its processes, its mode, the header's tokens, the rows."""
    benchmark: str
    processes: int = 0
    mode: str = ""
    columns: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    notes: list = field(default_factory=list)

    def column(self, name):
        at = self.columns.index(name)
        return [float(row[at]) for row in self.rows]


def tables(text):
    """Every table of an output of the IMB programs, in order."""
    found = []
    for line in text.split("\n"):
        if begin := re.match(r"# Benchmarking (\S+)", line):
            found.append(Table(begin[1]))
        elif not found:
            continue
        elif count := re.match(r"# #processes = (\d+)", line):
            found[-1].processes = int(count[1])
        elif "#repetitions" in line:
            found[-1].columns = line.split()
        elif re.match(r" +\d", line):
            found[-1].rows.append(line.split())
        elif line.strip():
            if mode := re.match(r"#    MODE: (.*\S)", line):
                found[-1].mode = mode[1]
            found[-1].notes.append(line)
    return found


def printed_tables(text):
    """The tables of an output that must have some: a loop over none would notice nothing."""
    found = tables(text)
    assert found, f"no table in:\n{text}"
    return found
