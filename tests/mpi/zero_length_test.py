"""Messages of 0 bytes, with nothing measured before them: MPI libraries look at the addresses of empty buffers too."""
import tempfile
import unittest

from programs import launch, printed_tables

QUICK = {"IMB-MPI1": ["-iter", "2"], "IMB-NBC": ["-iter", "2"], "IMB-EXT": ["-iter", "2,1,2"], "IMB-MT": ["-iter", "2"], "IMB-IO": ["-iter", "2,1,2", "-cpu_secs", "0.0001"]}


class ZeroLength(unittest.TestCase):
    def names(self, program):
        listed = launch(1, program, "-list")
        names = [line.split()[0] for line in listed.out.splitlines() if line.startswith("  ")]
        self.assertGreater(len(names), 5, listed.out)
        return names

    def alone(self, program, *flags):
        for name in self.names(program):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                where = ["-path", folder] if program == "IMB-IO" else []
                ranks = ["-thread_level", "multiple", "-threads", "2", "-n_warmup", "2"] if program == "IMB-MT" else ["-npmin", "2"]
                done = launch(2, program, name, *ranks, "-check", *QUICK[program], *flags, *where)
                self.assertEqual(done.status, 0, done.out + done.err)
                for table in printed_tables(done.out):
                    self.assertTrue(table.rows, done.out)

    def test_mpi1_only_0_bytes(self):
        self.alone("IMB-MPI1", "-msgsize", "0")

    def test_mpi1_beginning_with_0_bytes(self):
        self.alone("IMB-MPI1", "-zero_size", "on", "-msglog", "0:1")

    def test_nbc_only_0_bytes(self):
        self.alone("IMB-NBC", "-msgsize", "0")

    def test_mt_only_0_bytes(self):
        self.alone("IMB-MT", "-count", "0")

    def test_mt_beginning_with_0_bytes(self):
        self.alone("IMB-MT", "-zero_size", "on", "-msglog", "0:1")

    def test_ext_only_0_bytes(self):
        self.alone("IMB-EXT", "-msgsize", "0")

    def test_ext_beginning_with_0_bytes(self):
        self.alone("IMB-EXT", "-zero_size", "on", "-msglog", "2:3")

    def test_io_only_0_bytes(self):
        self.alone("IMB-IO", "-msgsize", "0")

    def test_io_beginning_with_0_bytes(self):
        self.alone("IMB-IO", "-zero_size", "on", "-msglog", "0:1")


if __name__ == "__main__":
    unittest.main()
