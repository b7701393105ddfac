"""The module files say the same in Lua and Tcl; where Lmod or Environment Modules are there, they are loaded."""
import glob
import os
import re
import shutil
import subprocess
import unittest

from recipes import PACKAGING, PROGRAMS, VERSION

MODULES = PACKAGING / "modules"
LUA = MODULES / "lua" / "sonde" / f"{VERSION}.lua"
TCL = MODULES / "tcl" / "sonde" / VERSION
LMOD = next(iter(glob.glob("/usr/share/lmod/*/libexec/lmod")), None)
MODULECMD = os.environ.get("SONDE_MODULECMD") or next(iter(glob.glob("/usr/lib/*/modulecmd.tcl") + glob.glob("/usr/share/Modules/libexec/modulecmd.tcl")), None)


def loaded(command, folder, **more):
    """The variables that a shell has after `load sonde`, without those it had before."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "MODULEPATH": str(folder), "LMOD_SYSTEM_DEFAULT_MODULES": "", **more}
    done = subprocess.run([*command, "bash", "load", "sonde"], capture_output=True, text=True, timeout=60, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    shown = subprocess.run(["bash", "-c", done.stdout + '\nprintf "%s\\n" "$PATH" "$MANPATH" "$SONDE_ROOT" "$LOADEDMODULES"'],
                           capture_output=True, text=True, timeout=60, env=environment, check=True)
    return shown.stdout.split("\n")[:4]


class Modules(unittest.TestCase):
    def test_both_say_the_same(self):
        lua, tcl = LUA.read_text(), TCL.read_text()
        self.assertEqual(re.findall(r'whatis\("(\w+):', lua), re.findall(r'module-whatis "(\w+):', tcl))
        self.assertEqual(re.findall(r'(?:prepend_path|setenv)\("(\w+)"', lua), re.findall(r"(?m)^(?:prepend-path|setenv) (\w+)", tcl))
        for text in (lua, tcl):
            self.assertRegex(text, r'(?m)^conflict.*sonde')
            for program in PROGRAMS:
                self.assertIn(program, text)

    def check(self, command, folder):
        path, pages, root, names = loaded(command, folder)
        self.assertEqual(path, f"/opt/sonde/{VERSION}/bin:/usr/bin:/bin")
        self.assertTrue(pages.startswith(f"/opt/sonde/{VERSION}/share/man:"), pages)  # the empty entry: the pages of the system
        self.assertEqual((root, names), (f"/opt/sonde/{VERSION}", f"sonde/{VERSION}"))
        self.assertEqual(loaded(command, folder, SONDE_PREFIX="/elsewhere")[2], "/elsewhere")

    @unittest.skipUnless(LMOD, "no Lmod")
    def test_lmod_loads_it(self):
        self.check([LMOD], MODULES / "lua")

    @unittest.skipUnless(MODULECMD and shutil.which("tclsh"), "no Environment Modules")
    def test_environment_modules_load_it(self):
        self.check(["tclsh", MODULECMD], MODULES / "tcl")


if __name__ == "__main__":
    unittest.main()
