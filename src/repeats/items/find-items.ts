/** Looks for items in the documents of a corpus: batches of canonical texts go to the kernel, and documents with runs of items are matched. */
import type { Address, Engine } from '../../engines/index.ts';
import { ANCHOR_WINDOW, ANCHOR_WORDS } from '../../engines/layouts/anchors.ts';
import { FOUND_RUN_BYTES } from '../../engines/layouts/item-probe.ts';
import { foundRunBytes } from '../../engines/scalar/item-probe.ts';
import type { RepeatTexts } from '../find/find-repeats.ts';
import type { ItemSeeds } from './item-seeds.ts';
import type { ItemTexts } from './item-texts.ts';
import { type ItemMatch, ItemMatcher } from './match-items.ts';

/** Bytes of a batch, and documents or parts of them. */
const BATCH_BYTES = 1 << 20;
const BATCH_PARTS = 1 << 14;
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
  /** Lets other work of the thread have its turn, and says how far the search is. */
  pause(stage: 'match', document: number): Promise<void> | undefined;
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
      await search.pause('match', document);
    }
    batch.finish();
  } finally {
    batch.close();
  }
  return matcher.truncated;
}

/** Texts for the kernel. */
class ProbeBatch {
  private readonly blocks: { readonly text: Address; readonly offsets: Address; readonly out: Address };
  private readonly ends = [0];
  /** The document of every part, and where the part begins in it. */
  private readonly parts: { readonly document: number; readonly from: number }[] = [];
  /** What was found in the last document so far. */
  private open: { readonly document: number; readonly found: number[] } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly seeds: ItemSeeds,
    private readonly visit: (document: number, found: readonly number[]) => void,
  ) {
    const sizes = [BATCH_BYTES, 4 * (BATCH_PARTS + 1), foundRunBytes(BATCH_BYTES, BATCH_PARTS)];
    const [text, offsets, out] = engine.heap.allocateAll(sizes);
    this.blocks = { text, offsets, out };
  }

  add(document: number, bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const used = this.ends[this.ends.length - 1];
      const isWhole = bytes.length - from <= BATCH_BYTES - used;
      if (this.parts.length === BATCH_PARTS || (!isWhole && used > 0)) {
        this.probe();
        continue;
      }
      const to = isWhole ? bytes.length : partEnd(bytes, from);
      this.engine.heap.u8.set(bytes.subarray(from, to), this.blocks.text + used);
      this.ends.push(used + to - from);
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

  private probe(): void {
    const { heap, kernels } = this.engine;
    const { text, offsets, out } = this.blocks;
    heap.u32.set(this.ends, offsets / 4);
    const count = kernels.itemProbe({ text, offsets, count: this.parts.length, ...this.seeds.table, out });
    // a copy: visitors may use the heap
    const found = heap.u32.slice(out / 4, out / 4 + (FOUND_RUN_BYTES / 4) * count);
    for (let i = 0; i < found.length; i += FOUND_RUN_BYTES / 4) {
      const { document, from } = this.parts[found[i]];
      if (this.open?.document !== document) {
        if (this.open !== undefined) this.visit(this.open.document, this.open.found);
        this.open = { document, found: [] };
      }
      this.open!.found.push(from + found[i + 1], found[i + 2]);
    }
    this.ends.length = 1;
    this.parts.length = 0;
  }
}

/** Where a part of a long document ends: at a space, or inside a word of a megabyte, which no item is met by. */
function partEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.lastIndexOf(SPACE, from + BATCH_BYTES - 1);
  return end > from ? end : from + BATCH_BYTES;
}

/** Where the next part begins: some words before the end of the last one, if it has as many. */
function nextPart(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  for (let word = 0; word < SHARED_WORDS && at > from; word++) at = bytes.lastIndexOf(SPACE, at - 1);
  return at > from ? at + 1 : to;
}
