"""The images are built from the packages that script/packages names, and start what they are told."""
import re
import subprocess
import unittest

from programs import BIN
from recipes import PACKAGING, SOURCE, packages, path_with, shell

FILE = PACKAGING / "containers" / "Containerfile"
DEFINITION = PACKAGING / "containers" / "apptainer.def"
ENTRY = PACKAGING / "containers" / "sonde-container"
# the sources are copied, and what runs programs belongs to the second stage
NOT_TO_BUILD = {"git", "ca-certificates", "openmpi-bin"}


def installed(text):
    """The packages of each apt-get install, in order."""
    joined = re.sub(r"\\\n\s*", "", text)
    return [set(line.split()) for line in re.findall(r"apt-get install -y --no-install-recommends ([^&\n]+)", joined)]


class Containers(unittest.TestCase):
    def test_the_first_stage_has_what_the_build_needs_and_the_second_what_runs(self):
        for path in (FILE, DEFINITION):
            build, run = installed(path.read_text())
            self.assertEqual(build, packages("build") - NOT_TO_BUILD, path)
            self.assertIn("openmpi-bin", run)
            self.assertFalse({package for package in run if package.endswith("-dev")})
        self.assertEqual(installed(FILE.read_text())[1], installed(DEFINITION.read_text())[1])

    def test_the_second_stage_has_the_libraries_that_programs_load(self):
        needed = subprocess.run(["ldd", BIN + "/IMB-MPI1"], capture_output=True, text=True, timeout=60, check=True).stdout
        _, run = installed(FILE.read_text())
        for library in ("fmt", "hwloc"):
            found = re.search(rf"lib{library}\.so\.(\d+)", needed)
            if found and library == "fmt" and found[1] != "9":
                self.skipTest("not the libraries of Debian 12")
            if found:
                self.assertIn(f"lib{library}{found[1]}", run)

    def test_instructions_are_whole(self):
        text = re.sub(r"\\\n\s*", "", FILE.read_text())
        instructions = [line.split()[0] for line in text.split("\n") if line and line[0] != "#"]
        self.assertLessEqual(set(instructions), {"ARG", "FROM", "RUN", "COPY", "LABEL", "USER", "WORKDIR", "ENV", "ENTRYPOINT", "CMD"})
        self.assertEqual(instructions.count("FROM"), 2)
        self.assertGreater(instructions.index("USER"), len(instructions) - 1 - instructions[::-1].index("RUN"))  # nothing runs as root afterwards
        for source in re.findall(r"(?m)^COPY (?!--from)(\S+)", text):
            self.assertTrue((SOURCE / source).exists(), source)
        for path in (FILE, DEFINITION):
            self.assertRegex(path.read_text().split("\n")[0], r"(?i)\A# .*\bnot tried with ")
            for option in re.findall(r"-D(SONDE_\w+)", path.read_text()):
                self.assertRegex((SOURCE / "CMakeLists.txt").read_text(), rf"\b{option}\b")

    def test_an_image_starts_programs_and_gives_options_to_sonde(self):
        for arguments, expected in ((["sonde", "--version"], "sonde "), (["--version"], "sonde "), (["IMB-MPI1", "-help"], "Usage: "), ([], "Subcommands:")):
            status, out, err = shell(f'exec sh "{ENTRY}" ' + " ".join(arguments), "/", path_with())
            self.assertEqual(status, 0, err)
            self.assertIn(expected, out)

    def test_scripts_of_the_definition_can_be_read(self):
        sections = re.split(r"(?m)^%", DEFINITION.read_text())
        for section in sections:
            if section.split()[0] in ("post", "runscript", "test", "environment"):
                script = section.split("\n", 1)[1]
                self.assertEqual(subprocess.run(["sh", "-n"], input=script, text=True, timeout=60, check=False).returncode, 0, section)


if __name__ == "__main__":
    unittest.main()
