"""packaging/ramble/application.py, with stand-ins for Ramble's modules: its commands run, and its expressions find in the tables
and CSV files what the headers of their columns say."""
import csv
import re
import unittest

from programs import launch, printed_tables
from recipes import PACKAGING, folder, load, module

BENCHMARKS = {"transfers": "PingPong Sendrecv", "collectives": "Allreduce", "synchronisation": "Barrier"}


class Application:
    """The recipe as Ramble has read it: what its directives said."""
    def __init__(self):
        words = ("executable", "workload", "workload_variable", "figure_of_merit", "figure_of_merit_context", "success_criteria",
                 "software_spec", "required_package", "maintainers", "tags")
        self.said = {word: [] for word in words}
        directives = {word: (lambda *given, _to=self.said[word], **options: _to.append((given, options))) for word in words}
        expander = type("Expander", (), {"expansion_str": staticmethod(lambda name: "{" + name + "}")})
        self.module = load(PACKAGING / "ramble" / "application.py", {
            "ramble": module("ramble"), "ramble.appkit": module("appkit", ExecutableApplication=object, **directives),
            "ramble.expander": module("expander", Expander=expander)})

    def expand(self, text, workload, **chosen):
        """What Ramble makes of {variables}: those of the experiment, or the defaults of the workload."""
        values = {given[0]: options["default"] for given, options in self.said["workload_variable"] if workload in options["workloads"]}
        values.update(chosen)
        while re.search(r"\{\w+\}", text):
            text = re.sub(r"\{(\w+)\}", lambda match: values[match[1]], text)
        return text

    def command(self, workload, place, **chosen):
        executable, = (options["executable"] for given, options in self.said["workload"] if given == (workload,))
        template, = (given[1] for given, options in self.said["executable"] if given[0] == executable and options["use_mpi"])
        return self.expand(template, workload, n_ranks="2", experiment_run_dir=str(place), msglog_max="5", num_iterations="100",
                           additional_args="-cvars off", **chosen).split()

    def analyse(self, logs):
        """{context: {figure: (value, unit)}} as Ramble fills it: line by line, a context stays active until its next match."""
        contexts = {given[0]: (re.compile(options["regex"]), options["output_format"]) for given, options in self.said["figure_of_merit_context"]}
        found = {}
        for name, text in logs.items():
            active = {}
            figures = [(given[0], options) for given, options in self.said["figure_of_merit"] if options["log_file"] == name]
            used = {context for _, options in figures for context in options["contexts"]}
            for line in text.split("\n"):
                for context in used:
                    expression, form = contexts[context]
                    if match := expression.match(line):
                        active[context] = form.format(**match.groupdict())
                for figure, options in figures:
                    if match := re.match(options["fom_regex"], line):
                        values = match.groupdict()
                        for context in options["contexts"]:
                            place = found.setdefault(active.get(context, "null"), {})
                            place[figure.format(**values)] = (float(values[options["group_name"]]), options["units"])
        return found

    def finished(self, text):
        (_, options), = self.said["success_criteria"]
        return any(re.match(options["match"], line) for line in text.split("\n"))


class Ramble(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.application = Application()
        cls.out, cls.csv = {}, {}
        for workload, benchmarks in BENCHMARKS.items():
            with folder() as place:
                program, *arguments = cls.application.command(workload, place, **({} if workload == "synchronisation" else {workload: benchmarks}))
                done = launch(2, program, *arguments, cwd=place, limit=100)
                assert done.status == 0, done.err
                cls.out[workload], cls.csv[workload] = done.out, (place / "sonde.csv").read_text()

    def logs(self, workload):
        return {"{experiment_run_dir}/{experiment_name}.out": self.out[workload], "{csv_file}": self.csv[workload]}

    def test_a_run_is_whole_where_its_last_line_came(self):
        for text in self.out.values():
            self.assertTrue(self.application.finished(text))
            self.assertFalse(self.application.finished(text[:text.index("# All processes")]))

    def test_every_value_of_the_tables_bears_the_name_of_its_column(self):
        names = {"t[usec]": "t", "t_min[usec]": "t_min", "t_max[usec]": "t_max", "t_avg[usec]": "t_avg", "Mbytes/sec": "rate"}
        for workload in BENCHMARKS:
            found = self.application.analyse(self.logs(workload))
            for table in printed_tables(self.out[workload]):
                expected = {}
                for row in table.rows:
                    cells = dict(zip(table.columns, row))
                    length = f", {cells['#bytes']} B" if "#bytes" in cells else ""
                    expected.update({names[column] + length: float(value) for column, value in cells.items() if column in names})
                self.assertGreaterEqual(len(expected), 3)
                self.assertEqual({name: value for name, (value, _) in found[table.benchmark].items()}, expected, table.benchmark)

    def test_the_slowest_rank_is_not_taken_for_the_mean(self):
        text = "# Benchmarking Allreduce\n       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n            8         1000         1.00         3.00         2.00\n"
        found = self.application.analyse({"{experiment_run_dir}/{experiment_name}.out": text})["Allreduce"]
        self.assertEqual({name: value for name, (value, _) in found.items()}, {"t_min, 8 B": 1, "t_max, 8 B": 3, "t_avg, 8 B": 2})

    def test_cases_of_the_csv_file_have_median_and_interval(self):
        columns = self.application.module.CSV_COLUMNS
        for workload in BENCHMARKS:
            lines = self.csv[workload].split("\n")
            self.assertEqual(lines[0].split(",")[:len(columns)], columns)
            found = self.application.analyse(self.logs(workload))
            cases = list(csv.DictReader(lines))
            self.assertGreaterEqual(len(cases), 1)
            for case in cases:
                place = found[f"{case['benchmark']}, {case['processes']} processes, {case['bytes']} B"]
                for figure, column in (("mean", "mean_s"), ("median", "median_s"), ("interval low", "ci_low_s"), ("interval high", "ci_high_s")):
                    if case[column]:
                        self.assertEqual(place[figure], (float(case[column]), "s"))

    def test_nothing_stands_outside_of_a_context(self):
        for workload in BENCHMARKS:
            self.assertNotIn("null", self.application.analyse(self.logs(workload)))

    def test_more_columns_are_not_taken_for_others(self):
        """Tables with -stats have columns behind the known ones: their rows must not match as rows with fewer."""
        with folder() as place:
            done = launch(2, "IMB-MPI1", "Allreduce", "-msglog", "3:3", "-iter", "100", "-npmin", "2", "-stats", cwd=place, limit=100)
        self.assertEqual(done.status, 0, done.err)
        found = self.application.analyse({"{experiment_run_dir}/{experiment_name}.out": done.out})
        self.assertEqual(found, {})


if __name__ == "__main__":
    unittest.main()
