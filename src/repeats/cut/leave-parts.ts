/**
 * Cuts begin and end where a reader would set them: not inside a table, a listing or an item, and not inside a sentence that a page break divides.
 * A heading stays with its text, and so does a line that tells what follows: what is over something goes only with all that is under it.
 */
import type { Span } from '../../comparison.ts';
import type { Block } from './block-list.ts';
import { lastUnder } from './outline.ts';
import { isEnded, tellsNext } from './text-lines.ts';

const SMALL_LETTER = /^\s*["'“‘(]?\p{Ll}/u;
/** A number may go on after its point. */
const NUMBER_BEGINS = /\d\.$/;
/** What an item begins with, and nothing else. */
const MARKER = /^\s*\(?(?:\p{L}|\d{1,3}(?:\.\d{1,3})*|[ivx]{2,5})[.)]\s*$/u;
/** A line of as many words that has no end mark is a sentence that goes on somewhere, not a row or the name of something. */
const SENTENCE_WORDS = 8;
/** Sentences that seem to go on in the next stay together up to so many characters. */
const MOST_TOGETHER = 2000;
/** What stays changes what else has to, but hardly ever more than once. */
const ROUNDS = 3;

/** Units of words, none of which is in two blocks. */
type Unit = Span & { readonly from: number; readonly to: number };

/**
 * Returns the units with the borders of blocks where they begin and end with them.
 *
 * @param isGone Whether each unit goes: those that would be left as parts are kept.
 */
export function leaveParts<T extends Unit>(
  text: string,
  blocks: readonly Block[],
  units: readonly T[],
  isGone: boolean[],
): T[] {
  const parts = new Parts(text, blocks, units, isGone);
  parts.leave();
  return parts.withBorders();
}

class Parts<T extends Unit> {
  /** The block of each unit, and the first unit of those that go together with it. */
  private readonly blockOf: Uint32Array;
  private readonly groups: Uint32Array;
  /** Where the units of each block begin; those of the last one end at their number. */
  private readonly firsts: Uint32Array;

  constructor(
    private readonly text: string,
    private readonly blocks: readonly Block[],
    private readonly units: readonly T[],
    private readonly isGone: boolean[],
  ) {
    this.blockOf = new Uint32Array(units.length);
    this.firsts = new Uint32Array(blocks.length + 1).fill(units.length);
    let block = 0;
    units.forEach(({ start }, unit) => {
      while (block + 1 < blocks.length && blocks[block + 1].start <= start) this.firsts[++block] = unit;
      this.blockOf[unit] = block;
    });
    if (blocks.length > 0) this.firsts[0] = 0;
    this.groups = this.together();
  }

  leave(): void {
    const { blocks, units, isGone } = this;
    const last = lastUnder(blocks, (block) => this.tells(block));
    units.forEach((_, unit) => {
      if (!isGone[unit]) this.keep(unit);
    });
    for (let round = 0, isChanged = true; round < ROUNDS && isChanged; round++)
      isChanged = this.keepHeads(last);
    // what stands between two pages goes if it would and both sides do
    this.eachBreak((before, from, to) => {
      const sides = [isGone[before] ?? true, isGone[to] ?? true];
      if (sides.includes(false) || isGone.slice(from, to).includes(false)) isGone.fill(false, from, to);
    });
  }

  withBorders(): T[] {
    const { blocks, units, blockOf, firsts } = this;
    return units.map((unit, i) => {
      const block = blocks[blockOf[i]];
      const start = i === firsts[blockOf[i]] ? Math.min(block.start, unit.start) : unit.start;
      const end = i + 1 === firsts[blockOf[i] + 1] ? Math.max(block.end, unit.end) : unit.end;
      return { ...unit, start, end };
    });
  }

  /** Keeps what is over something that is kept. Returns whether blocks after it have changed. */
  private keepHeads(last: Uint32Array): boolean {
    const { blocks, firsts, isGone } = this;
    let isChanged = false;
    let kept = blocks.length;
    let next: number | undefined;
    for (let block = blocks.length - 1; block >= 0; block--) {
      const [from, to] = [firsts[block], firsts[block + 1]];
      if (blocks[block].kind === 'break' || from === to) continue;
      const isOver = last[block] > block && kept <= last[block];
      const goesOn = next !== undefined && !isGone[next] && this.isUnfinished(to - 1);
      if ((isOver || goesOn) && isGone[to - 1] && this.keep(to - 1)) isChanged = true;
      // the other tag
      const closer = blocks[last[block]].opener === block ? firsts[last[block]] : undefined;
      if (closer !== undefined && !isGone[to - 1] && isGone[closer]) {
        this.keep(closer);
        isChanged = true;
      }
      if (isGone.slice(from, to).includes(false)) kept = block;
      next = from;
    }
    return isChanged;
  }

  /** Keeps a unit with those that stay together with it. Returns whether one of them is in a later block. */
  private keep(unit: number): boolean {
    const { groups, isGone, blockOf } = this;
    let end = unit + 1;
    while (end < groups.length && groups[end] === groups[unit]) end++;
    isGone.fill(false, groups[unit], end);
    return blockOf[end - 1] > blockOf[unit];
  }

  /** The first unit of those that each goes together with. */
  private together(): Uint32Array {
    const { blocks, units, blockOf } = this;
    const groups = new Uint32Array(units.length);
    let before = -1;
    let isBreakBetween = false;
    units.forEach((_, unit) => {
      groups[unit] = unit;
      if (blocks[blockOf[unit]].kind === 'break') isBreakBetween = true;
      else {
        if (before >= 0 && this.areOne(before, unit, groups[before], isBreakBetween))
          groups.fill(groups[before], before + 1, unit + 1);
        isBreakBetween = false;
        before = unit;
      }
    });
    return groups;
  }

  /** Whether two units that follow each other go together. @param first The first of those that the first one goes with. */
  private areOne(before: number, unit: number, first: number, isBreakBetween: boolean): boolean {
    const { blocks, units, blockOf } = this;
    const [block, other] = [blocks[blockOf[before]], blocks[blockOf[unit]]];
    if (block === other && block.kind !== 'text') return true;
    if (units[unit].end - units[first].start > MOST_TOGETHER) return false;
    const [own, next] = [this.textOf(before), this.textOf(unit)];
    if (block === other && MARKER.test(own)) return true;
    if (NUMBER_BEGINS.test(own) && /^\d/.test(next)) return true;
    if (isEnded(own)) return false;
    if (block === other) return true;
    const areTexts = [block, other].every(({ kind }) => kind === 'text' || kind === 'item');
    if (!areTexts || tellsNext(own)) return false;
    return isBreakBetween || (other.kind === 'text' && SMALL_LETTER.test(next));
  }

  /** Whether a unit is a sentence that goes on in what follows, or tells it. */
  private isUnfinished(unit: number): boolean {
    const { blocks, blockOf } = this;
    const { kind } = blocks[blockOf[unit]];
    if (kind !== 'text' && kind !== 'item') return false;
    const own = this.textOf(unit);
    if (tellsNext(own)) return true;
    if (isEnded(own) || kind === 'item') return false;
    return (
      own.split(/\s+/, SENTENCE_WORDS + 1).length > SENTENCE_WORDS || blockOf[unit - 1] === blockOf[unit]
    );
  }

  private tells(block: number): boolean {
    const { kind } = this.blocks[block];
    const [from, to] = [this.firsts[block], this.firsts[block + 1]];
    return (kind === 'text' || kind === 'item') && to > from && tellsNext(this.textOf(to - 1));
  }

  /** The text of a unit, with the marks that are left to the end of its block. */
  private textOf(unit: number): string {
    const { units, blocks, blockOf, firsts } = this;
    const { start, end } = units[unit];
    const isLast = unit + 1 === firsts[blockOf[unit] + 1];
    return this.text.slice(start, isLast ? Math.max(end, blocks[blockOf[unit]].end) : end);
  }

  /** Calls `visit` with the units between two pages, and the last one before them that is not. */
  private eachBreak(visit: (before: number, from: number, to: number) => void): void {
    const { blocks, units, blockOf } = this;
    const isBreak = (unit: number) => unit < units.length && blocks[blockOf[unit]].kind === 'break';
    for (let from = 0; from < units.length; from++) {
      if (!isBreak(from)) continue;
      let to = from;
      while (isBreak(to)) to++;
      visit(from - 1, from, to);
      from = to;
    }
  }
}
