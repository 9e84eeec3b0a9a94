/**
 * Fingerprints of the sentences and paragraphs of a collection, in two eight-block indexes: they find sentences whose words were put
 * into another order or replaced here and there, and paragraphs whose sentences were.
 */

import { pauses } from '../../abort.ts';
import { growingU32 } from '../../collection/index.ts';
import { EightBlocks } from '../../duplicates/index.ts';
import type { Engine } from '../../engines.ts';
import { TERM_SLOTS, type TermStatistics, WordLevels } from '../../fingerprint/index.ts';
import type { SentenceBatch } from '../canonical-sentences.ts';
import { sentenceOffsets, WeightedPrints } from '../weighted-prints.ts';
import type { SourceTexts } from './source-texts.ts';

/** Shorter sentences and paragraphs say too little to be looked for. */
const LEAST_WORDS = 5;
const MAX_DISTANCE = 3;
const QUARTERS = 4;
/** Bytes of canonical text that are fingerprinted at once. */
const PIECE = 1 << 20;

/** Fingerprints of a text's parts, 0 if they have too few words. */
export interface PartPrints {
  readonly sentences: BigUint64Array;
  /** One for every paragraph of more than one sentence, with the number of its first sentence. */
  readonly paragraphs: readonly { readonly first: number; readonly fingerprint: bigint }[];
}

export class PartFingerprints {
  readonly sentences = new EightBlocks({ maxDistance: MAX_DISTANCE });
  readonly paragraphs = new EightBlocks({ maxDistance: MAX_DISTANCE });
  /** The number of the sentence or paragraph behind a position in its index. */
  readonly sentenceAt = growingU32();
  readonly paragraphAt = growingU32();
  private readonly prints: WeightedPrints;

  constructor(
    private readonly engine: Engine,
    statistics: TermStatistics,
  ) {
    this.prints = new WeightedPrints(engine, WordLevels.from(statistics));
  }

  /** Bytes of memory. */
  get memory(): number {
    const mapped = this.sentenceAt.length + this.paragraphAt.length;
    return this.sentences.memory + this.paragraphs.memory + 4 * mapped + TERM_SLOTS;
  }

  /** Adds all parts of the texts. @param wanted If given, only parts that may be near to one of these are added. */
  async addAll(texts: SourceTexts, signal?: AbortSignal, wanted?: PartPrints): Promise<void> {
    const pause = pauses(signal);
    const paragraphs = wanted && BigUint64Array.from(wanted.paragraphs, ({ fingerprint }) => fingerprint);
    const mayBeNear = { sentences: nearFilter(wanted?.sentences), paragraphs: nearFilter(paragraphs) };
    for (let from = 0; from < texts.documents; ) {
      await pause();
      const piece = texts.canonicalPiece(from, PIECE);
      this.addPiece(texts, piece.bytes, piece.firstSentence, piece.firstParagraph, mayBeNear);
      from = piece.end;
    }
  }

  /** The fingerprints of a text that is looked for. */
  of(batch: SentenceBatch): PartPrints {
    const { u8, u32 } = this.engine.heap;
    const bytes = u8.slice(batch.text, batch.text + batch.bytes);
    const words = u32.slice(batch.words / 4, batch.words / 4 + batch.count);
    const ends = u32.slice(batch.offsets / 4, batch.offsets / 4 + batch.count + 1);
    const sentences = this.prints.of(bytes, ends).map((value, i) => (words[i] < LEAST_WORDS ? 0n : value));
    const spans = batch.documents[0].sentences;
    const firsts: number[] = [];
    spans.forEach((span, i) => {
      if (i === 0 || spans[i - 1].paragraph !== span.paragraph) firsts.push(i);
    });
    const bounds = Uint32Array.from([...firsts, spans.length], (first) => ends[first]);
    const prints = this.prints.of(bytes, bounds);
    const paragraphs = firsts.flatMap((first, i) =>
      (firsts[i + 1] ?? spans.length) - first > 1 ? [{ first, fingerprint: prints[i] }] : [],
    );
    return { sentences, paragraphs };
  }

  close(): void {
    this.prints.close();
  }

  private addPiece(
    texts: SourceTexts,
    bytes: Uint8Array,
    firstSentence: number,
    firstParagraph: number,
    mayBeNear: Readonly<Record<'sentences' | 'paragraphs', NearFilter>>,
  ): void {
    const ends = sentenceOffsets(bytes);
    const prints = this.prints.of(bytes, ends);
    const isNear = mayBeNear.sentences(prints);
    for (let i = 0; i < prints.length; i++) {
      if (!isNear(i)) continue;
      if (texts.sentence(firstSentence + i).words < LEAST_WORDS) continue;
      this.sentences.add(prints[i]);
      this.sentenceAt.push(firstSentence + i);
    }
    const bounds: number[] = [];
    const numbers: number[] = [];
    for (let number = firstParagraph; number < texts.paragraphCount; number++) {
      const { first, end } = texts.paragraph(number);
      if (end - firstSentence > prints.length) break;
      bounds.push(ends[first - firstSentence]);
      numbers.push(end - first > 1 ? number : -1);
    }
    const paragraphs = this.prints.of(bytes, Uint32Array.from([...bounds, bytes.length]));
    const isNearParagraph = mayBeNear.paragraphs(paragraphs);
    numbers.forEach((number, i) => {
      if (number === -1 || !isNearParagraph(i)) return;
      this.paragraphs.add(paragraphs[i]);
      this.paragraphAt.push(number);
    });
  }
}

/** Whether each of some fingerprints may be near to one that is wanted. */
type NearFilter = (prints: BigUint64Array) => (i: number) => boolean;

/** If two fingerprints differ in at most 3 bits, one of their four quarters is equal. */
function nearFilter(wanted: BigUint64Array | undefined): NearFilter {
  if (wanted === undefined) return () => () => true;
  const known = new Uint8Array(QUARTERS << 16);
  quartersOf(wanted).forEach((value, i) => {
    known[((i % QUARTERS) << 16) | value] = 1;
  });
  return (prints) => {
    const quarters = quartersOf(prints);
    return (i) => {
      for (let q = 0; q < QUARTERS; q++) if (known[(q << 16) | quarters[QUARTERS * i + q]] === 1) return true;
      return false;
    };
  };
}

function quartersOf({ buffer, byteOffset, length }: BigUint64Array): Uint16Array {
  return new Uint16Array(buffer, byteOffset, QUARTERS * length);
}
