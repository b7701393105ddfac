"""Man pages as a reader's `man` sees them."""
import os
import re
import subprocess


def complaints(page):
    """What groff says of a page, and whether `whatis` would find its name line, as lintian asks."""
    environment = {**os.environ, "MANROFFSEQ": "", "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(page)], env=environment, capture_output=True, text=True,
                          timeout=120, check=False)
    named = subprocess.run(["lexgrog", str(page)], capture_output=True, text=True, timeout=120, check=False)
    expected = f'{page}: "{page.stem} - '
    return done.stderr + ("" if named.stdout.startswith(expected) else f"no name line: {named.stdout}{named.stderr}")


def plain(page):
    """The text of a page without fonts and escapes."""
    return re.sub(r"\\f[BIR]", "", page.read_text(encoding="ascii")).replace("\\-", "-").replace("\\&", "").replace("\\(ha", "^").replace("\\e", "\\")


def entries(page):
    """The names under which options stand in a page: {"-o", "--output"}."""
    heads = re.findall(r"^\.TP\n(.*)$", plain(page), re.MULTILINE)
    return {name for head in heads for name in re.findall(r"(?:^|, )(-[\w-]+)", head)}
