"""script/gpu-test, as on a machine with a GPU: the driver stands in, and the parts are cut short."""
import os
import re
import tempfile
import unittest
from pathlib import Path

from programs import YIELDING, run
from stand_ins import driver

SCRIPT = Path(os.environ["SONDE_SOURCE"], "script", "gpu-test")
SHORT = {"SONDE_GPU_TEST_RANKS": "2", "SONDE_GPU_TEST_SHORT": "1", "LD_PRELOAD": YIELDING}
DRIVER = driver("cuda", SONDE_STAND_IN_MEMORY=10**9)
PROGRAMS = "IMB-MPI1 IMB-EXT IMB-NBC IMB-RMA IMB-MPI4 IMB-P2P IMB-MT sonde-mpi".split()
ONE = {"SONDE_GPU_TEST_PROGRAMS": "IMB-MPI1"}


class Script(unittest.TestCase):
    def run_script(self, *arguments, status, **settings):
        done = run([SCRIPT, *arguments], environment=SHORT | settings, limit=250)
        self.assertEqual(done.status, status, done.out[-3000:] + done.err[-1000:])
        return done

    def test_every_part_is_ok(self):
        text = self.run_script(status=0, **DRIVER).out
        parts = re.findall(r"^ok +(.*) \(\d+ s\)$", text, re.MULTILINE)
        self.assertEqual(parts[:16], [f"{program}, 2 ranks, {kind}" for program in PROGRAMS for kind in ("cuda_managed", "cuda")])
        self.assertGreater(len(parts), 16 + 9)
        self.assertIn("== all parts are ok", text)
        self.assertNotIn("FAILED", text)

    def test_what_was_packed_runs_elsewhere(self):
        with tempfile.TemporaryDirectory() as place:
            self.run_script("--pack", place, status=0)
            text = self.run_script("--from", place, "--keep", f"{place}/records", status=0, **DRIVER, **ONE).out
            self.assertIn("== all parts are ok", text)
            self.assertEqual(len(list(Path(place, "records").iterdir())), 4)

    def test_wrong_contents_are_found(self):
        text = self.run_script(status=1, SONDE_STAND_IN_FORGETS="7", **DRIVER, **ONE).out
        for kind in "cuda_managed", "cuda":
            self.assertIn(f"FAILED  IMB-MPI1, 2 ranks, {kind}: status 3, expected 0", text)
        self.assertIn("== a part failed", text)

    def test_no_device_is_said(self):
        self.assertIn("the CUDA driver finds no device", self.run_script(status=2, SONDE_STAND_IN_DEVICES="0", **DRIVER).err)


if __name__ == "__main__":
    unittest.main()
