"""A name says where a thing stands: no header and no type of a header has a namesake in another room."""
import re
import unittest
from collections import defaultdict

from tree import SOURCE, sources

# Structures of patterns bear the names of MPI's calls and of the guide's figures: Scan, Exchange.
NAMED_BY_OTHERS = {"patterns"}
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: : [^;{]*)?\s*\{", re.MULTILINE)


def room_of(path):
    return path.relative_to(SOURCE / "src").parts[0]


def shared(places):
    """Of each name that stands in several rooms, the files."""
    return {name: sorted(str(path.relative_to(SOURCE)) for path in paths) for name, paths in places.items()
            if len({room_of(path) for path in paths}) > 1}


class Names(unittest.TestCase):
    def test_no_two_rooms_have_a_header_of_one_name(self):
        places = defaultdict(set)
        for path in sources("src"):
            if path.suffix == ".hpp":
                places[path.name].add(path)
        self.assertEqual(shared(places), {})

    def test_no_two_rooms_have_a_type_of_one_name_in_their_headers(self):
        places = defaultdict(set)
        for path in sources("src"):
            if path.suffix == ".hpp" and room_of(path) not in NAMED_BY_OTHERS:
                for name in TYPE.findall(path.read_text()):
                    places[name].add(path)
        self.assertEqual(shared(places), {})


if __name__ == "__main__":
    unittest.main()
