"""What the tests of recipes share: the files of packaging/, what CMakeLists.txt and script/packages say, runs of two ranks,
and modules that stand in for those of other tools."""
import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import types
from contextlib import contextmanager
from pathlib import Path

from programs import AT_ONCE, BIN, MPIEXEC, launch

SOURCE = Path(os.environ["SONDE_SOURCE"])
PACKAGING = SOURCE / "packaging"
CMAKE = (SOURCE / "CMakeLists.txt").read_text()
VERSION = re.search(r"project\(sonde VERSION ([\d.]+)", CMAKE)[1]

# The programs that link MPI, as src/app/CMakeLists.txt lists them.
PROGRAMS = sorted(set(re.findall(r"\b(?:IMB|PMB)-\w+|\bsonde-mpi\b", (SOURCE / "src" / "app" / "CMakeLists.txt").read_text())))


def packages(*purposes):
    """The Debian packages that script/packages lists for these purposes."""
    lines = [line.split() for line in (SOURCE / "script" / "packages").read_text().split("\n") if line and line[0] != "#"]
    return {words[1] for words in lines if words[0] in purposes}


def load(path, stand_ins):
    """Runs a recipe as a module, with these modules in the places of those it imports."""
    before = {name: sys.modules.get(name) for name in stand_ins}
    sys.modules.update(stand_ins)
    try:
        spec = importlib.util.spec_from_file_location(f"recipe_{path.stem}_{path.parent.name}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def module(name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    made.__all__ = list(members)
    return made


@contextmanager
def folder():
    path = Path(tempfile.mkdtemp())
    try:
        yield path
    finally:
        shutil.rmtree(path)


def measure(place, program, *arguments, processes=2):
    """A short run that must succeed; its tables."""
    done = launch(processes, program, *arguments, cwd=place, limit=100)
    assert done.status == 0, done.err
    return done.out


def stand_in(place, name, script):
    """An executable of this name in a folder for PATH."""
    place.mkdir(exist_ok=True)
    path = place / name
    path.write_text("#!/bin/bash\n" + script)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def launcher_stand_in(place, name, drop="--mpi=*|--cpu-bind=*"):
    """A launcher of another system: forgets its own options and starts two ranks of the library of this tree."""
    stand_in(place, name, f'while case $1 in {drop}) true ;; -np | -n) shift ;; *) false ;; esac; do shift; done\n'
                          f'exec "{MPIEXEC}" -n 2 "$@"\n')


def path_with(*folders):
    """Environment in which these folders, and the programs of this tree, come first."""
    return {"PATH": ":".join([*map(str, folders), BIN, os.path.dirname(MPIEXEC), os.environ["PATH"]]), **AT_ONCE}


def shell(script, cwd, environment, limit=100, arguments=()):
    """Status and both streams of a bash script, run as GitHub runs its steps."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", *(["-c", script] if not arguments else [script, *arguments])]
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, timeout=limit,
                          stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout, done.stderr
