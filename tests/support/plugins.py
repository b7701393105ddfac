"""Compiles plug-ins for the programs of a build tree: examples, broken copies of them, and sources of tests."""
import os
import re
from pathlib import Path

from programs import MPIEXEC, run

SOURCE = Path(os.environ["SONDE_SOURCE"])
EXAMPLES = SOURCE / "examples"
NAMES = sorted(path.name for path in EXAMPLES.iterdir() if "SONDE_BENCHMARKS(" in path.read_text(encoding="utf-8"))  # those that are plug-ins
ROWS = {"shift.c": "Shift", "halo.c": "Halo", "tree_allreduce.cpp": "Tree_allreduce", "wrapper.cpp": "Wrapped"}  # one of each


def _compiler(name):
    """mpicc and mpicxx of the library whose launcher the tree has: mpicc.mpich beside mpirun.mpich, smpicc beside smpirun."""
    launcher = os.path.basename(MPIEXEC)
    return ("s" if launcher == "smpirun" else "") + name + "".join(re.findall(r"\.(?:openmpi|mpich)$", launcher))


MPICC, MPICXX = _compiler("mpicc"), _compiler("mpicxx")


def compile_plugin(source, target, *flags):
    """The plug-in of a source file, with warnings as errors."""
    source, target = Path(source), Path(target)
    compiler = [MPICXX, "-std=c++17", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX"] if source.suffix == ".cpp" else [MPICC]
    done = run([*compiler, "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", str(source), "-o", str(target), f"-I{SOURCE / 'include'}",
                *flags], limit=100)
    assert done.status == 0, f"{source}: {done.err}"
    return target


def broken_copy(name, folder, right, wrong):
    """The plug-in of an example in which `wrong` stands for `right`."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert text.count(right) == 1, f"{name}: {right!r} is there {text.count(right)} times"
    copy = Path(folder, name)
    copy.write_text(text.replace(right, wrong), encoding="utf-8")
    return compile_plugin(copy, Path(folder, f"{name}.broken.so"))
