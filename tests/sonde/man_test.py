"""Every command of sonde has a man page that names all that its help names, and that `man` shows without complaint."""
import os
import re
import shutil
import unittest
from pathlib import Path

import manual
from programs import BIN, run

PAGES = Path(os.environ["SONDE_BUILD"], "documents-sonde", "man1")


def help_of(words):
    return run([os.path.join(BIN, "sonde"), *words, "--help"]).out


def commands(words=()):
    """Every command that help names, from the root: ["history", "check"]; with what must stand between as help asks for it."""
    text = help_of(words)
    yield [word for word in words if not word.isupper()], text
    if "Subcommands:" in text:
        words = [*words, *re.findall(r"(?m)^Usage: .* ([A-Z]+) SUBCOMMAND$", text)]
        for name in re.findall(r"(?m)^  ([\w-]+) {2,}\S", text.split("Subcommands:")[1]):
            yield from commands([*words, name])


class Manual(unittest.TestCase):
    def test_every_command_has_a_page_with_all_that_help_names(self):
        found = {"-".join(["sonde", *words]): text for words, text in commands()}
        self.assertGreater(len(found), 20)
        self.assertEqual({page.stem for page in PAGES.glob("*.1")}, set(found))
        for name, text in found.items():
            options = {option for line in re.findall(r"(?m)^  (-\S+)", text) for option in line.split(",")}
            self.assertEqual(manual.entries(PAGES / f"{name}.1"), options, name)

    def test_what_help_says_stands_in_the_page(self):
        compare = manual.plain(PAGES / "sonde-compare.1")
        for words in ("0 same or better, 1 worse, 2 wrong input, 3 too few nights.", "--threshold PERCENT", "From 0 to 1000. Default: 3.", "Not with --json, --junit."):
            self.assertIn(words, compare)
        self.assertIn("One of: paper, causal, delay.", manual.plain(PAGES / "sonde-fit-overlap.1"))
        self.assertIn("sonde history DIR acknowledge [options] NIGHT CASE TEXT", manual.plain(PAGES / "sonde-history-acknowledge.1"))
        self.assertIn("sonde run [options] -- COMMAND ...", manual.plain(PAGES / "sonde-run.1"))
        self.assertIn("3 too little history", manual.plain(PAGES / "sonde-history-check.1"))

    def test_pages_refer_to_pages_that_are_there(self):
        for page in PAGES.glob("*.1"):
            for name in re.findall(r"(?m)^\.BR (\S+) \(1\)", manual.plain(page)):
                if name.startswith("sonde-") and name != "sonde-mpi":
                    self.assertTrue((PAGES / f"{name}.1").is_file(), f"{page.name} names {name}")

    @unittest.skipUnless(shutil.which("lexgrog"), "no man (script/install-packages test)")
    def test_man_shows_every_page_without_complaint(self):
        for page in PAGES.glob("*.1"):
            self.assertEqual(manual.complaints(page), "")


if __name__ == "__main__":
    unittest.main()
