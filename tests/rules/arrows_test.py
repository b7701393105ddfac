"""Which room may include which: the table of docs/design/overview.md, and who may know MPI."""
import re
import unittest
from pathlib import Path

from tree import SOURCE, sources

ROOMS = {
    "base": set(),
    "catalog": {"base"},
    "args": {"base", "catalog"},
    "plan": {"base", "catalog", "args"},
    "stats": {"base"},
    "check": {"base", "catalog"},
    "record": {"base", "catalog", "stats"},
    "model": {"base", "stats", "record"},
    "report": {"base", "catalog", "args", "plan", "stats", "record", "model"},
    "campaign": {"base", "stats", "record", "report"},
    "mpi": {"base"},
    "engine": {"base", "catalog", "mpi"},
    "patterns": {"base", "catalog", "mpi", "engine"},
    "run": {"base", "catalog", "args", "plan", "stats", "check", "record", "model", "report", "mpi", "engine", "patterns"},
}
ROOMS["app"] = set(ROOMS)
KNOW_MPI = {"mpi", "engine", "patterns", "run", "app"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes(path):
    return INCLUDE.findall(path.read_text())


def room_of(path):
    return path.relative_to(SOURCE / "src").parts[0]


class Arrows(unittest.TestCase):
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
                self.assertNotIn(name.split("/")[0], {"mpi.h", "mpi", "engine", "patterns", "run"}, f"{path} includes {name}")

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
