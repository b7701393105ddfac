"""script/new-benchmark writes a file and says how to go on; it never overwrites one. tests/plugin compiles and runs what it writes."""
import subprocess
import unittest

from in_folder import InFolder
from tree import SOURCE


class NewBenchmark(InFolder):
    def script(self, *arguments):
        done = subprocess.run([SOURCE / "script" / "new-benchmark", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        return done.returncode, done.stdout, done.stderr

    def assert_refused(self, words, *arguments):
        before = sorted(self.folder.iterdir())
        status, out, err = self.script(*arguments)
        self.assertEqual((status, out), (2, ""), arguments)
        self.assertRegex(err, rf"^new-benchmark: .*{words}.*\n$")
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_files_of_both_languages(self):
        for options, ending, compiler in ([], "c", "mpicc"), (["--cxx"], "cpp", "mpicxx -std=c++17 -O2"):
            status, out, err = self.script(*options, "Ring_2")
            self.assertEqual((status, err), (0, ""))
            self.assertEqual(out, f"Ring_2.{ending} is there. To compile and to run it:\n"
                                  f"  {compiler} -shared -fPIC Ring_2.{ending} -o Ring_2.so -I{SOURCE}/include\n"
                                  "  mpirun -np 2 sonde-mpi -plugin ./Ring_2.so -check\n")
            self.assertIn('"Ring_2"', (self.folder / f"Ring_2.{ending}").read_text())

    def test_installed_it_asks_pkg_config_for_the_header(self):
        copy = self.folder / "share" / "doc" / "sonde" / "script" / "new-benchmark"
        copy.parent.mkdir(parents=True)
        copy.write_bytes((SOURCE / "script" / "new-benchmark").read_bytes())
        done = subprocess.run(["bash", copy, "Ring"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=True)
        self.assertIn("-o Ring.so $(pkg-config --cflags sonde)\n", done.stdout)

    def test_wrong_names_are_refused(self):
        for name in ("", "2rings", "a-b", "a b", "../ring", "ring.c", "ä", "-x"):
            self.assert_refused("is no name of a benchmark", name)
        self.assert_refused("one name is wanted")
        self.assert_refused("one name is wanted", "a", "b")
        self.assert_refused("one name is wanted", "--cxx")

    def test_a_file_that_is_there_stays(self):
        (self.folder / "Ring.c").write_text("mine")
        (self.folder / "Other.cpp").symlink_to("nowhere")
        self.assert_refused("Ring.c is there already", "Ring")
        self.assert_refused("Other.cpp is there already", "--cxx", "Other")
        self.assertEqual((self.folder / "Ring.c").read_text(), "mine")

    def test_a_file_that_cannot_be_written(self):
        self.assert_refused("cannot be written", "a" * 300)


if __name__ == "__main__":
    unittest.main()
