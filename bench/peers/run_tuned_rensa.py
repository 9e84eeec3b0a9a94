"""rensa in the hands of somebody who wants its speed and the right answer: each text once, shingles hashed by Python, min-hashes in bulk,
bands that miss little, and every candidate proven with the sets of its shingles."""

from importlib.metadata import version

import numpy
from rensa import RMinHash, RMinHashLSH

from account import THRESHOLD, WIDTH, Account, documents, shingles

# a pair at the threshold shares a band in 998 cases of 1,000
BANDS, ROWS = 21, 6
PERMUTATIONS = BANDS * ROWS


def digests(texts):
    """A matrix with the min-hashes of every text."""
    hashes, ends = [], [0]
    for text in texts:
        words = text.split(" ")
        # hashes of triples of words take less time than joining them
        hashes.extend(map(hash, zip(words, words[1:], words[2:])) if len(words) >= WIDTH else [hash(text)])
        ends.append(len(hashes))
    return RMinHash.digest_matrix_from_flat_token_hashes(numpy.array(hashes).view(numpy.uint64), ends, PERMUTATIONS, 42)


def candidates(rows):
    """Pairs of rows that share a band, each once."""
    found = [numpy.empty(0, int)]
    for band in range(0, PERMUTATIONS, ROWS):
        keys = numpy.ascontiguousarray(rows[:, band : band + ROWS]).view(f"V{ROWS * rows.itemsize}").ravel()
        order = numpy.argsort(keys, kind="stable")
        borders = numpy.flatnonzero(keys[order][1:] != keys[order][:-1]) + 1
        for bucket in numpy.split(order, borders):
            if len(bucket) > 1:
                x, y = numpy.triu_indices(len(bucket), 1)
                found.append(bucket[x] * len(rows) + bucket[y])
    pairs = numpy.unique(numpy.concatenate(found))
    return zip(*(part.tolist() for part in divmod(pairs, max(1, len(rows)))))


def resemble(x, y):
    if min(len(x), len(y)) < THRESHOLD * max(len(x), len(y)):
        return False
    common = len(x & y)
    return common / (len(x) + len(y) - common) >= THRESHOLD


given = documents()
account = Account(version("rensa"), f"tuned: {BANDS} bands of {ROWS}, proven with sets")
copies = {}
for number, text in given:
    copies.setdefault(text, []).append(number)
texts = list(copies)
index = RMinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS, num_bands=BANDS)
flags = index.query_duplicate_flags_matrix_one_shot(digests(texts))
suspects = [text for text, flag in zip(texts, flags) if flag]
account.step("hash")
close = candidates(numpy.array(digests(suspects).to_rows(), numpy.uint32).reshape(-1, PERMUTATIONS))
account.step("candidates")
sets = [set(shingles(text)) for text in suspects]
# a copy resembles what the first of its text resembles
pairs = [(same[0], other) for same in copies.values() for other in same[1:]]
for a, b in close:
    if resemble(sets[a], sets[b]):
        x, y = copies[suspects[a]], copies[suspects[b]]
        pairs.extend([(x[0], other) for other in y] + [(y[0], other) for other in x[1:]])
account.step("proof")
account.tell(pairs)
