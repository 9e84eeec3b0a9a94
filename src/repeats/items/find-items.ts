/** Looks for items in the documents of a corpus: batches of canonical texts go to the kernel, and documents with runs of items are matched. */
import type { Address, Engine } from '../../engines/index.ts';
import { ANCHOR_WINDOW, ANCHOR_WORDS } from '../../engines/layouts/anchors.ts';
import { FOUND_RUN_BYTES } from '../../engines/layouts/item-probe.ts';
import { foundRunBytes, probeRoom } from '../../engines/scalar/item-probe.ts';
import type { RepeatTexts } from '../find/find-repeats.ts';
import type { Pause } from '../reporting-pause.ts';
import type { ItemSeeds } from './item-seeds.ts';
import type { ItemTexts } from './item-texts.ts';
import { type ItemMatch, ItemMatcher } from './match-items.ts';

/** Bytes of a batch, and documents or parts of them. */
const BATCH_BYTES = 1 << 18;
const BATCH_PARTS = 1 << 12;
/** Into shared memory V8 copies bytes one by one, unless both places are as far from a multiple of eight. */
const COPY_STEP = 8;
/** What the kernel may read before the first text and after the last one. */
const MARGIN = 64;
/** Words that two parts of a long document have in common, so that no anchor is lost between them. */
const SHARED_WORDS = ANCHOR_WORDS + ANCHOR_WINDOW - 2;
const SPACE = 0x20;

/** The items, and the runs by which they are met. */
interface KnownItems {
  readonly items: ItemTexts;
  readonly seeds: ItemSeeds;
}

interface ItemSearch {
  readonly share: number;
  readonly pause: Pause;
}

/** Calls `visit` with the items that stand in each document. Returns how many documents were not looked at in full. */
export async function findItems(
  texts: Pick<RepeatTexts, 'length' | 'references' | 'canonicalText' | 'textsInOrder'>,
  { items, seeds }: KnownItems,
  engine: Engine,
  search: ItemSearch,
  visit: (document: number, matches: readonly ItemMatch[]) => void,
): Promise<number> {
  const matcher = new ItemMatcher(items, seeds, search.share);
  const batch = new ProbeBatch(engine, seeds, (document, found) => {
    const matches = matcher.matches(texts.canonicalText(document), found);
    if (matches.length > 0) visit(document, matches);
  });
  const textOf = texts.textsInOrder();
  try {
    for (let document = texts.references; document < texts.length; document++) {
      batch.add(document, textOf(document));
      const done = document - texts.references;
      await search.pause('match', done, done / (texts.length - texts.references));
    }
    batch.finish();
  } finally {
    batch.close();
  }
  return matcher.truncated;
}

/** Texts for the kernel. */
class ProbeBatch {
  private readonly blocks: Readonly<Record<'text' | 'offsets' | 'work' | 'out', Address>>;
  private readonly room: number;
  /** Where each part begins and ends in the batch. */
  private readonly offsets: number[] = [];
  /** The document of every part, and where the part begins in it. */
  private readonly parts: { readonly document: number; readonly from: number }[] = [];
  private used = MARGIN;
  /** What was found in the last document so far. */
  private open: { readonly document: number; readonly found: number[] } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly seeds: ItemSeeds,
    private readonly visit: (document: number, found: readonly number[]) => void,
  ) {
    const { room, workBytes } = probeRoom(BATCH_BYTES);
    const bytes = BATCH_BYTES + COPY_STEP * BATCH_PARTS + 2 * MARGIN;
    const sizes = [bytes, 8 * BATCH_PARTS, workBytes, foundRunBytes(BATCH_BYTES, BATCH_PARTS)];
    const [text, offsets, work, out] = engine.heap.allocateAll(sizes);
    this.blocks = { text, offsets, work, out };
    this.room = room;
  }

  add(document: number, bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const left = BATCH_BYTES - this.used;
      const isWhole = bytes.length - from <= left;
      if (this.parts.length === BATCH_PARTS || (!isWhole && this.parts.length > 0)) {
        this.probe();
        continue;
      }
      const to = isWhole ? bytes.length : partEnd(bytes, from, left);
      this.put(bytes.subarray(from, to));
      this.parts.push({ document, from });
      if (to === bytes.length) break;
      from = nextPart(bytes, from, to);
    }
  }

  finish(): void {
    this.probe();
    if (this.open !== undefined) this.visit(this.open.document, this.open.found);
    this.open = undefined;
  }

  close(): void {
    for (const block of Object.values(this.blocks)) this.engine.heap.release(block);
  }

  private put(part: Uint8Array): void {
    const place = this.blocks.text + this.used;
    const start = this.used + ((part.byteOffset - place) & (COPY_STEP - 1));
    this.engine.heap.u8.set(part, this.blocks.text + start);
    this.used = start + part.length;
    this.offsets.push(start, this.used);
  }

  private probe(): void {
    const { heap, kernels } = this.engine;
    const { text, offsets, work, out } = this.blocks;
    const { room, parts } = this;
    heap.u32.set(this.offsets, offsets / 4);
    const call = { text, offsets, count: parts.length, work, room, ...this.seeds.table, out };
    const count = kernels.itemProbe(call);
    // a copy: visitors may use the heap
    const found = heap.u32.slice(out / 4, out / 4 + (FOUND_RUN_BYTES / 4) * count);
    for (let i = 0; i < found.length; i += FOUND_RUN_BYTES / 4) {
      const { document, from } = parts[found[i]];
      if (this.open?.document !== document) {
        if (this.open !== undefined) this.visit(this.open.document, this.open.found);
        this.open = { document, found: [] };
      }
      this.open!.found.push(from + found[i + 1], found[i + 2]);
    }
    this.offsets.length = 0;
    parts.length = 0;
    this.used = MARGIN;
  }
}

/** Where a part of a long document ends: at a space, or inside a very long word, which no item is met by. */
function partEnd(bytes: Uint8Array, from: number, room: number): number {
  const end = bytes.lastIndexOf(SPACE, from + room - 1);
  return end > from ? end : from + room;
}

/** Where the next part begins: some words before the end of the last one, if it has as many. */
function nextPart(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  for (let word = 0; word < SHARED_WORDS && at > from; word++) at = bytes.lastIndexOf(SPACE, at - 1);
  return at > from ? at + 1 : to;
}
