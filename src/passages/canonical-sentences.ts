/** Documents as canonical sentences on the heap, for sentence fingerprints and the search for sources. */
import type { Canonicalizer } from '../canonicalize/index.ts';
import { type PreparedBatch, prepareBatch, type TextBatch } from '../corpus/index.ts';
import type { Heap } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import type { GivenText } from '../passages.ts';
import { utf8Length, writeUtf8 } from '../platform/bytes.ts';
import { type SentenceSpan, splitSentences } from './sentences.ts';

/** A document cut into sentences. */
export interface CutDocument<D extends GivenText = GivenText> {
  readonly document: D;
  readonly sentences: readonly SentenceSpan[];
  /** Number of its first sentence in the batch. */
  readonly first: number;
}

/** Several documents: their sentences are the documents of the batch, one after the other. */
export interface SentenceBatch<D extends GivenText = GivenText> extends PreparedBatch {
  readonly documents: readonly CutDocument<D>[];
}

/** How sentences are made canonical. */
export interface SentenceSteps {
  readonly engine: Engine;
  readonly canonicalizer: Canonicalizer;
  readonly canonical: boolean;
}

/** A batch is closed when its documents have this many UTF-16 units. */
const BATCH_UNITS = 1 << 20;

/** Collects documents until they fill a batch. */
export async function* packDocuments<D extends GivenText>(
  documents: AsyncIterable<D> | Iterable<D>,
): AsyncGenerator<CutDocument<D>[]> {
  let cut: CutDocument<D>[] = [];
  let units = 0;
  let first = 0;
  for await (const document of documents) {
    const sentences = splitSentences(document.text, document.lang);
    cut.push({ document, sentences, first });
    first += sentences.length;
    units += document.text.length;
    if (units < BATCH_UNITS) continue;
    yield cut;
    cut = [];
    units = 0;
    first = 0;
  }
  if (cut.length > 0) yield cut;
}

/** Canonical texts of all sentences. The caller releases the batch. */
export async function canonicalSentences<D extends GivenText>(
  documents: readonly CutDocument<D>[],
  { engine, canonicalizer, canonical }: SentenceSteps,
): Promise<SentenceBatch<D>> {
  const batch = pack(documents, engine.heap);
  const steps = { engine, canonicalizer, canonical, simhashMode: 0, fingerprints: false, contents: true };
  return { ...(await prepareBatch(batch, steps)), documents };
}

function pack(documents: readonly CutDocument[], heap: Heap): TextBatch {
  let count = 0;
  let room = 0;
  for (const { document, sentences } of documents) {
    count += sentences.length;
    room += sentences.length;
    for (const { start, end } of sentences) room += roomOf(document.text, start, end);
  }
  const text = heap.allocate(room);
  const offsets = heap.allocate(4 * (count + 1));
  const langs: (string | undefined)[] = [];
  const target = heap.u8.subarray(text, text + room);
  const { u32 } = heap;
  let at = 0;
  let number = offsets / 4;
  u32[number++] = 0;
  for (const { document, sentences } of documents) {
    for (const { start, end } of sentences) {
      at += writeUtf8(document.text.slice(start, end), target, at, room - at);
      target[at++] = 0;
      u32[number++] = at;
      langs.push(document.lang);
    }
  }
  return { first: 0, count, text, offsets, bytes: at, langs };
}

/** A UTF-16 unit becomes three bytes at most; long sentences are counted. */
function roomOf(text: string, start: number, end: number): number {
  return end - start < 4096 ? 3 * (end - start) : utf8Length(text.slice(start, end));
}
