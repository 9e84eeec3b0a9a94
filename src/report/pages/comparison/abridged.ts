/** A text that is too long for the page: its passages with the text around them, and the number of words left out between. */
import type { ParagraphRow, SegmentRow } from './rows.ts';

/** Keeps every segment that a passage covers, and up to `context` code units of the others beside it. */
export function abridged(paragraphs: readonly (readonly SegmentRow[])[], context: number): ParagraphRow[] {
  const rows: (SegmentRow[] | number)[] = [];
  const leaveOut = (words: number) => {
    const last = rows.at(-1);
    if (words === 0) return;
    if (typeof last === 'number') rows[rows.length - 1] = last + words;
    else rows.push(words);
  };
  paragraphs.forEach((paragraph, number) => {
    if (!isMatched(paragraph)) {
      const isNeighbor = [number - 1, number + 1].some((beside) => isMatched(paragraphs[beside] ?? []));
      if (isNeighbor && lengthOf(paragraph) <= 2 * context) rows.push([...paragraph]);
      else leaveOut(wordsOf(paragraph));
      return;
    }
    let row: SegmentRow[] = [];
    rows.push(row);
    paragraph.forEach((segment, i) => {
      const [text, words] = segment;
      if (hasPassages(segment) || text.length <= 2 * context) {
        row.push(segment);
        return;
      }
      // the words of a segment that is shown in part count as left out: they belong to no passage anyway
      if (i > 0) row.push([`${whole(text.slice(0, context))}…`, 0]);
      if (row.length === 0) rows.pop();
      leaveOut(words);
      row = [];
      if (i < paragraph.length - 1) {
        row.push([`…${whole(text.slice(-context))}`, 0]);
        rows.push(row);
      }
    });
  });
  return rows;
}

const hasPassages = ([, , parts]: SegmentRow) => (parts?.length ?? 0) > 0;
const isMatched = (segments: readonly SegmentRow[]) => segments.some(hasPassages);
const lengthOf = (segments: readonly SegmentRow[]) => segments.reduce((sum, [text]) => sum + text.length, 0);
const wordsOf = (segments: readonly SegmentRow[]) => segments.reduce((sum, [, words]) => sum + words, 0);

/** Without half a character at either end. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
