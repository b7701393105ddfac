"""Runs the cases of one file of tests: python3 -m cases MODULE. SONDE_CASES in the environment names those to run, parted
by blanks; a part of the name is enough. A choice that leaves no case is a failure. With SONDE_FAIL_FAST the first failure ends it."""
import os
import sys
import unittest

chosen = [word for part in os.environ.get("SONDE_CASES", "").split() for word in ("-k", part)]
done = unittest.main(module=sys.argv[1], argv=[sys.argv[0], "-v", *chosen], exit=False, failfast="SONDE_FAIL_FAST" in os.environ).result
sys.exit(0 if done.wasSuccessful() and done.testsRun > 0 else 1)
