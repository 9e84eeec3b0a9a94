// The answer itself: shared shingles of all pairs of documents, counted without any filter. Texts and shingles are those of the
// program; how candidates are found and compared is not.
import { PAIRS_RULES, resolveDuplicateOptions } from '../../dist/duplicates/options.js';
import { Heap } from '../../dist/engines/index.js';
import { loadKernels } from '../../dist/engines/load.js';
import { textShape } from '../../dist/fingerprint/index.js';
import { closeRun, load } from '../../dist/pipeline/index.js';

/** The canonical texts of documents, by their ids. */
export async function canonicalTexts(documents, given = {}) {
  const { openInput } = await import('../../dist/read/sources/input.js');
  const options = resolveDuplicateOptions(PAIRS_RULES, { ...given, duplicateIds: 'rename' });
  const opened = await openInput(documents, options);
  const run = await load({ documents: () => opened.items() }, options, { candidates: options });
  const { corpus } = run;
  const texts = new Map();
  for (let i = 0; i < corpus.length; i++) texts.set(corpus.ids.get(i), Buffer.from(corpus.canonicalText(i)));
  await opened.close();
  await closeRun(run);
  return texts;
}

/** The documents without those whose canonical text came before, and of every id the document that stands for it. */
export async function distinctDocuments(documents, given = {}) {
  const texts = await canonicalTexts(documents, given);
  const first = new Map();
  const standsFor = new Map();
  for (const [id, bytes] of texts) {
    const text = bytes.toString('latin1');
    if (text === '') continue;
    if (!first.has(text)) first.set(text, id);
    standsFor.set(id, first.get(text));
  }
  const kept = new Set(first.values());
  return { distinct: documents.filter(({ id }) => kept.has(id)), standsFor };
}

/** The shingles of every document that has any: { ids, sets (BigUint64Array each, ascending) }. */
export async function shingleSets(documents, given = {}) {
  const texts = await canonicalTexts(documents, given);
  const heap = new Heap();
  const kernels = await loadKernels('wasm', heap);
  const shape = textShape(resolveDuplicateOptions(PAIRS_RULES, given));
  const ids = [];
  const sets = [];
  for (const [id, bytes] of texts) {
    const text = heap.place(Buffer.concat([bytes, Buffer.of(0)]));
    const out = heap.allocate(16 * (bytes.length + 8));
    const count = kernels.shingles(text, bytes.length, shape, 0, 0, out);
    if (count > 0) {
      ids.push(id);
      sets.push(heap.u64.slice(out / 8, out / 8 + count));
    }
    heap.release(text);
    heap.release(out);
  }
  return { ids, sets };
}

/** Calls back with a, b < a and the number of values they share, for all pairs that share any. */
export function countCommon(sets, callback) {
  const numbers = new Map();
  const postings = [];
  const counts = new Uint32Array(sets.length);
  sets.forEach((set, a) => {
    const met = [];
    const halves = new Uint32Array(set.buffer, set.byteOffset, 2 * set.length);
    for (let i = 0; i < set.length; i++) {
      // 53 of the 64 bits: as many as a key of a map has
      const key = halves[2 * i] + (halves[2 * i + 1] & 0x1fffff) * 2 ** 32;
      let list = postings[numbers.get(key)];
      if (list === undefined) {
        numbers.set(key, postings.length);
        list = [];
        postings.push(list);
      }
      for (const b of list) if (counts[b]++ === 0) met.push(b);
      list.push(a);
    }
    for (const b of met) {
      callback(a, b, counts[b]);
      counts[b] = 0;
    }
  });
}

/** Pairs of ids with a resemblance of at least `threshold`, or, where given, a containment of one in the other. */
export function bruteForcePairs({ ids, sets }, threshold, containment = 2) {
  const found = new Set();
  countCommon(sets, (a, b, common) => {
    const [left, right] = [sets[a].length, sets[b].length];
    if (common / (left + right - common) >= threshold || common / Math.min(left, right) >= containment)
      found.add(pairKey(ids[a], ids[b]));
  });
  return found;
}

export function pairKey(a, b) {
  return a < b ? `${a}\t${b}` : `${b}\t${a}`;
}
