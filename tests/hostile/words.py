"""Wrong words: for every option of every program values that are missing, empty, junk, out of range, no number, repeated, and
several at once. Nothing may be measured: what is right is only planned (-dry_run) or answered."""
import os

from options import SONDE, imb_flags, imb_programs, on, sonde_commands, sonde_options
from programs import BIN, run

VALUES = {"empty": "", "junk": "junk!", "tail": "12abc", "nan": "nan", "overflow": "9" * 40, "long": "x" * 5000, "control": "a\x1b[2Jb\nc",
          "negative": "-7", "zero": "0", "huge": "9" * 18, "hex": "0x10", "infinite": "inf", "fraction": "1.5", "list": "1,,2", "dashes": "--"}
NEVER_RIGHT = ("junk", "tail", "nan", "overflow", "long", "control")  # but for names and paths
LIMIT = 30
TOO_LITTLE_HISTORY = 3


def flaws(program, done, must_be_refused, others=()):
    """Why a run did not end as wrong input should, or ''."""
    messages = [line for line in done.err.splitlines() if line.startswith(f"{program}: ")]
    if done.status == 124:
        return f"did not end within {LIMIT} s"
    if done.status not in (0, 1, 2, *others):
        return f"status {done.status}: {done.err[-300:]}"
    if must_be_refused and done.status != 2:
        return f"status {done.status} where 2 is promised"
    if done.status in (0, *others):
        return ""
    if len(messages) != 1 or (program == "sonde" and len(done.err.splitlines()) != 1):
        return f"not one message: {done.err[-300:]!r}"
    if len(messages[0]) > 300 + len(program) + 2 or not messages[0].isprintable():
        return f"message not clean: {messages[0][:400]!r}"
    return f"measured: {done.out[-300:]}" if done.status == 2 and "#repetitions" in done.out else ""


def free(metavar):
    """Whether any word may be right: names of files, keys and texts."""
    return any(word in metavar for word in ("FILE", "PATH", "DIR", "NAME", "KEY", "TEXT", "PREFIX")) and ":{" not in metavar


def imb_lines(program):
    flags = imb_flags(program)
    for flag, metavar in flags.items():
        yield f"{flag} misspelt", [flag + "x"], True
        if not metavar:
            yield f"{flag} with a value", [flag, "junk!"], flag not in ("-help", "-version", "-list")
            continue
        yield f"{flag} missing", [flag], not metavar.startswith("[")  # else it may come without
        for kind, value in VALUES.items():
            yield f"{flag} {kind}", [flag, value], kind == "empty" or (kind in NEVER_RIGHT and not free(metavar))
        for value in ("1", "on"):
            yield f"{flag} repeated", [flag, value, flag, value + value], False


def contradictions(trials, program):
    """Several flags with any of the values at once."""
    flags = imb_flags(program)
    for number in range(100):
        line = []
        for flag in trials.random.sample(sorted(set(flags) - {"-help", "-version", "-list"}), 4):
            line += [flag] + ([trials.random.choice([*VALUES.values(), "1", "2", "on", "off", "3:4"])] if flags[flag] else [])
        yield f"{program} contradiction {number}", line, False


def sonde_lines(words, base):
    for option, kind in sonde_options(words).items():
        yield [*base, option + "x"], True
        if not kind:
            continue
        yield [*base, option], True
        number = kind.startswith(("INT", "UINT", "FLOAT")) or ":{" in kind
        for name, value in VALUES.items():
            yield [*base, option, value], name == "empty" or (name in NEVER_RIGHT and number)
        yield [*base, option, "1", option, "2"], False
    yield [*base, "--"], False
    yield [*base, ""], words != ["simulate", "pingpong"]
    yield list(words) + ["/dev/null/x"], words != ["run"]  # which runs it: a launch that fails


def base_arguments(folder):
    samples = os.path.join(os.environ["SONDE_SOURCE"], "tests", "data", "samples")
    latency = os.path.join(samples, "osu-7.4-latency.txt")
    plan = os.path.join(folder, "plan.toml")
    with open(plan, "w", encoding="ascii") as file:
        file.write('launches = 1\n[[command]]\nname = "a"\nrun = "true"\n')
    links = os.path.join(folder, "links.json")
    with open(links, "w", encoding="ascii") as file:
        file.write('{"schema":1,"kind":"header","program":"sonde-mpi"}\n{"schema":1,"kind":"case","benchmark":"Links","processes":4,"bytes":8,'
                   '"status":"measured","links":{"ranks":[0,1,2,3],"blocks":[0,0,0,0],"block_names":[""],"pairs":12,"findings":[]}}\n')
    fits = {f"fit {model}": [latency, "--brief"] for model in ("overlap", "latency", "maxrate", "collective", "loggp", "memory")}
    night = "2025-11-22"
    history = {f"history DIR {word}": rest for word, rest in (("add", [latency]), ("check", []), ("show", []), ("page", ["-o", "-"]), ("why", [night]),
                                                              ("acknowledge", [night, "case", "text"]), ("export", []))}
    return {"show": [latency], "explain": ["drift"], "compare": [latency, latency], "check": [latency, "--write"], "guidelines": [latency], "links": [links], "report": [latency, "-o", "-"], "plot": [latency, "--script", "-o", "-"],
            "campaign": [plan, "--dry-run"], "run": [], "verify": [folder], "simulate pingpong": ["--msglog", "3:4"], **fits, **history}


def ending(done):
    return "refused" if done.status == 2 else "accepted" if done.status == 0 else f"status {done.status}"


def try_imb(trials, program, what, words, refused):
    done = run([os.path.join(BIN, program), "-dry_run", *on(program, 1), *words], limit=LIMIT, cwd=trials.folder)
    trials.note(ending(done), f"{program} {what}: {words!r:.200}", flaws(program, done, refused and "-npmin" not in words[0]))


def try_sonde(trials, line, refused):
    done = run([SONDE, *line], limit=LIMIT, cwd=trials.folder)
    trials.note(ending(done), f"sonde {line!r:.300}", flaws("sonde", done, refused, [TOO_LITTLE_HISTORY] if line[0] == "history" else ()))


def try_all(trials):
    lines = []
    for program in imb_programs():
        lines += [(program, what, words, refused) for what, words, refused in [*imb_lines(program), *contradictions(trials, program)]]
    trials.each(try_imb, trials.some(lines, 120))

    base, lines = base_arguments(trials.folder), []
    for words in sonde_commands():
        known = base.get(" ".join(words))
        if known is None:
            trials.note("unknown", f"sonde {' '.join(words)}", "a new command: say in tests/hostile/words.py what it takes")
            continue
        lines += sonde_lines(words, [*words, *known])
    trials.each(try_sonde, trials.some(lines, 300))
