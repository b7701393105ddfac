"""Asks shells what they would offer for a line: bash through COMP_WORDS, fish by `complete -C`, zsh through a terminal of its own.
Each is given folders of completion files and a folder to stand in; no shell reads or writes what the user has at home."""
import os
import pty
import select
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from programs import BIN

LIMIT = 120  # of one shell; it takes a second where the machine is idle


class NotOffered(AssertionError):
    """A shell did not answer."""


def at_home_in(folder, environment=None):
    return {**os.environ, "HOME": folder, "ZDOTDIR": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder, "LC_ALL": "C.UTF-8",
            "TERM": "vt100", **(environment or {})}


COMPLETION = Path(os.environ["SONDE_SOURCE"], "packaging", "completion")


def programs_at(folder, real, tripwire):
    """Commands in a folder: the `real` ones start what was built, the others would make the file `tripwire` if they were started."""
    for name in ("sonde", "sonde-mpi", "IMB-MPI1", "IMB-IO"):
        target = Path(BIN, name)
        if name in real and target.exists():
            Path(folder, name).symlink_to(target)
    for name in ("mpirun", "mpiexec.hydra", "srun", "IMB-EXT"):  # one of another suite
        tool = Path(folder, name)
        tool.write_text(f"#!/bin/sh\ntouch {tripwire}\n", encoding="ascii")
        tool.chmod(0o755)


def fish_files(folder):
    """The file under the names of all commands, as fish looks for them."""
    for name in ("sonde", "sonde-mpi", "IMB-MPI1", "IMB-IO", "IMB-EXT", "mpirun", "mpiexec.hydra", "srun"):
        Path(folder, f"{name}.fish").symlink_to(COMPLETION / "sonde.fish")
    return str(folder)


def bash_words(words, cwd, environment=None, source=COMPLETION / "sonde.bash"):
    """What bash offers for the last of `words`: through the function that `source` has registered for the first."""
    script = """
        . "$1" || exit; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        [[ $(complete -p "$1") =~ -F\\ ([^ ]+) ]] && "${BASH_REMATCH[1]}" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\\n' "${COMPREPLY[@]}" """
    command = ["bash", "--norc", "--noprofile", "-c", script, "bash", str(source), *words]
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(command, cwd=cwd, env=at_home_in(home, environment), capture_output=True, text=True, timeout=LIMIT, check=False)
    if done.stderr:
        raise NotOffered(f"{words}: {done.stderr}")
    return done.stdout.split()


def fish_words(folders, line, cwd, environment=None):
    """{candidate: description} for the end of a line."""
    with tempfile.TemporaryDirectory() as home:
        script = f"set fish_complete_path {' '.join(map(shlex.quote, folders))} $fish_complete_path; complete -C {shlex.quote(line)}"
        done = subprocess.run(["fish", "-c", script], cwd=cwd, env=at_home_in(home, environment), capture_output=True, text=True, timeout=LIMIT, check=False)
    if done.stderr:
        raise NotOffered(f"{line}: {done.stderr}")
    return dict(candidate.partition("\t")[::2] for candidate in done.stdout.splitlines())


ZSHRC = """
PROMPT='' RPS1=''
fpath=({folders} $fpath)
autoload -Uz compinit
compinit -D -u
bindkey -e
compadd() {{
  local argument
  local -a hits
  for argument in "$@"; do
    case $argument in
      (-|--) break ;;
      (-[a-zA-Z0-9]#[OAD]) builtin compadd "$@"; return ;;
    esac
  done
  builtin compadd -O hits "$@"
  print -rl -u {fd} -- $hits
  builtin compadd "$@"
}}
setopt extended_glob
collect() {{
  _main_complete
  compstate[insert]='' compstate[list]=''
  print -u {fd} -- '=end'
}}
zle -C collect list-choices collect
bindkey '^I' collect
zle-line-init() {{ print -u {fd} -- '=ready' }}
zle -N zle-line-init
"""


class Zsh:
    """A zsh in a terminal. What it offers comes through a pipe, each line of it once the editor has said that it is ready."""

    def __init__(self, folders, cwd, environment=None):
        self.home = tempfile.mkdtemp()
        self.pipe, answers = os.pipe()
        os.set_inheritable(answers, True)
        with open(os.path.join(self.home, ".zshrc"), "w", encoding="utf-8") as file:
            file.write(ZSHRC.format(folders=" ".join(map(shlex.quote, folders)), fd=answers))
        self.terminal, inner = pty.openpty()
        self.process = subprocess.Popen(["zsh", "-d", "-i"], stdin=inner, stdout=inner, stderr=inner, cwd=cwd, env=at_home_in(self.home, environment),
                                        pass_fds=[answers], start_new_session=True)
        os.close(inner)
        os.close(answers)
        self.seen = b""
        self.said = b""
        self.lines_until("=ready")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)
        os.close(self.pipe)
        shutil.rmtree(self.home)

    def lines_until(self, mark):
        """The lines before the mark; the terminal is emptied meanwhile, so that the shell never waits for it."""
        end = time.monotonic() + LIMIT
        while f"{mark}\n".encode() not in self.said:
            ready, _, _ = select.select([self.pipe, self.terminal], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise NotOffered(f"no {mark} within {LIMIT} s; the terminal shows {self.seen!r}")
            if self.terminal in ready:
                self.seen = (self.seen + os.read(self.terminal, 65536))[-2000:]
            if self.pipe in ready:
                more = os.read(self.pipe, 65536)
                if not more:
                    raise NotOffered(f"zsh ended; the terminal shows {self.seen!r}")
                self.said += more
        before, _, self.said = self.said.partition(f"{mark}\n".encode())
        return before.decode().splitlines()

    def words(self, line):
        """What is offered for the end of a line, which then is cleared."""
        os.write(self.terminal, line.encode() + b"\t\x15")
        return self.lines_until("=end")
