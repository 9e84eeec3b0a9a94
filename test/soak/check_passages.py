"""`trim` beside a suffix array, an independent oracle, over the canonical words of real sets.
    pip install pydivsufsort numpy
    python test/soak/check_passages.py ../shared/data [SET …]
With --cut words every window of N words that stands at an earlier place must go, and no other word. In scripts without spaces `trim` weighs
characters, and the array does not: documents with such characters are left out on both sides.
"""
import gzip, json, subprocess, sys, tempfile
from pathlib import Path

import numpy
from pydivsufsort import divsufsort, kasai

ROOT = Path(__file__).resolve().parents[2]
NEARDUP = ['node', str(ROOT / 'dist/apps/cli/main.cjs')]
LENGTHS = [20, 50, 100]
UNSPACED = [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)]


def is_spaced(text):
    return not any(low <= ord(letter) <= high for letter in set(text) for low, high in UNSPACED)


def repeated_words(words_of, length):
    """For each document, whether each word is in a window that stands at an earlier place."""
    numbers, all_words, starts = {}, [], []
    for at, words in enumerate(words_of):
        starts.append(len(all_words))
        all_words += [numbers.setdefault(word, len(numbers) + 1) for word in words]
        all_words.append(0)
    # a separator like no other after each document
    values = numpy.array(all_words, dtype=numpy.int64)
    separators = numpy.flatnonzero(values == 0)
    values[separators] = len(numbers) + 1 + numpy.arange(len(separators))
    order = numpy.asarray(divsufsort(values))
    common = numpy.asarray(kasai(values, order))
    goes = numpy.zeros(len(values) + 1, dtype=numpy.int64)
    group = [order[0]]
    def finish(group):
        if len(group) < 2: return
        for place in group:
            if place == first: continue
            goes[place] += 1
            goes[place + length] -= 1
    for i in range(1, len(order) + 1):
        if i < len(order) and common[i - 1] >= length:
            group.append(order[i])
            continue
        first = min(group)
        finish(group)
        if i < len(order): group = [order[i]]
    marked = numpy.cumsum(goes) > 0
    return [marked[start:start + len(words)] for start, words in zip(starts, words_of)]


def check(data, name):
    with gzip.open(data / name / 'docs.jsonl.gz', 'rt', encoding='utf-8') as lines:
        documents = [json.loads(line) for line in lines]
    documents = [d for d in documents if is_spaced(d['text'])]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'in.jsonl'
        path.write_text(''.join(json.dumps({'id': str(i), 'text': d['text']}) + '\n' for i, d in enumerate(documents)))
        canonical = subprocess.run([*NEARDUP, 'text', '--canonical', str(path), '--json', '--quiet'], check=True, capture_output=True, text=True).stdout
        words_of = [[] for _ in documents]
        for line in canonical.splitlines():
            found = json.loads(line)
            if 'text' in found: words_of[int(found['id'])] = found['text'].split()
        for length in LENGTHS:
            out = subprocess.run([*NEARDUP, 'trim', str(path), '--cut', 'words', '--least', str(length), '--json', '--quiet'], check=True, capture_output=True, text=True).stdout
            cut = {json.loads(line)['id']: sum(c['words'] for c in json.loads(line)['cuts']) for line in out.splitlines() if line.startswith('{"id"')}
            expected = repeated_words(words_of, length)
            wrong = [i for i, marked in enumerate(expected) if int(marked.sum()) != cut.get(str(i), 0)]
            total = sum(int(marked.sum()) for marked in expected)
            print(f'{name}: {len(documents)} documents, windows of {length} words: {total} words, {len(wrong)} documents differ', flush=True)
            if wrong: print('   e.g.', [(i, int(expected[i].sum()), cut.get(str(i), 0)) for i in wrong[:5]])
            yield not wrong


if __name__ == '__main__':
    data, *sets = sys.argv[1:]
    results = [same for name in sets or ['newswire', 'licences', 'doc-revisions'] for same in check(Path(data), name)]
    sys.exit(0 if all(results) else 1)
