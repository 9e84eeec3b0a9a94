"""rensa: RMinHash and RMinHashLSH, as its documentation uses them; `is_similar` by the estimate."""

from importlib.metadata import version

from rensa import RMinHash, RMinHashLSH

from account import PERMUTATIONS, THRESHOLD, Account, documents, shingles

BANDS = 16

texts = documents()
account = Account(version("rensa"), f"{BANDS} bands of {PERMUTATIONS // BANDS}, estimate >= {THRESHOLD}")
hashed = {}
for number, text in texts:
    minhash = RMinHash(num_perm=PERMUTATIONS, seed=42)
    minhash.update(shingles(text))
    hashed[number] = minhash
account.step("hash")
index = RMinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS, num_bands=BANDS)
for number, minhash in hashed.items():
    index.insert(number, minhash)
account.step("insert")
pairs = []
for number, minhash in hashed.items():
    for other in set(index.query(minhash)):
        if number < other and minhash.jaccard(hashed[other]) >= THRESHOLD:
            pairs.append((number, other))
account.step("query")
account.tell(pairs)
