# Not tried with Spack: tests/packaging runs this file with stand-ins for Spack's modules. script/version writes its version.
# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Sonde(CMakePackage):
    """MPI benchmarks with the names, flags and tables of the Intel MPI Benchmarks 3.2: beside each mean a distribution and
    an interval, results as records, and a command that compares, reports and watches them."""

    homepage = "https://sonde.example.org"
    url = "https://sonde.example.org/releases/sonde-0.0.0.tar.gz"
    git = "https://sonde.example.org/sonde.git"

    license("BSD-3-Clause", checked_by="sonde")

    version("main", branch="main")
    # Until there is a released archive; `script/version write ARCHIVE` puts sha256 here.
    version("1.0.0", tag="v1.0.0")

    variant("mpi", default=True, description="Build the measuring programs; without: the command sonde alone")
    variant("report", default=True, description="Charts in reports (embeds uPlot)")
    variant("plot", default=False, description="sonde plot (runs gnuplot)")
    variant("tests", default=False, description="Build the tests; `spack install --test=root` runs them")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.20:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")

    depends_on("mpi@3.1:", when="+mpi")
    depends_on("fmt@9:")
    depends_on("tl-expected")
    depends_on("nlohmann-json@3.11:")
    depends_on("simdjson@3:")
    depends_on("cli11@2:")
    depends_on("eigen@3.4:")
    depends_on("boost@1.74:")
    depends_on("tomlplusplus@3:")
    depends_on("hwloc@2:")
    depends_on("zlib-api")
    depends_on("gnuplot", type="run", when="+plot")
    depends_on("googletest@1.12: +gmock", type="build", when="+tests")
    depends_on("python@3.9:", type="build", when="+tests")

    resource(
        name="uplot",
        url="https://registry.npmjs.org/uplot/-/uplot-1.6.32.tgz",
        # what package-lock.json says
        sha512="2883159c6ebccefbb95d751b0b82d010f9e1c0ec41b8bc96d401eda66e882935"
        "c89a46cb824332fa369b8cb8122cc6ac36e186cd09bf7a9ded3a4c93c6989023",
        destination="uplot",
        when="+report",
    )

    conflicts("%gcc@:11", msg="C++20 as g++ 12 and clang 14 have it")
    conflicts("%clang@:13", msg="C++20 as g++ 12 and clang 14 have it")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("SONDE_MPI", "mpi"),
            self.define_from_variant("SONDE_TESTS", "tests"),
            self.define("SONDE_TEST_LAYERS", "unit;cli"),
        ]
        if self.spec.satisfies("+mpi"):
            args.append(self.define("MPI_CXX_COMPILER", self.spec["mpi"].mpicxx))
        if self.spec.satisfies("+report"):
            args.append(self.define("SONDE_UPLOT", join_path(self.stage.source_path, "uplot", "package", "dist")))
        return args

    def test_show(self):
        """sonde says its version"""
        sonde = which(self.prefix.bin.sonde)
        out = sonde("--version", output=str.split, error=str.split)
        assert str(self.spec.version) in out or self.spec.satisfies("@main")

    def test_pingpong(self):
        """two ranks measure PingPong, the record is complete"""
        if self.spec.satisfies("~mpi"):
            raise SkipTest("the measuring programs were not built")
        launcher = which("mpirun", "mpiexec", "srun")
        if launcher is None:
            raise SkipTest("no launcher of MPI programs")
        launcher("-n", "2", join_path(self.prefix.bin, "IMB-MPI1"), "PingPong", "-msglog", "3:4", "-iter", "100", "-json", "test.json")
        sonde = which(self.prefix.bin.sonde)
        out = sonde("show", "test.json", output=str.split, error=str.split)
        assert "complete, exit status 0" in out
