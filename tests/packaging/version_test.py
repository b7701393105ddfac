"""One version number and one address, those of CMakeLists.txt, stand in every recipe."""
import os
import re
import shutil
import subprocess
import sys
import unittest

from recipes import PACKAGING, SOURCE, VERSION, folder

SCRIPT = str(SOURCE / "script" / "version")


def version(*arguments, root=SOURCE):
    done = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, "SONDE_ROOT": str(root)})
    return done.returncode, done.stdout + done.stderr


class Version(unittest.TestCase):
    def copy(self, place):
        shutil.copytree(PACKAGING, place / "packaging", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(SOURCE / "CMakeLists.txt", place)
        return place

    def test_every_recipe_has_the_version_of_the_project(self):
        self.assertEqual(version("check"), (0, ""))
        self.assertEqual(version(), (0, VERSION + "\n"))

    def test_a_recipe_that_was_forgotten_is_named(self):
        with folder() as place:
            recipe = self.copy(place) / "packaging" / "rpm" / "sonde.spec"
            recipe.write_text(recipe.read_text().replace(f"Version:        {VERSION}", "Version:        0.0.9"))
            status, said = version("check", root=place)
        self.assertEqual(status, 1)
        self.assertEqual(said, f"packaging/rpm/sonde.spec: version 0.0.9, CMakeLists.txt has {VERSION}\n")

    def test_write_brings_a_new_version_and_address_into_every_recipe(self):
        with folder() as place:
            text = self.copy(place).joinpath("CMakeLists.txt").read_text()
            text = text.replace(f"VERSION {VERSION}", "VERSION 7.8.9").replace("https://sonde.example.org", "https://elsewhere.example.net/x")
            (place / "CMakeLists.txt").write_text(text)
            self.assertGreaterEqual(version("check", root=place)[1].count("\n"), 10)
            self.assertEqual(version("write", root=place), (0, ""))
            self.assertEqual(version("check", root=place), (0, ""))
            self.assertTrue((place / "packaging" / "modules" / "lua" / "sonde" / "7.8.9.lua").is_file())
            self.assertIn('version("7.8.9", tag="v7.8.9")', (place / "packaging" / "spack" / "package.py").read_text())
            self.assertTrue((place / "packaging" / "easybuild" / "sonde-7.8.9-gompi-2023b.eb").is_file())
            left = [p for p in (place / "packaging").rglob("*") if p.is_file() and "sonde.example.org/" in p.read_text()]
            self.assertEqual(left, [])

    def test_the_checksum_of_an_archive_goes_where_recipes_download_it(self):
        with folder() as place:
            self.copy(place)
            (place / "a.tar.gz").write_bytes(b"archive")
            self.assertEqual(version("write", str(place / "a.tar.gz"), root=place), (0, ""))
            digest = subprocess.run(["sha256sum", str(place / "a.tar.gz")], capture_output=True, text=True, check=True).stdout[:64]
            self.assertIn(f"checksums = ['{digest}']", next((place / "packaging" / "easybuild").glob("*.eb")).read_text())
            self.assertIn(f'version("{VERSION}", sha256="{digest}")', (place / "packaging" / "spack" / "package.py").read_text())

    def revision_of(self, source):
        """What programs built from there would call their revision."""
        subprocess.run(["cmake", f"-DSOURCE={source}", f"-DOUTPUT={source}/revision.cpp", "-P", str(source / "cmake" / "write_revision.cmake")],
                       check=True, capture_output=True, timeout=60)
        return re.search('revision = "(.*)"', (source / "revision.cpp").read_text()).group(1)

    def test_an_archive_knows_the_revision_it_was_made_of(self):
        with folder() as place:
            checkout, unpacked = place / "checkout", place / "unpacked"
            (checkout / "cmake").mkdir(parents=True)
            unpacked.mkdir()
            for name in (".gitattributes", "cmake/archived_revision", "cmake/write_revision.cmake"):
                shutil.copy(SOURCE / name, checkout / name)
            if "$Format" not in (checkout / "cmake" / "archived_revision").read_text():
                self.skipTest("this source is an archive itself")
            self.assertEqual(self.revision_of(checkout), "unknown")
            (checkout / "revision.cpp").unlink()

            def git(*words):
                return subprocess.run(["git", "-C", str(checkout), "-c", "user.name=a", "-c", "user.email=a@example.org", *words], check=True,
                                      capture_output=True, timeout=60).stdout
            git("init", "-q")
            git("add", ".")
            git("commit", "-qm", "all")
            revision = git("rev-parse", "HEAD").decode()[:12]
            self.assertEqual(self.revision_of(checkout), git("describe", "--always", "--dirty", "--abbrev=12").decode().strip())
            subprocess.run(["tar", "-x", "-C", str(unpacked)], input=git("archive", "HEAD"), check=True, timeout=60)
            self.assertEqual(self.revision_of(unpacked), revision)


if __name__ == "__main__":
    unittest.main()
