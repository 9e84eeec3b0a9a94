/** The lines of a text, and what each looks like by itself: a marker of a list, a heading, a row, a fence, the foot of a page. */

export interface TextLine {
  readonly start: number;
  /** Before its line feed. */
  readonly end: number;
  /** Columns of white space before its first character; a tab goes to the next multiple of eight. */
  readonly indent: number;
  readonly isBlank: boolean;
  /** Its beginning without white space at either end: as much as patterns look at. */
  readonly head: string;
}

/** Characters of a line that are looked at. */
const LOOK = 160;
const TAB_STOP = 8;

export function linesInText(text: string): TextLine[] {
  const lines: TextLine[] = [];
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    lines.push(lineAt(text, start, end));
    start = end + 1;
  }
  return lines;
}

function lineAt(text: string, start: number, end: number): TextLine {
  let indent = 0;
  let at = start;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x09) indent += TAB_STOP - (indent % TAB_STOP);
    else if (unit === 0x20) indent++;
    else if (!/\s/.test(text[at])) break;
  }
  const head = text.slice(at, Math.min(end, at + LOOK)).trimEnd();
  return { start, end, indent, isBlank: at === end, head };
}

/** The end of a sentence: its mark, quotes and brackets, and closing tags of HTML. */
const ENDED = /[.!?…։؟۔।。！？；;]["'”’»)\]」』*_`]*(?:\s*<\/[A-Za-z][A-Za-z0-9]{0,20}>)*\s*$/u;
const ENDING = 120;

/** Whether a text ends as sentences do. */
export function isEnded(text: string): boolean {
  return ENDED.test(text.slice(-ENDING));
}

/** Whether what follows belongs to a text that ends like this: `such as:`. */
export function tellsNext(text: string): boolean {
  const end = text.trimEnd();
  return /[:：,，、]["'”’»*_`]{0,4}$|\p{L}-$/u.test(end.slice(-5));
}

/** A marker, and white space or the end of the line. */
const ITEM =
  /^(?:[-*+•·‣▪◦●○■□⁃–—]|o|\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2}){1,3}[.)]?|\(?[a-z][.)]|\(?[ivx]{2,5}[.)]|\(?[A-Za-z]\)|\[[\w+.-]{1,12}\])(?:\s|$)/u;

export function isItem({ head }: TextLine): boolean {
  return ITEM.test(head);
}

/** `Name: value`, as in the head of a mail. */
export function isField({ head }: TextLine): boolean {
  return /^[A-Z][A-Za-z0-9-]{1,40}:(?:\s|$)/.test(head);
}

/** One mark over and over: under a heading, between parts, above and below a table. */
export function isRule({ head }: TextLine): boolean {
  return /^([-=~^"'`#*+.:_])\1{2,}$/.test(head);
}

/** A line of a table or a drawing: cells between bars, tabs or wide gaps, dots that lead to a number, or marks without a letter. */
export function isRowLine({ head }: TextLine): boolean {
  if (/^[|+]/.test(head) || / \| .* \| /.test(head)) return true;
  if (/\S(?:\t| {3,})\S/.test(head) || /(?:\. ?){4,}\s*\w{0,5}$/.test(head)) return true;
  return !/[\p{L}\p{N}]/u.test(head);
}

/** How deep a marked heading is: `##` is 2. */
export function headingLevel({ head, indent }: TextLine): number | undefined {
  if (indent > 3) return undefined;
  const marks = /^(?:(#{1,6})\s|<h([1-6])[\s>])/i.exec(head);
  return marks === null ? undefined : (marks[1]?.length ?? Number(marks[2]));
}

/** The fence that a line opens or closes, such as three backticks. */
export function fenceOf({ head }: TextLine): { readonly mark: string; readonly isBare: boolean } | undefined {
  const found = /^(?:(?:[-*+]|\d{1,3}[.)])\s+)?(`{3,}|~{3,})([^`]*)$/.exec(head);
  return found === null
    ? undefined
    : { mark: found[1], isBare: found[2] === '' && head.startsWith(found[1]) };
}

/** A tag that is alone in its line, of HTML or of a template: `<div class="x">`, `{{< note >}}`. */
export function tagOf({ head }: TextLine): { readonly name: string; readonly closes: boolean } | undefined {
  const html = /^<(\/?)([A-Za-z][\w-]{0,30})(?:\s[^<>]*)?>$/.exec(head);
  const found = html ?? /^\{\{[<%]\s*(\/?)\s*([\w-]{1,30})[^{}]*[>%]\}\}$/.exec(head);
  return found === null ? undefined : { name: found[2].toLowerCase(), closes: found[1] === '/' };
}

/** The foot of a page: its number by itself, or after a name and a wide gap. */
export function isPageFoot({ head, start }: TextLine, text: string): boolean {
  if (text.charCodeAt(start) === 0x0c) return true;
  if (!/^-|page/i.test(head)) return false;
  return /^(?:\S.{0,90}\s{2,})?(?:\[?page\s+\w{1,6}\]?|-\s*\d{1,4}\s*-)$/iu.test(head);
}

/** Code: most lines of it end or begin as no prose does. */
export function isCode({ head }: TextLine): boolean {
  return /[{};(\\]$|^(?:[#$]\s|>>>|\.\.\.\s|\/[/*]|\*\/|[})]|import\s|from\s\w+\simport|def\s|return\b|#include)/.test(
    head,
  );
}
