"""packaging/reframe/sonde.py, with stand-ins for ReFrame's modules, on records that the programs have just written."""
import json
import unittest

from programs import command, launched_in, run
from recipes import PACKAGING, folder, load, module


class Deferred:
    """An expression that is evaluated when it is asked for."""
    def __init__(self, evaluate):
        self.evaluate = evaluate


def check(holds, message):
    if not holds:
        raise AssertionError(message)
    return True


class Parts(type):
    """Gives the body of a class the words that ReFrame gives it, and keeps what they say."""
    @classmethod
    def __prepare__(mcs, *_, **__):
        def at(stage, before):
            def mark(function):
                function.hook = (stage, before)
                return function
            return mark

        def sanity_function(function):
            function.is_sanity = True
            return function
        return {"parameter": lambda values: ("parameter", values), "variable": lambda *types, value=None: value,
                "run_before": lambda stage: at(stage, True), "run_after": lambda stage: at(stage, False), "sanity_function": sanity_function}


class Test(metaclass=Parts):
    """What of ReFrame's pipeline the recipe uses: hooks by stage, parameters, the sanity function, performance variables."""
    def __init__(self, **parameters):
        for name in dir(type(self)):
            value = getattr(type(self), name)
            if isinstance(value, tuple) and value[:1] == ("parameter",):
                chosen = parameters.pop(name, value[1][0])
                assert chosen in value[1], f"{name} has no {chosen}"
                setattr(self, name, chosen)
        self.reference = {}
        for name, value in parameters.items():
            assert hasattr(type(self), name), name
            setattr(self, name, value)

    def hooks(self, stage, before):
        for name in dir(type(self)):
            if getattr(getattr(type(self), name), "hook", None) == (stage, before):
                getattr(self, name)()

    def go(self, stagedir, launch=True):
        """The stages; what the performance stage would report."""
        self.stagedir = str(stagedir)
        self.hooks("setup", False)
        self.hooks("run", True)
        if launch:
            done = run(command(self.num_tasks, self.executable, *self.executable_opts), cwd=stagedir, limit=100, environment=launched_in())
            assert done.status == 0, done.err
        sanity, = (getattr(self, name) for name in dir(type(self)) if getattr(getattr(type(self), name), "is_sanity", False))
        sanity().evaluate()
        self.hooks("performance", True)
        return {name: (value.evaluate(), unit) for name, (value, unit) in self.perf_variables.items()}


SANITY = module("sanity", defer=lambda value: Deferred(lambda: value), make_performance_function=lambda value, unit: (value, unit),
                assert_true=lambda value, message: Deferred(lambda: check(value, message)),
                assert_eq=lambda one, other, message: Deferred(lambda: check(one == other, message)))
TYPES = module("typecheck", List={str: list})
UTILITY = module("utility", sanity=SANITY, typecheck=TYPES)
REFRAME = module("reframe", utility=UTILITY, simple_test=lambda made: made, RunOnlyRegressionTest=Test,
                 RegressionMixin=Parts("RegressionMixin", (), {}))
RECIPE = load(PACKAGING / "reframe" / "sonde.py", {"reframe": REFRAME, "reframe.utility": UTILITY, "reframe.utility.sanity": SANITY,
                                                   "reframe.utility.typecheck": TYPES})

SHORT = ["-iter", "200"]


class ReFrame(unittest.TestCase):
    def measured(self, place, kind="SondeMPI1", **parameters):
        made = getattr(RECIPE, kind)(extra_options=SHORT, **parameters)
        return made, made.go(place)

    def test_values_are_the_medians_and_intervals_of_the_record(self):
        with folder() as place:
            _, values = self.measured(place, benchmark="Sendrecv", size="65536", nodes=1)
            case = next(json.loads(line) for line in (place / "sonde.json").read_text().split("\n") if '"kind":"case"' in line)
        self.assertEqual(sorted(values), [f"Sendrecv_2p_65536B_{what}" for what in ("high", "low", "median", "rate")])
        for what, field in (("low", "ci_low_s"), ("median", "median_s"), ("high", "ci_high_s")):
            self.assertEqual(values[f"Sendrecv_2p_65536B_{what}"], (case["summary"][field] * 1e6, "us"))
        self.assertEqual(values["Sendrecv_2p_65536B_rate"], (case["megabytes_per_second"], "MB/s"))

    def test_the_size_that_is_asked_for_is_the_one_that_is_read(self):
        with folder() as place:
            _, values = self.measured(place, benchmark="PingPong", size="8", nodes=2)
        self.assertEqual({name for name in values if name.endswith("_median")}, {"PingPong_2p_8B_median"})

    def test_benchmarks_without_a_length_and_of_other_programs(self):
        with folder() as place:
            _, values = self.measured(place, "SondeBarrier", benchmark="Barrier", nodes=1)
        self.assertIn("Barrier_2p_median", values)

    def test_every_benchmark_of_the_parameters_is_there(self):
        for kind in ("SondeMPI1", "SondeBarrier", "SondeNBC"):
            made = getattr(RECIPE, kind)
            with folder() as place:
                done = run(command(2, made.executable, *made.benchmark[1], "-dry_run"), cwd=place, limit=60, environment=launched_in())
                self.assertEqual(done.status, 0, done.err)

    def test_layout(self):
        for nodes, tasks, expected in ((1, 1, (2, 2)), (2, 1, (2, 1)), (2, 4, (8, 4))):
            made = RECIPE.SondeMPI1(nodes=nodes, tasks_per_node=tasks)
            made.hooks("setup", False)
            self.assertEqual((made.num_tasks, made.num_tasks_per_node), expected)

    def refused(self, place, change):
        """What the sanity function says of the record when it was changed."""
        lines = [json.loads(line) for line in (place / "good.json").read_text().split("\n")[:-1]]
        lines = change(lines)
        (place / "sonde.json").write_text("".join(json.dumps(line) + "\n" for line in lines))
        with self.assertRaises(AssertionError) as raised:
            RECIPE.SondeMPI1().go(place, launch=False)
        return str(raised.exception)

    def test_records_of_runs_that_are_not_whole_are_refused(self):
        def changed(kind, **fields):
            return lambda lines: [{**line, **fields} if line["kind"] == kind else line for line in lines]
        with folder() as place:
            self.measured(place, benchmark="PingPong", size="8", nodes=1)
            (place / "sonde.json").rename(place / "good.json")
            with self.assertRaisesRegex(AssertionError, "no record sonde.json"):
                RECIPE.SondeMPI1().go(place, launch=False)
            self.assertIn("cut off", self.refused(place, lambda lines: lines[:-1]))
            self.assertIn("exit status 4", self.refused(place, changed("footer", exit_status=4)))
            self.assertIn("failed: PingPong_2p_8B", self.refused(place, changed("case", status="failed", summary=None)))
            self.assertIn("failed: 1", self.refused(place, changed("footer", failed=1)))
            self.assertIn("wrong data: PingPong_2p_8B", self.refused(place, changed("case", defects=3)))
            self.assertIn("nothing was measured", self.refused(place, changed("case", status="skipped", summary=None)))
            (place / "sonde.json").write_text((place / "good.json").read_text() + '{"kind":"hea')  # a torn line does not count
            self.assertIn("PingPong_2p_8B_median", RECIPE.SondeMPI1().go(place, launch=False))

    def test_references_come_from_an_earlier_record_and_its_interval(self):
        with folder() as place:
            self.measured(place, benchmark="PingPong", size="8", nodes=1)
            good = place / "good.json"
            (place / "sonde.json").rename(good)
            lines = RECIPE.lines_of(good)
            case = next(line for line in lines if line["kind"] == "case" and line["bytes"] == 8)
            case["summary"].update(median_s=2e-6, ci_low_s=1.9e-6, ci_high_s=3e-6)
            good.write_text("".join(json.dumps(line) + "\n" for line in lines))
            made, _ = self.measured(place, benchmark="PingPong", size="8", nodes=1, reference_record=str(good), threshold=0.1)
            reference = made.reference["*"]["PingPong_2p_8B_median"]
            self.assertEqual((reference[0], reference[1], reference[3]), (2.0, None, "us"))
            self.assertAlmostEqual(reference[2], 0.5)  # the interval is wider than the threshold
            case["summary"].update(ci_high_s=2.02e-6)
            self.assertAlmostEqual(RECIPE.references_of(lines, 0.1)["PingPong_2p_8B_median"][2], 0.1)


if __name__ == "__main__":
    unittest.main()
