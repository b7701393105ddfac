"""What benchmarks of one's own are compiled with: installed, moved, found by pkg-config and by CMake, and compiled without a warning."""
import os
import re
import subprocess
import unittest
from pathlib import Path

from in_folder import InFolder
from plugins import MPICC, MPICXX
from recipes import SOURCE, VERSION

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", "-fsyntax-only"]
PROJECT = """cmake_minimum_required(VERSION 3.20)
project(shift LANGUAGES {language})
find_package(Sonde {version} REQUIRED)
add_library(shift MODULE {file})
target_link_libraries(shift PRIVATE Sonde::benchmark)
"""


def output_of(*command, **how):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=100, check=False, **how)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Interface(InFolder):
    def setUp(self):
        super().setUp()
        made, self.prefix = self.folder / "made", self.folder / "moved"
        output_of("cmake", "--install", os.environ["SONDE_BUILD"], "--component", "interface", "--prefix", made)
        made.rename(self.prefix)
        self.work = self.folder / "work"
        self.work.mkdir()

    def flags(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "share" / "pkgconfig")}
        self.assertEqual(output_of("pkg-config", "--modversion", "sonde", env=environment), f"{VERSION}\n")
        return output_of("pkg-config", "--cflags", "sonde", env=environment).split()

    def assert_plugin(self, path):
        self.assertRegex(output_of("nm", "-D", "--defined-only", path), r"(?m) [DR] sonde_plugin$")

    def test_the_headers_and_nothing_else_are_installed(self):
        self.assertEqual(sorted(str(p.relative_to(self.prefix)) for p in self.prefix.rglob("*") if p.is_file()),
                         ["include/sonde/benchmark.h", "include/sonde/benchmark.hpp", "include/sonde/recorder.h",
                          "share/cmake/Sonde/SondeConfig.cmake", "share/cmake/Sonde/SondeConfigVersion.cmake", "share/pkgconfig/sonde.pc"])

    def test_examples_compile_with_what_pkg_config_says(self):
        flags = self.flags()
        for name in "shift.c", "halo.c", "tree_allreduce.cpp", "wrapper.cpp":
            built = self.work / f"{name}.so"
            output_of(MPICXX if name.endswith("pp") else MPICC, "-shared", "-fPIC", SOURCE / "examples" / name, "-o", built, *flags)
            self.assert_plugin(built)

    def compile_by_cmake(self, language, file, *options, version=VERSION):
        (self.work / "CMakeLists.txt").write_text(PROJECT.format(language=language, file=file, version=version))
        (self.work / Path(file).name).write_text((SOURCE / "examples" / file).read_text())
        tree = self.work / "build"
        output_of("cmake", "-S", self.work, "-B", tree, f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DMPI_C_COMPILER={MPICC}",
                  f"-DMPI_CXX_COMPILER={MPICXX}", *options)
        output_of("cmake", "--build", tree)
        self.assert_plugin(tree / "libshift.so")

    def test_a_project_of_cmake_in_c(self):
        self.compile_by_cmake("C", "shift.c")

    def test_a_project_of_cmake_in_cxx(self):
        self.compile_by_cmake("CXX", "tree_allreduce.cpp")

    def test_another_major_version_is_refused(self):
        with self.assertRaises(AssertionError) as refused:
            self.compile_by_cmake("C", "shift.c", version="99.0")
        self.assertIn("99.0", str(refused.exception))

    def test_no_compiler_warns(self):
        """Under each standard that the headers are for; the headers of MPI are those of a system."""
        shown = output_of(MPICXX, "-show")
        includes = [f"-isystem{path}" for path in re.findall(r"-I(\S+)", shown)]
        for standard in ("17", "20"):
            for compiler in ("g++", "clang++"):
                for name in ("tree_allreduce.cpp", "wrapper.cpp"):
                    output_of(compiler, f"-std=c++{standard}", *STRICT, *includes, f"-I{self.prefix}/include", SOURCE / "examples" / name)
        for standard in ("99", "11"):
            for compiler in ("gcc", "clang"):
                for name in ("shift.c", "halo.c"):
                    output_of(compiler, f"-std=c{standard}", *STRICT, *includes, f"-I{self.prefix}/include", SOURCE / "examples" / name)


if __name__ == "__main__":
    unittest.main()
