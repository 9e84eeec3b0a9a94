/** The blocks of a text, as they are found. What is too long to go as a whole is divided as other texts are. */
import type { Span } from '../../comparison.ts';
import type { TextLine } from './text-lines.ts';

/**
 * - text: its sentences go one by one.
 * - whole: all of it goes, or nothing.
 * - item: the same; what stands below it further to the right belongs to it.
 * - heading: the same; it is the heading of what follows, up to one of the same level.
 * - opens, closes: tags that belong together.
 * - break: what stands between two pages.
 */
export interface Block extends Span {
  readonly kind: 'text' | 'whole' | 'item' | 'heading' | 'opens' | 'closes' | 'break';
  readonly indent: number;
  /** Of a heading: those of a lower level are above it. */
  readonly level: number;
  /** Of a tag that closes: the block that opens. */
  readonly opener?: number;
}

/** Levels of headings without a mark: of numbered ones (the parts of the number are added), and of lines by themselves. */
export const NUMBERED_LEVEL = 10;
export const TITLE_LEVEL = 20;

/** The longest blocks that go as a whole, in characters: of those that are nothing in part, and of items. */
const MOST_WHOLE = 20_000;
export const MOST_ITEM = 1500;

export class BlockList {
  readonly blocks: Block[] = [];
  /** Whether any text or table was added: at the beginning of a text, lines by themselves may be anything. */
  isInText = false;
  private isAfterCode = false;

  constructor(private readonly lines: readonly TextLine[]) {}

  /** Whether lines are short enough to go as a whole. */
  isShort(at: number, to: number): boolean {
    return this.lines[to - 1].end - this.lines[at].start <= MOST_WHOLE;
  }

  /** Adds the lines [at, to) as a block. Returns the line after them. */
  add(kind: Block['kind'], at: number, to: number, level = 0, opener?: number): number {
    const { start, indent } = this.lines[at];
    const { end } = this.lines[to - 1];
    this.isAfterCode = false;
    const isLong = end - start > (kind === 'item' ? MOST_ITEM : MOST_WHOLE);
    if (isLong && kind === 'whole') for (let line = at; line < to; line++) this.addLine(line);
    else this.blocks.push({ start, end, kind: isLong ? 'text' : kind, indent, level, opener });
    if (kind === 'text' || kind === 'whole') this.isInText = true;
    return to;
  }

  /** Adds a listing, together with the one before it if only blank lines are between them. */
  addCode(at: number, to: number): void {
    const { blocks } = this;
    const before = blocks.at(-1);
    const { end } = this.lines[to - 1];
    if (this.isAfterCode && end - before!.start <= MOST_WHOLE)
      blocks[blocks.length - 1] = { ...before!, end };
    else this.add('whole', at, to);
    this.isAfterCode = true;
  }

  /** Adds a line of what is too long to go as a whole. */
  private addLine(at: number): void {
    const { start, end, indent, isBlank } = this.lines[at];
    if (!isBlank) this.blocks.push({ start, end, kind: 'whole', indent, level: 0 });
  }
}
