"""What options the programs have, read from their own help, so that no list here can fall behind the tables."""
import os
import re

from programs import BIN, run

SONDE = os.path.join(BIN, "sonde")
IMB_FLAG = re.compile(r"^  -(\w+)(?: (\S+))? {2,}\S", re.MULTILINE)
IMB_LONG_FLAG = re.compile(r"^  -(\w+)(?: (\S+))?$", re.MULTILINE)  # its help stands on the next line
SONDE_OPTION = re.compile(r"^  (?:-\w,)?(--[\w-]+)(?: ((?:TEXT|INT|UINT|FLOAT)\S*))?", re.MULTILINE)
SUBCOMMAND = re.compile(r"^  ([\w-]+) {2,}\S", re.MULTILINE)


SHORT = {"IMB-MPI1": ["Sendrecv", "Bcast", "Reduce_scatter"], "PMB-MPI1": ["PingPing", "Allreduce"], "IMB-EXT": ["Window", "Unidir_Put", "Accumulate"],
         "IMB-IO": ["Open_Close", "P_Write_indv", "C_Read_shared", "P_IWrite_expl"]}
NEEDS_LAUNCHER = ("IMB-EXT", "IMB-RMA")  # Open MPI makes no window of a process on its own


def imb_programs():
    return sorted(name for name in os.listdir(BIN) if re.fullmatch(r"(IMB|PMB)-\w+", name))


def few_benchmarks(program):
    """Some of a program, of different kinds."""
    if program in SHORT:
        return SHORT[program]
    return re.findall(r"^  (\w+)", run([os.path.join(BIN, program), "-list"]).out, re.MULTILINE)[:3]


def on(program, processes):
    """What keeps a program to one number of processes; IMB-MT always runs on all of them."""
    return [] if program == "IMB-MT" else ["-npmin", str(processes)]


def imb_flags(program):
    """{"-npmin": "P", "-check": ""}: each flag with what stands for its value."""
    text = run([os.path.join(BIN, program), "-help"]).out.split("Examples:")[0]
    found = {f"-{name}": metavar for pattern in (IMB_FLAG, IMB_LONG_FLAG) for name, metavar in pattern.findall(text)}
    if len(found) < 30:
        raise RuntimeError(f"{program} -help names {len(found)} flags: its layout has changed, mend tests/hostile/options.py")
    return found


def sonde_commands(words=()):
    """Every command as a list of words: ["fit", "latency"], with what must stand between them: ["history", "DIR", "check"]."""
    text = run([SONDE, *words, "--help"]).out
    if "Subcommands:" not in text:
        return [list(words)]
    words = (*words, *re.findall(r"(?m)^Usage: .* ([A-Z]+) SUBCOMMAND$", text))
    names = SUBCOMMAND.findall(text.split("Subcommands:")[1])
    return [command for name in names for command in sonde_commands((*words, name))]


def sonde_options(words):
    """{"--threshold": "FLOAT:..."}: each option of a command with the kind of its value, empty for a flag."""
    text = run([SONDE, *words, "--help"]).out
    return {name: kind for name, kind in SONDE_OPTION.findall(text) if name != "--help"}
