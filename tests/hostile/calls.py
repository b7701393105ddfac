"""An MPI library whose n-th call of a function fails on one rank: the run ends, says so, and never with status 0 or a crash."""
import json
import os
import re
import signal
import subprocess
from random import Random

from options import NEEDS_LAUNCHER, few_benchmarks, imb_programs, on
from programs import BIN, MPIEXEC, command, run

LIBRARY = os.path.join(os.environ["SONDE_BUILD"], "lib", "libsonde_failing_calls.so")
FLAGS = ["-iter", "3", "-time", "0.1", "-msglog", "3:4", "-warm_up", "off"]
# The head says less, or what has failed already is given up: nothing that is measured hangs on them.
HARMLESS = {"MPI_Get_library_version", "MPI_Get_version", "MPI_Request_free"}

# Failures that once went without a word (two because the launcher dropped it), and one that left the other rank waiting in MPI_Win_free.
ALWAYS = [("IMB-MPI1", 1, "MPI_Init_thread", 1), ("IMB-IO", 1, "MPI_Get_elements_x", 2), ("IMB-EXT", 2, "MPI_Allreduce", 60),
          ("IMB-MPI1", 2, "MPI_Bcast", 1)]

# (program, benchmarks, what is planted, exit status, what standard error or output says in a line of its own). Timeouts run a hundred times as fast
# (of calls that should return, 3 s; 2 s on the first rank), three hundred times where nothing may end well, thirty times (1 s) beside a failure.
SAID = [
    ("IMB-MPI1", "PingPong", {"SONDE_FAIL_CALL": "MPI_Type_free 1 1"}, 1, r"IMB-MPI1: MPI_Type_free: .*: a handle was not freed; the rows are complete"),
    ("IMB-RMA", "One_put_all", {"SONDE_FAIL_CALL": "MPI_Win_set_errhandler 1 1"}, 4, r".*failed; MPI_Win_set_errhandler.*"),
    ("IMB-EXT", "Unidir_Put", {"SONDE_FAIL_CALL": "MPI_Win_create 1 1", "SONDE_HURRY": "30"}, 1,
     r"IMB-EXT: a case failed on one rank and the other ranks did not come back within 30 s: MPI_Win_create.*"),
    ("IMB-MPI1", "PingPong", {"SONDE_HANG_CALL": "MPI_Gather 1 0", "SONDE_HURRY": "300"}, 1, r"IMB-MPI1: .*: an MPI call did not return.*"),
    ("IMB-MPI1", "PingPong", {"SONDE_HANG_CALL": "MPI_Gather 2 1", "SONDE_HURRY": "300"}, 1, r"IMB-MPI1: .*: an MPI call did not return.*"),
    ("IMB-MPI1", "PingPong", {"SONDE_HANG_CALL": "MPI_Finalize 1 1", "SONDE_HURRY": "300"}, 1, r"IMB-MPI1: MPI_Finalize: an MPI call did not return.*"),
    ("IMB-MPI1", "PingPong", {"SONDE_FAIL_CALL": "MPI_Finalize 1 0"}, 1, r"IMB-MPI1: MPI_Finalize failed.*may be lost"),
    ("IMB-MPI1", "PingPong", {"SONDE_FAIL_CALL": "MPI_Finalize 1 1"}, 1, r"IMB-MPI1: MPI_Finalize failed.*may be lost"),
    ("IMB-RMA", "One_put_all", {"SONDE_HOLD_OUTPUT": "4 2", "SONDE_HURRY": "100"}, 0, r"# All processes entering MPI_Finalize"),
    ("IMB-MPI1", "-dry_run", {"SONDE_HOLD_OUTPUT": "4 1", "SONDE_HURRY": "100"}, 0, r".*Allreduce.*"),
]


def environment(**planted):
    return {"LD_PRELOAD": LIBRARY, **planted}


def arguments(program, processes):
    return [*few_benchmarks(program), *FLAGS, *on(program, processes)]


def start(program, processes, folder, planted, limit):
    return run(command(processes, program, *arguments(program, processes)), cwd=folder, environment=planted, limit=limit)


def counted(program, processes, folder):
    """{function: calls} of a run without a fault, on its first rank."""
    log = os.path.join(folder, f"calls-{program}-{processes}")
    done = start(program, processes, folder, environment(SONDE_COUNT_CALLS=log), 120)
    if done.status != 0:
        raise RuntimeError(f"{program} does not run without a fault: {done.status} {done.err[-500:]}")
    with open(log, encoding="ascii") as file:
        return {name: int(count) for name, count in (line.split() for line in file)}


def try_call(trials, program, processes, function, call):
    folder = trials.own_folder()
    mark = os.path.join(folder, "failed")
    rank = Random(f"{trials.seed} {program} {function} {call}").randrange(processes)
    planted = environment(SONDE_FAIL_CALL=f"{function} {call} {rank}", SONDE_FAIL_MARK=mark)
    done = start(program, processes, folder, planted, 100)
    what = f"{program} on {processes}: call {call} of {function} fails on rank {rank}"
    happened = os.path.exists(mark)
    text = done.out + done.err
    complaint = ""
    if done.status == 124 and not (function == "MPI_Init_thread" and processes > 1 and "cannot be used" in text):
        complaint = "does not end"  # MPICH's launcher waits for the others of a rank that leaves before MPI_Init; a real failure there ends all
    elif re.search(r"Segmentation|SIGSEGV|SIGABRT|terminate called|Signal: |internal error", text) or done.status in (134, 139, -6, -11):
        complaint = f"crashes with status {done.status}: {text[-400:]}"
    elif happened and done.status == 0 and function not in HARMLESS:
        complaint = "nobody noticed"
    elif happened and done.status != 0 and function not in text and "MPI" not in done.err:
        complaint = f"status {done.status} without a word about it: {done.err[-300:]}"
    elif not happened and done.status != 0:
        complaint = f"status {done.status} though nothing failed: {done.err[-300:]}"
    trials.note("failed" if happened else "not reached", what, complaint)


def try_said(trials, program, benchmarks, planted, status, words):
    """What the run says and its record, where two ranks run and something is planted."""
    record = os.path.join(trials.own_folder(), "run.json")
    if not os.path.exists(os.path.join(BIN, program)):
        return
    done = run(command(2, program, benchmarks, *FLAGS, "-json", record), environment=environment(**planted), limit=100)
    last = {"kind": "none"}
    if os.path.exists(record):
        with open(record, encoding="utf-8") as file:
            last = json.loads(file.read().splitlines()[-1])
    complaint = ""
    # MPICH's launcher kills a rank that still waits in MPI_Finalize for the one that has ended, and answers with the status of either.
    killed = "mpich" in MPIEXEC and any("MPI_Finalize" in call for call in planted.values())
    if done.status not in ((status, signal.SIGKILL) if killed else (status,)):
        complaint = f"status {done.status}, not {status}: {done.err[-300:]}"
    elif not re.search(rf"^{words}$", done.out + "\n" + done.err, re.MULTILINE):
        complaint = f"does not say so: {done.err[-300:]}"
    elif last["kind"] == "footer" and last["exit_status"] not in (status, 0 if "SONDE_HANG_CALL" in planted else status):
        complaint = f"the footer says {last['exit_status']}"
    elif last["kind"] != "footer" and "did not" not in words and benchmarks != "-dry_run":
        complaint = "the record has no footer"
    trials.note("said", f"{program} {benchmarks} with {planted}", complaint)


def missing_wrappers():
    """MPI functions that the programs call and the stand-in does not know."""
    def symbols(path, *flags):
        out = subprocess.run(["nm", "-D", *flags, path], capture_output=True, text=True, check=True).stdout
        return set(re.findall(r"\bMPI_\w+", out))

    called = set().union(*(symbols(os.path.join(BIN, program), "--undefined-only") for program in imb_programs()))
    data = {name for name in called if name.isupper()} | {"MPI_Wtime", "MPI_Wtick", "MPI_Abort", "MPI_Error_string", "MPI_Error_class"}
    return called - data - symbols(LIBRARY, "--defined-only")


def try_all(trials):
    if not os.path.exists(LIBRARY) or not imb_programs():
        return
    for function in sorted(missing_wrappers()):
        trials.note("unknown", function, "the programs call it: name it in tests/hostile/failing_calls.cpp")
    alone = [(program, 1, function, call) for program in imb_programs() if program not in NEEDS_LAUNCHER
             for function, calls in counted(program, 1, trials.folder).items() for call in sorted({1, 2, (calls + 1) // 2, calls}) if call <= calls]
    trials.each(try_said, SAID)
    trials.each(try_call, [*ALWAYS, *trials.some(alone, 25)])
    together = [(program, 2, function, call) for program in imb_programs()
                for function, calls in (counted(program, 2, trials.folder) if trials.everything else {}).items()
                for call in sorted({1, calls})]
    trials.each(try_call, together)
