"""The committed pages that are made from tables are what the tables say today."""
import os
import unittest
from pathlib import Path

from tree import SOURCE

MADE = Path(os.environ["SONDE_BUILD"]) / "documents" / "docs"


@unittest.skipUnless(os.environ.get("SONDE_WITH_MPI") == "1", "this build tree has no measuring programs")
class Documents(unittest.TestCase):
    def test_pages_made_from_tables_are_in_step(self):
        pages = sorted(page for page in MADE.rglob("*") if page.is_file())
        self.assertGreaterEqual(len(pages), 12)
        for page in pages:
            committed = SOURCE / "docs" / page.relative_to(MADE)
            self.assertTrue(committed.is_file(), f"{committed} is missing: cmake --build build/release --target documents_update")
            self.assertEqual(committed.read_text(), page.read_text(),
                             f"{committed} is old: cmake --build build/release --target documents_update")


if __name__ == "__main__":
    unittest.main()
