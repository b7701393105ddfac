"""The man page and the completion of sonde name every command that it has."""
import os
import re
import subprocess
import unittest
from pathlib import Path

from programs import BIN, run

MAN = Path(os.environ["SONDE_SOURCE"], "docs", "man")


class Help(unittest.TestCase):
    def setUp(self):
        text = run([os.path.join(BIN, "sonde"), "--help"]).out
        self.commands = re.findall(r"^  (\w+) {5,}", text[text.index("Subcommands:"):], re.MULTILINE)
        self.assertIn("show", self.commands)

    def test_the_man_page_has_every_command(self):
        page = (MAN / "sonde.1").read_text(encoding="ascii")
        self.assertEqual(sorted(re.findall(r"^\.B ([a-z]+)$", page, re.MULTILINE)), sorted(self.commands))

    def test_the_completion_offers_every_command_and_its_options(self):
        def complete(*words):
            script = f"""PATH={BIN}:$PATH; . {MAN / 'sonde.bash'}; COMP_WORDS=(sonde {' '.join(words)}); COMP_CWORD={len(words)}
                _sonde; printf '%s\\n' "${{COMPREPLY[@]}}" """
            return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()

        self.assertEqual(set(complete("''")) - {"--help", "--version"}, set(self.commands))
        self.assertEqual(complete("compare", "--thr"), ["--threshold"])


if __name__ == "__main__":
    unittest.main()
