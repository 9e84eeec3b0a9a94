/** The texts that a job compares: on the heap while it runs, or, if they are long or all in the spool, read from there. */
import type { Heap } from '../engines/index.ts';
import { readTextInto } from '../platform/spool.ts';
import type { TextsInFile } from '../platform.ts';
import type { Corpus } from './corpus.ts';

/** Texts of a job that are held on the heap. Longer ones together go to the spool first. */
const HELD_BYTES = 8 << 20;

/** `release` frees their memory. Without a file, the positions are addresses on the heap. */
export type JobTexts = Pick<TextsInFile, 'ranges'> & Partial<TextsInFile> & { release(): void };

/** The texts of these documents, each once. */
export async function jobTexts(corpus: Corpus, heap: Heap, documents: Uint32Array): Promise<JobTexts> {
  let bytes = 0;
  for (const number of documents) bytes += corpus.lengths.get(number) + 1;
  const isHeld = bytes <= HELD_BYTES && documents.some((number) => !corpus.isSpooled(number));
  if (isHeld) return heldTexts(corpus, heap, documents, bytes);
  await corpus.needTexts(documents);
  const ranges = rangesOf(corpus, documents, (number) => corpus.positions.get(number));
  return { file: corpus.spool.file, ranges, release: () => {} };
}

async function heldTexts(
  corpus: Corpus,
  heap: Heap,
  documents: Uint32Array,
  bytes: number,
): Promise<JobTexts> {
  const memory = heap.allocate(bytes);
  try {
    // lines of a file are read in their order
    const ascending = documents.slice().sort();
    const addresses = new Map<number, number>();
    let next = memory;
    for (const number of ascending) {
      addresses.set(number, next);
      next += corpus.lengths.get(number) + 1;
    }
    for (const number of ascending) {
      if (!corpus.isSpooled(number)) continue;
      const [at, length] = [addresses.get(number)!, corpus.lengths.get(number)];
      readTextInto(corpus.spool.file, heap.u8, at, length, corpus.positions.get(number));
    }
    const missing = ascending.filter((number) => !corpus.isSpooled(number));
    await corpus.makeTexts(missing, (numbers, { text, offsets }) => {
      numbers.forEach((number, i) => {
        const start = text + heap.u32[offsets / 4 + i];
        // with the NUL at its end
        heap.u8.copyWithin(addresses.get(number)!, start, start + corpus.lengths.get(number) + 1);
      });
    });
    const ranges = rangesOf(corpus, documents, (number) => addresses.get(number)!);
    return { ranges, release: () => heap.release(memory) };
  } catch (error) {
    heap.release(memory);
    throw error;
  }
}

function rangesOf(
  corpus: Corpus,
  documents: Uint32Array,
  positionOf: (number: number) => number,
): Float64Array {
  const ranges = new Float64Array(2 * documents.length);
  documents.forEach((number, i) => {
    ranges[2 * i] = positionOf(number);
    ranges[2 * i + 1] = corpus.lengths.get(number);
  });
  return ranges;
}
