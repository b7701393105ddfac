"""Every header compiles alone. Headers whose source file includes them first are compiled alone by the build."""
import os
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from arrows_test import KNOW_MPI
from tree import SOURCE, sources

COMPILER = os.environ["SONDE_CXX"]
INCLUDES = [f"-isystem{path}" for path in os.environ.get("SONDE_MPI_INCLUDES", "").split(":") if path]
FLAGS = ["-std=c++20", "-fsyntax-only", "-x", "c++", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", "-DSONDE_MPI_LARGE_COUNTS=0",
         f"-I{SOURCE / 'src'}", f"-I{os.environ['SONDE_BUILD']}/generated"]


def compile_alone(path):
    done = subprocess.run([COMPILER, *FLAGS, *INCLUDES, str(path)], capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{path}:\n{done.stderr}"


class Headers(unittest.TestCase):
    def test_headers_compile_alone(self):
        headers = [p for p in sources("src") if p.suffix == ".hpp" and not p.with_suffix(".cpp").is_file()]
        if not INCLUDES:
            headers = [p for p in headers if not KNOW_MPI & set(p.parts)]
        with ThreadPoolExecutor(2) as pool:
            wrong = [message for message in pool.map(compile_alone, headers) if message]
        self.assertEqual(wrong, [], "\n".join(wrong))


if __name__ == "__main__":
    unittest.main()
