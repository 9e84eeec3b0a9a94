/** Collects what leads from a text to the documents of a batch: their anchors, and the keys of their sentences and paragraphs. */
import { type Heap, placeBytes, WANTED_BYTES, WANTED_SHIFT } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import type { SentenceBatch } from '../canonical-sentences.ts';
import type { AnchorTable } from './anchor-table.ts';
import type { SentenceWords } from './sentence-words.ts';

/** The anchors and keys that one text looks for: a bit for the highest bits of each hash. */
export class WantedAnchors {
  private constructor(
    private readonly heap: Heap,
    private readonly bits: Uint8Array,
    /** On the heap, for the kernel `anchors`. */
    readonly address: number,
  ) {}

  static of(text: SentenceWords, heap: Heap): WantedAnchors {
    const bits = new Uint8Array(WANTED_BYTES);
    const want = (hash: number) => {
      const place = hash >>> WANTED_SHIFT;
      bits[place >>> 3] |= 1 << (place & 7);
    };
    text.runs.forEach(want);
    text.sentenceKeys.forEach(want);
    for (const { key } of text.paragraphKeys()) want(key);
    return new WantedAnchors(heap, bits, heap.place(bits));
  }

  has(hash: number): boolean {
    const place = hash >>> WANTED_SHIFT;
    return ((this.bits[place >>> 3] >> (place & 7)) & 1) === 1;
  }

  release(): void {
    this.heap.release(this.address);
  }
}

/**
 * @param numberOf The number of a document of the batch; they must ascend.
 * @param wanted Only these are collected; all if it is left out.
 */
export function addAnchors(
  batch: SentenceBatch,
  engine: Engine,
  table: AnchorTable,
  numberOf: (i: number) => number,
  wanted?: WantedAnchors,
): void {
  const { documents, text, offsets, bytes } = batch;
  const { heap, kernels } = engine;
  const starts = documents.map(({ first }) => heap.u32[offsets / 4 + first]);
  const bounds = heap.place(Uint32Array.from([...starts, bytes]));
  const out = heap.allocate(placeBytes(bytes, documents.length));
  const end = out / 4 + 2 * kernels.anchors(text, bounds, documents.length, wanted?.address ?? 0, out);
  const keys = partKeysOf(batch, engine);
  const { u32 } = heap;
  let at = out / 4;
  let key = 0;
  for (let i = 0; i < documents.length; i++) {
    const number = numberOf(i);
    for (; at < end && u32[at + 1] === i; at += 2) table.add(u32[at], number);
    for (const stop = keys.ends[i]; key < stop; key++) {
      const hash = keys.keys[key];
      if (hash !== 0 && (wanted === undefined || wanted.has(hash))) table.add(hash, number);
    }
  }
  heap.release(bounds);
  heap.release(out);
}

/** The keys of all sentences and of paragraphs of several, document by document. */
function partKeysOf(
  { documents, text, offsets, count }: SentenceBatch,
  { heap, kernels }: Engine,
): { readonly keys: Uint32Array; readonly ends: readonly number[] } {
  // a paragraph of one sentence has the key of that sentence, which is given once
  const starts: number[] = [];
  const isPart: boolean[] = [];
  const paragraphEnds: number[] = [];
  for (const { sentences, first } of documents) {
    for (let i = 0; i < sentences.length; ) {
      const begin = i++;
      while (i < sentences.length && sentences[i].paragraph === sentences[begin].paragraph) i++;
      starts.push(heap.u32[offsets / 4 + first + begin]);
      isPart.push(i - begin > 1);
    }
    paragraphEnds.push(starts.length);
  }
  starts.push(heap.u32[offsets / 4 + count]);
  const bounds = heap.place(Uint32Array.from(starts));
  const out = heap.allocate(4 * (count + starts.length));
  const ofParagraphs = out / 4 + count;
  kernels.partKeys(text, offsets, count, out);
  kernels.partKeys(text, bounds, starts.length - 1, 4 * ofParagraphs);
  const keys = new Uint32Array(count + starts.length);
  const ends: number[] = [];
  let [length, paragraph] = [0, 0];
  documents.forEach(({ sentences, first }, i) => {
    const from = out / 4 + first;
    keys.set(heap.u32.subarray(from, from + sentences.length), length);
    length += sentences.length;
    for (; paragraph < paragraphEnds[i]; paragraph++) {
      if (isPart[paragraph]) keys[length++] = heap.u32[ofParagraphs + paragraph];
    }
    ends.push(length);
  });
  heap.release(bounds);
  heap.release(out);
  return { keys, ends };
}
