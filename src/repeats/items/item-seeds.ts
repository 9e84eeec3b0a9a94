/**
 * The runs of words by which items are met in texts, and the tables in which the kernel `itemProbe` looks for them.
 *
 * Of an item of eight words and more the anchors are taken, of a shorter one all runs; without those that many items have (`own-windows.ts`).
 * Of a window every run is there, so its anchor is: a text with a window of an item meets it.
 */
import { type Address, type Heap, randomSeed } from '../../engines/index.ts';
import { ANCHOR_WINDOW, ANCHOR_WORDS } from '../../engines/layouts/anchors.ts';
import { RUN_MARK_BITS } from '../../engines/layouts/item-probe.ts';
import { eachLeast, itemRuns, itemWords, markBits } from '../../engines/scalar/item-probe.ts';
import { placedSet } from '../../engines/scalar/may-share.ts';
import { utf8Bytes } from '../../platform/bytes.ts';
import type { ItemTexts } from './item-texts.ts';

/** Equal runs of a text that meet it. */
const EQUAL_RUNS = 4;
/** The marks of anchors take up to 512 KB, which stay in the cache of a processor, and are at least 8 KB. */
const MOST_MARK_BITS = 22;
const LEAST_MARK_BITS = 16;

/** A run of an item. */
interface Runs {
  readonly hashes: number[];
  readonly texts: number[];
  readonly places: number[];
}

export class ItemSeeds {
  /** The hashes of runs, ascending, and which of the texts and places below belong to each. */
  private readonly hashes: Uint32Array;
  private readonly starts: Uint32Array;
  readonly texts: Uint32Array;
  /** The word of the item with which the run begins. */
  readonly places: Uint32Array;
  /** The tables of the kernel. */
  readonly table: Readonly<Record<'hashes' | 'marks' | 'runMarks', Address>> &
    Readonly<Record<'hashShift' | 'markShift' | 'factor', number>>;

  constructor(
    items: ItemTexts,
    private readonly heap: Heap,
  ) {
    const isShort = (text: number) => items.texts[text].words.length < ANCHOR_WORDS + ANCHOR_WINDOW - 1;
    const runs = runsOf(items, isShort);
    const kept = inOrder(runs);
    const hashes: number[] = [];
    const starts: number[] = [];
    kept.forEach((run, i) => {
      if (hashes.at(-1) === runs.hashes[run]) return;
      hashes.push(runs.hashes[run]);
      starts.push(i);
    });
    this.hashes = Uint32Array.from(hashes);
    this.starts = Uint32Array.from([...starts, kept.length]);
    this.texts = kept.map((run) => runs.texts[run]);
    this.places = kept.map((run) => runs.places[run]);
    const ofShort = [...kept].filter((run) => isShort(runs.texts[run])).map((run) => runs.hashes[run]);
    const ofLong = [...kept].filter((run) => !isShort(runs.texts[run])).map((run) => runs.hashes[run]);
    const factor = randomSeed().low | 1;
    const set = placedSet(this.hashes, factor);
    const wanted = Math.ceil(Math.log2(8 * ofLong.length + 1));
    const markBits_ = Math.min(MOST_MARK_BITS, Math.max(LEAST_MARK_BITS, wanted));
    this.table = {
      hashes: heap.place(set.places),
      hashShift: set.shift,
      marks: heap.place(markBits(ofLong, markBits_, factor)),
      markShift: 32 - markBits_,
      runMarks: ofShort.length === 0 ? 0 : heap.place(markBits(ofShort, RUN_MARK_BITS, factor)),
      factor,
    };
  }

  /** Which of `texts` and `places` have a run: from, to. */
  rangeOf(hash: number): readonly [from: number, to: number] {
    const { hashes, starts } = this;
    let low = 0;
    let high = hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hashes[middle] < hash) low = middle + 1;
      else high = middle;
    }
    return hashes[low] === hash ? [starts[low], starts[low + 1]] : [0, 0];
  }

  close(): void {
    const { hashes, marks, runMarks } = this.table;
    for (const block of [hashes, marks, runMarks]) if (block !== 0) this.heap.release(block);
  }
}

function runsOf({ texts, numbers, windows }: ItemTexts, isShort: (text: number) => boolean): Runs {
  const hashOf = Uint32Array.from(numbers.words, (word) => itemWords(utf8Bytes(word)).hashes[0]);
  const found: Runs = { hashes: [], texts: [], places: [] };
  texts.forEach(({ words }, text) => {
    const runs = itemRuns(words.map((word) => hashOf[word]));
    const keep = (run: number) => {
      if (windows[text].runs[run] === 0) return;
      found.hashes.push(runs[run]);
      found.texts.push(text);
      found.places.push(run);
    };
    if (isShort(text)) for (let run = 0; run < runs.length; run++) keep(run);
    else eachLeast(runs, keep);
  });
  return found;
}

/** Runs in the order of their hashes; of equal runs of one text the first ones, since periodic texts have very many. */
function inOrder({ hashes, texts }: Runs): Uint32Array {
  const order = BigUint64Array.from(hashes, (hash, i) => (BigInt(hash) << 32n) | BigInt(i)).sort();
  const sorted = Uint32Array.from(order, (key) => Number(key & 0xffffffffn));
  return sorted.filter((run, i) => {
    const before = sorted[i - EQUAL_RUNS];
    return before === undefined || hashes[before] !== hashes[run] || texts[before] !== texts[run];
  });
}
