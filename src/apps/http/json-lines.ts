/** JSON lines in requests: cut from a stream with bounded memory, each parsed by itself. */

import { turn } from './arrivals.ts';
import { ServiceError } from './problems.ts';

/** A line: its value, or the reason why it has none. */
export type ParsedLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

const LF = 10;
/** Lines of a request, empty ones included: each is answered in memory. */
export const MOST_LINES = 250_000;
/** Lines after which others have a turn. */
const IN_A_TURN = 256;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Empty lines are left out but counted.
 * @param longest Bytes of the longest line. The rest of a longer one is read and forgotten.
 */
export async function* jsonLines(
  stream: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<ParsedLine> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let line = 1;
  const finish = (): ParsedLine | undefined => {
    if (line > MOST_LINES) throw tooManyLines();
    const number = line++;
    const tooLong = bytes > longest;
    const content = Buffer.concat(tooLong ? [] : pieces);
    [pieces, bytes] = [[], 0];
    if (tooLong) return { line: number, problem: `Expected at most ${longest} bytes in a line, got more.` };
    return parse(content, number);
  };
  for await (const chunk of stream) {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(LF, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      bytes += piece.length;
      if (bytes <= longest) pieces.push(piece);
      else pieces = [];
      if (end === -1) break;
      from = end + 1;
      const parsed = finish();
      if (parsed !== undefined) yield parsed;
      if (line % IN_A_TURN === 0) await turn();
    }
  }
  const last = bytes > 0 ? finish() : undefined;
  if (last !== undefined) yield last;
}

function tooManyLines(): ServiceError {
  return new ServiceError('BODY_TOO_LARGE', `Expected at most ${MOST_LINES} lines in a request, got more.`, {
    advice:
      'Send them in several requests. Documents that were stored already do not change if they are sent again.',
  });
}

function parse(content: Uint8Array, line: number): ParsedLine | undefined {
  let text: string;
  try {
    text = decoder.decode(content);
  } catch {
    return { line, problem: 'Expected UTF-8, got other bytes.' };
  }
  if (text.trim() === '') return undefined;
  const { value, problem } = readJson(text);
  return problem === undefined ? { line, value } : { line, problem };
}

/** Nesting depth of arrays and objects: recursive functions write stored values again. */
const DEEPEST = 100;
/** Fields of all objects and items of all arrays: each costs 20 µs when a document is stored. */
export const MOST_VALUES = 50_000;
const TOO_MANY = `Expected JSON of at most ${MOST_VALUES} fields and items, got more: send fewer, or several in one text.`;

/** JSON of an unknown sender. */
export function parseJsonLine(text: string): unknown {
  const { value, problem } = readJson(text);
  if (problem === undefined) return value;
  throw new ServiceError('BAD_REQUEST', problem);
}

/** A problem is no error here: there may be one in every line. */
function readJson(text: string): { readonly value?: unknown; readonly problem?: string } {
  if (hasMoreCommas(text, MOST_VALUES)) return { problem: TOO_MANY };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'Expected JSON, got something else.' };
  }
  let level = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (values > MOST_VALUES) return { problem: TOO_MANY };
    if (depth > DEEPEST)
      return {
        problem: `Expected JSON of at most ${DEEPEST} levels, got more: send the inner part as text.`,
      };
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return { value };
}

/** Whether a text of JSON has more commas between its values. Fields of the same name are parsed one after the other, and only the last one is left to be counted. */
function hasMoreCommas(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let commas = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === ',' && ++commas > most) return true;
    if (character === '"') at = endOfString(text, at + 1);
  }
  return false;
}

/** Where the quotation mark is that ends a string, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
