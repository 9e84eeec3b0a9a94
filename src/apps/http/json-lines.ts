/** JSON lines in requests: cut from a stream with bounded memory, each parsed by itself. */

import { ServiceError } from './problems.ts';

/** A line: what it says, or why it says nothing. */
export type ParsedLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

const LF = 10;
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
    }
  }
  const last = bytes > 0 ? finish() : undefined;
  if (last !== undefined) yield last;
}

function parse(content: Uint8Array, line: number): ParsedLine | undefined {
  try {
    const text = decoder.decode(content);
    return text.trim() === '' ? undefined : { line, value: parseJson(text) };
  } catch (error) {
    return {
      line,
      problem: error instanceof ServiceError ? error.message : 'Expected UTF-8, got other bytes.',
    };
  }
}

/** Arrays and objects inside each other: what is stored is written again by functions that call themselves. */
const DEEPEST = 100;

/** JSON of an unknown sender. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'Expected JSON, got something else.');
  }
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST)
      throw new ServiceError('BAD_REQUEST', `Expected JSON of at most ${DEEPEST} levels, got more.`);
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return value;
}
