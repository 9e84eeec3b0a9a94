"""What all peers share: the documents, their shingles, and the account of a run.

A peer is run as `python run_NAME.py DOCUMENTS OUT`. DOCUMENTS has one canonical text a line, words separated by one space: the
words that neardup compares, so that all count the same shingles. A line without words is a document that is left out.
OUT gets pairs of line numbers (two unsigned 32-bit numbers each, the smaller first).
"""

import array
import json
import resource
import sys
import time

THRESHOLD = 0.8
WIDTH = 3
PERMUTATIONS = 128


def documents():
    """Line number and text of every document that has words."""
    with open(sys.argv[1], encoding="utf-8", newline="\n") as lines:
        return [(number, text) for number, text in enumerate(line.rstrip("\n") for line in lines) if text != ""]


def shingles(text):
    """Runs of three words; a shorter text is one shingle, as in neardup."""
    words = text.split(" ")
    if len(words) < WIDTH:
        return [text]
    return [" ".join(words[i : i + WIDTH]) for i in range(len(words) - WIDTH + 1)]


class Account:
    """Times the steps of a run and tells about it on the standard output."""

    def __init__(self, version, settings):
        self.told = {"version": version, "settings": settings, "steps": {}}
        self.start = self.last = time.perf_counter()
        self.cpu = processor_seconds()

    def step(self, name):
        now = time.perf_counter()
        self.told["steps"][name] = round(now - self.last, 2)
        self.last = now

    def tell(self, pairs, clusters=False):
        """Pairs that were found; or, of clusters, every document with the first of its cluster."""
        seconds = time.perf_counter() - self.start
        cpu = processor_seconds() - self.cpu
        self.told.update({"seconds": seconds, "cpu": cpu, "clusters": clusters})
        with open(sys.argv[2], "wb") as out:
            array.array("I", [number for pair in pairs for number in pair]).tofile(out)
        print(json.dumps(self.told))


def usage(who):
    return resource.getrusage(who)


BOTH = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


def processor_seconds():
    return sum(usage(who).ru_utime + usage(who).ru_stime for who in BOTH)
