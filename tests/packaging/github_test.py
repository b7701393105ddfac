"""Every `run:` step of the workflow and of the action, executed with the variables GitHub sets and commands that stand in for
those of a runner."""
import json
import re
import unittest
from pathlib import Path

try:
    import yaml
except ImportError:  # python3-yaml of script/packages
    yaml = None

from programs import BIN, MPIEXEC, launch
from recipes import PACKAGING, SOURCE, folder, path_with, shell, stand_in

GITHUB = PACKAGING / "github"


def values(path):
    return yaml.safe_load((GITHUB / path).read_text())


def steps_of(action):
    return {step["name"]: step for step in action["runs"]["steps"]}


class Runner:
    """A folder that is a runner's: its files, and steps that run in it."""
    def __init__(self, place, inputs, environment=None):
        self.place, self.inputs, self.outputs = place, inputs, {}
        (place / "temp").mkdir()
        for name in ("output", "summary", "path"):
            (place / name).touch()
        self.environment = {**path_with(place / "tools"), "RUNNER_TEMP": str(place / "temp"), "GITHUB_OUTPUT": str(place / "output"),
                            "GITHUB_STEP_SUMMARY": str(place / "summary"), "GITHUB_PATH": str(place / "path"),
                            "GITHUB_REPOSITORY": "owner/name", **(environment or {})}

    def evaluate(self, text):
        """${{ expressions }} of the kinds that stand in `env:`."""
        def value(match):
            scope, *names = match[1].split(".")
            if scope == "inputs":
                return self.inputs[names[0]]
            if scope == "steps":
                return self.outputs.get(names[-1], "")
            return {"github.event.pull_request.number": "42", "github.token": "secret"}[match[1]]
        expression = re.compile(r"\$\{\{ ([\w.]+) \}\}")
        return expression.sub(value, expression.sub(value, str(text)))  # the default of an input may be an expression itself

    def run(self, step):
        environment = {name: self.evaluate(text) for name, text in step.get("env", {}).items()}
        done = shell(step["run"], self.place, {**self.environment, **environment})
        self.outputs.update(line.split("=", 1) for line in (self.place / "output").read_text().split("\n") if line)
        return done

    def summary(self):
        return (self.place / "summary").read_text()


def scaled(line, factor):
    """A case that took so much longer."""
    def longer(value):
        return value * factor if isinstance(value, float) else value
    case = {name: longer(value) if name.endswith("_s") else value for name, value in line.items()}
    case["summary"] = {name: longer(value) if name.endswith("_s") else value for name, value in line["summary"].items()}
    return case


@unittest.skipUnless(yaml, "no python3-yaml")
class Action(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.action = values("sonde-bench/action.yml")
        cls.steps = steps_of(cls.action)
        with folder() as place:
            done = launch(2, "IMB-MPI1", "PingPong", "-msglog", "3:3", "-iter", "100", "-json", "one.json", cwd=place, limit=100)
            assert done.status == 0, done.err
            cls.record = [json.loads(line) for line in (place / "one.json").read_text().split("\n")[:-1]]

    def runner(self, place, **inputs):
        defaults = {name: str(field.get("default", "")) for name, field in self.action["inputs"].items()}
        return Runner(place, {**defaults, **inputs})

    def records(self, directory, factor):
        """Six launches: the record of one, its times times a factor and a little apart."""
        directory.mkdir()
        for launch_number in range(6):
            lines = [scaled(line, factor * (1 + launch_number / 1000)) if line["kind"] == "case" else line for line in self.record]
            (directory / f"{launch_number}.json").write_text("".join(json.dumps(line) + "\n" for line in lines))

    def test_inputs_reach_scripts_by_variables_alone(self):
        for step in self.action["runs"]["steps"]:
            self.assertNotIn("${{", step["run"], step["name"])  # else what a pull request says would be run
            self.assertEqual(step["shell"], "bash")
            for used in re.findall(r"inputs\.(\w+)", str(step)):
                self.assertIn(used, self.action["inputs"])

    def test_measure_and_draw(self):
        with folder() as place:
            runner = self.runner(place, launches="2", command=f"{MPIEXEC} -n 2 {BIN}/IMB-MPI1 PingPong -msglog 3:3 -iter 50 -cvars off")
            status, out, err = runner.run(self.steps["Measure"])
            self.assertEqual(status, 0, out + err)
            self.assertEqual(len(list((place / "sonde-records").glob("*.json"))), 2)
            status, out, err = runner.run(self.steps["Draw"])
            self.assertEqual(status, 0, out + err)
            self.assertIn("PingPong", (place / "temp" / "sonde-report.html").read_text())
            self.assertEqual(runner.outputs["page"], str(place / "temp" / "sonde-report.html"))

    def judged(self, place, factor, **inputs):
        self.records(place / "sonde-base", 1)
        self.records(place / "sonde-records", factor)
        runner = self.runner(place, **inputs)
        status, out, err = runner.run(self.steps["Judge"])
        self.assertEqual(status, 0, out + err)
        return runner

    def test_what_became_slower_is_in_the_summary_and_fails(self):
        with folder() as place:
            runner = self.judged(place, 1.5)
            self.assertEqual(runner.outputs["verdict"], "slower")
            self.assertIn("### MPI benchmarks", runner.summary())
            self.assertIn("PingPong", runner.summary())
            status, out, _ = runner.run(self.steps["Verdict"])
            self.assertEqual((status, "::error::" in out), (1, True))
            runner.inputs["fail"] = "false"
            self.assertEqual(runner.run(self.steps["Verdict"])[0], 0)

    def test_what_stayed_is_said_to_be_the_same(self):
        with folder() as place:
            runner = self.judged(place, 1.0)
            self.assertEqual(runner.outputs["verdict"], "same")
            self.assertEqual(runner.run(self.steps["Verdict"])[0], 0)

    def test_without_a_base_nothing_is_claimed(self):
        with folder() as place:
            self.records(place / "sonde-records", 1)
            runner = self.runner(place)
            self.assertEqual(runner.run(self.steps["Judge"])[0], 0)
            self.assertEqual(runner.outputs["verdict"], "unknown")
            self.assertIn("Nothing to compare with", runner.summary())
            self.assertEqual(runner.run(self.steps["Verdict"])[0], 0)

    def test_a_history_is_added_to_and_asked(self):
        with folder() as place:
            self.records(place / "sonde-records", 1)
            runner = self.runner(place, history="nights")
            status, out, err = runner.run(self.steps["Judge"])
            self.assertEqual(status, 0, out + err)
            self.assertTrue(list((place / "nights").glob("*.json")))
            self.assertEqual(runner.outputs["verdict"], "unknown")  # one night says nothing

    def test_records_that_cannot_be_read_fail_the_step(self):
        with folder() as place:
            for name in ("sonde-base", "sonde-records"):
                (place / name).mkdir()
            self.assertEqual(self.runner(place).run(self.steps["Judge"])[0], 2)

    def test_the_comment_is_the_file_that_was_written(self):
        with folder() as place:
            runner = self.runner(place)
            (place / "temp" / "sonde-comment.md").write_text("text")
            # no comment of ours is there yet: --edit-last fails
            stand_in(place / "tools", "gh", 'echo "$GH_TOKEN $*" >>calls\n[[ "$*" != *--edit-last* ]]\n')
            status, out, err = runner.run(self.steps["Comment"])
            self.assertEqual(status, 0, out + err)
            wanted = f"secret pr comment 42 --repo owner/name --body-file {place}/temp/sonde-comment.md"
            self.assertEqual((place / "calls").read_text().split("\n")[:2], [wanted + " --edit-last", wanted])


@unittest.skipUnless(yaml, "no python3-yaml")
class Workflow(unittest.TestCase):
    def setUp(self):
        self.workflow = values("workflows/sonde.yml")
        self.steps = self.workflow["jobs"]["bench"]["steps"]

    def step(self, name):
        return next(step for step in self.steps if step.get("name") == name)

    def test_has_the_form_of_a_reusable_workflow(self):
        called = self.workflow[True]["workflow_call"]  # YAML 1.1 reads the key `on` so
        for field in called["inputs"].values():
            self.assertIn(field["type"], ("string", "boolean", "number"))
        for step in self.steps:
            self.assertEqual(("run" in step) + ("uses" in step), 1)
            self.assertNotIn("${{", step.get("run", ""))
            self.assertLessEqual(set(re.findall(r"inputs\.(\w+)", str(step))), set(called["inputs"]))
        action = values("sonde-bench/action.yml")
        used = next(step for step in self.steps if step.get("id") == "bench")
        self.assertLessEqual(set(used["with"]), set(action["inputs"]))
        self.assertTrue((SOURCE / used["uses"].removeprefix("./sonde/") / "action.yml").is_file())
        self.assertLessEqual(set(re.findall(r"steps\.bench\.outputs\.(\w+)", str(self.steps))), set(action["outputs"]))

    def test_install_and_build(self):
        with folder() as place:
            (place / "sonde").symlink_to(SOURCE)
            # everything is there already, or apt-get would be called
            stand_in(place / "tools", "dpkg-query", "echo installed\n")
            stand_in(place / "tools", "cmake", 'echo "$PWD: cmake $*" >>"$RUNNER_TEMP/calls"\n')
            runner = Runner(place, {})
            status, out, err = runner.run(self.step("Install what Sonde needs"))
            self.assertEqual(status, 0, out + err)
            status, out, err = runner.run(self.step("Build"))
            self.assertEqual(status, 0, out + err)
            calls = (place / "temp" / "calls").read_text()
            presets = {preset["name"] for preset in json.loads((SOURCE / "CMakePresets.json").read_text())["configurePresets"]}
            self.assertIn(re.search(r"--preset (\w+)", calls)[1], presets)
            self.assertEqual(calls.count("cmake "), 3)
            self.assertEqual((place / "path").read_text(), f"{place}/temp/sonde/bin\n")

    def test_records_become_the_next_base(self):
        with folder() as place:
            for name, text in (("sonde-records", "new"), ("sonde-base", "old")):
                (place / name).mkdir()
                (place / name / f"{text}.json").write_text(text)
            self.assertEqual(Runner(place, {}).run(self.step("These records are the next base"))[0], 0)
            self.assertEqual([p.name for p in (place / "sonde-base").iterdir()], ["new.json"])

    def test_every_run_step_is_executed_by_a_case_of_this_file(self):
        text = Path(__file__).read_text(encoding="utf-8")
        for step in self.steps + values("sonde-bench/action.yml")["runs"]["steps"]:
            if "run" in step:
                self.assertRegex(text, rf'(?:step\(|steps\[)"{step["name"]}"')


if __name__ == "__main__":
    unittest.main()
