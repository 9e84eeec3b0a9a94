/** The blocks of lines that follow each other without a blank one: a table, items, a listing, a name with its text, a title, or sentences. */
import { type BlockList, MOST_ITEM, NUMBERED_LEVEL, TITLE_LEVEL } from './block-list.ts';
import {
  isCode,
  isEnded,
  isField,
  isItem,
  isRowLine,
  isRule,
  type TextLine,
  tellsNext,
} from './text-lines.ts';

/** The longest heading, in characters; a line of more words is a sentence. */
const MOST_HEADING = 120;
const TITLE_WORDS = 12;
/** Lines that a string in code may go on for. */
const MOST_STRING = 120;
/** Lines whose indents are looked at. */
const MOST_INDENTS = 64;
/** What comes after it, further to the right, is code or a table: `::` at the end of a line, and directives of reStructuredText. */
const LITERAL =
  /::$|^\.\. (?:[\w-]+:)?(?:code|sourcecode|parsed-literal|math|table|list-table|csv-table|productionlist|prompt|literal|doctest)/;

export class RunBlocks {
  /** The levels of underlined headings, by their marks. */
  private readonly levels = new Map<string, number>();

  /**
   * @param isMarked Whether headings are marked, so that a line by itself is none.
   * @param runEnd The line after those that follow one without a break.
   */
  constructor(
    private readonly text: string,
    private readonly lines: readonly TextLine[],
    private readonly list: BlockList,
    private isMarked: boolean,
    private readonly runEnd: (at: number) => number,
  ) {}

  /** Adds the blocks of the lines [at, to). Returns the line after them. */
  add(at: number, to: number): number {
    const heading = this.underlined(at, to);
    if (heading !== undefined) return heading;
    const last = this.addRun(at, to);
    return last === to ? this.literalEnd(at, to) : last;
  }

  /** Adds a heading with a rule under it, or above and under it. Returns the line after it. */
  private underlined(at: number, to: number): number | undefined {
    const { lines, levels } = this;
    const isOver = isRule(lines[at]);
    const own = isOver ? at + 1 : at;
    const under = own + 1;
    if (under >= to || !isRule(lines[under]) || isRowLine(lines[own]) || isItem(lines[own])) return undefined;
    if (lines[own].head.length > MOST_HEADING) return undefined;
    const mark = lines[under].head[0];
    if (mark === '_' || (isOver && lines[at].head[0] !== mark)) return undefined;
    const key = isOver ? mark + mark : mark;
    const level = levels.get(key) ?? levels.size + 1;
    levels.set(key, level);
    this.isMarked = true;
    return this.list.add('heading', at, under + 1, level);
  }

  /** Adds the blocks of lines that follow each other. Returns the line after them. */
  private addRun(at: number, to: number): number {
    const { lines } = this;
    const run = lines.slice(at, to);
    const rows = run.filter(isRowLine).length;
    if (rows >= 2 && 2 * rows >= run.length) return this.list.add('whole', at, to);
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
    if (number !== undefined) this.list.add('heading', at, to, number);
    else this.list.add('item', at, to);
  }

  /** Adds lines that are no items. @param end The line after all that follow each other. Returns it, or a later one. */
  private addLines(at: number, to: number, end: number): number {
    const { lines } = this;
    const first = lines[at].indent;
    const others = lines.slice(at + 1, to).map(({ indent }) => indent);
    const [least, most] = [
      Math.min(...others.slice(0, MOST_INDENTS)),
      Math.max(...others.slice(0, MOST_INDENTS)),
    ];
    const isNamed = others.length === 0 ? to === end && this.isNameOfNext(at) : least >= first + 2;
    const isUneven = others.length > 1 && most >= least + 2;
    const isListing = lines.slice(at, to).filter(isCode).length * 2 > to - at;
    const number = this.numberedLevel(at, to);
    if (number !== undefined) this.list.add('heading', at, to, number);
    else if (isListing) this.list.addCode(at, to);
    else if (isNamed || isUneven) {
      const last = to === end ? this.stringEnd(at, to) : to;
      const isWhole = last > to || lines[to - 1].end - lines[at].start <= MOST_ITEM;
      if (isNamed && last === to) this.list.add('item', at, to);
      else this.list.add(isWhole ? 'whole' : 'text', at, last);
      return Math.max(last, end);
    } else if (to === end && this.isTitle(at, to)) this.list.add('heading', at, to, TITLE_LEVEL);
    else this.list.add('text', at, to);
    return end;
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
    if (this.isMarked || !this.list.isInText || to - at > 1) return false;
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
      if (lines[next].indent <= intro.indent || !this.list.isShort(from, next + 1)) break;
      end = next + 1;
    }
    return end === from ? to : this.list.add('whole', from, end);
  }
}
