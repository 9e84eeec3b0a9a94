// Repeated passages cut by `trim` and by datatrove's three steps for sentences: time, memory, what goes, and what is lost.
//
// FILE=corpus.jsonl (with `id` and `text`). Peers come from .ci/install-peers. Not in any registry, so not here: Google's suffix-array tool
// (deduplicate-text-datasets), datatrove's substring steps, which need it, and AI2's decon.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spent } from '../data/spent.mjs';

const PYTHON = join(process.env.NEARDUP_PEERS ?? join(tmpdir(), 'neardup-peers'), 'python/bin/python');
const DATATROVE = fileURLToPath(new URL('../peers/run_datatrove_sentences.py', import.meta.url));
/** Words of a repeat that is looked for in what is left. */
const REPEAT = 20;

export async function run(emit) {
  const file = process.env.FILE;
  if (file === undefined) throw new Error('Expected FILE, a file of JSON lines with `id` and `text`.');
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-trim-peers-'));
  try {
    const judge = new Judge(file);
    const out = join(folder, 'left.jsonl');
    for (const cut of ['sentences', 'words']) {
      const { cpu, peak } = spent(['trim', file, '-o', out, '--cut', cut, '--quiet', '--threads', '1']);
      emit({ ...line(`trim --cut ${cut}`, cpu, peak, judge.of(out)), engine: 'wasm' });
    }
    if (!existsSync(PYTHON)) return console.error('datatrove is missing: run .ci/install-peers.');
    const { status, stdout, stderr } = spawnSync(PYTHON, [DATATROVE, file, out], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    const { version, cpu, peak } = JSON.parse(stdout.trim().split('\n').at(-1));
    emit(line(`datatrove ${version}, 3 sentences`, cpu, peak, judge.of(out)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const line = (name, cpu, peak, judged) => ({
  ...{ case: name, value: cpu, unit: 'CPU s', threads: 1, 'peak MB': peak },
  ...judged,
});

/** What is left of a file. */
class Judge {
  numbers = new Map();

  constructor(file) {
    this.texts = this.read(file);
    this.repeats = this.repeatsIn(this.texts.values());
    this.words = sum(this.texts.values());
  }

  of(out) {
    const left = this.read(out);
    const standing = new Set();
    for (const words of left.values()) for (const key of keysOf(words)) standing.add(key);
    let broken = 0;
    for (const [id, words] of left) if (!isPartOf(words, this.texts.get(id))) broken++;
    let lost = 0;
    for (const key of this.repeats) if (!standing.has(key)) lost++;
    return {
      'words cut, %': 100 * (1 - sum(left.values()) / this.words),
      'documents with words that were cut in two or joined': broken,
      'repeats of 20 words': this.repeats.size,
      'of them none left': lost,
      'still repeats': this.repeatsIn(left.values()).size,
    };
  }

  /** The numbers of the words of every document. */
  read(file) {
    const texts = new Map();
    for (const json of readFileSync(file, 'utf8').split('\n')) {
      if (json === '') continue;
      const { id, text } = JSON.parse(json);
      const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
      texts.set(
        String(id),
        words.map((word) => {
          if (!this.numbers.has(word)) this.numbers.set(word, this.numbers.size);
          return this.numbers.get(word);
        }),
      );
    }
    return texts;
  }

  /** The keys of runs of words that stand at several places. */
  repeatsIn(texts) {
    const [once, twice] = [new Set(), new Set()];
    for (const words of texts) for (const key of keysOf(words)) (once.has(key) ? twice : once).add(key);
    return twice;
  }
}

function sum(texts) {
  let words = 0;
  for (const text of texts) words += text.length;
  return words;
}

/** A number of 53 bits for every run of REPEAT words. */
function* keysOf(words) {
  for (let from = 0; from + REPEAT <= words.length; from++) {
    let [low, high] = [0, 0];
    for (let i = from; i < from + REPEAT; i++) {
      low = Math.imul(low ^ words[i], 0x9e3779b1) ^ (low >>> 15);
      high = Math.imul(high + words[i], 0x85ebca6b) ^ (high >>> 13);
    }
    yield (low >>> 0) * 2 ** 21 + (high >>> 11);
  }
}

/** Whether all words of a text are words of another, in their order. */
function isPartOf(words, whole) {
  let at = 0;
  for (const word of words) {
    while (at < whole.length && whole[at] !== word) at++;
    if (at++ === whole.length) return false;
  }
  return true;
}
