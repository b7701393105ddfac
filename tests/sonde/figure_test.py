"""What gnuplot draws for `sonde plot` and `sonde fit --plot`: room at the frame, ticks and their texts, the key, looks of lines."""
import itertools
import json
import os
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from in_folder import InFolder

SONDE = Path(os.environ["SONDE_BUILD"]) / "bin" / "sonde"
SAMPLES = Path(os.environ["SONDE_SOURCE"]) / "tests" / "data" / "samples"
NP2, NP4 = SAMPLES / "imb-2021.11-mpi1-np2.txt", SAMPLES / "imb-2021.11-mpi1-np4.txt"
LATENCY, BANDWIDTH = SAMPLES / "osu-7.4-latency.txt", SAMPLES / "osu-7.4-bw.txt"
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
LETTER = 0.58  # of a font's size


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+\.?\d*", text)]


class Text:
    def __init__(self, group):
        where, self.words = group.get("transform"), "".join(group.itertext()).strip()
        self.x, self.y = numbers(where)[:2]
        self.size = float(group.get("font-size") or group.find(f".//{SVG}tspan").get("font-size"))
        self.upright = "rotate" in where
        length = LETTER * self.size * len(self.words)
        self.left = self.x - {"start": 0, "middle": 0.5, "end": 1}[group.get("text-anchor", "start")] * length
        self.right = self.left + length

    def overlaps(self, other):
        return self.left < other.right and other.left < self.right and abs(self.y - other.y) < 0.8 * max(self.size, other.size)


class Figure:
    """Of an SVG in which lines are groups named gnuplot_plot_N."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.width, self.height = numbers(root.get("viewBox"))[2:]
        self.texts = [Text(g) for g in root.iter(f"{SVG}g") if g.find(f"{SVG}text") is not None and g.get("transform")]
        frames = [numbers(p.get("d")) for p in root.iter(f"{SVG}path") if p.get("d", "").rstrip().endswith("Z") and p.get("stroke") == "black"]
        frames = [f for f in frames if len(f) == 8 or (len(f) == 10 and f[:2] == f[8:])]
        self.frames = list(dict.fromkeys((min(f[0::2]), max(f[0::2]), min(f[1::2]), max(f[1::2])) for f in frames))
        self.left, self.right, self.top, self.bottom = self.frames[0]
        self.marks, self.looks = [], []
        for plot in (g for g in root.iter(f"{SVG}g") if (g.get("id") or "").startswith("gnuplot_plot_")):
            marks = [(numbers(u.get("transform"))[:2], u.get(LINK), u.get("color")) for u in plot.iter(f"{SVG}use")]
            inside = [place for place, _, _ in marks if self.top <= place[1] <= self.bottom]
            self.marks += inside
            dashes = [p.get("stroke-dasharray", "") for p in plot.iter(f"{SVG}path")]
            if inside and len(marks) > len(inside):  # with an entry of the key
                self.looks.append({"mark": marks[0][1], "colour": marks[0][2], "dash": dashes[0] if dashes else ""})
        self.words = [text.words for text in self.texts]

    def below(self):
        return [text for text in self.texts if text.y > self.bottom and text.right > self.left]

    def x_ticks(self):
        """Texts of the row right below the frame."""
        row = min(text.y for text in self.below())
        return [text.words for text in self.below() if abs(text.y - row) < 2]

    def y_ticks(self):
        return [text.words for text in self.texts if text.right <= self.left and not text.upright and self.top - 5 <= text.y <= self.bottom + 10]


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Drawn(InFolder):
    def sonde(self, *arguments):
        return subprocess.run([SONDE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=60)

    def drawn(self, *arguments):
        output = "-o" if arguments[0] == "plot" else "--plot"
        done = self.sonde(*arguments, output, "figure.svg", "--force")
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return Figure(self.folder / "figure.svg")

    def launches(self, name, times, count):
        """Records of a Bcast at 2 and 4 processes whose k-th launch takes k per cent longer."""
        files = []
        for launch in range(count):
            lines = [{"kind": "header", "program": "IMB-MPI1", "start": f"2026-01-01T00:00:{launch:02}Z"}]
            for processes, log in itertools.product((2, 4), range(0, 21, 2)):
                seconds = times * processes * (1 + 2**log / 1000) * (1 + launch / 100)
                lines.append({"kind": "case", "benchmark": "Bcast", "processes": processes, "bytes": 2**log, "status": "measured",
                              **{key: seconds for key in ("t_min_s", "t_max_s", "t_avg_s")}})
            lines.append({"kind": "footer", "exit_status": 0})
            files.append(self.folder / f"{name}{launch}.json")
            files[-1].write_text("".join(json.dumps({"schema": 1, **line}) + "\n" for line in lines))
        return files

    def assert_readable(self, figure, case):
        """What every figure keeps: room between marks and frame, three ticks, texts apart and inside, none over the data."""
        width, height = figure.right - figure.left, figure.bottom - figure.top
        self.assertGreater(height, 0.35 * figure.height, case)
        for x, y in figure.marks:
            self.assertGreaterEqual(min(x - figure.left, figure.right - x), 0.05 * width, case)
            self.assertGreaterEqual(min(y - figure.top, figure.bottom - y), 0.05 * height, case)
        self.assertGreaterEqual(len(figure.x_ticks()), 3, case)
        self.assertGreaterEqual(len(figure.y_ticks()), 3, case)
        for text in figure.texts:
            self.assertGreaterEqual(text.size, 6 / 72 * 96 - 0.01, (case, text.words))
            if not text.upright:
                self.assertGreaterEqual(text.left, -1, (case, text.words))
                self.assertLessEqual(text.right, figure.width + 1, (case, text.words))
                self.assertLess(text.y, figure.height, (case, text.words))
                over = text.right > figure.left and text.left < figure.right and figure.top < text.y < figure.bottom
                self.assertFalse(over, (case, text.words))
        for one, other in itertools.combinations([text for text in figure.texts if not text.upright], 2):
            self.assertFalse(one.overlaps(other), (case, one.words, other.words))


class Plot(Drawn):
    def test_figures_of_a_column_and_a_page_are_readable(self):
        for case in ((LATENCY,), (BANDWIDTH, "--rate"), (BANDWIDTH, "--rate", "--linear-value"), (NP4, "--benchmark", "Allreduce"),
                     (NP4, "--benchmark", "Barrier"), (LATENCY, "--linear-size"), (NP2, NP4, "--benchmark", "PingPong", "--rate"),
                     (NP4, "--benchmark", "Allreduce", "--over-processes"), (NP4, "--benchmark", "Allreduce", "-s", "64")):
            for look in ((), ("--width", "85mm"), ("--width", "170mm"), ("--width", "85mm", "--height", "80mm", "--font", "Times,6")):
                self.assert_readable(self.drawn("plot", *case, *look), (case, look))

    def test_lengths_times_and_rates_have_their_units(self):
        figure = self.drawn("plot", LATENCY, "--width", "85mm")
        self.assertIn("Time (µs)", figure.words)
        self.assertIn("Message length", figure.words)
        self.assertEqual(figure.x_ticks(), ["1 B", "32 B", "1 KiB", "32 KiB", "1 MiB"])
        self.assertEqual(self.drawn("plot", BANDWIDTH, "--rate", "--width", "85mm").y_ticks(), ["10 MB/s", "100 MB/s", "1 GB/s"])

    def test_a_peak_is_a_line_inside_the_frame(self):
        figure = self.drawn("plot", BANDWIDTH, "--rate", "--peak", "12.5e9", "--width", "85mm")
        self.assertIn("peak: 12.5 GB/s", figure.words)
        self.assertIn("10 GB/s", figure.y_ticks())
        self.assert_readable(figure, "peak")

    def test_a_long_key_makes_the_figure_higher_and_leaves_the_lines_their_room(self):
        files = self.launches("a-rather-long-name-of-a-file-of-this-test", 1e-6, 8)
        one, many = self.drawn("plot", files[0], "--width", "85mm"), self.drawn("plot", *files, "--width", "85mm")
        self.assertGreater(many.height, one.height)
        self.assertGreater(many.bottom - many.top, 0.85 * (one.bottom - one.top))
        self.assert_readable(many, "16 lines")
        fixed = self.drawn("plot", *files, "-p", "2", "--width", "85mm", "--height", "90mm")
        self.assertAlmostEqual(fixed.height, 90 / 25.4 * 96, delta=1)
        self.assertIn("no room at a height of 60mm", self.sonde("plot", *files, "--width", "85mm", "--height", "60mm", "--script").stderr)

    def test_a_colour_is_a_number_of_processes_and_a_dash_a_file(self):
        looks = self.drawn("plot", *self.launches("a", 1e-6, 1), *self.launches("b", 2e-6, 1)).looks
        self.assertEqual(len(looks), 4)
        two_a, four_a, two_b, four_b = looks
        self.assertEqual((two_a["colour"], four_a["colour"]), (two_b["colour"], four_b["colour"]))
        self.assertNotEqual(two_a["colour"], four_a["colour"])
        self.assertNotEqual(two_a["dash"], two_b["dash"])
        self.assertEqual(len({(look["dash"], look["mark"]) for look in looks}), 4, "in grey")

    def test_labels_stand_in_the_key_and_sides_are_a_median_in_a_band(self):
        base, fresh = self.launches("base", 1e-6, 3), self.launches("new", 2e-6, 3)
        figure = self.drawn("plot", base[0], fresh[0], "-p", "2", "--label", f"Open MPI={base[0]}", "--label", f"x=y={fresh[0]}")
        self.assertIn("Open MPI", figure.words)
        self.assertIn("x=y", figure.words)
        figure = self.drawn("plot", "--base", *base, "--new", *fresh, "--label", f"ours={fresh[1]}", "--width", "85mm")
        for words in ("2 processes, base", "4 processes, ours", "median and range of 3 launches"):
            self.assertIn(words, figure.words)
        self.assert_readable(figure, "sides")
        script = self.sonde("plot", "--base", *base, "--new", *fresh, "--script").stdout
        self.assertIn("\n1 2.02202 2.002 2.04204\n", script)  # 2.002 us, 1 % and 2 % more
        six = self.sonde("plot", "--base", *self.launches("six", 1e-6, 6), "--new", *self.launches("eight", 2e-6, 8), "--script").stdout
        self.assertIn("median and 95 % interval of 6-8 launches", six)
        for path in (*base, *fresh):  # each case measured twice in a launch
            head, *rows, foot = path.read_text().splitlines()
            path.write_text("\n".join([head, *rows, *rows, foot]) + "\n")
        twice = self.sonde("plot", "--base", *base, "--new", *fresh, "--script").stdout
        self.assertIn("median and range of 3 launches", twice)
        self.assertIn("\n1 2.02202 2.002 2.04204\n", twice)


class Fit(Drawn):
    def test_parameters_stand_beside_the_figure_and_residuals_on_request_only(self):
        for look in ((), ("--width", "85mm"), ("--width", "170mm")):
            figure = self.drawn("fit", "latency", *self.launches("f", 1e-6, 1), "-p", "2", *look)
            self.assert_readable(figure, look)
            self.assertEqual([words for words in figure.words if "alpha" in words or "esidual" in words], [])
            both = self.drawn("fit", "latency", *self.launches("f", 1e-6, 1), "-p", "2", "--residuals", *look)
            self.assertIn("Residual (%)", both.words)
            self.assertEqual(len(both.frames), 2)
        self.assertEqual(self.sonde("fit", "latency", LATENCY, "--plot", "fit.gp").returncode, 0)
        self.assertRegex((self.folder / "fit.gp").read_text(), r"\n#   alpha_1 +[\d.]+ us  latency")

    def test_a_title_is_broken_where_it_is_wider_than_the_figure(self):
        figure = self.drawn("fit", "latency", LATENCY, "--width", "85mm")
        self.assert_readable(figure, "a fit that misses its points")
        self.assertIn("misses its points by", " ".join(figure.words))


class Refused(InFolder):
    def test_wrong_looks_and_labels_are_one_message(self):
        for wrong in (("--label", "no sign"), ("--label", f"={LATENCY}"), ("--label", "name=other.txt"), ("--label", f"a={LATENCY}", "--label", f"b={LATENCY}"),
                      ("--height", "60mm"), ("--width", "85mm", "--height", "nanmm"), ("--width", "85mm", "--height", "60"), ("--width", "85mm", "--height", "1e9mm"),
                      ("--width", "85mm", "--height", "-60mm"), ("--font", ""), ("--font", "a\"b"), ("--font", "a\nb"), ("--font", "a`id`"), ("--font", "Times,nan"),
                      ("--font", "Times,5"), ("--font", "Times,"), ("--font", "Times,8,9"), ("--peak", "1e9"), ("--rate", "--peak", "nan"), ("--rate", "--peak", "-1"),
                      ("-s", "x"), ("-s", "3"), ("--base", LATENCY), ("--new", LATENCY), ("--base", LATENCY, "--new", NP2),
                      ("--tails", "--over", "n"), ("--heat-map", "--over", "n"), ("--heat-map", "--linear-size")):
            done = subprocess.run([SONDE, "plot", LATENCY, "--script", *map(str, wrong)], cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), (wrong, done.stderr))

    def test_labels_are_no_commands(self):
        label = "x\"; system('touch hacked')\n`touch hacked`\\"
        done = subprocess.run([SONDE, "plot", LATENCY, "--script", "--label", f"{label}={LATENCY}"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("x'; system('touch hacked') 'touch hacked'/\"", done.stdout)
