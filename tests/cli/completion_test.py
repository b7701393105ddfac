"""Three shells complete the command lines of the measuring programs, on their own and after what launches them."""
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

import completion
import manual
from programs import BIN, run

BUILD = Path(os.environ["SONDE_BUILD"])
FILES = BUILD / "documents"


def names_in(program, flag, pattern):
    return set(re.findall(pattern, run([os.path.join(BIN, program), flag]).out, re.MULTILINE))


class Questions:
    """The same questions to every shell; `offers(line)` is what it offers for the end of a line."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.work = os.path.join(self.folder, "work")
        tools = Path(self.folder, "tools")
        os.makedirs(self.work)
        tools.mkdir()
        Path(self.work, "run.json").touch()
        completion.programs_at(tools, ("sonde", "sonde-mpi", "IMB-MPI1", "IMB-IO"), f"{self.folder}/started")
        self.environment = {"PATH": f"{tools}:{os.environ['PATH']}"}

    def tearDown(self):
        self.assertEqual(os.listdir(self.work), ["run.json"])
        self.assertEqual(sorted(os.listdir(self.folder)), ["tools", "work"], "a launcher was started")

    def test_benchmarks(self):
        self.assertEqual(self.offers("IMB-MPI1 "), names_in("IMB-MPI1", "-list", r"^  (\w+)"))
        self.assertEqual(self.offers("IMB-IO -npmin 2 S_Read"), {"S_Read_Indv", "S_Read_Expl"})

    def test_flags_with_one_dash_or_two(self):
        self.assertEqual(self.offers("IMB-MPI1 -msgs"), {"-msgsize"})
        self.assertEqual(self.offers("IMB-MPI1 --msgs"), {"--msgsize"})
        self.assertEqual(self.offers("IMB-MPI1 -cpu_sec"), set())
        self.assertEqual(self.offers("IMB-IO -cpu_sec"), {"-cpu_secs"})

    def test_values_of_flags(self):
        self.assertEqual(self.offers("IMB-MPI1 PingPong -thread_level s"), {"single", "serialized"})
        self.assertEqual(self.offers("IMB-MPI1 --thread_level s"), {"single", "serialized"})
        self.assertEqual(self.offers("IMB-MPI1 -json r"), {"run.json"})

    def test_after_launchers(self):
        self.assertEqual(self.offers("mpirun -np 4 --bind-to core IMB-MPI1 PingPongS"), {"PingPongSpecificSource"})
        self.assertEqual(self.offers("mpirun -np 4 /some/where/IMB-MPI1 PingPong -thread_level s"), {"single", "serialized"})
        self.assertEqual(self.offers("srun -n 4 IMB-IO -cpu_sec"), {"-cpu_secs"})
        self.assertEqual(self.offers("mpiexec.hydra -n 2 IMB-IO Open_Close : -n 2 IMB-MPI1 Alltoall"), {"Alltoall", "Alltoallv"})
        self.assertEqual(self.offers("mpirun -np 4 IMB-MPI1.openmpi Gatherv -msgs"), {"-msgsize"})

    def test_launchers_complete_names_of_programs(self):
        self.assertEqual(self.offers("mpirun -np 4 IMB-MP"), {"IMB-MPI1", "IMB-MPI1-GPU", "IMB-MPI4"})

    def test_after_sonde_run(self):
        self.assertEqual(self.offers("sonde run -n 3 -- mpirun -np 4 IMB-MPI1 PingPongS"), {"PingPongSpecificSource"})

    def test_programs_of_other_suites_are_not_started(self):
        self.assertEqual(self.offers("IMB-EXT Win"), set())
        self.assertEqual(self.offers("mpirun -np 2 IMB-EXT Win"), set())

    def test_lists_with_commas(self):
        for line in ("IMB-MPI1 -exclude PingPong,PingPingS", "IMB-MPI1 PingPong,PingPingS"):
            self.assertEqual({word.rpartition(",")[2] for word in self.offers(line)}, {"PingPingSpecificSource"})


class Bash(Questions, unittest.TestCase):
    def offers(self, line):
        return set(completion.bash_words(line.split(" "), self.work, self.environment))

    def test_what_slurm_completes_is_loaded_and_asked(self):
        loader = "_completion_loader() { [ $1 = srun ] && complete -F _slurm srun; }; _slurm() { COMPREPLY=(slurm); }"
        script = Path(self.folder, "tools", "slurm")
        script.write_text(f"{loader}; . {completion.COMPLETION}/sonde.bash", encoding="ascii")
        self.assertEqual(completion.bash_words(["srun", "-x"], self.work, self.environment, script), ["slurm"])
        self.assertEqual(completion.bash_words(["srun", "IMB-MPI1", "PingPongA"], self.work, self.environment, script), ["PingPongAnySource"])

    def test_what_completed_a_launcher_before_still_does(self):
        before = f"_mine() {{ COMPREPLY=(mine); }}; complete -F _mine mpirun; . {completion.COMPLETION}/sonde.bash"
        script = Path(self.folder, "tools", "mine")
        script.write_text(before, encoding="ascii")
        self.assertEqual(completion.bash_words(["mpirun", "-x"], self.work, self.environment, script), ["mine"])
        self.assertEqual(completion.bash_words(["mpirun", "IMB-MPI1", "PingPongA"], self.work, self.environment, script), ["PingPongAnySource"])


@unittest.skipUnless(shutil.which("fish"), "no fish (script/install-packages test)")
class Fish(Questions, unittest.TestCase):
    def setUp(self):
        super().setUp()
        files = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, files)
        self.files = completion.fish_files(files)

    def offers(self, line):
        return set(completion.fish_words([self.files], line, self.work, self.environment))


@unittest.skipUnless(shutil.which("zsh"), "no zsh (script/install-packages test)")
class Zshell(Questions, unittest.TestCase):
    def setUp(self):
        super().setUp()
        self.zsh = completion.Zsh([str(completion.COMPLETION)], self.work, self.environment)
        self.addCleanup(self.zsh.close)

    def offers(self, line):
        return set(self.zsh.words(line)) - {""}


@unittest.skipUnless(shutil.which("lexgrog"), "no man (script/install-packages test)")
class Manual(unittest.TestCase):
    def test_every_program_has_a_page_with_all_its_flags(self):
        for program in ("IMB-MPI1", "IMB-IO", "IMB-RMA", "sonde-mpi"):
            page = FILES / "man1" / f"{program}.1"
            self.assertLessEqual(names_in(program, "-help", r"^  (-\w+)"), manual.entries(page), program)

    def test_man_shows_every_page_without_complaint(self):
        pages = sorted((FILES / "man1").glob("*.1"))
        self.assertEqual(len(pages), 12)
        for page in pages:
            self.assertEqual(manual.complaints(page), "")


if __name__ == "__main__":
    unittest.main()
