"""Links between the documents lead somewhere."""
import re
import unittest

from tree import SOURCE, committed

LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")


class Links(unittest.TestCase):
    def test_relative_links_lead_to_files_of_the_tree(self):
        for path in committed():
            if path.suffix == ".md":
                for target, _ in LINK.findall(path.read_text()):
                    if "://" not in target:
                        self.assertTrue((path.parent / target).exists(), f"{path}: {target} does not exist")

    def test_the_readme_is_short(self):
        self.assertLess((SOURCE / "README.md").read_text().count("\n"), 150)


if __name__ == "__main__":
    unittest.main()
