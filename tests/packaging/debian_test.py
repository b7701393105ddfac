"""The Debian packages name what script/packages and the build name: packages to build with, programs, man pages."""
import fnmatch
import re
import shutil
import subprocess
import unittest

from recipes import PACKAGING, PROGRAMS, SOURCE, folder, packages

DEBIAN = PACKAGING / "debian"
# what a system that builds packages has, or dpkg-buildpackage brings
EVERYWHERE = {"g++", "git", "ca-certificates"}
# of script/packages `test`, what the tests in the package need
TESTS = {"libgtest-dev", "libgmock-dev", "python3", "mpich", "libmpich-dev"}


def stanzas(path):
    """The paragraphs of a control file, each a dictionary."""
    found = []
    for paragraph in re.split(r"\n\s*\n", path.read_text().strip()):
        fields, name = {}, None
        for line in paragraph.split("\n"):
            if line.startswith("#"):
                continue
            if line[0] not in " \t":
                name, value = line.split(":", 1)
                fields[name] = value.strip()
            else:
                fields[name] += "\n" + line.strip()
        found.append(fields)
    return found


def names(field):
    return {re.match(r"[\w.+-]+", entry.strip())[0] for entry in field.split(",") if entry.strip()}


class Debian(unittest.TestCase):
    def test_what_is_needed_to_build_is_what_script_packages_says(self):
        wanted = names(stanzas(DEBIAN / "control")[0]["Build-Depends"]) - {"debhelper-compat"}
        self.assertEqual(wanted, (packages("build") - EVERYWHERE) | TESTS)
        self.assertLessEqual(TESTS, packages("test"))

    def test_what_only_tests_need_is_left_out_without_them(self):
        for entry in stanzas(DEBIAN / "control")[0]["Build-Depends"].split(","):
            if entry.strip():
                self.assertEqual("<!nocheck>" in entry, entry.split()[0] in TESTS - {"libmpich-dev"} | {"openmpi-bin"}, entry)

    def test_files_of_packages_belong_to_packages(self):
        of_control = {s["Package"] for s in stanzas(DEBIAN / "control")[1:]}
        self.assertEqual(of_control, {"sonde", "sonde-openmpi", "sonde-mpich", "sonde-doc"})
        for path in DEBIAN.iterdir():
            if path.suffix in (".install", ".manpages", ".alternatives", ".examples", ".lintian-overrides"):
                self.assertIn(path.stem, of_control)

    def test_every_measuring_program_and_its_page_is_an_alternative(self):
        for library in ("openmpi", "mpich"):
            text = (DEBIAN / f"sonde-{library}.alternatives").read_text()
            links = set(re.findall(r"(?m)^(?:Link:|  )\s*(/usr/bin/\S+)", text))
            self.assertEqual(links, {f"/usr/bin/{program}" for program in PROGRAMS})
            for program in PROGRAMS:
                self.assertIn(f" /usr/bin/{program}.{library}\n", text)
                self.assertIn(f"  /usr/share/man/man1/{program}.1.gz {program}.1.gz /usr/share/man/man1/{program}.{library}.1.gz\n", text)
            self.assertEqual((DEBIAN / f"sonde-{library}.install").read_text(), f"usr/bin/*.{library}\n")

    def test_descriptions_name_every_program(self):
        for stanza in stanzas(DEBIAN / "control")[1:]:
            if stanza["Package"] in ("sonde-openmpi", "sonde-mpich"):
                for program in PROGRAMS:
                    self.assertRegex(stanza["Description"], rf"\b{program}\b")

    def test_what_is_installed_goes_into_one_package(self):
        """The recipe of debian/rules on a tree like that of `cmake --install`: every file in exactly one package."""
        with folder() as place:
            self.installed(place / "debian" / "tmp", shells=True)
            self.installed(place / "debian" / "tmp-mpich", shells=True)
            recipe = re.search(r"(?ms)^override_dh_auto_install:\n(.*?)\n\n", (DEBIAN / "rules").read_text())[1]
            steps = [step for step in re.sub(r"\\\n\t", "", recipe).split("\n") if "dh_auto_install" not in step]
            for step in steps:
                subprocess.run(["sh", "-c", step.strip().replace("$$", "$")], cwd=place, check=True, timeout=60)
            files = {str(p.relative_to(place)): [] for p in (place / "debian").rglob("*") if p.is_file()}
            for path in [*DEBIAN.glob("*.install"), *DEBIAN.glob("*.manpages")]:
                for line in path.read_text().split("\n"):
                    if line:
                        pattern = line.split()[0]
                        pattern = pattern if pattern.startswith("debian/") else f"debian/tmp/{pattern}"
                        found = [f for f in files if fnmatch.fnmatch(f, pattern) or fnmatch.fnmatch(f, pattern + "/*")]
                        self.assertTrue(found, f"{path.name}: nothing matches {line}")
                        for file in found:
                            files[file].append(path.stem)
        for file, owners in files.items():
            self.assertEqual(len(owners), 1, f"{file}: {owners}")
        self.assertEqual(files["debian/tmp/usr/bin/IMB-MT.mpich"], ["sonde-mpich"])
        self.assertEqual(files["debian/pages/IMB-MT.mpich.1"], ["sonde-mpich"])
        self.assertEqual(files["debian/tmp/usr/share/zsh/vendor-completions/_sonde"], ["sonde"])
        self.assertEqual(files["debian/tmp/usr/share/man/man1/sonde-show.1"], ["sonde"])
        self.assertEqual(files["debian/tmp/usr/include/sonde/benchmark.h"], ["sonde"])
        self.assertEqual(files["debian/tmp/usr/share/pkgconfig/sonde.pc"], ["sonde"])

    def installed(self, root, shells):
        share = root / "usr" / "share"
        wanted = [root / "usr" / "bin" / "sonde", share / "man" / "man1" / "sonde.1", share / "man" / "man1" / "sonde-show.1",
                  share / "bash-completion" / "completions" / "sonde"]
        wanted += [share / "doc" / "sonde" / name for name in ("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "docs/user/faq.md", "docs/record.schema.json",
                                                           "packaging/README.md", "script/packages", "script/new-benchmark", "examples/README.md")]
        wanted += [root / "usr" / "include" / "sonde" / "benchmark.h", share / "pkgconfig" / "sonde.pc", share / "cmake" / "Sonde" / "SondeConfig.cmake"]
        if shells:
            wanted += [share / "zsh" / "site-functions" / "_sonde", share / "fish" / "vendor_completions.d" / "sonde.fish"]
        for program in PROGRAMS:
            wanted += [root / "usr" / "bin" / program, share / "man" / "man1" / f"{program}.1", share / "bash-completion" / "completions" / program]
        for path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(path))

    def test_rules_can_be_read_by_make(self):
        if not shutil.which("make"):
            self.skipTest("no make")
        done = subprocess.run(["make", "-n", "-f", str(DEBIAN / "rules"), "override_dh_auto_configure", "override_dh_auto_build"],
                              cwd=SOURCE, capture_output=True, text=True, timeout=60, check=False, env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(done.returncode, 0, done.stderr)
        for library in ("openmpi", "mpich"):
            self.assertIn(f"-DMPI_CXX_COMPILER=mpicxx.{library}", done.stdout)
            self.assertIn(f"dh_auto_build --builddirectory=build/{library}", done.stdout)
        for option in set(re.findall(r"-D(SONDE_\w+)", done.stdout)):
            self.assertTrue(any(re.search(rf"\b{option}\b", p.read_text()) for p in [SOURCE / "CMakeLists.txt", *(SOURCE / "cmake").glob("*.cmake"),
                                                                                 SOURCE / "tests" / "CMakeLists.txt"]), option)

    def test_pages_keep_the_names_by_which_they_link_to_each_other(self):
        """Debian compresses long documents: a.md would become a.md.gz. What pages link to lies in these folders."""
        kept = re.search(r"override_dh_compress:\n\tdh_compress (.*)\n", (DEBIAN / "rules").read_text())[1].split()
        self.assertEqual(kept, ["-X.md", "-X.html", "-Xdoc/sonde/docs/", "-Xdoc/sonde/examples/", "-Xdoc/sonde/packaging/", "-Xdoc/sonde/script/"])
        for page in [*(SOURCE / "docs" / "user").glob("*.md"), SOURCE / "README.md"]:
            for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
                path = (page.parent / target).resolve()
                if "://" not in target and path.stat().st_size > 4096:
                    installed = f"doc/sonde/{path.relative_to(SOURCE)}"
                    self.assertTrue(path.suffix in (".png", ".svg") or any(word[2:] in installed for word in kept), f"{page.name}: {target}")

    def test_the_readme_leads_to_the_licence(self):
        """A licence of its own would be a second copyright file: the link that pages have is one to that file."""
        self.assertEqual((DEBIAN / "sonde-doc.links").read_text(), "usr/share/doc/sonde-doc/copyright usr/share/doc/sonde/LICENSE\n")
        self.assertIn("rm -rf debian/tmp-mpich debian/tmp/usr/share/doc/sonde/LICENSE\n", (DEBIAN / "rules").read_text())

    def test_licences_of_what_is_embedded_are_named(self):
        text = (DEBIAN / "copyright").read_text()
        self.assertTrue(text.startswith("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"))
        files = {s["Files"]: s["License"].split("\n")[0] for s in stanzas(DEBIAN / "copyright") if "Files" in s}
        self.assertEqual(files, {"*": "BSD-3-Clause", "uplot/*": "Expat"})
        self.assertIn("3. Neither the name of the copyright holder", text)

    def test_only_what_has_a_reason_is_overridden(self):
        """The first upload; the comments of the embedded chart library; folders whose names the module systems want."""
        besides = {"sonde": {"spelling-error-in-binary"}, "sonde-doc": {"repeated-path-segment"}}
        for path in DEBIAN.rglob("*lintian-overrides"):
            tags = {line.split()[1] for line in path.read_text().split("\n") if line and line[0] != "#"}
            self.assertEqual(tags, {"initial-upload-closes-no-bugs"} | besides.get(path.stem, set()), path)

    def test_installed_test_runs_both_libraries(self):
        commands = [s["Test-Command"] for s in stanzas(DEBIAN / "tests" / "control")]
        self.assertEqual(commands, ["debian/tests/two-ranks openmpi", "debian/tests/two-ranks mpich"])


if __name__ == "__main__":
    unittest.main()
