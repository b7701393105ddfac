"""What is on the screen of a terminal on which a run was started, nothing redirected: tables and progress do not garble each other."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import unittest

from programs import command, launched_in


class Screen:
    """Lines of a terminal that knows printing, return and newline, and goes on in the next line where one is full."""

    def __init__(self, width):
        self.width, self.lines, self.row, self.column = width, [""], 0, 0

    def put(self, text):
        for character in text:
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.newline()
            else:
                if self.column == self.width:
                    self.newline()
                    self.column = 0
                line = self.lines[self.row].ljust(self.column)
                self.lines[self.row] = line[:self.column] + character + line[self.column + 1:]
                self.column += 1

    def newline(self):
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append("")

    def text(self):
        return [line.rstrip() for line in self.lines]


def on_a_terminal(width, arguments, limit=100):
    """The screen at the end, all bytes that came, and the status of a command that has the terminal for all its streams."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    process = subprocess.Popen(arguments, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **launched_in()}, start_new_session=True)
    os.close(theirs)
    came, end = b"", time.monotonic() + limit
    while time.monotonic() < end:
        ready, _, _ = select.select([ours], [], [], 0.2)
        if ready:
            try:
                more = os.read(ours, 65536)
            except OSError:  # nobody has it open any more
                break
            if not more:
                break
            came += more
    else:
        process.kill()
    os.close(ours)
    screen = Screen(width)
    screen.put(came.decode())
    return screen.text(), came.decode(), process.wait(20)


class Terminal(unittest.TestCase):
    def test_tables_and_progress_share_the_screen(self):
        for width in (100, 56):
            lines, came, status = on_a_terminal(width, command(2, "IMB-MPI1", "PingPong", "Barrier", "-npmin", 2, "-msglog", "3:12", "-iter", 20))
            self.assertEqual(status, 0, came)
            self.assertGreater(came.count(" done; about "), 5)
            self.assertGreater(came.count("[3/12] PingPong, 2 processes"), 0, came)
            rows = [line for line in lines if re.match(r" +\d+ +20 ", line)]
            self.assertEqual(len(rows), 11, came)
            for row in rows:
                self.assertRegex(row, r"^( {12}0| +\d+) +20 +\d+\.\d\d +\d+\.\d\d$")
            self.assertEqual([line for line in lines if "[" in line and "/12]" in line], [], "the last line of progress is gone")
            self.assertIn("# All processes entering MPI_Finalize", lines)


if __name__ == "__main__":
    unittest.main()
