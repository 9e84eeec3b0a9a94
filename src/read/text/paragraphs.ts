/** Where the paragraphs of a text begin and end: the units that are separated by blank lines. */
import type { Paragraph } from '../../answers/runs.ts';

/** White space around paragraphs belongs to no paragraph. */
export function paragraphsOf(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  let start = -1;
  let end = 0;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const next = lineEnd === -1 ? text.length : lineEnd + 1;
    const line = text.slice(at, lineEnd === -1 ? text.length : lineEnd);
    const content = line.trim();
    if (content !== '') {
      const from = at + line.indexOf(content[0]);
      if (start === -1) start = from;
      end = from + content.length;
    } else if (start !== -1) {
      found.push({ start, end });
      start = -1;
    }
    at = next;
  }
  if (start !== -1) found.push({ start, end });
  return found;
}
