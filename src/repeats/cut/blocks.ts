/**
 * The blocks of a text as a reader sees them: paragraphs, headings, items of a list, and what is nothing in part: a fenced block, a table, a drawing,
 * a listing of code. Marks are those of Markdown, reStructuredText, HTML and plain text. Every line is looked at a few times at most.
 */
import type { Span } from '../../comparison.ts';
import {
  fenceOf,
  headingLevel,
  isCode,
  isEnded,
  isField,
  isItem,
  isPageFoot,
  isRow,
  isRule,
  linesOf,
  type TextLine,
  tagOf,
  tellsNext,
} from './text-lines.ts';

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

/** Longer ones are divided as other texts are, in characters: tables and code, items and other indented lines, headings. */
const MOST_WHOLE = 20_000;
const MOST_ITEM = 1500;
const MOST_HEADING = 120;
/** Lines of what may stand at the head of a text, and of what a string in code may go on for. */
const MOST_FRONT = 100;
const MOST_STRING = 120;
/** Open tags that a closing one is looked for among. */
const MOST_OPEN = 16;
/** A line of more words is a sentence. */
const TITLE_WORDS = 12;
/** Elements of HTML that are nothing in part, and comments. */
const WHOLE_ELEMENT = /^<(!--|(?:table|tr|ul|ol|li|dl|pre|picture|svg|script|style|math)\b)/i;
/** What comes after it, further to the right, is code or a table: `::` at the end of a line, and directives of reStructuredText. */
const LITERAL =
  /::$|^\.\. (?:[\w-]+:)?(?:code|sourcecode|parsed-literal|math|table|list-table|csv-table|productionlist|prompt|literal|doctest)/;

export function blocksOf(text: string): Block[] {
  return new BlockScan(text).run();
}

class BlockScan {
  private readonly lines: readonly TextLine[];
  private readonly blocks: Block[] = [];
  private readonly open: { readonly name: string; readonly block: number }[] = [];
  /** The next lines that close fences and elements, by their marks, as far as they were looked for. */
  private readonly closings = new Map<string, number>();
  /** The levels of underlined headings, by their marks. */
  private readonly levels = new Map<string, number>();
  /** Whether headings are marked, so that a line by itself is none. */
  private isMarked = false;
  /** Whether lines by themselves are headings: at the beginning of a text they may be anything. */
  private isInText = false;
  private isAfterCode = false;

  constructor(private readonly text: string) {
    this.lines = linesOf(text);
    this.isMarked = this.lines.some((line) => headingLevel(line) !== undefined);
  }

  run(): Block[] {
    let at = this.frontMatter();
    while (at < this.lines.length) at = this.lines[at].isBlank ? at + 1 : this.next(at);
    return this.blocks;
  }

  /** Adds the blocks that begin with a line. Returns the line after them. */
  private next(at: number): number {
    const line = this.lines[at];
    const end = this.wholeEnd(at);
    if (end !== undefined) return this.add('whole', at, end);
    const tag = tagOf(line);
    if (tag !== undefined) return this.addTag(at, tag);
    const level = headingLevel(line);
    if (level !== undefined) return this.add('heading', at, at + 1, level);
    if (isPageFoot(line, this.text)) return this.addBreak(at);
    const to = this.runEnd(at);
    const heading = this.underlined(at, to);
    if (heading !== undefined) return heading;
    const last = this.addRun(at, to);
    return last === to ? this.literalEnd(at, to) : last;
  }

  /** The lines between two of `---` at the very beginning. */
  private frontMatter(): number {
    const { lines } = this;
    if (lines[0]?.head !== '---' || lines[0].indent > 0) return 0;
    for (let at = 1; at < Math.min(lines.length, MOST_FRONT); at++)
      if (lines[at].head === '---') return this.add('heading', 0, at + 1, 0);
    return 0;
  }

  /** The line after a fenced block or an element that begins here, if it is not too long. */
  private wholeEnd(at: number): number | undefined {
    const { lines } = this;
    const fence = fenceOf(lines[at])?.mark;
    const mark = fence ?? WHOLE_ELEMENT.exec(lines[at].head)?.[1].toLowerCase();
    if (mark === undefined) return undefined;
    const last = fence === undefined ? this.closing(mark, at) : this.closing(fence, at + 1);
    return last < lines.length && lines[last].end - lines[at].start <= MOST_WHOLE ? last + 1 : undefined;
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
    const { open, blocks } = this;
    if (!closes) {
      open.push({ name, block: blocks.length });
      return this.add('opens', at, at + 1);
    }
    for (let i = open.length - 1; i >= Math.max(0, open.length - MOST_OPEN); i--) {
      if (open[i].name !== name) continue;
      const opener = open[i].block;
      open.length = i;
      return this.add('closes', at, at + 1, 0, opener);
    }
    return this.add('text', at, at + 1);
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
    return this.add('break', at, to);
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

  /** Adds a heading with a rule under it, or above and under it. Returns the line after it. */
  private underlined(at: number, to: number): number | undefined {
    const { lines, levels } = this;
    const isOver = isRule(lines[at]);
    const own = isOver ? at + 1 : at;
    const under = own + 1;
    if (under >= to || !isRule(lines[under]) || isRow(lines[own]) || isItem(lines[own])) return undefined;
    if (lines[own].head.length > MOST_HEADING) return undefined;
    const mark = lines[under].head[0];
    if (mark === '_' || (isOver && lines[at].head[0] !== mark)) return undefined;
    const key = isOver ? mark + mark : mark;
    const level = levels.get(key) ?? levels.size + 1;
    levels.set(key, level);
    this.isMarked = true;
    return this.add('heading', at, under + 1, level);
  }

  /** Adds the blocks of lines that follow each other. Returns the line after them. */
  private addRun(at: number, to: number): number {
    const { lines } = this;
    const run = lines.slice(at, to);
    const rows = run.filter(isRow).length;
    if (rows >= 2 && 2 * rows >= run.length) return this.add('whole', at, to);
    const isHead = run.filter(isField).length > 2;
    const begins = (line: TextLine) => isItem(line) || (isHead && isField(line));
    let item = run.findIndex(begins);
    if (item === -1) item = run.length;
    const end = item > 0 ? this.addLines(at, at + item, to) : to;
    while (item < run.length) {
      let next = item + 1;
      while (next < run.length && !begins(run[next])) next++;
      this.addItem(at + item, at + next);
      item = next;
    }
    return end;
  }

  private addItem(at: number, to: number): void {
    const number = this.numberedLevel(at, to);
    if (number !== undefined) this.add('heading', at, to, number);
    else this.add('item', at, to);
  }

  /** Adds lines that are no items. @param end The line after all that follow each other. Returns it, or a later one. */
  private addLines(at: number, to: number, end: number): number {
    const { lines } = this;
    const first = lines[at].indent;
    const others = lines.slice(at + 1, to).map(({ indent }) => indent);
    const [least, most] = [Math.min(...others.slice(0, 64)), Math.max(...others.slice(0, 64))];
    const isNamed = others.length === 0 ? to === end && this.isNameOfNext(at) : least >= first + 2;
    const isUneven = others.length > 1 && most >= least + 2;
    const isListing = lines.slice(at, to).filter(isCode).length * 2 > to - at;
    const number = this.numberedLevel(at, to);
    if (number !== undefined) this.add('heading', at, to, number);
    else if (isListing) this.addCode(at, to);
    else if (isNamed || isUneven) {
      const last = to === end ? this.stringEnd(at, to) : to;
      this.add(isNamed ? 'item' : 'whole', at, last, 0, undefined, last > to ? MOST_WHOLE : MOST_ITEM);
      return Math.max(last, end);
    } else if (to === end && this.isTitle(at, to)) this.add('heading', at, to, TITLE_LEVEL);
    else this.add('text', at, to);
    return end;
  }

  /** Adds a listing, together with the one before it if only blank lines are between them. */
  private addCode(at: number, to: number): void {
    const { blocks } = this;
    const before = blocks.at(-1);
    const { end } = this.lines[to - 1];
    if (this.isAfterCode && end - before!.start <= MOST_WHOLE)
      blocks[blocks.length - 1] = { ...before!, end };
    else this.add('whole', at, to);
    this.isAfterCode = true;
  }

  /** The line after uneven lines: a string that is open in them goes on over blank lines. */
  private stringEnd(at: number, to: number): number {
    const { lines, text } = this;
    const own = text.slice(lines[at].start, Math.min(lines[to - 1].end, lines[at].start + MOST_ITEM));
    if (own.split('"').length % 2 === 1) return to;
    for (let next = to; next < Math.min(lines.length, to + MOST_STRING); next++) {
      const { start, end, isBlank } = lines[next];
      if (!isBlank && text.slice(start, Math.min(end, start + MOST_ITEM)).includes('"'))
        return this.runEnd(next);
    }
    return to;
  }

  /** The level of a line such as `3.1.  Names`. */
  private numberedLevel(at: number, to: number): number | undefined {
    const { lines } = this;
    const { start, head } = lines[at];
    const number = /^(?:(?:chapter|section|appendix)\s+)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)([.)]?)\s+\S/i.exec(
      head,
    );
    if (number === null || to - at > 2 || lines[to - 1].end - start > MOST_HEADING) return undefined;
    const isSingle = !number[1].includes('.');
    if (isSingle && (number[2] !== '.' || lines[at].indent > 3)) return undefined;
    const name = this.text.slice(start, lines[to - 1].end);
    if (isEnded(name) || tellsNext(name) || name.trim().split(/\s+/).length > TITLE_WORDS) return undefined;
    return NUMBERED_LEVEL + number[1].split('.').length;
  }

  /** Whether lines by themselves are the title of what follows. */
  private isTitle(at: number, to: number): boolean {
    const { lines, text } = this;
    if (this.isMarked || !this.isInText || to - at > 1) return false;
    const { start, end, head } = lines[at];
    if (end - start > MOST_HEADING + lines[at].indent || isEnded(head) || tellsNext(head)) return false;
    if (!/^["'“„«(]?[\p{Lu}\p{Lo}\p{N}]/u.test(head) || head.split(/\s+/).length > TITLE_WORDS) return false;
    const isAlone = (line: TextLine | undefined) => line === undefined || line.isBlank;
    return isAlone(lines[at - 1]) && isAlone(lines[to]) && text.length > end;
  }

  /** Whether a line without an end mark has its text below it, further to the right. */
  private isNameOfNext(at: number): boolean {
    const { lines } = this;
    let next = at + 1;
    while (next < lines.length && lines[next].isBlank) next++;
    if (next === at + 1 || next >= lines.length || lines[next].indent < lines[at].indent + 2) return false;
    const { head } = lines[at];
    return head.length <= MOST_HEADING && !isEnded(head) && !tellsNext(head);
  }

  /** Adds what is further to the right than the line which says that it is code. Returns the line after it. */
  private literalEnd(at: number, to: number): number {
    const { lines } = this;
    const intro = lines[at];
    if (!LITERAL.test(intro.head) && !/::$/.test(lines[to - 1].head)) return to;
    let from = to;
    while (from < lines.length && lines[from].isBlank) from++;
    let end = from;
    for (let next = from; next < lines.length; next++) {
      if (lines[next].isBlank) continue;
      if (lines[next].indent <= intro.indent || lines[next].end - lines[from].start > MOST_WHOLE) break;
      end = next + 1;
    }
    return end === from ? to : this.add('whole', from, end);
  }

  private add(
    kind: Block['kind'],
    at: number,
    to: number,
    level = 0,
    opener?: number,
    most = kind === 'item' ? MOST_ITEM : MOST_WHOLE,
  ): number {
    const { start, indent } = this.lines[at];
    const { end } = this.lines[to - 1];
    this.isAfterCode = false;
    const isLong = end - start > most;
    if (isLong && kind === 'whole') for (let line = at; line < to; line++) this.addLine(line);
    else this.blocks.push({ start, end, kind: isLong ? 'text' : kind, indent, level, opener });
    if (kind === 'text' || kind === 'whole') this.isInText = true;
    return to;
  }

  /** Adds a line of what is too long to go as a whole. */
  private addLine(at: number): void {
    const { start, end, indent, isBlank } = this.lines[at];
    if (!isBlank) this.blocks.push({ start, end, kind: 'whole', indent, level: 0 });
  }
}
