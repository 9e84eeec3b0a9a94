/**
 * Which anchors stand at as many places as a repeat must have. All anchors of a corpus are numbered in its order; their hashes wait in a file,
 * divided by hash, and one bit of each stays in memory.
 */

import { KNOWN_PARTS, KNOWN_WIDTH, type KnownPassages } from '../known.ts';
import type { AnchorScan } from './anchor-scan.ts';
import { KeyNumbers } from './key-numbers.ts';
import { MetAnchors } from './met-anchors.ts';
import { PartedRecords } from './parted-records.ts';

/** The canonical texts of a run. */
export interface TextsByNumber {
  readonly length: number;
  canonicalText(number: number): Uint8Array;
  /** The same for texts in about their order: each is valid until the next. */
  textsInOrder(): (number: number) => Uint8Array;
}

/** How windows become repeats. */
export interface RepeatRule {
  /** Words of a window. */
  readonly least: number;
  /** Places at which it stands at least. */
  readonly copies: number;
}

/** Anchors that are grouped at a time, on average: the table of their hashes takes 6 MB. */
const PART_ANCHORS = 1 << 18;
/** Numbers of a record: two of the hash, and the number of the anchor. */
const WIDTH = 3;
const MAX_ANCHORS = 2 ** 32;

interface MarkOptions {
  readonly temp?: string;
  /** What earlier runs have seen. */
  readonly known?: KnownPassages;
  /** Lets other work of the thread have its turn. */
  pause(document: number): Promise<void> | undefined;
}

/** Looks at all texts. */
export async function markAnchors(
  texts: TextsByNumber,
  scan: AnchorScan,
  rule: RepeatRule,
  words: number,
  { temp, known, pause }: MarkOptions,
): Promise<AnchorMarks> {
  const expected = (2 * words) / Math.max(1, rule.least - 7);
  const wanted = Math.min(KNOWN_PARTS, Math.max(1, Math.ceil(expected / PART_ANCHORS)));
  // known anchors are divided in the same way
  const parts = 2 ** Math.ceil(Math.log2(wanted));
  const range = 2 ** 32 / parts;
  const records = new PartedRecords(parts, WIDTH, temp);
  try {
    const firsts = new Float64Array(texts.length + 1);
    const textOf = texts.textsInOrder();
    let count = 0;
    for (let document = 0; document < texts.length; document++) {
      firsts[document] = count;
      scan.read(textOf(document), ({ number, low, high }) => {
        // one that was met in the part before
        if (firsts[document] + number < count) return;
        const block = records.take(Math.floor(low / range));
        const { at } = records;
        block[at] = low;
        block[at + 1] = high;
        block[at + 2] = count++;
      });
      await pause(document);
    }
    if (count > MAX_ANCHORS)
      throw new Error(`repeats: ${count} anchors, at most ${MAX_ANCHORS} have numbers`);
    firsts[texts.length] = count;
    const bits = new Uint8Array(Math.ceil(count / 8));
    const met = new MetAnchors();
    for (let part = 0; part < parts; part++) {
      const some = known?.anchors((part * KNOWN_PARTS) / parts, ((part + 1) * KNOWN_PARTS) / parts);
      markPart(records.read.bind(records, part), rule.copies, bits, some && { anchors: some, met });
      await pause(texts.length);
    }
    return new AnchorMarks(firsts, bits, met.sort());
  } finally {
    records.close();
  }
}

function markPart(
  read: () => Iterable<Uint32Array>,
  copies: number,
  bits: Uint8Array,
  known: { readonly anchors: Iterable<Uint32Array>; readonly met: MetAnchors } | undefined,
): void {
  const keys = new KeyNumbers();
  let counts = new Uint8Array(1 << 12);
  const most = Math.min(copies, 255);
  for (const block of read()) {
    for (let at = 0; at < block.length; at += WIDTH) {
      const key = keys.numberOf(block[at], block[at + 1]);
      if (key === counts.length) {
        const larger = new Uint8Array(2 * counts.length);
        larger.set(counts);
        counts = larger;
      }
      if (counts[key] < most) counts[key]++;
    }
  }
  for (const block of known?.anchors ?? []) {
    for (let at = 0; at < block.length; at += KNOWN_WIDTH) {
      const key = keys.find(block[at], block[at + 1]);
      if (key === undefined) continue;
      if (counts[key] < most) counts[key]++;
      known!.met.add(block[at + 2], block[at + 3]);
    }
  }
  for (const block of read()) {
    for (let at = 0; at < block.length; at += WIDTH) {
      const number = block[at + 2];
      if (counts[keys.numberOf(block[at], block[at + 1])] >= most) bits[number >>> 3] |= 1 << (number & 7);
    }
  }
}

/** The bits of all anchors. */
export class AnchorMarks {
  /** How many anchors are marked. */
  readonly count: number;

  constructor(
    private readonly firsts: Float64Array,
    private readonly bits: Uint8Array,
    /** Those of known passages that are among the anchors. */
    readonly met: MetAnchors,
  ) {
    let count = 0;
    for (let byte of bits) for (; byte !== 0; byte &= byte - 1) count++;
    this.count = count;
  }

  isAnyOf(document: number): boolean {
    for (let number = this.firsts[document]; number < this.firsts[document + 1]; number++)
      if (this.isMarked(number)) return true;
    return false;
  }

  /** The number of the first anchor of a document. */
  firstOf(document: number): number {
    return this.firsts[document];
  }

  isMarked(number: number): boolean {
    return ((this.bits[number >>> 3] >>> (number & 7)) & 1) === 1;
  }
}
