/**
 * Which anchors stand at as many places as a repeat must have, and which of these with the same words around them everywhere. All anchors of a
 * corpus are numbered in its order; their hashes wait in a file, divided by hash, and two bits of each stay in memory.
 */

import { KNOWN_PARTS, KNOWN_WIDTH, type KnownPassages } from '../known.ts';
import type { AnchorScan } from './anchor-scan.ts';
import { doubled, KeyNumbers } from './key-numbers.ts';
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
/** Numbers of a record: two of the hash, the number of the anchor, and two of its domain. */
const WIDTH = 5;
const MAX_ANCHORS = 2 ** 32;
/** No half of a key is so large. */
const UNKNOWN_DOMAIN = 0xffffffff;

interface MarkOptions {
  readonly temp?: string;
  /** What earlier runs have seen. */
  readonly known?: KnownPassages;
  /** Lets other work of the thread have its turn, and says how many documents were looked at. */
  pause(documents: number): Promise<void> | undefined;
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
      scan.read(textOf(document), (anchor) => {
        // one that was met in the part before
        if (firsts[document] + anchor.number < count) return;
        const block = records.take(Math.floor(anchor.low / range));
        const { at } = records;
        block[at] = anchor.low;
        block[at + 1] = anchor.high;
        block[at + 2] = count++;
        // what is not known in full is like no other
        block[at + 3] = anchor.isComplete ? anchor.domainLow : count;
        block[at + 4] = anchor.isComplete ? anchor.domainHigh : UNKNOWN_DOMAIN;
      });
      await pause(document);
    }
    if (count > MAX_ANCHORS)
      throw new Error(`repeats: ${count} anchors, at most ${MAX_ANCHORS} have numbers`);
    firsts[texts.length] = count;
    const marked = new BitSet(count);
    const whole = new BitSet(count);
    const met = new MetAnchors();
    for (let part = 0; part < parts; part++) {
      const some = known?.anchors((part * KNOWN_PARTS) / parts, ((part + 1) * KNOWN_PARTS) / parts);
      markPart(
        records.read.bind(records, part),
        rule.copies,
        { marked, whole },
        some && { anchors: some, met },
      );
      await pause(texts.length);
    }
    return new AnchorMarks(firsts, marked, whole, met.sort());
  } finally {
    records.close();
  }
}

interface Bits {
  readonly marked: BitSet;
  readonly whole: BitSet;
}

function markPart(
  read: () => Iterable<Uint32Array>,
  copies: number,
  { marked, whole }: Bits,
  known: { readonly anchors: Iterable<Uint32Array>; readonly met: MetAnchors } | undefined,
): void {
  const keys = new KeyNumbers();
  let counts = new Uint8Array(1 << 12);
  // of its first place; the other places have the same until one has not
  let domains = new Uint32Array(2 << 12);
  let differs = new Uint8Array(1 << 12);
  const most = Math.min(copies, 255);
  for (const block of read()) {
    for (let at = 0; at < block.length; at += WIDTH) {
      const key = keys.numberOf(block[at], block[at + 1]);
      if (key === counts.length)
        [counts, domains, differs] = [longer(counts), doubled(domains), longer(differs)];
      if (counts[key] === 0) {
        domains[2 * key] = block[at + 3];
        domains[2 * key + 1] = block[at + 4];
      } else if (domains[2 * key] !== block[at + 3] || domains[2 * key + 1] !== block[at + 4]) {
        differs[key] = 1;
      }
      if (counts[key] < most) counts[key]++;
    }
  }
  for (const block of known?.anchors ?? []) {
    for (let at = 0; at < block.length; at += KNOWN_WIDTH) {
      const key = keys.find(block[at], block[at + 1]);
      if (key === undefined) continue;
      if (counts[key] < most) counts[key]++;
      // the domains of known anchors were not kept
      differs[key] = 1;
      known!.met.add(block[at + 2], block[at + 3]);
    }
  }
  for (const block of read()) {
    for (let at = 0; at < block.length; at += WIDTH) {
      const key = keys.numberOf(block[at], block[at + 1]);
      if (counts[key] < most) continue;
      marked.add(block[at + 2]);
      if (differs[key] === 0) whole.add(block[at + 2]);
    }
  }
}

function longer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes);
  return larger;
}

/** A set of numbers, a bit for each. */
class BitSet {
  private readonly bits: Uint8Array;

  constructor(length: number) {
    this.bits = new Uint8Array(Math.ceil(length / 8));
  }

  add(number: number): void {
    this.bits[number >>> 3] |= 1 << (number & 7);
  }

  has(number: number): boolean {
    return ((this.bits[number >>> 3] >>> (number & 7)) & 1) === 1;
  }

  count(): number {
    let count = 0;
    for (let byte of this.bits) for (; byte !== 0; byte &= byte - 1) count++;
    return count;
  }
}

/** What is known of all anchors. */
export class AnchorMarks {
  /** How many anchors are marked, and how many of them stand everywhere with the same words around them. */
  readonly count: number;
  readonly wholes: number;

  constructor(
    private readonly firsts: Float64Array,
    private readonly marked: BitSet,
    private readonly whole: BitSet,
    /** Those of known passages that are among the anchors. */
    readonly met: MetAnchors,
  ) {
    this.count = marked.count();
    this.wholes = whole.count();
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
    return this.marked.has(number);
  }

  /** Whether all windows with this anchor are equal at all of its places. */
  isWhole(number: number): boolean {
    return this.whole.has(number);
  }
}
