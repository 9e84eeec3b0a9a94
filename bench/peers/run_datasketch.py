"""datasketch: MinHash and MinHashLSH, as its documentation uses them."""

import datasketch

from account import PERMUTATIONS, THRESHOLD, Account, documents, shingles

texts = documents()
account = Account(datasketch.__version__, f"MinHashLSH({THRESHOLD}, {PERMUTATIONS})")
hashed = datasketch.MinHash.bulk(
    ([shingle.encode() for shingle in shingles(text)] for _, text in texts), num_perm=PERMUTATIONS
)
account.step("hash")
index = datasketch.MinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS)
with index.insertion_session() as session:
    for (number, _), minhash in zip(texts, hashed):
        session.insert(number, minhash)
account.step("insert")
pairs = [(number, other) for (number, _), minhash in zip(texts, hashed) for other in index.query(minhash) if number < other]
account.step("query")
account.tell(pairs)
