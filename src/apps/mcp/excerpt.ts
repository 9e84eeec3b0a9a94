/** Parts of documents, as answers show them. */

const MOST = 300;

/** The text between two shelves, without its middle if it is long. */
export function excerpt(text: string, { start, end } = { start: 0, end: text.length }): string {
  if (end - start <= MOST) return text.slice(start, end);
  return `${text.slice(start, start + MOST - 100)} […] ${text.slice(end - 100, end)}`;
}
