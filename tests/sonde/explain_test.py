"""sonde explain: every word that is printed has an explanation, and the pages of the documentation name the same words."""
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

from programs import BIN, run

SOURCE = Path(os.environ["SONDE_SOURCE"])
# Where words come from: the tables of the sources that print them, with the least number of words that each has.
TABLES = [
    ("tables/cells.cpp", r'(?:seconds\(|named\(|\{)[\w:]+,\s*"([^"]+)"', 36),
    ("record/bus.hpp", r'_column = "([^"]+)"', 3),
    ("record/warning_kinds.cpp", r"""\{+"([a-z_]+)", (?:'|0)""", 11),
    ("record/names.hpp", r'(?<=[{ ])"((?!smaps_rollup|resident|sends|receives|both)[^"]+)"(?=[,}])', 23),
    ("analysis/quantities.hpp", r'(?:Unit::\w+|\w+\(Quantity::\w+), "([^"]+)"', 17),
    ("links/finding_sentences.hpp", r'(?<=[{ ])"([a-z]+)"(?=[,}])', 6),
    ("history/two_groups.cpp", r'(?<=[{ ])"([a-z]+)"(?=[,}])', 4),
    ("library/variable_choice.cpp", r'(?<=[{ ])"([a-z]+)"(?=[,}])', 10),
    ("plan/node_pairs.cpp", r'\{"([A-Z]+)", ', 2),
    ("patterns/one_sided.hpp", r'\{"([A-Z-]+)", Counting', 2),
    ("patterns/io_rows.hpp", r'\{"([A-Z-]+)", Counting', 2),
    ("base/units.cpp", r'\} ([a-zA-Z%/]+)(?=[ "])', 8),
    ("base/units.cpp", r'"([kMGT]?i?B(?:/s)?)"', 9),
    ("history/table.cpp", r'return "([^"]+)";', 4),
    ("reports/show_columns.cpp", r'"([^"[][^"]*)", (?:false|true|\[\])', 24),
    ("reports/show_columns.cpp", r'single \? "([^"]+)" : "(?:[^"]+)"', 1),
    ("reports/show_columns.cpp", r'single \? "(?:[^"]+)" : "([^"]+)"', 1),
    ("reports/show_table.cpp", r'lines\.add\("([^"]+)"', 12),
    ("reports/provenance_facts.cpp", r'facts\.(?:add|seconds)\("([^"]+)"', 18),
    ("reports/web/table.js", r"(?:text|number)\('\w+', '([^']+)'", 20),
    ("reports/web/table.js", r"label: page\.sides \? '(\w+)' : '(\w+)'", 2),
    ("reports/web/summary.js", r"tile\('([^']+)'", 7),
    ("reports/web/ranks.js", r"head: '([^']+)'", 3),
    ("reports/web/links.js", r"(?:slow|open|fine|message|latency): '(\w+)'", 5),
    ("history/web/alarms.js", r"(?:slower|failed|faster): '(\w+)'", 3),
    ("history/web/cases.js", r"label: '([^']+)'|element\('th', \{scope: 'col'\}, '([^']+)'", 8),
]
LISTS = [  # heads of tables, in lists
    ("history/text.cpp", r'"case", width, ([^;]+)\);', 6),
    ("history/two_groups.cpp", r'"case", width, ([^;]+)\);', 4),
    ("campaign/spread_table.cpp", r'"case", width, ([^;]+)\);', 6),
    ("reports/limits_text.cpp", r"heads\{([^}]+)\}", 8),
    ("reports/guidelines_text.cpp", r"guideline_heads\{([^}]+)\}", 9),
    ("reports/guidelines_text.cpp", r"composition_heads\{([^}]+)\}", 11),
    ("record/warning_kinds.cpp", r"words\{([^}]+)\}", 3),
    ("analysis/guidelines.cpp", r"words\{([^}]+)\}", 3),
    ("analysis/guidelines.hpp", r"guidelines\{([^;]+)\};", 4),
    ("analysis/limits.cpp", r"words\{([^}]+)\}", 4),
    ("analysis/comparison.cpp", r"words\{([^}]+)\}", 10),
    ("reports/web/summary.js", r"simple_table\('[^']+', \[([^\]]+)\]", 7),
    ("reports/web/fits.js", r"simple_table\('[^']+', \[([^\]]+)\]", 4),
    ("reports/web/provenance.js", r"simple_table\('[^']+', \[([^\].]+)", 1),
    ("reports/web/ranks.js", r"\.\.\.\[('Rank', [^\]]+)\]", 6),
]
OSU = "# OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n"
PROGRAM = f"#!/bin/sh\nfor record; do :; done\ncat > \"$record\" <<'END'\n{OSU}1 1.25\nEND\n"


def explain(*words):
    return run([os.path.join(BIN, "sonde"), "explain", *words])


def listed(kind):
    return set(re.search(rf"(?m)^  {kind}: (.*)$", explain().out)[1].split(", "))


def words_of_sources():
    found = {}
    for file, pattern, least in TABLES:
        hits = re.findall(pattern, (SOURCE / "src" / file).read_text(encoding="utf-8"))
        words = {word for hit in hits for word in ([hit] if isinstance(hit, str) else hit) if word}
        assert len(words) >= least, f"{file}: {pattern}: {words}"
        found.update({word: file for word in words})
    for file, pattern, least in LISTS:
        words = set(re.findall(r"""['"]([^'"]+)['"]""", "".join(re.findall(pattern, (SOURCE / "src" / file).read_text(encoding="utf-8")))))
        assert len(words) >= least, f"{file}: {pattern}: {words}"
        found.update({word: file for word in words})
    levels = re.findall(r"_level = (0\.\d+)", (SOURCE / "src" / "stats" / "histogram.hpp").read_text(encoding="ascii"))
    assert len(levels) >= 4
    return {**found, "call_max[usec]": "stats", **{f"call_p{100 * float(level):g}[usec]": "stats" for level in levels}}


def head_of(text, first):
    """The columns of the table whose head begins with this word; titles have two blanks between them, or units behind them."""
    line = next((line for line in text.splitlines() if re.match(rf" *{first}\b.*  ", line)), None)
    assert line, f"no head that begins with {first}: {text}"
    titles = []
    for part in re.split(r"\s{2,}", line.strip()):
        titles += part.split(" ") if part.count("[") > 1 else [part]
    return titles


class Explain(unittest.TestCase):
    def test_the_page_and_the_code_have_the_same_warnings(self):
        page = (SOURCE / "docs" / "user" / "statistics.md").read_text(encoding="utf-8").split("## Warnings\n")[1].split("\n### ")[0]
        self.assertEqual(set(re.findall(r"(?m)^\| ([a-z_]+) \|", page)) - {"kind"}, listed("warning"))
        code = "".join((SOURCE / "src" / "record" / name).read_text(encoding="ascii") for name in ("warnings.cpp", "device_warnings.cpp"))
        kinds = set(re.findall(r'(?:Warning|push_back\(|^ *)\(?\{\s*"([a-z_]+)",', code, re.MULTILINE))
        recorder = (SOURCE / "include" / "sonde" / "recorder.h").read_text(encoding="ascii")
        kinds |= set(re.findall(r'\\"kind\\":\\"([a-z_]+)\\",\\"text', recorder))
        self.assertEqual(kinds, listed("warning"))

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
        for word in ("-n", "--launches"):
            self.assertIn("-n,--launches (option of sonde run)\n", explain(word).out)
        self.assertIn("-L,--list (option of sonde run)\n", explain("-L").out)
        self.assertEqual(explain("--", "--threshold").out, explain("threshold").out)

    def test_a_benchmark_is_told_with_who_sends_to_whom(self):
        done = explain("sendrecv")
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("Sendrecv (benchmark of IMB-MPI1: parallel transfer)\n  A repetition: periodic chain", done.out)
        self.assertIn("of 4 processes: 0 → 1 → 2 → 3 → 0\n", done.out)
        self.assertIn("Time t: one repetition. Rate: 2 X / t.\n", done.out)
        self.assertIn("of 4 processes: 0 ⇄ 3, 1 ⇄ 2\n", explain("Bitcomp").out)
        self.assertEqual(explain("PingPong").out.count("(benchmark of "), 2)
        self.assertEqual(explain("Multi-PingPong").out, explain("PingPong").out)
        self.assertEqual(explain("G1").out, explain("Allgather_as_Allgatherv").out)
        self.assertIn("did you mean 'Sendrecv'", explain("Sendrcv").err)

    def test_every_benchmark_of_the_pages_is_known(self):
        known = listed("benchmark")
        for page in (SOURCE / "docs" / "user").glob("benchmarks-*.md"):
            for name in re.findall(r"(?m)^\| (\w+) \|", page.read_text(encoding="utf-8").replace("| benchmark |", "")):
                self.assertIn(name, known, page)

    def test_a_verdict_is_that_of_the_command_that_says_it(self):
        for word, commands in {"kept": ["check"], "violated": ["guidelines"], "worse": ["compare"], "open": ["compare", "check", "guidelines"]}.items():
            self.assertEqual(re.findall(r"\(verdict of sonde (\w+)\)", explain(word).out), commands, word)

    def test_the_verdicts_of_a_report_are_known(self):
        for word in ("Healthy", "No verdict", "Look at these", "Do not use these figures"):
            self.assertIn("(verdict of sonde report)", explain(word).out, word)

    def test_every_parameter_of_a_model_is_known(self):
        sources = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "src" / "model").glob("fit_*.cpp"))
        names = set(re.findall(r'(?:push_back\(\s*\{|_byte\([\w.()]+, |parameter_of\(|constant\([\w.()]+, )"([^"]+)"', sources))
        names |= {re.sub(r"\{\}", "3", name) for name in re.findall(r'fmt::format\("(\w+_\{\})"', sources)}
        self.assertGreater(len(names), 15, names)
        for name in names:
            self.assertIn("(parameter of a model)", explain("--", name).out, name)

    def test_an_unknown_word_is_status_2_with_the_nearest(self):
        done = explain("slow_rnak")
        self.assertEqual((done.status, done.out), (2, ""))
        self.assertEqual(done.err, "sonde: no word 'slow_rnak': did you mean 'slow_rank' or 'slower' or 'slower?'?\n")
        self.assertEqual(explain("qqqqqqqqqqqqqq").err, "sonde: no word 'qqqqqqqqqqqqqq': sonde explain alone lists the words\n")

    def assert_known(self, words):
        """`words`: where each was found. A unit in brackets is a word of its own. Words that stand in the list are not asked for one by one."""
        units = {unit: place for word, place in words.items() for unit in re.findall(r"\[(.+)\]", word)}
        in_list = set(re.split(r", |: |\n", explain().out.lower()))
        unknown = {word: place for word, place in {**words, **units}.items()
                   if re.sub(r"(?<=.)[\[,(].*", "", word.lower()).strip("# ") not in in_list and explain("--", word).status != 0}
        self.assertEqual(unknown, {})

    def test_every_word_of_the_tables_in_the_sources(self):
        self.assert_known(words_of_sources())

    def test_every_head_of_a_table_that_is_printed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            done = run([sys.executable, str(SOURCE / "tests" / "data" / "cluster_records.py"), name, "--cases", "9", "--runs", "1"])
            self.assertEqual(done.status, 0, done.err)
            record = folder / "base" / "run0.json"
            program = folder / "program.sh"
            program.write_text(PROGRAM)
            program.chmod(0o755)
            tables = [folder / f"{launch}.txt" for launch in range(8)]
            for i, table in enumerate(tables):
                table.write_text(OSU + f"1 {1 + 0.001 * i + i // 4}\n")
            nights = folder / "nights"
            for day in range(1, 3):
                self.sonde("history", nights, "add", "--time", f"2025-09-0{day}T03:00Z", *tables[:3])
            sides = ("--base", *tables[:4], "--new", *tables[4:])
            printed = [("case", ("compare", *sides)), ("what", ("compare", "--changed", *sides)), ("benchmark", ("show", record, "--hosts")),
                       ("case", ("history", nights, "show")), ("case", ("run", "-n", "2", "-o", folder / "runs", "--", program)), ("host", ("links", record)),
                       ("message length", ("fit", "latency", SOURCE / "tests" / "data" / "model" / "pairs_100mbit.csv"))]
            words = {}
            for first, arguments in printed:
                words.update({word: arguments[0] for word in head_of(self.sonde(*arguments), first)})
            self.assertGreater(len(words), 30)
            self.assert_known(words)

    def sonde(self, *arguments):
        done = run([os.path.join(BIN, "sonde"), *map(str, arguments)])
        self.assertIn(done.status, (0, 1), done.err)
        return done.out


if __name__ == "__main__":
    unittest.main()
