"""Standard streams that are full, closed or cut: the promised status, no signal, no hang."""
import os

from options import NEEDS_LAUNCHER, SONDE, few_benchmarks, imb_programs, on
from programs import BIN, MPIEXEC, run

LOST_OUTPUT = (">/dev/full", ">&-", ">/dev/full 2>/dev/full", ">&- 2>&-", "<&- >&- 2>&-")
LOST_MESSAGES = ("2>/dev/full", "2>&-", "<&-")
HYDRA_GIVES_UP = 255  # MPICH's launcher where it has no standard output or error itself


def imb_cases(program):
    """Arguments, the status where output arrives, and whether there is output to lose."""
    flags = [*on(program, 1), "-iter", "2", "-time", "0.1", "-msglog", "3:3"]
    if program not in NEEDS_LAUNCHER:
        yield [few_benchmarks(program)[0], *flags], 0, True
    for answer in ("-help", "-list", "-version"):
        yield [answer], 0, True
    yield ["-dry_run", *on(program, 1)], 0, True
    yield ["-bogus"], 2, False
    yield ["-npmin", "0"], 2, False


def sonde_case_setup(folder):
    latency = os.path.join(os.environ["SONDE_SOURCE"], "tests", "data", "samples", "osu-7.4-latency.txt")
    plan = os.path.join(folder, "streams.toml")
    with open(plan, "w", encoding="ascii") as file:
        file.write(f'launches = 1\nlauncher = ["cp", "{latency}", "{{record}}"]\n[[command]]\nname = "a"\nrun = "--"\n')
    for words in (["show", latency], ["show", "--csv", latency], ["show", "--json", latency], ["compare", latency, latency],
                  ["compare", "--json", latency, latency], ["fit", "latency", latency], ["fit", "latency", "--json", latency],
                  ["report", latency, "-o", "-"], ["plot", latency, "--script", "-o", "-"], ["simulate", "pingpong"],
                  ["campaign", "--dry-run", plan], ["--help"], ["fit", "--help"], ["--version"]):
        yield words, 0, True
    for words in (["bogus"], ["show", "nothing"], ["compare", latency], ["fit", "latency", "nothing"], ["campaign", "nothing"]):
        yield words, 2, False


def shell(streams, command, **options):
    return run(["sh", "-c", f'exec "$0" "$@" {streams}', *command], **options)


def try_case(trials, command, status, has_output, streams):
    done = shell(streams, command, cwd=trials.own_folder())
    wanted = 1 if has_output and streams in LOST_OUTPUT else status
    if command[0] == MPIEXEC and done.status == HYDRA_GIVES_UP:
        return trials.note("launcher gives up", " ".join(command))
    what = " ".join([os.path.basename(command[0]), *command[1:], streams])
    return trials.note(f"status {done.status}", what, "" if done.status == wanted else f"status {done.status} where {wanted} is promised: {done.err[-300:]}")


def try_cut(trials, command, bytes_taken):
    """The reader goes away after some bytes: status 1, or SIGPIPE where the program leaves that to the system."""
    script = f'{{ "$0" "$@" 2>err; echo $? >status; }} | head -c {bytes_taken} >/dev/null'
    folder = trials.own_folder()
    run(["bash", "-c", script, *command], cwd=folder)
    with open(os.path.join(folder, "status"), encoding="ascii") as file:
        status = int(file.read())
    what = " ".join([os.path.basename(command[0]), *command[1:], f"| head -c {bytes_taken}"])
    trials.note("cut", what, "" if status in (0, 1, 141) else f"status {status}")


def try_all(trials):
    cases = [([SONDE, *words], status, output) for words, status, output in sonde_case_setup(trials.folder)]
    for program in imb_programs():
        cases += [([os.path.join(BIN, program), *words], status, output) for words, status, output in imb_cases(program)]
    every = [(*case, streams) for case in cases for streams in (*LOST_OUTPUT, *LOST_MESSAGES)]
    trials.each(try_case, trials.some(every, 80))
    loud = trials.some([command for command, _, output in cases if output], 6)
    trials.each(try_cut, [(command, count) for command in loud for count in (1, 200)])
    if trials.everything:
        trials.each(try_case, [([MPIEXEC, "-n", "2", os.path.join(BIN, program), *words], status, output, streams)
                               for program in imb_programs() for words, status, output in imb_cases(program)
                               for streams in (">/dev/full", ">&-", "2>&-")])
