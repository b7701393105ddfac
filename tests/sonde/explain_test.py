"""sonde explain: every word that is printed has an explanation, and the pages of the documentation name the same words."""
import os
import re
import unittest
from pathlib import Path

from programs import BIN, run

SOURCE = Path(os.environ["SONDE_SOURCE"])


def explain(*words):
    return run([os.path.join(BIN, "sonde"), "explain", *words])


def listed(kind):
    return set(re.search(rf"(?m)^  {kind}: (.*)$", explain().out)[1].split(", "))


class Explain(unittest.TestCase):
    def test_the_page_and_the_code_have_the_same_warnings(self):
        page = (SOURCE / "docs" / "user" / "statistics.md").read_text(encoding="utf-8").split("## Warnings\n")[1].split("\n### ")[0]
        self.assertEqual(set(re.findall(r"(?m)^\| ([a-z_]+) \|", page)) - {"kind"}, listed("warning"))
        code = (SOURCE / "src" / "record" / "warnings.cpp").read_text(encoding="ascii")
        self.assertEqual(set(re.findall(r'(?:Warning|push_back\(|^ *)\(?\{\s*"([a-z_]+)",', code, re.MULTILINE)), listed("warning"))

    def test_every_column_of_the_page_of_tables_is_known(self):
        page = (SOURCE / "docs" / "user" / "output.md").read_text(encoding="utf-8").split("| column | meaning |")[1].split("\n\n")[0]
        cells = [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `")]
        for column in re.findall(r"`([^`]+)`", "\n".join(cells)):
            done = explain(column)
            self.assertEqual(done.status, 0, done.err)
            self.assertIn("(column)", done.out)

    def test_options_of_both_kinds_of_program(self):
        self.assertIn("-npmin P (option of ", explain("npmin").out)
        self.assertIn("--threshold (option of sonde compare)\n", explain("threshold").out)
        self.assertEqual(explain("--", "--threshold").out, explain("threshold").out)

    def test_a_benchmark_is_told_with_who_sends_to_whom(self):
        done = explain("sendrecv")
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("Sendrecv (benchmark of IMB-MPI1: parallel transfer)\n  A repetition: periodic chain", done.out)
        self.assertIn("of 4 processes: 0 → 1 → 2 → 3 → 0\n", done.out)
        self.assertIn("Time t: one repetition. Rate: 2 X / t.\n", done.out)
        self.assertIn("of 4 processes: 0 ⇄ 3, 1 ⇄ 2\n", explain("Bitcomp").out)
        self.assertEqual(explain("PingPong").out.count("(benchmark of "), 2)
        self.assertIn("did you mean 'Sendrecv'", explain("Sendrcv").err)

    def test_every_benchmark_of_the_pages_is_known(self):
        for page in (SOURCE / "docs" / "user").glob("benchmarks-*.md"):
            for name in re.findall(r"(?m)^\| (\w+) \|", page.read_text(encoding="utf-8").replace("| benchmark |", "")):
                self.assertIn(name, listed("benchmark"), page)

    def test_an_unknown_word_is_status_2_with_the_nearest(self):
        done = explain("slow_rnak")
        self.assertEqual((done.status, done.out), (2, ""))
        self.assertEqual(done.err, "sonde: no word 'slow_rnak': did you mean 'slow_rank' or 'slower?'?\n")
        self.assertEqual(explain("qqqqqqqqqqqqqq").err, "sonde: no word 'qqqqqqqqqqqqqq': sonde explain alone lists the words\n")


if __name__ == "__main__":
    unittest.main()
