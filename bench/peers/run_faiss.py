"""FAISS over signatures in a file: IndexBinaryFlat and IndexBinaryIVF, the ten nearest of every query on one thread. Prints JSON lines.

usage: run_faiss.py COLLECTION QUERIES LISTS…"""

import json
import resource
import sys

import faiss
import numpy

WIDTH = 1024
K = 10
ROUNDS = 4
# signatures for each list in training: FAISS warns below 39
TRAINED_WITH = 40
# rounds of k-means: so often does our build move its centroids, six times for a sample and five for all (learn-clusters.ts). Its default is 10.
ITERATIONS = 11

signatures, asked = (numpy.fromfile(path, numpy.uint8).reshape(-1, WIDTH // 8) for path in sys.argv[1:3])
lists = [int(count) for count in sys.argv[3:]]
queries = len(asked)
threads = faiss.omp_get_max_threads()


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def least(search, rounds):
    """Milliseconds for a query, the least of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = cpu()
        search()
        best = min(best, (cpu() - start) / queries * 1000)
    return best


def line(name, ms, distances, build):
    found = numpy.sort(distances, axis=1).tolist()
    print(json.dumps({"name": name, "ms": ms, "build": build, "distances": found}), flush=True)


def one_by_one(index):
    return [index.search(asked[i : i + 1], K)[0] for i in range(queries)]


faiss.omp_set_num_threads(1)
flat = faiss.IndexBinaryFlat(WIDTH)
flat.add(signatures)
truth = flat.search(asked, K)[0]
line("FAISS Flat, one by one", least(lambda: one_by_one(flat), 2), truth, 0)
line("FAISS Flat, all queries at once", least(lambda: flat.search(asked, K), 2), truth, 0)
for count in lists:
    # a build counts processor time, on all threads as ours
    faiss.omp_set_num_threads(threads)
    start = cpu()
    index = faiss.IndexBinaryIVF(faiss.IndexBinaryFlat(WIDTH), WIDTH, count)
    index.cp.niter = ITERATIONS
    chosen = numpy.random.default_rng(1).choice(len(signatures), min(len(signatures), TRAINED_WITH * count), replace=False)
    index.train(signatures[chosen])
    index.add(signatures)
    build = cpu() - start
    faiss.omp_set_num_threads(1)
    probes = 1
    while probes <= min(512, count):
        index.nprobe = probes
        ms = least(lambda: one_by_one(index), ROUNDS if probes < 128 else 2)
        line(f"FAISS IVF {count}, nprobe {probes}", ms, numpy.concatenate(one_by_one(index)), build)
        probes *= 2
