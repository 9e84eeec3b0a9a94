/** What stands under what: the text of a heading, what is below an item further to the right, what a line with a colon tells, what is between two tags. */
import { type Block, NUMBERED_LEVEL, TITLE_LEVEL } from './block-list.ts';

/**
 * The last block under each block; its own number if there is none.
 *
 * @param tellsNext Whether a block ends as one that tells what follows.
 */
export function lastUnder(blocks: readonly Block[], tellsNext: (block: number) => boolean): Uint32Array {
  const last = Uint32Array.from(blocks, (_, number) => number);
  const closed = new Set(blocks.map(({ opener }) => opener));
  const open: Head[] = [];
  const close = () => {
    const { number, present } = open.pop()!;
    last[number] = present;
    const outer = open.at(-1);
    if (outer !== undefined) outer.present = Math.max(outer.present, present);
  };
  blocks.forEach((block, number) => {
    if (block.kind === 'break') return;
    const { opener } = block;
    const isDone = (head: Head) => (opener === undefined ? isOver(head, block) : head.number > opener);
    while (open.length > 0 && isDone(open.at(-1)!)) close();
    const head = open.at(-1);
    if (head !== undefined) {
      head.first ??= block;
      head.present = number;
    }
    // its opener, which nothing else closes
    if (opener !== undefined) {
      close();
      return;
    }
    const by = block.kind === 'opens' && !closed.has(number) ? undefined : kindOf(block, tellsNext(number));
    if (by !== undefined) open.push({ number, block, by, present: number });
  });
  while (open.length > 0) close();
  return last;
}

/** A block with something under it, which is not known in full. */
interface Head {
  readonly number: number;
  readonly block: Block;
  readonly by: 'level' | 'indent' | 'list' | 'tag';
  /** The last block under it so far. */
  present: number;
  first?: Block;
}

function kindOf({ kind }: Block, tellsNext: boolean): Head['by'] | undefined {
  if (kind === 'heading') return 'level';
  if (kind === 'opens') return 'tag';
  if (tellsNext) return 'list';
  return kind === 'item' ? 'indent' : undefined;
}

/** Whether a block is no longer under a head. */
function isOver({ block: head, by, first }: Head, block: Block): boolean {
  switch (by) {
    case 'tag':
      return false;
    case 'indent':
      return block.indent <= head.indent;
    case 'level':
      return isOverSection(head, first, block);
    case 'list':
      if (first === undefined) return block.kind === 'heading';
      if (first.kind === 'item')
        return block.indent < first.indent || (block.kind !== 'item' && block.indent === first.indent);
      return first.indent <= head.indent || block.indent <= head.indent;
  }
}

function isOverSection(head: Block, first: Block | undefined, block: Block): boolean {
  const isDeeper = first !== undefined && first.indent > head.indent;
  if (head.level === TITLE_LEVEL && isDeeper && block.indent <= head.indent) return true;
  if (block.kind !== 'heading') return false;
  // a line by itself ends a numbered section, if it does not stand further to the right
  if (block.level === TITLE_LEVEL && head.level > NUMBERED_LEVEL) return block.indent <= head.indent;
  return block.level <= head.level;
}
