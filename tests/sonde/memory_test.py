"""What does not fit into memory: one line on standard error, status 2, no half-written file, and children that are not limited."""
import os
import resource
import subprocess
import time
import unittest
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
LATENCY = SAMPLES / "osu-7.4-latency.txt"
HEAD = "# Benchmarking PingPong\n# #processes = 2\n #bytes #repetitions t[usec] Mbytes/sec\n"
MEBIBYTE = 1 << 20
OWN_LIMITS = resource.getrlimit(resource.RLIMIT_DATA)


def limited(most):
    return lambda: resource.setrlimit(resource.RLIMIT_DATA, (most, OWN_LIMITS[1]))


def limit_text(limit, unit=1):
    return "unlimited" if limit == resource.RLIM_INFINITY else str(limit // unit)


class Memory(InFolder):
    def sonde(self, *arguments, most=None, **options):
        return subprocess.run([SONDE, *map(str, arguments)], capture_output=True, text=True, timeout=120, cwd=self.folder,
                              preexec_fn=limited(most) if most else None, **options)

    def table(self, rows):
        path = self.folder / "table.txt"
        path.write_text(HEAD + "".join(f"{row % 5000} 1000 {1 + row % 7}.5 2\n" for row in range(rows)))
        return path

    def commands(self, path):
        return [("show", path), ("show", "--json", path), ("compare", path, path), ("fit", "latency", path), ("report", path, "-o", "page.html"),
                ("plot", "--script", path, "-o", "figure.gp")]

    def test_a_file_that_does_not_fit_is_named(self):
        path = self.table(20000)
        for command in self.commands(path):
            with self.subTest(command=command):
                done = self.sonde(*command, most=12 * MEBIBYTE)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertRegex(done.stderr, rf"\Asonde: {path}: not enough memory, 12 MiB may be used here: .*\n\Z")
                self.assertEqual(list(self.folder.iterdir()), [path])

    def test_a_record_that_does_not_fit_is_named(self):
        """Each allocation in its turn is the one that fails: of simdjson, of lists, of the cases."""
        record = self.folder / "long.json"
        record.write_text('{"schema": 1, "kind": "header"}\n{"schema": 1, "kind": "case", "benchmark": "B", "status": "measured", "batches_s": ['
                          + ", ".join(["1e-6"] * 300000) + "]}\n")
        ended = [self.sonde("show", record, most=most) for most in range(2 * MEBIBYTE, 50 * MEBIBYTE, 2 * MEBIBYTE)]
        self.assertIn(0, [done.returncode for done in ended])
        for done in ended:
            self.assertIn(done.returncode, (0, 2), done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), done.returncode // 2, done.stderr)
            if done.returncode:
                self.assertIn("not enough memory", done.stderr)
        self.assertGreater(sum(f"{record}: not" in done.stderr for done in ended), 5)

    def test_a_result_that_does_not_fit_leaves_no_file(self):
        path = self.table(3000)
        for command in self.commands(path):
            statuses = set()
            for most in range(2 * MEBIBYTE, 20 * MEBIBYTE, MEBIBYTE // 2):
                done = self.sonde(*command, most=most)
                statuses.add(done.returncode)
                left = {one.name for one in self.folder.iterdir()} - {path.name}
                if done.returncode == 2:
                    self.assertRegex(done.stderr, r"\Asonde: .*not enough memory.*\n\Z")
                    self.assertEqual(left, set(), command)
                else:
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    self.assertNotIn("memory", done.stderr)
                for name in left:
                    (self.folder / name).unlink()
                if done.returncode != 2:
                    break
            self.assertNotEqual(statuses, {2}, command)

    def test_a_large_good_table_is_read(self):
        done = self.sonde("show", "--csv", self.table(160000))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), 160001)

    def wait_for_input(self, process):
        """The input is opened after the limit is set."""
        for _ in range(2000):
            try:
                if os.readlink(process / "exe").endswith("sonde") and os.readlink(process / "fd" / "3").startswith("pipe:"):
                    return
            except FileNotFoundError:
                pass
            time.sleep(0.02)
        self.fail("it does not open its input")

    def limit_of(self, most=None):
        """The soft and hard limit of a sonde that waits for its input."""
        with subprocess.Popen([SONDE, "show", "/dev/stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=limited(most) if most else None) as process:
            process.stdin.write(LATENCY.read_bytes()[:100])
            process.stdin.flush()
            self.wait_for_input(Path(f"/proc/{process.pid}"))
            limits = Path(f"/proc/{process.pid}/limits").read_text().splitlines()
            found = next(line.split()[3:5] for line in limits if line.startswith("Max data size"))
            process.communicate(LATENCY.read_bytes()[100:])
            self.assertEqual(process.returncode, 0)
        return found

    def test_the_limit_is_what_the_machine_has_or_the_user_says(self):
        soft, hard = self.limit_of()
        total = next(int(line.split()[1]) << 10 for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("MemTotal"))
        self.assertGreaterEqual(int(soft), 256 * MEBIBYTE)
        self.assertLess(int(soft), total + 256 * MEBIBYTE)
        self.assertEqual(hard, limit_text(OWN_LIMITS[1]))
        self.assertEqual(self.limit_of(100 * MEBIBYTE)[0], str(100 * MEBIBYTE))

    def test_programs_that_it_starts_have_the_limit_of_the_user(self):
        script = f'ulimit -d >> "{self.folder}/limits"; cp "{LATENCY}" "$1"'
        plan = self.folder / "p.toml"
        plan.write_text(f"launches = 1\nlauncher = ['sh', '-c', '{script}', 'sh', '{{record}}']\n[[command]]\nname = 'c'\nrun = 'x'\n")
        own = limit_text(OWN_LIMITS[0], 1024)
        for most, expected in [(None, own), (200 * MEBIBYTE, str(200 * 1024)), (1 << 50, str(1 << 40))]:
            plan_of_this = self.folder / f"{expected}.toml"
            plan_of_this.write_text(plan.read_text())
            done = self.sonde("campaign", plan_of_this, most=most)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual((self.folder / "limits").read_text().split()[-1], expected)


if __name__ == "__main__":
    unittest.main()
