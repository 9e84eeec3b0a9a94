/** Fingerprints of documents, paragraphs or sentences (paper D's multilevel fingerprints), with their places. */
import type { Span } from '../comparison.ts';
import type { Address } from '../engines/index.ts';
import { SimhashMode } from '../engines/layouts/modes.ts';
import type { Engine } from '../engines.ts';
import { TERM_SLOTS, TermStatistics, type WordLevels } from '../fingerprint/index.ts';
import type { GivenText } from '../passages.ts';
import type { SentenceSteps } from './canonical-sentences.ts';
import { readSentences } from './sources/read-sentences.ts';
import { SourceTexts } from './sources/source-texts.ts';

export type Level = 'document' | 'paragraph' | 'sentence';

/** A part of a document. */
export interface LevelPrint extends Span {
  /** The number of its document, in the order of reading, and its id. */
  readonly document: number;
  readonly id: string;
  /** Its number in the document, from 0. */
  readonly number: number;
  readonly fingerprint: bigint;
}

export interface LevelOptions {
  readonly level: Level;
  /** Bits of `SimhashMode`. */
  readonly mode: number;
  /** The level of every word, once all documents were read. */
  readonly levelsFrom: (statistics: TermStatistics) => WordLevels;
  /** Folder for temporary files. */
  readonly temp?: string;
}

/** Bytes of canonical text that are fingerprinted at once. */
const PIECE = 1 << 20;

/**
 * Reads all documents, then gives the fingerprints of their parts in order. Memory: 36 bytes a document and its id, 16 a sentence.
 * @param kept Takes the documents and stays open. @default what was read is gone at the end
 */
export async function* levelPrints(
  documents: AsyncIterable<GivenText> | Iterable<GivenText>,
  steps: SentenceSteps,
  options: LevelOptions,
  kept?: SourceTexts,
): AsyncGenerator<LevelPrint> {
  const texts = kept ?? (await SourceTexts.open(options.temp, false));
  let prints: WeightedPrints | undefined;
  try {
    const statistics = await countTerms(documents, steps, texts);
    prints = new WeightedPrints(steps.engine, options.levelsFrom(statistics), options.mode);
    for (let from = 0; from < texts.documents; ) {
      const piece = texts.canonicalPiece(from, PIECE);
      const parts = partsOf(texts, from, piece.end, piece.firstParagraph, options.level);
      const ends = sentenceOffsets(piece.bytes);
      const bounds = parts.map(({ first }) => ends[first - piece.firstSentence]);
      const values = prints.of(piece.bytes, Uint32Array.from([...bounds, piece.bytes.length]));
      for (const [i, { document, number, first, end }] of parts.entries()) {
        const isEmpty = first === end;
        yield {
          document,
          id: texts.ids[document],
          number,
          start: isEmpty ? 0 : texts.sentence(first).start,
          end: isEmpty ? 0 : texts.sentence(end - 1).end,
          fingerprint: values[i],
        };
      }
      from = piece.end;
    }
  } finally {
    prints?.close();
    if (kept === undefined) texts.close();
  }
}

/** Reads all documents, and counts in how many sentences every word occurs. */
async function countTerms(
  documents: AsyncIterable<GivenText> | Iterable<GivenText>,
  steps: SentenceSteps,
  texts: SourceTexts,
): Promise<TermStatistics> {
  const { heap, kernels } = steps.engine;
  const counts = heap.allocate(4 * TERM_SLOTS);
  heap.u8.fill(0, counts, counts + 4 * TERM_SLOTS);
  await readSentences(documents, steps, texts, ({ text, offsets, count }) =>
    kernels.termCounts(text, offsets, count, counts),
  );
  const statistics = new TermStatistics(heap.u32.slice(counts / 4, counts / 4 + TERM_SLOTS), texts.sentences);
  heap.release(counts);
  return statistics;
}

/** A part: its document, its number there, its first sentence and the one after its last, numbered through the collection. */
interface Part {
  readonly document: number;
  readonly number: number;
  readonly first: number;
  readonly end: number;
}

/** The parts of the documents [from, to). */
function partsOf(texts: SourceTexts, from: number, to: number, paragraph: number, level: Level): Part[] {
  const parts: Part[] = [];
  for (let document = from; document < to; document++) {
    const { first, end } = texts.document(document);
    if (level === 'document') parts.push({ document, number: 0, first, end });
    else if (level === 'sentence') {
      for (let s = first; s < end; s++) parts.push({ document, number: s - first, first: s, end: s + 1 });
    } else {
      for (let number = 0; paragraph < texts.paragraphCount; number++, paragraph++) {
        const sentences = texts.paragraph(paragraph);
        if (sentences.first >= end) break;
        parts.push({ document, number, ...sentences });
      }
    }
  }
  return parts;
}

class WeightedPrints {
  private readonly weights: Address;

  /** @param mode Bits of `SimhashMode`: words as sets or counts, and ties. */
  constructor(
    private readonly engine: Engine,
    levels: WordLevels,
    private readonly mode: number = SimhashMode.mixed | SimhashMode.sets,
  ) {
    this.weights = engine.heap.place(levels.table);
  }

  /** The fingerprint of every part: part i is `bytes[offsets[i], offsets[i + 1])`, a separator at its end included. */
  of(bytes: Uint8Array, offsets: Uint32Array): BigUint64Array {
    const { heap, kernels } = this.engine;
    const count = offsets.length - 1;
    if (count < 1) return new BigUint64Array(0);
    const [text, starts, out] = [heap.place(bytes), heap.place(offsets), heap.allocate(8 * count)];
    kernels.weightedSimhash(text, starts, count, this.weights, this.mode, out);
    const found = heap.u64.slice(out / 8, out / 8 + count);
    for (const block of [text, starts, out]) heap.release(block);
    return found;
  }

  close(): void {
    this.engine.heap.release(this.weights);
  }
}

/** Where sentences begin in canonical text that has a NUL after each, and where the last one ends. */
function sentenceOffsets(bytes: Uint8Array): Uint32Array {
  const offsets = [0];
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) offsets.push(at + 1);
  return Uint32Array.from(offsets);
}
