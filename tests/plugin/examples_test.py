"""The examples of benchmarks of one's own, as a user compiles them: right on 1, 2 and 4 ranks, and a broken copy of each is found out."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from in_folder import InFolder
from plugins import EXAMPLES, NAMES, ROWS, SOURCE, broken_copy, compile_plugin
from programs import launch, tables

SHORT = ("-msgsize", "0,4,100,4096", "-iter", "10", "-check")
# what stands in the example, what stands in the broken copy, on how many ranks that shows
BROKEN = {
    "shift.c": ("c->right, 0, s->receive, c->count, c->type, c->left, 0", "c->left, 0, s->receive, c->count, c->type, c->right, 0", 4),
    "halo.c": ("h->neighbour[d], d, c->comm", "h->neighbour[d], opposite(d), c->comm", 4),
    "tree_allreduce.cpp": ("MPI_Reduce_local(partial_.data(), s.receive,", "MPI_Reduce_local(s.receive, partial_.data(),", 2),
    "wrapper.cpp": ("static_cast<int>(last - first)", "static_cast<int>(last - first) / 2", 2),
}


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.plugins = {name: compile_plugin(EXAMPLES / name, cls.folder / f"{name}.so") for name in ROWS}

    def measured(self, processes, name, *arguments, status=0, plugin=None):
        done = launch(processes, "sonde-mpi", "-plugin", plugin or self.plugins[name], ROWS[name], "-npmin", processes, *SHORT, *arguments)
        self.assertEqual(done.status, status, f"{name}\n{done.out}\n{done.err}")
        table, = tables(done.out)
        self.assertEqual((table.benchmark, table.processes), (ROWS[name], processes))
        self.assertEqual(table.column("#bytes"), [0, 4, 100, 4096])
        return table

    def check_all(self, processes, *arguments):
        for name in ROWS:
            with self.subTest(name):
                table = self.measured(processes, name, *arguments)
                self.assertEqual(table.column("defects"), [0.0] * 4)
                self.assertEqual("Mbytes/sec" in table.columns, name in ("shift.c", "halo.c"))

    def test_on_1_rank(self):
        self.check_all(1)

    def test_on_2_ranks(self):
        self.check_all(2)

    def test_on_4_ranks(self):
        self.check_all(4)

    def test_buffers_that_move_between_repetitions(self):
        self.check_all(2, "-off_cache", "0.05,64")

    def test_every_example_is_here(self):
        self.assertEqual(sorted(ROWS), NAMES)
        self.assertEqual(set(BROKEN), set(ROWS))

    def test_a_broken_copy_has_defects(self):
        for name, (right, wrong, processes) in BROKEN.items():
            with self.subTest(name):
                plugin = broken_copy(name, self.folder, right, wrong)
                defects = self.measured(processes, name, plugin=plugin, status=3).column("defects")
                self.assertEqual(defects[0], 0.0)
                self.assertGreater(defects[-1], 0.0)


class NewBenchmark(InFolder):
    def test_what_the_script_writes_compiles_and_is_right(self):
        for options, ending in ([], "c"), (["--cxx"], "cpp"):
            subprocess.run([SOURCE / "script" / "new-benchmark", *options, "Ring"], cwd=self.folder, check=True, capture_output=True, timeout=60)
            plugin = compile_plugin(self.folder / f"Ring.{ending}", self.folder / f"{ending}.so")
            done = launch(2, "sonde-mpi", "-plugin", plugin, *SHORT)
            self.assertEqual(done.status, 0, done.out + done.err)
            self.assertEqual(tables(done.out)[0].column("defects"), [0.0] * 4)


if __name__ == "__main__":
    unittest.main()
