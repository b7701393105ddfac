#!/usr/bin/env python3
"""Hostile and careless use as a program: wrong words, streams that take nothing, kills, an MPI library whose calls fail.

    python3 tests/hostile/trial.py [--build build/release] [--all | --times N] [--seed N] [part...]

Without --all a part takes some of its trials, drawn by the seed; together they take less than a minute. Prints what was tried and every
trial that did not end as it should; the exit status is 1 where there was one."""
import argparse
import concurrent.futures
import itertools
import os
import random
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "support")]
sys.dont_write_bytecode = True


class Trials:
    """Counts trials by how they ended, and tells of those that ended wrongly."""

    def __init__(self, everything, seed, folder, times=1):
        self.everything, self.folder, self.seed, self.times = everything, folder, seed, times
        self.random = random.Random(seed)
        self.endings, self.wrong = {}, 0
        self.lock, self.folders = threading.Lock(), itertools.count()

    def some(self, candidates, count):
        """All of the candidates, or so many of them, times what was asked for."""
        candidates = list(candidates)
        count *= self.times
        if self.everything or len(candidates) <= count:
            return candidates
        return self.random.sample(candidates, count)

    def each(self, attempt, candidates):
        """attempt(trials, *candidate) of every candidate, as many at once as there are cores."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for done in [pool.submit(attempt, self, *candidate) for candidate in candidates]:
                done.result()

    def own_folder(self):
        """A new folder for the files of one trial."""
        folder = os.path.join(self.folder, f"trial{next(self.folders)}")
        os.mkdir(folder)
        return folder

    def note(self, ending, what, complaint=""):
        """One trial has ended; `complaint` says why that is wrong."""
        with self.lock:
            self.endings[ending] = self.endings.get(ending, 0) + 1
            self.wrong += 1 if complaint else 0
        if complaint:
            print(f"  {what:.300}\n    {complaint:.500}", flush=True)

    def summary(self, part, seconds):
        counts = ", ".join(f"{count} {ending}" for ending, count in sorted(self.endings.items()))
        tried = sum(self.endings.values())
        return f"{part}: {tried} tried ({counts}), {tried - self.wrong} right, {self.wrong} wrong, {seconds:.0f} s"


def main():
    parts = ["words", "streams", "kills", "calls"]
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--build", help="build tree to try (default: build/release)")
    arguments.add_argument("--all", action="store_true", help="every trial instead of some")
    arguments.add_argument("--times", type=int, default=1, help="so many times as many trials as without --all")
    arguments.add_argument("--seed", type=int, default=1, help="which ones, where not all are tried")
    arguments.add_argument("part", nargs="*", help="of " + ", ".join(parts))
    options = arguments.parse_args()
    if unknown := set(options.part) - set(parts):
        arguments.error(f"unknown part {', '.join(unknown)}: expected {', '.join(parts)}")
    source = os.path.dirname(os.path.dirname(HERE))
    os.environ.setdefault("SONDE_SOURCE", source)
    if options.build or "SONDE_BUILD" not in os.environ:
        os.environ["SONDE_BUILD"] = os.path.abspath(options.build or os.path.join(source, "build", "release"))

    wrong = 0
    for part in options.part or parts:
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="sonde-hostile-") as folder:
            trials = Trials(options.all, options.seed, folder, options.times)
            __import__(part).try_all(trials)
        print(trials.summary(part, time.monotonic() - started), flush=True)
        wrong += trials.wrong
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
