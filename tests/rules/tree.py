"""The files of the project, for the tests of this folder."""
import os
import subprocess
from pathlib import Path

SOURCE = Path(os.environ["SONDE_SOURCE"])


def sources(folder):
    """C++ files below a folder, sorted."""
    return sorted(p for p in (SOURCE / folder).rglob("*") if p.suffix in (".cpp", ".hpp"))


def committed():
    """Every file of the checkout that is part of the project, or will be once it is added."""
    try:
        listed = subprocess.run(["git", "-C", str(SOURCE), "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
                                capture_output=True, check=True).stdout.decode()
        files = [SOURCE / name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):  # an unpacked archive: everything but the build trees
        files = [p for p in SOURCE.rglob("*") if "build" not in p.relative_to(SOURCE).parts]
    return [p for p in files if p.is_file()]
