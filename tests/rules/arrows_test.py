"""Which room may include which: the table of docs/design/overview.md, and who may know MPI."""
import re
import unittest
from pathlib import Path

from tree import SOURCE, sources

OVERVIEW = SOURCE / "docs" / "design" / "overview.md"
ROW = re.compile(r"^\| `(\w+)` \| (no|yes) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)


def read_rooms(text):
    """The table of rooms: name to the rooms it may include, and the names of those that know MPI."""
    rooms, know_mpi = {}, set()
    for name, mpi, includes, _ in ROW.findall(text):
        words = set(re.findall(r"\w+", includes))
        rooms[name] = set(rooms) if words == {"all", "of", "the", "above"} else words
        if mpi == "yes":
            know_mpi.add(name)
    return rooms, know_mpi


ROOMS, KNOW_MPI = read_rooms(OVERVIEW.read_text())
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes(path):
    return INCLUDE.findall(path.read_text())


def room_of(path):
    return path.relative_to(SOURCE / "src").parts[0]


class Arrows(unittest.TestCase):
    def test_the_overview_names_every_room_and_only_rooms_before_it(self):
        folders = {p.name for p in (SOURCE / "src").iterdir() if p.is_dir()}
        self.assertEqual(set(ROOMS), folders)
        before = set()
        for room, may_include in ROOMS.items():
            self.assertLessEqual(may_include, before, f"{OVERVIEW}: {room} includes a room that stands below it")
            before.add(room)

    def test_the_build_links_what_the_overview_names(self):
        links = dict(re.findall(r"sonde_room\((\w+) PUBLIC ([^)]*)\)", (SOURCE / "src" / "CMakeLists.txt").read_text()))
        for room, libraries in links.items():
            linked = {name for name in re.findall(r"sonde_(\w+)", libraries) if name in ROOMS}
            self.assertLessEqual(linked, ROOMS[room], f"src/CMakeLists.txt: {room} links rooms that {OVERVIEW} does not name")

    def test_every_source_file_is_in_a_room(self):
        for path in sources("src"):
            self.assertIn(room_of(path), ROOMS, f"{path} is in no room")

    def test_rooms_include_only_rooms_to_their_left(self):
        for path in sources("src"):
            room = room_of(path)
            for kind, name in includes(path):
                if kind == '"':
                    target = name.split("/")[0]
                    self.assertTrue(target == room or target in ROOMS[room], f"{path}: room {room} may not include {name}")

    def test_the_overview_names_no_room_that_is_not_included(self):
        for room, may_include in ROOMS.items():
            used = {name.split("/")[0] for path in sources("src") if room_of(path) == room for _, name in includes(path)}
            if room != "app":
                self.assertEqual(may_include - used, set(), f"{OVERVIEW}: {room} includes nothing of these")

    def test_own_headers_are_included_with_their_room(self):
        for path in sources("src"):
            for kind, name in includes(path):
                if kind == '"' and name != "base/version.hpp":
                    self.assertTrue((SOURCE / "src" / name).is_file(), f"{path}: {name} is not src/<room>/<file>.hpp")

    def test_only_the_measuring_rooms_know_mpi(self):
        for path in sources("src"):
            if any(name == "mpi.h" for _, name in includes(path)):
                self.assertIn(room_of(path), KNOW_MPI, f"{path} includes mpi.h")

    def test_the_program_sonde_knows_no_mpi(self):
        for path in sources("src/app/sonde"):
            for _, name in includes(path):
                self.assertNotIn(name.split("/")[0], {"mpi.h"} | KNOW_MPI - {"app"}, f"{path} includes {name}")

    def test_the_json_library_stays_out_of_public_headers(self):
        private = {str(p.relative_to(SOURCE / "src")) for p in sources("src") if p.suffix == ".hpp"
                   if any(name.startswith("nlohmann/") for _, name in includes(p))}
        for path in sources("src"):
            for _, name in includes(path):
                if name in private:
                    self.assertTrue(path.suffix == ".cpp" and room_of(path) == name.split("/")[0], f"{path} includes {name}, which includes the JSON library")

    def test_a_source_file_includes_its_own_header_first(self):
        for path in sources("src"):
            own = path.with_suffix(".hpp")
            if path.suffix == ".cpp" and own.is_file():
                first = includes(path)[0][1]
                self.assertEqual(first, str(own.relative_to(SOURCE / "src")), f"{path} must begin with its own header")


if __name__ == "__main__":
    unittest.main()
