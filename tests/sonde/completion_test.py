"""Three shells complete the command line of sonde: each is run, none starts a program."""
import os
import shutil
import tempfile
import unittest
from pathlib import Path

import completion
from programs import BIN, run

MODELS = {"overlap", "latency", "maxrate", "collective", "loggp", "memory"}
HISTORY = {"add", "check", "show", "page", "why", "acknowledge", "export"}


class Questions:
    """The same questions to every shell; `offers(line)` is what it offers for the end of a line."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.work = os.path.join(self.folder, "work")
        tools = os.path.join(self.folder, "tools")
        os.makedirs(os.path.join(self.work, "nights"))
        os.mkdir(tools)
        for name in ("run.json", "node.txt"):
            Path(self.work, name).touch()
        completion.programs_at(tools, ("sonde",), f"{self.folder}/started")
        self.environment = {"PATH": f"{tools}:{os.environ['PATH']}"}

    def tearDown(self):
        self.assertEqual(sorted(os.listdir(self.work)), ["nights", "node.txt", "run.json"])
        self.assertEqual(sorted(os.listdir(self.folder)), ["tools", "work"], "a launcher was started")

    def test_commands_and_models(self):
        text = run([os.path.join(BIN, "sonde"), "--help"]).out.split("Subcommands:")[1].split("The shortest line")[0]
        self.assertEqual(self.offers("sonde "), {line.split()[0] for line in text.splitlines() if line.strip()})
        self.assertEqual(self.offers("sonde fit "), MODELS)
        self.assertEqual(self.offers("sonde fit l"), {"latency", "loggp"})
        self.assertEqual(self.offers("sonde simulate "), {"pingpong"})

    def test_options_of_the_command_that_stands_there(self):
        self.assertEqual(self.offers("sonde compare --thr"), {"--threshold"})
        self.assertEqual(self.offers("sonde fit memory --p"), {"--processes", "--plot", "--point"})
        self.assertEqual(self.offers("sonde fit latency run.json --pha"), set())

    def test_values_that_are_enumerated(self):
        self.assertEqual(self.offers("sonde fit overlap --phase "), {"locked", "mixed", "antiphase"})
        self.assertEqual(self.offers("sonde fit overlap -p 2 run.json --latency-rule c"), {"causal"})
        self.assertLessEqual({"junit", "csv", "openmetrics"}, self.offers("sonde history nights export --format "))
        self.assertEqual(self.offers("sonde explain invalid_"), {"invalid_process_count"})

    def test_benchmarks(self):
        for line in ("sonde explain PingPongA", "sonde show run.json -b PingPongA", "sonde fit latency --benchmark PingPongA"):
            self.assertEqual(self.offers(line), {"PingPongAnySource"}, line)

    def test_names_of_files_and_directories(self):
        self.assertEqual(self.offers("sonde show r"), {"run.json"})
        self.assertEqual(self.offers("sonde plot run.json -o n"), {"node.txt", "nights"})
        self.assertEqual(self.offers("sonde verify n"), {"nights"})
        self.assertEqual(self.offers("sonde compare --by-night n"), {"nights"})

    def test_history_has_its_directory_before_its_commands(self):
        self.assertEqual(self.offers("sonde history n"), {"nights"})
        self.assertEqual(self.offers("sonde history nights "), HISTORY)
        self.assertEqual(self.offers("sonde history nights add r"), {"run.json"})

    def test_a_command_line_after_two_dashes(self):
        self.assertIn("mpirun", self.offers("sonde run -n 5 -- mpiru"))


class Bash(Questions, unittest.TestCase):
    def offers(self, line):
        return set(completion.bash_words(line.split(" "), self.work, self.environment))

    def test_a_value_after_an_equals_sign_is_a_word_of_its_own(self):
        words = ["sonde", "fit", "overlap", "--phase", "=", "lo"]
        self.assertEqual(completion.bash_words(words, self.work, self.environment), ["locked"])
        self.assertEqual(len(completion.bash_words(words[:-1], self.work, self.environment)), 3)


@unittest.skipUnless(shutil.which("fish"), "no fish (script/install-packages test)")
class Fish(Questions, unittest.TestCase):
    def setUp(self):
        super().setUp()
        files = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, files)
        self.files = completion.fish_files(files)

    def offers(self, line):
        return {word.rstrip("/") for word in completion.fish_words([self.files], line, self.work, self.environment)}

    def test_words_come_with_what_they_mean(self):
        words = completion.fish_words([self.files], "sonde fit lat", self.work, self.environment)
        self.assertIn("break points", words["latency"])


@unittest.skipUnless(shutil.which("zsh"), "no zsh (script/install-packages test)")
class Zshell(Questions, unittest.TestCase):
    def setUp(self):
        super().setUp()
        self.zsh = completion.Zsh([str(completion.COMPLETION)], self.work, self.environment)
        self.addCleanup(self.zsh.close)

    def offers(self, line):
        return set(self.zsh.words(line)) - {""}


if __name__ == "__main__":
    unittest.main()
