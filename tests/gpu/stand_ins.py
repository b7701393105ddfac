"""Environments in which drivers of GPUs stand in, and MPI libraries that take their memory. Drivers of this machine are hidden: where a
test names none, there is none."""
import os
from pathlib import Path

LIBRARIES = Path(os.environ["SONDE_BUILD"], "lib")
FOLDERS = LIBRARIES / "stand_in"
EVERY_DRIVER = tuple(name for name in ("cuda", "hip", "ze") if (FOLDERS / name).is_dir())
HAVE_LEVEL_ZERO = "ze" in EVERY_DRIVER


def driver(*names, **settings):
    """The first file of a name in the folders is taken; those of `none` are no libraries."""
    folders = ":".join(str(FOLDERS / name) for name in (*names, "none"))
    return {"LD_LIBRARY_PATH": folders} | {name: str(value) for name, value in settings.items()}


def staged(*names, **settings):
    return driver(*names, **settings) | {"LD_PRELOAD": str(LIBRARIES / "libstaging_library.so")}


def aware(name="cuda", **settings):
    return driver(name, **settings) | {"LD_PRELOAD": str(LIBRARIES / "libaware_library.so")}
