"""What `cmake --install` leaves: links of the documents lead somewhere, and what other programs read is there.
SONDE_INSTALLED in the environment names another installed tree (that of a package), to be asked about its links."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if "SONDE_INSTALLED" in os.environ:
            cls.root = Path(os.environ["SONDE_INSTALLED"])
        else:
            cls.folder = tempfile.TemporaryDirectory()
            cls.addClassCleanup(cls.folder.cleanup)
            cls.root = Path(cls.folder.name)
            subprocess.run(["cmake", "--install", os.environ["SONDE_BUILD"], "--prefix", cls.root], check=True, capture_output=True, timeout=120)
        cls.documents = cls.root / "share" / "doc" / "sonde"

    def test_links_of_documents_lead_to_what_is_installed(self):
        pages = [page for page in self.documents.rglob("*.md") if "packaging" not in page.relative_to(self.documents).parts]
        self.assertGreater(len(pages), 50)
        for page in pages:
            for target, _ in LINK.findall(page.read_text(encoding="utf-8")):
                if "://" not in target:
                    self.assertTrue((page.parent / target).exists(), f"{page.relative_to(self.root)}: {target}")

    def test_what_others_read_is_there(self):
        for name in ("docs/record.schema.json", "docs/user/figures/report.png", "LICENSE", "packaging/reframe/sonde.py"):
            self.assertTrue((self.documents / name).is_file(), name)
        for name in ("bin/IMB-MPI1", "bin/sonde-mpi", "bin/sonde", "share/man/man1/IMB-MPI1.1", "share/man/man1/sonde.1", "share/bash-completion/completions/IMB-MPI1"):
            self.assertTrue((self.root / name).is_file(), name)


if __name__ == "__main__":
    unittest.main()
