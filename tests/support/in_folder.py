"""Tests with a folder of their own."""
import tempfile
import unittest
from pathlib import Path


class InFolder(unittest.TestCase):
    """`self.folder` is there before each test and gone behind it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
