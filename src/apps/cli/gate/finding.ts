/** A finding of the gate: two places with the same words, and the key by which a baseline knows it. */
import { createHash } from 'node:crypto';
import type { Pair, SharingPair } from '../../../index.ts';

export interface FoundPlace {
  /** The id of the document; of a file with one document, its path. */
  readonly id: string;
  /** Lines of the file, if the lines of its text are those of the file. */
  readonly lines?: { readonly line: number; readonly column?: number; readonly endLine: number };
}

export interface Finding {
  readonly rule: 'near-duplicate' | 'shared-passage';
  readonly a: FoundPlace;
  readonly b: FoundPlace;
  readonly message: string;
  /** Of the words that both places have; of near-duplicates, which are known by their names, nothing. */
  readonly words: string;
  /** The same as long as both documents and the words are: lines may move. */
  readonly key: string;
}

export function pairFinding({ a, b, resemblance, identical }: Pair): Finding {
  const share = identical ? 'the same words' : `${Math.floor(100 * resemblance)} % the same`;
  const message = `${a} and ${b} are near-duplicates: ${share}.`;
  return { rule: 'near-duplicate', a: { id: a }, b: { id: b }, message, words: '', key: keyOf(a, b, '') };
}

/** @param textOf The extracted text of a document. */
export function passageFinding(
  { a, b }: SharingPair,
  passage: SharingPair['passages'][number],
  textOf: (id: string) => string,
): Finding {
  const [x, y] = [a, b].map((id, side) => {
    const { line, column, endLine } = side === 0 ? passage.a : passage.b;
    return { id, ...(hasLinesOfFile(id) && { lines: { line, endLine, ...(isPlain(id) && { column }) } }) };
  });
  const words = hashOf(wordsOf(textOf(a).slice(passage.a.start, passage.a.end)));
  const also = y.lines === undefined ? b : `${b}, line ${y.lines.line}`;
  const message = `${passage.a.words} words are also in ${also}${passage.kind === 'identical' ? '' : ` (${passage.kind})`}.`;
  return { rule: 'shared-passage', a: x, b: y, message, words, key: keyOf(a, b, words) };
}

/** Marks, spaces and case may change. */
function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

/** The order of the two does not count. */
function keyOf(a: string, b: string, words: string): string {
  return hashOf(JSON.stringify([...[a, b].sort(), words]));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function isPlain(id: string): boolean {
  return /\.(?:txt|text|log)$/i.test(id);
}

/** The readers of these formats keep every line a line. */
function hasLinesOfFile(id: string): boolean {
  return isPlain(id) || /\.(?:md|markdown|mdown|mkd)$/i.test(id);
}
