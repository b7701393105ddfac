"""The recipes of Spack, EasyBuild and RPM run with stand-ins, need what script/packages says, and test what was built."""
import base64
import json
import os
import re
import shutil
import subprocess
import types
import unittest
from pathlib import Path

from programs import BIN, MPIEXEC
from recipes import PACKAGING, PROGRAMS, SOURCE, VERSION, folder, load, module, packages, path_with, shell

# How Debian's packages are called elsewhere; None: part of something else there, or not needed to build.
SPACK = {"cmake": "cmake", "ninja-build": "ninja", "g++": "cxx", "git": None, "ca-certificates": None, "libfmt-dev": "fmt",
         "libexpected-dev": "tl-expected", "nlohmann-json3-dev": "nlohmann-json", "libsimdjson-dev": "simdjson", "libcli11-dev": "cli11", "libeigen3-dev": "eigen",
         "libboost-dev": "boost", "libtomlplusplus-dev": "tomlplusplus", "libhwloc-dev": "hwloc", "zlib1g-dev": "zlib-api", "pkg-config": "pkgconfig",
         "libopenmpi-dev": "mpi", "openmpi-bin": "mpi"}
EASYBUILD = {**SPACK, "ninja-build": None, "g++": None, "libopenmpi-dev": None, "openmpi-bin": None, "cmake": "CMake", "libcli11-dev": "CLI11",
             "libeigen3-dev": "Eigen", "libboost-dev": "Boost", "nlohmann-json3-dev": "nlohmann_json", "zlib1g-dev": "zlib", "pkg-config": "pkgconf"}
FEDORA = {**SPACK, "ninja-build": "ninja-build", "g++": "gcc-c++", "libfmt-dev": "fmt-devel", "libexpected-dev": "expected-devel",
          "nlohmann-json3-dev": "json-devel", "libsimdjson-dev": "simdjson-devel", "libcli11-dev": "cli11-devel", "libeigen3-dev": "eigen3-devel", "libboost-dev": "boost-devel",
          "libtomlplusplus-dev": "tomlplusplus-devel", "libhwloc-dev": "hwloc-devel", "zlib1g-dev": "zlib-devel", "pkg-config": "pkgconfig",
          "libopenmpi-dev": "openmpi-devel", "openmpi-bin": None}


def called(names):
    """What the packages of purpose `build` are called there."""
    return {names[package] for package in packages("build")} - {None}


def options_of_the_build():
    """Every option that the build knows."""
    texts = [p.read_text() for p in [SOURCE / "CMakeLists.txt", SOURCE / "tests" / "CMakeLists.txt", *(SOURCE / "cmake").glob("*.cmake")]]
    return set(re.findall(r"(?:option|set)\((SONDE_\w+)", "\n".join(texts))) | {"MPI_CXX_COMPILER", "CMAKE_UNITY_BUILD", "CMAKE_BUILD_TYPE"}


class SkipTest(Exception):
    """What Spack's SkipTest is."""


class Prefix(str):
    """A path whose attributes are paths below it."""
    def __getattr__(self, name):
        return Prefix(os.path.join(self, name))


def which(*names):
    """A command that can be called, as Spack's; `mpirun` is that of this tree."""
    for name in names:
        path = MPIEXEC if name == "mpirun" else shutil.which(name)
        if path:
            def run(*arguments, output=None, error=None, path=path):
                assert output in (None, str.split) and error in (None, str.split)
                done = subprocess.run([path, *arguments], capture_output=True, text=True, timeout=100, check=False, stdin=subprocess.DEVNULL)
                assert done.returncode == 0, done.stderr
                return done.stdout
            return run
    return None


class Spack(unittest.TestCase):
    def setUp(self):
        self.said = {name: [] for name in ("version", "variant", "depends_on", "license", "resource", "conflicts", "generator")}
        directives = {name: (lambda *words, _to=to, **options: _to.append((words, options))) for name, to in self.said.items()}

        class CMakePackage:
            """What of Spack's class the recipe uses."""
            def define(self, name, value):
                return f"-D{name}={value if not isinstance(value, bool) else ('ON' if value else 'OFF')}"

            def define_from_variant(self, name, variant):
                return self.define(name, f"+{variant}" in self.variants)

        names = ["spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems", "spack"]
        stand_ins = {name: module(name) for name in names}
        stand_ins["spack_repo.builtin.build_systems.cmake"] = module("cmake", CMakePackage=CMakePackage)
        stand_ins["spack.package"] = module("package", **directives, join_path=os.path.join, which=which, SkipTest=SkipTest)
        self.recipe = load(PACKAGING / "spack" / "package.py", stand_ins).Sonde

    def package(self, *variants):
        made = self.recipe()
        made.variants = variants
        made.prefix = Prefix(BIN.removesuffix("/bin"))
        made.stage = types.SimpleNamespace(source_path="/source")

        class Spec(dict):
            """A specification with these variants."""
            version = VERSION

            def satisfies(self, what):
                return what in variants or (what[0] == "~" and f"+{what[1:]}" not in variants)
        made.spec = Spec(mpi=types.SimpleNamespace(mpicxx="mpicxx"))
        return made

    def test_versions_are_the_branch_and_the_release(self):
        self.assertEqual([words[0] for words, _ in self.said["version"]], ["main", VERSION])

    def test_needs_what_the_build_needs(self):
        needed = {re.match(r"[\w-]+", words[0])[0] for words, options in self.said["depends_on"] if options.get("when") in (None, "+mpi")}
        self.assertEqual(needed - {"c"}, called(SPACK))
        defined = {words[0] for words, _ in self.said["variant"]}
        for words, options in self.said["depends_on"] + self.said["resource"]:
            self.assertIn(options.get("when", "+mpi").lstrip("+~"), defined, words)

    def test_charts_come_from_the_version_that_the_lock_names(self):
        (words, options), = self.said["resource"]
        lock = json.loads((SOURCE / "package-lock.json").read_text())["packages"]["node_modules/uplot"]
        self.assertEqual(words, ())
        self.assertTrue(options["url"].endswith(f"/uplot-{lock['version']}.tgz"))
        self.assertEqual(options["sha512"], base64.b64decode(lock["integrity"].removeprefix("sha512-")).hex())

    def test_options_are_those_of_the_build(self):
        arguments = self.package("+mpi", "+report").cmake_args()
        self.assertIn("-DSONDE_MPI=ON", arguments)
        self.assertIn("-DMPI_CXX_COMPILER=mpicxx", arguments)
        self.assertIn("-DSONDE_UPLOT=/source/uplot/package/dist", arguments)
        self.assertLessEqual({re.match(r"-D(\w+)=", a)[1] for a in arguments}, options_of_the_build())
        self.assertEqual([a for a in self.package().cmake_args() if "MPI" in a], ["-DSONDE_MPI=OFF"])

    def test_tests_of_an_installed_package_pass_on_the_programs_of_this_tree(self):
        with folder() as place:
            before = os.getcwd()
            os.chdir(place)
            try:
                self.package("+mpi").test_show()
                self.package("+mpi").test_pingpong()
                self.assertIn('"benchmark":"PingPong"', Path("test.json").read_text())
            finally:
                os.chdir(before)
        with self.assertRaises(SkipTest):
            self.package().test_pingpong()


class EasyBuild(unittest.TestCase):
    KEYS = {"easyblock", "name", "version", "homepage", "description", "toolchain", "toolchainopts", "source_urls", "sources", "checksums",
            "builddependencies", "dependencies", "configopts", "sanity_check_paths", "sanity_check_commands", "moduleclass"}

    def setUp(self):
        self.path, = (PACKAGING / "easybuild").glob("*.eb")
        self.recipe = {}
        exec(compile(self.path.read_text(), self.path.name, "exec"), self.recipe)  # as EasyBuild reads it
        del self.recipe["__builtins__"]

    def test_has_the_keys_of_an_easyconfig(self):
        self.assertEqual({key for key in self.recipe if not key.startswith("local_")}, self.KEYS)
        toolchain = self.recipe["toolchain"]
        self.assertEqual(self.path.name, f"{self.recipe['name']}-{self.recipe['version']}-{toolchain['name']}-{toolchain['version']}.eb")
        self.assertEqual(self.recipe["version"], VERSION)
        self.assertEqual(self.recipe["moduleclass"], "perf")
        self.assertEqual(len(self.recipe["checksums"]), len(self.recipe["sources"]))

    def test_needs_what_the_build_needs(self):
        needed = {name for name, _ in self.recipe["builddependencies"] + self.recipe["dependencies"]}
        self.assertEqual(needed, called(EASYBUILD))
        self.assertLessEqual(set(re.findall(r"-D(\w+)=", self.recipe["configopts"])), options_of_the_build())

    def test_looks_for_every_program_and_runs_them(self):
        self.assertEqual(sorted(self.recipe["sanity_check_paths"]["files"]), sorted(["bin/sonde", *(f"bin/{p}" for p in PROGRAMS)]))
        with folder() as place:
            (place / "bin").mkdir()
            (place / "bin" / "mpirun").symlink_to(MPIEXEC)
            for command in self.recipe["sanity_check_commands"]:
                status, out, err = shell(command, place, path_with(place / "bin"))
                self.assertEqual(status, 0, out + err)


class Rpm(unittest.TestCase):
    TEXT = (PACKAGING / "rpm" / "sonde.spec").read_text()

    def test_needs_what_the_build_needs(self):
        needed = set(re.findall(r"(?m)^BuildRequires:\s*(\S+)", self.TEXT))
        self.assertEqual(needed, called(FEDORA) | {"mpich-devel", "gtest-devel", "gmock-devel", "python3"})

    def test_packages_and_files(self):
        self.assertEqual(re.findall(r"(?m)^%package (\S+)", self.TEXT), ["openmpi", "mpich", "doc"])
        self.assertEqual(re.findall(r"(?m)^%files ?(.*)", self.TEXT), ["-f completions.list", "openmpi", "mpich", "doc"])
        self.assertLessEqual(set(re.findall(r"-D(SONDE_\w+)", self.TEXT)), options_of_the_build())
        lock = json.loads((SOURCE / "package-lock.json").read_text())["packages"]["node_modules/uplot"]
        self.assertIn(f"bundled(js-uplot) = {lock['version']}\n", self.TEXT)
        for path in re.findall(r"(?m)^%doc (.*)", self.TEXT):
            for word in path.split():
                self.assertTrue((SOURCE / word).exists(), word)

    def test_the_specification_can_be_read(self):
        if not shutil.which("rpmspec"):
            self.skipTest("no rpm")
        macros = [word for library in ("openmpi", "mpich") for name in ("load", "unload")
                  for word in ("--define", f"_{library}_{name} MPI_BIN=/usr/lib64/{library}/bin")]
        done = subprocess.run(["rpmspec", "-q", "--qf", "%{name} %{version}\n", *macros, str(PACKAGING / "rpm" / "sonde.spec")],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(set(done.stdout.split("\n")) - {""},
                         {f"sonde {VERSION}", f"sonde-openmpi {VERSION}", f"sonde-mpich {VERSION}", f"sonde-doc {VERSION}"})


if __name__ == "__main__":
    unittest.main()
