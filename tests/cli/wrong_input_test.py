"""Wrong command lines and input files of the measuring programs, as a user types them: status 2, one message from one rank
on standard error, nothing measured, and no rank left behind."""
import os
import tempfile
import unittest

from programs import BIN, launch, run

WRONG = {
    "unknown_flags": [["-frobnicate"], ["-npmim", "2"], ["--msglogs", "3"], ["-"], ["--"]],
    "unknown_benchmarks": [["PingPang"], ["PingPong,Allreduc"], ["Unidir_Put"]],
    "missing_values": [["-npmin"], ["PingPong", "-iter"], ["-msglog"], ["-map"], ["-input"], ["-msglen"]],
    "junk_in_numbers": [["-npmin", "two"], ["-npmin", "2junk"], ["-iter", "10,x"], ["-time", "1s"], ["-mem", "0x"], ["-msglog", "3:"],
                        ["-map", "2x"], ["-map", "axb"], ["-off_cache", "1,2,3"], ["-multi", "1.0"]],
    "numbers_out_of_range": [["-npmin", "0"], ["-npmin", "-3"], ["-iter", "0"], ["-time", "-1"], ["-time", "nan"], ["-mem", "-1"],
                             ["-msglog", "9:3"], ["-msglog", "99"], ["-multi", "2"], ["-npmin", "99999999999999999999"], ["-map", "0x4"]],
    "words_that_are_not_choices": [["-data_type", "complex"], ["-iter_policy", "never"], ["-root_shift", "maybe"], ["-thread_level", "many"]],
    "contradictions": [["-npmin", "2", "-npmin", "4"], ["-map", "1x1"]],
}


def messages(text):
    """What the program itself said, without the launcher's paragraphs."""
    return [line for line in text.splitlines() if line.startswith("IMB-MPI1:")]


class WrongInput(unittest.TestCase):
    def assert_refused(self, done, what):
        self.assertEqual(done.status, 2, f"{what}\n{done.out}\n{done.err}")
        self.assertEqual(len(messages(done.err)), 1, f"{what}\n{done.err}")
        self.assertNotIn("# Benchmarking", done.out, what)

    def alone(self, *arguments, environment=None, **options):
        """Without the daemon that Open MPI starts for it, which does not always end (docs/design/library-defects.md)."""
        return run([os.path.join(BIN, "IMB-MPI1"), *arguments], environment={"OMPI_MCA_ess_singleton_isolated": "1", **(environment or {})}, **options)

    def check_kind(self, kind):
        """Every line of the table by a process of its own, the last one under the launcher as well."""
        for arguments in WRONG[kind]:
            if arguments == ["-map", "1x1"]:
                continue  # right for one process
            with self.subTest(arguments=arguments):
                self.assert_refused(self.alone(*arguments), arguments)
        last = WRONG[kind][-1]
        self.assert_refused(launch(2, "IMB-MPI1", *last), last)

    def test_unknown_flags(self):
        self.check_kind("unknown_flags")

    def test_unknown_benchmarks(self):
        self.check_kind("unknown_benchmarks")

    def test_missing_values(self):
        self.check_kind("missing_values")

    def test_junk_in_numbers(self):
        self.check_kind("junk_in_numbers")

    def test_numbers_out_of_range(self):
        self.check_kind("numbers_out_of_range")

    def test_words_that_are_not_choices(self):
        self.check_kind("words_that_are_not_choices")

    def test_contradictions(self):
        self.check_kind("contradictions")

    def test_typos_are_answered_with_the_nearest_name(self):
        self.assertIn("PingPong", self.alone("PingPang").err)
        self.assertIn("npmin", self.alone("-npmim", "2").err)

    def test_one_message_on_8_processes(self):
        self.assert_refused(launch(8, "IMB-MPI1", "-npmin", "junk"), "-npmin junk on 8")

    def test_list_files_that_cannot_be_used(self):
        with tempfile.TemporaryDirectory() as folder:
            empty, binary, comments = (os.path.join(folder, name) for name in ("empty", "binary", "comments"))
            open(empty, "w").close()
            with open(binary, "wb") as file:
                file.write(bytes(range(256)) * 16)
            with open(comments, "w") as file:
                file.write("# nothing\n\n   \n")
            for flag in ("-input", "-msglen"):
                for path in (empty, binary, comments, folder, os.path.join(folder, "absent")):
                    with self.subTest(flag=flag, path=os.path.basename(path)):
                        self.assert_refused(self.alone(flag, path), (flag, path))
            self.assert_refused(launch(2, "IMB-MPI1", "-msglen", os.path.join(folder, "absent")), "absent list under the launcher")

    def test_list_files_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            names, lengths = os.path.join(folder, "names"), os.path.join(folder, "lengths")
            with open(names, "w") as file:
                file.write("# mine\nsendrecv\n\nBARRIER\n")
            with open(lengths, "w") as file:
                file.write("1k # a thousand or so\n100\n\n")
            done = launch(2, "IMB-MPI1", "-input", names, "-msglen", lengths, "-iter", "3")
            self.assertEqual(done.status, 0, done.err)
            self.assertIn("# Benchmarking Sendrecv", done.out)
            self.assertIn("# Benchmarking Barrier", done.out)
            self.assertRegex(done.out, r"(?m)^ +1024 +3 ")
            self.assertRegex(done.out, r"(?m)^ +100 +3 ")


class Answers(unittest.TestCase):
    def test_help_wins_over_everything(self):
        for flag in ("-h", "-help", "--help"):
            done = launch(2, "IMB-MPI1", "-npmin", "junk", flag)
            self.assertEqual(done.status, 0, done.err)
            self.assertEqual(done.out.count("Usage:"), 1)

    def test_version_and_list(self):
        version = launch(2, "IMB-MPI1", "--version")
        self.assertEqual((version.status, version.out.count("Sonde")), (0, 1))
        listed = launch(2, "IMB-MPI1", "-list")
        self.assertEqual(listed.status, 0)
        for name in ("PingPong", "Reduce_scatter", "Barrier"):
            self.assertEqual(listed.out.count(f"\n  {name} "), 1)

    def test_both_dashes_and_any_case(self):
        done = launch(2, "IMB-MPI1", "--npmin", "2", "pingpong,BCAST", "--msglog", "2:2", "-iter", "2")
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("# Benchmarking PingPong", done.out)
        self.assertIn("# Benchmarking Bcast", done.out)

    def test_a_dry_run_measures_nothing(self):
        done = launch(2, "IMB-MPI1", "PingPong", "-dry_run")
        self.assertEqual(done.status, 0, done.err)
        self.assertNotIn("t[usec]", done.out)

    def test_one_process_skips_what_needs_two(self):
        done = launch(1, "IMB-MPI1", "PingPong", "-msglog", "2:2")
        self.assertEqual(done.status, 0, done.err)
        self.assertIn("# !! Benchmark PingPong invalid for 1 process !!", done.out)

    def test_what_does_not_fit_is_a_row_and_costs_no_other(self):
        done = launch(2, "IMB-MPI1", "Sendrecv", "Bcast", "-msgsize", "100,64M", "-mem", "0.01", "-iter", "2")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertEqual(done.out.count("out-of-mem."), 2, done.out)
        self.assertEqual(len([line for line in done.out.splitlines() if line.split()[:2] == ["100", "2"]]), 2, done.out)

    def test_lengths_beyond_32_bits_are_refused_before_anything_is_allocated(self):
        done = launch(2, "IMB-MPI1", "Sendrecv", "-msgsize", "5G,8", "-zero_size", "off", "-iter", "2")
        self.assertEqual(done.status, 4, done.out + done.err)
        self.assertRegex(done.out, r"5368709120.*out-of-mem\.")


class WrongPlace(unittest.TestCase):
    """What only the machine and its MPI library can find wrong is found before anything is measured."""

    def assert_refused(self, words, *arguments, processes=1):
        program = [os.path.join(BIN, "IMB-IO"), *arguments]
        done = run(program) if processes == 1 else launch(processes, "IMB-IO", *arguments)
        self.assertEqual(done.status, 2, f"{arguments}\n{done.out}\n{done.err}")
        said = [line for line in done.err.splitlines() if line.startswith("IMB-IO:")]
        self.assertEqual(len(said), 1, done.err)
        self.assertLessEqual(len(said[0]), 300 + len("IMB-IO: "))
        self.assertTrue(said[0].isprintable(), repr(said[0]))
        if processes == 1:  # a launcher adds words of its own
            self.assertEqual(done.err.count("\n"), 1, done.err)
        for word in words:
            self.assertIn(word, said[0])
        self.assertEqual(done.out, "")

    def test_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file, pipe, loop = (os.path.join(folder, name) for name in ("file", "pipe", "loop"))
            open(file, "w").close()
            os.mkfifo(pipe)
            os.symlink(loop, loop)
            for place, words in ((os.path.join(folder, "absent"), ["-path", "No such file"]), (file, ["not a directory"]),
                                 (pipe, ["not a directory"]), (loop, ["-path"]), ("x" * 5000, ["-path", "too long"])):
                with self.subTest(place=place[:60]):
                    self.assert_refused(words, "-path", place)
            self.assert_refused(["-path", "a [2Jb c"], "-path", os.path.join(folder, "a\x1b[2Jb\nc"))
            self.assert_refused(["-path"], "-path", file, processes=2)
            self.assert_refused(["-file_name", "too long"], "-path", folder, "-file_name", "x" * 300)
            self.assertEqual(sorted(os.listdir(folder)), ["file", "loop", "pipe"])

    def test_a_hint_that_no_library_takes(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assert_refused(["-info"], "-path", folder, "-info", "k" * 5000 + "=v")

    def test_records_of_a_refused_run_are_not_left_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "run.json")
            table = os.path.join(folder, "run.csv")
            open(table, "w").close()
            done = run([os.path.join(BIN, "IMB-MPI1"), "-npmin", "1", "Barrier", "-json", record, "-csv", table])
            self.assertEqual(done.status, 2, done.out)
            self.assertEqual(os.listdir(folder), ["run.csv"])
            self.assert_refused(["same file"], "-json", record, "-csv", os.path.join(folder, ".", "run.json"))


if __name__ == "__main__":
    unittest.main()
