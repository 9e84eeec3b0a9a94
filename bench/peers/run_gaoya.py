"""gaoya: MinHashStringIndex with shingles of its own, on all threads. Its queries check the estimated resemblance."""

from importlib.metadata import version

from gaoya.minhash import MinHashStringIndex

from account import THRESHOLD, WIDTH, Account, documents

BANDS, ROWS = 25, 5

texts = documents()
account = Account(version("gaoya"), f"{BANDS} bands of {ROWS}")
index = MinHashStringIndex(
    hash_size=32, jaccard_threshold=THRESHOLD, num_bands=BANDS, band_size=ROWS, analyzer="word", ngram_range=(WIDTH, WIDTH)
)
numbers = [number for number, _ in texts]
lines = [text for _, text in texts]
index.par_bulk_insert_docs(numbers, lines)
account.step("hash and insert")
pairs = []
for first in range(0, len(lines), 10_000):
    found = index.par_bulk_query(lines[first : first + 10_000])
    for number, others in zip(numbers[first:], found):
        pairs.extend((number, other) for other in others if number < other)
account.step("query")
account.tell(pairs)
