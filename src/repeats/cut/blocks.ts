/**
 * The blocks of a text as a reader sees them: paragraphs, headings, items of a list, and what is nothing in part: a fenced block, a table, a drawing,
 * a listing of code. Marks are those of Markdown, reStructuredText, HTML and plain text. Every line is looked at a few times at most.
 */
import { type Block, BlockList } from './block-list.ts';
import { RunBlocks } from './run-blocks.ts';
import { fenceOf, headingLevel, isPageFoot, linesInText, type TextLine, tagOf } from './text-lines.ts';

/** Lines that may stand at the head of a text. */
const MOST_FRONT = 100;
/** Open tags that a closing one is looked for among. */
const MOST_OPEN = 16;
/** Elements of HTML that are nothing in part, and comments. */
const WHOLE_ELEMENT = /^<(!--|(?:table|tr|ul|ol|li|dl|pre|picture|svg|script|style|math)\b)/i;
export function blocksInText(text: string): Block[] {
  return new BlockScan(text).run();
}

class BlockScan {
  private readonly lines: readonly TextLine[];
  private readonly list: BlockList;
  private readonly runs: RunBlocks;
  private readonly open: { readonly name: string; readonly block: number }[] = [];
  /** The next lines that close fences and elements, by their marks, as far as they were looked for. */
  private readonly closings = new Map<string, number>();

  constructor(private readonly text: string) {
    this.lines = linesInText(text);
    this.list = new BlockList(this.lines);
    const isMarked = this.lines.some((line) => headingLevel(line) !== undefined);
    this.runs = new RunBlocks(text, this.lines, this.list, isMarked, (at) => this.runEnd(at));
  }

  run(): Block[] {
    let at = this.frontMatter();
    while (at < this.lines.length) at = this.lines[at].isBlank ? at + 1 : this.next(at);
    return this.list.blocks;
  }

  /** Adds the blocks that begin with a line. Returns the line after them. */
  private next(at: number): number {
    const line = this.lines[at];
    const end = this.wholeEnd(at);
    if (end !== undefined) return this.list.add('whole', at, end);
    const tag = tagOf(line);
    if (tag !== undefined) return this.addTag(at, tag);
    const level = headingLevel(line);
    if (level !== undefined) return this.list.add('heading', at, at + 1, level);
    if (isPageFoot(line, this.text)) return this.addBreak(at);
    return this.runs.add(at, this.runEnd(at));
  }

  /** The lines between two of `---` at the very beginning. */
  private frontMatter(): number {
    const { lines } = this;
    if (lines[0]?.head !== '---' || lines[0].indent > 0) return 0;
    for (let at = 1; at < Math.min(lines.length, MOST_FRONT); at++)
      if (lines[at].head === '---') return this.list.add('heading', 0, at + 1, 0);
    return 0;
  }

  /** The line after a fenced block or an element that begins here, if it is not too long. */
  private wholeEnd(at: number): number | undefined {
    const { lines } = this;
    const fence = fenceOf(lines[at])?.mark;
    const mark = fence ?? WHOLE_ELEMENT.exec(lines[at].head)?.[1].toLowerCase();
    if (mark === undefined) return undefined;
    const last = fence === undefined ? this.closing(mark, at) : this.closing(fence, at + 1);
    return last < lines.length && this.list.isShort(at, last + 1) ? last + 1 : undefined;
  }

  /** The first line from `from` on that closes a fence or an element. */
  private closing(mark: string, from: number): number {
    const { lines, text } = this;
    const known = this.closings.get(mark);
    if (known !== undefined && known >= from) return known;
    const element = mark === '!--' ? '-->' : /^[a-z]/.test(mark) ? `</${mark}>` : undefined;
    const isClosing = (line: TextLine) => {
      if (element !== undefined) return text.slice(line.start, line.end).toLowerCase().includes(element);
      const own = fenceOf(line);
      return own?.isBare === true && own.mark.startsWith(mark);
    };
    let at = from;
    while (at < lines.length && !isClosing(lines[at])) at++;
    this.closings.set(mark, at);
    return at;
  }

  private addTag(at: number, { name, closes }: { readonly name: string; readonly closes: boolean }): number {
    const { open, list } = this;
    if (!closes) {
      open.push({ name, block: list.blocks.length });
      return this.list.add('opens', at, at + 1);
    }
    for (let i = open.length - 1; i >= Math.max(0, open.length - MOST_OPEN); i--) {
      if (open[i].name !== name) continue;
      const opener = open[i].block;
      open.length = i;
      return this.list.add('closes', at, at + 1, 0, opener);
    }
    return this.list.add('text', at, at + 1);
  }

  /** The foot of a page, and the head of the next. */
  private addBreak(at: number): number {
    const { lines } = this;
    let next = at + 1;
    while (next < lines.length && lines[next].isBlank) next++;
    let to = at + 1;
    // the head is a line or two by themselves, the first of which has a wide gap
    if (next < lines.length && / {3,}\S|\t/.test(lines[next].head)) {
      const end = this.runEnd(next);
      if (end - next <= 2 && !this.wholeEnd(next)) to = end;
    }
    return this.list.add('break', at, to);
  }

  /** The line after those that follow each other without a blank one, a tag, a heading or a fence. */
  private runEnd(at: number): number {
    const { lines, text } = this;
    let to = at + 1;
    for (; to < lines.length && !lines[to].isBlank; to++) {
      const line = lines[to];
      if (fenceOf(line) !== undefined && this.wholeEnd(to) !== undefined) break;
      if (WHOLE_ELEMENT.test(line.head) || tagOf(line) !== undefined) break;
      if (headingLevel(line) !== undefined || isPageFoot(line, text)) break;
    }
    return to;
  }
}
