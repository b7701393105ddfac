"""What no file of the tree may hold, and the sizes of files and functions, which are reported and not enforced."""
import re
import unittest

from tree import SOURCE, committed, sources

DATA = SOURCE / "tests" / "data"  # outputs of other suites, kept as they were printed
PRIVATE_PATH = re.compile(r"(?<![\w./{-])/(home|root|work|Users|srv)/\w")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
LONG_FILE = 250
LONG_FUNCTION = 40


def text_files():
    for path in committed():
        if DATA not in path.parents and path.suffix not in (".png", ".svg", ".pdf"):
            try:
                yield path, path.read_text()
            except UnicodeDecodeError:
                continue


def functions(text):
    """(line, length) of every function body: a line at its left ends in '{' and a line of the same indent closes it."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if re.match(r"^(  )?[\w\[].*\)( const)?( noexcept)?( override)? \{$", line) and not re.match(r"\s*(if|for|while|switch)", line):
            closing = re.match(r"\s*", line).group() + "}"
            end = next((i for i in range(at + 1, len(lines)) if lines[i] == closing), at)
            yield at + 1, end - at + 1


class Tree(unittest.TestCase):
    def test_no_path_of_a_developers_machine(self):
        for path, text in text_files():
            found = PRIVATE_PATH.search(text)
            self.assertIsNone(found, f"{path}: {found and found.group()}")

    def test_the_files_of_completion_are_for_the_same_commands(self):
        folder = SOURCE / "packaging" / "completion"
        bash, fish = (folder / "sonde.bash").read_text(), (folder / "sonde.fish").read_text()
        zsh = (folder / "_sonde").read_text()
        programs = re.search(r"_sonde_programs='(.*)'", bash)[1].split()
        commands = programs + re.search(r"_sonde_launchers='(.*)'", bash)[1].split()
        self.assertEqual(re.search(r"-g __sonde_programs (.*)", fish)[1].split(), programs)
        self.assertEqual(programs + re.search(r"-g __sonde_launchers (.*)", fish)[1].split(), commands)
        self.assertEqual(re.search(r"programs=\((.*?)\)", zsh)[1].split(), programs)
        self.assertEqual(re.match(r"#compdef (.*)", zsh)[1].split(), commands)
        installed = (SOURCE / "cmake" / "sonde_documents.cmake").read_text()
        self.assertEqual(re.search(r"set\(completed ([^)]*)\)", installed)[1].split(), commands)
        built = (SOURCE / "src" / "app" / "CMakeLists.txt").read_text()
        lists = re.findall(r"(?:set\(|list\(APPEND )programs ([^)]*)\)", built)
        self.assertEqual({"sonde", *" ".join(lists).split()}, set(programs))

    def test_nothing_unfinished_is_marked_in_the_sources(self):
        for path in sources("src") + sources("tests"):
            found = UNFINISHED.search(path.read_text())
            self.assertIsNone(found, f"{path}: {found and found.group()}")

    def test_headers_have_a_guard_and_no_file_has_tabs_or_trailing_blanks(self):
        for path in sources("src") + sources("tests"):
            text = path.read_text()
            self.assertTrue(path.suffix == ".cpp" or "#pragma once" in text, f"{path} lacks #pragma once")
            self.assertNotIn("\t", text, f"{path} holds a tab")
            self.assertIsNone(re.search(r"[ ]+$", text, re.MULTILINE), f"{path} has blanks at the end of a line")

    def test_scripts_are_executable_and_stop_at_the_first_error(self):
        scripts = [SOURCE / "script" / name for name in ("run", "test", "lint", "bench", "install-packages")]
        for path in scripts + [SOURCE / ".ci" / "run"]:
            self.assertTrue(path.stat().st_mode & 0o111, f"{path} is not executable")
            self.assertRegex(path.read_text(), r"(?m)^set -e?uo? pipefail", f"{path} goes on after errors")

    def test_report_of_sizes(self):
        for path in sources("src"):
            text = path.read_text()
            name = path.relative_to(SOURCE)
            if text.count("\n") > LONG_FILE:
                print(f"long file: {name}, {text.count(chr(10))} lines")
            for line, length in functions(text):
                if length > LONG_FUNCTION:
                    print(f"long function: {name}:{line}, {length} lines")


if __name__ == "__main__":
    unittest.main()
