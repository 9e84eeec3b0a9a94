/** Parts of a text that do not count: quotations, the bibliography, and parts shared with excluded texts, such as a form. */
import type { Span } from '../comparison.ts';
import { paragraphsOf } from '../read/index.ts';
import { quotedUnits } from './sentences/quotes.ts';

/** Headings of a bibliography, alone on their line. */
const HEADINGS = [
  ...[
    'references',
    'references cited',
    'bibliography',
    'works cited',
    'literature',
    'literature cited',
    'sources',
  ],
  ...[
    'список літератури',
    'список використаної літератури',
    'використана література',
    'література',
    'бібліографія',
  ],
  ...[
    'список використаних джерел',
    'список джерел',
    'використані джерела',
    'джерела',
    'список використаних джерел та літератури',
  ],
  ...['literaturverzeichnis', 'références', 'bibliographie', 'bibliografía', 'referencias', 'bibliografia'],
  ...['список литературы', 'литература', '参考文献'],
];
const HEADING = new RegExp(
  `^[ \\t]*(?:\\d{1,2}(?:\\.\\d{1,2})*\\.?[ \\t]+)?(?:${[...new Set(HEADINGS)].sort(longestFirst).join('|')})[ \\t]*(?:[:.][ \\t]*)?$`,
  'gimu',
);
/** Common in entries and rare in prose: a year, an address, a DOI, a number in brackets. */
const ENTRY_SIGN = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|https?:\/\/|\bdoi\b|\[(?<=^[ \t]*\[)\d{1,4}\]/gimu;
/** An entry has at least one of these signs per 45 words. A paragraph of fewer than 12 words may be the rest of an entry. */
const WORDS_PER_SIGN = 45;
const SHORT_PARAGRAPH = 12;

/** A quotation ends with its closing mark; after it: where it is from, in brackets, with a number of a year or a page. */
const CITATION =
  /[^\p{L}\p{N}\s]{0,3}\s{0,2}(?:\([^()\n]{0,120}?\d[^()\n]{0,60}\)|\[[^[\]\n]{0,60}?\d[^[\]\n]{0,60}\])/uy;

/** Text inside quotation marks of any kind, with the citation after it, or in lines that begin with `>`. */
export function quotationSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { start, end } of paragraphsOf(text)) {
    const inside = quotedUnits(text, start, end);
    if (inside === undefined) continue;
    for (let from = inside.indexOf(1); from !== -1; ) {
      const to = inside.indexOf(0, from);
      spans.push({ start: start + from, end: to === -1 ? end : citationEnd(text, start + to, end) });
      from = to === -1 ? -1 : inside.indexOf(1, to);
    }
  }
  return spans;
}

/** Where a citation ends that follows at `at`; `at` if none does. */
function citationEnd(text: string, at: number, end: number): number {
  CITATION.lastIndex = at;
  return CITATION.test(text) && CITATION.lastIndex <= end ? CITATION.lastIndex : at;
}

/**
 * From a heading such as `References` or `Список літератури` on, as long as the paragraphs look like entries. Prose after such a heading
 * counts: a heading alone takes nothing out.
 */
export function bibliographySpans(text: string): Span[] {
  const paragraphs = paragraphsOf(text);
  const spans: Span[] = [];
  let next = 0;
  for (const { index, 0: line } of text.matchAll(HEADING)) {
    const start = index + line.length;
    if (start <= (spans.at(-1)?.end ?? 0)) continue;
    while (next < paragraphs.length && paragraphs[next].end <= start) next++;
    let end = start;
    for (; next < paragraphs.length; next++) {
      const paragraph = paragraphs[next];
      if (!isEntry(text.slice(Math.max(start, paragraph.start), paragraph.end), end > start)) break;
      end = paragraph.end;
    }
    if (end > start) spans.push({ start: index, end });
  }
  return spans;
}

/** Spans in order, those that overlap made one. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((x, y) => x.start - y.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** The text with spaces in place of the excluded parts: everything else stays where it was. */
export function blankSpans(text: string, spans: readonly Span[]): string {
  let blanked = '';
  let from = 0;
  for (const { start, end } of spans) {
    blanked += text.slice(from, start) + text.slice(start, end).replace(/\S/g, ' ');
    from = end;
  }
  return blanked + text.slice(from);
}

function isEntry(paragraph: string, isAfterEntry: boolean): boolean {
  const words = paragraph.split(/\s+/).length;
  const signs = paragraph.match(ENTRY_SIGN)?.length ?? 0;
  return (
    signs * WORDS_PER_SIGN >= words ||
    (isAfterEntry && words <= SHORT_PARAGRAPH && !/^[ \t]*\p{Lu}[\p{L} ]+$/u.test(paragraph))
  );
}

function longestFirst(x: string, y: string): number {
  return y.length - x.length;
}
