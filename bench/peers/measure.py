"""A program with all processes that it starts: processor time and peak memory of the whole tree, as Linux counts them.

usage: measure.py REPORT PROGRAM ARGUMENT…

Processes that nobody waits for, as those of a program that ends before them, become children of this one and count as well."""

import ctypes
import json
import os
import re
import resource
import sys
import time

SAMPLE_SECONDS = 0.02
PR_SET_CHILD_SUBREAPER = 36


def text(path):
    try:
        with open(path, encoding="latin1") as file:
            return file.read()
    except OSError:
        return ""  # it has just ended


def descendants(pid):
    found = []
    for task in os.listdir(f"/proc/{pid}/task") if os.path.isdir(f"/proc/{pid}/task") else []:
        for child in text(f"/proc/{pid}/task/{task}/children").split():
            found += [child, *descendants(child)]
    return found


def shared_once(pids):
    """Kilobytes of several processes, pages that they share counted once."""
    found = (re.search(r"^Pss:\s+(\d+)", text(f"/proc/{pid}/smaps_rollup"), re.M) for pid in pids)
    return sum(int(pss[1]) for pss in found if pss)


if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
    sys.exit("measure.py: this system does not let a process adopt others")
report, program = sys.argv[1], sys.argv[2:]
start = time.perf_counter()
pid = os.spawnvp(os.P_NOWAIT, program[0], program)
peak, status, seconds = 0, 0, 0.0
while True:
    try:
        ended, code = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        break
    if ended == pid:
        status, seconds = os.waitstatus_to_exitcode(code), time.perf_counter() - start
    elif ended == 0:
        tree = descendants("self")
        # of one process the kernel itself knows the peak
        if len(tree) > 1:
            peak = max(peak, shared_once(tree))
        time.sleep(SAMPLE_SECONDS)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
told = {"seconds": seconds, "cpu": used.ru_utime + used.ru_stime, "megabytes": max(peak, used.ru_maxrss) / 1024}
with open(report, "w", encoding="utf-8") as out:
    json.dump(told, out)
sys.exit(status if status >= 0 else 128 - status)
