/**
 * Fingerprints that were computed elsewhere: JSON Lines with an id and 16 hexadecimal digits, as `neardup fingerprint --json`
 * prints them. A sentence or paragraph (`--level`) is known by the id of its document and its number: `essay.txt#sentence-3`. Other fields
 * are ignored, and so is the summary at the end.
 */

import type { Place } from '../../document.ts';
import { utf8Text } from '../../platform/bytes.ts';
import type { Source } from '../../read.ts';
import { jsonChunks } from '../charsets/charset-stream.ts';
import { quote } from '../messages.ts';
import { splitLines } from './line-splitter.ts';

/** An id and a fingerprint need far less: a longer line is reported and never held. */
const MAX_LINE = 1 << 20;

/** A line, or its problem. */
export interface FingerprintLine {
  readonly place: Place;
  readonly id: string;
  /** As it is in the line; the caller checks the digits. */
  readonly fingerprint: string;
  readonly problem?: string;
}

/** The field with the digits: simhashes have 16 of them, signatures many. */
type FingerprintField = 'fingerprint' | 'signature';

/** The lines of one source. White space and summaries are left out. */
export async function* readFingerprintLines(
  source: Source,
  idField: string,
  field: FingerprintField = 'fingerprint',
): AsyncGenerator<FingerprintLine> {
  for await (const { bytes, length, line } of splitLines(jsonChunks(source), MAX_LINE)) {
    const place = { source: source.name, line };
    if (bytes === undefined) {
      const problem = `Expected a line of at most ${MAX_LINE} bytes, got ${length}.`;
      yield { place, id: '', fingerprint: '', problem };
      continue;
    }
    const text = utf8Text(bytes).trim();
    if (text === '') continue;
    const found = fieldsOf(text, idField, field);
    if (found !== undefined) yield { place, ...found };
  }
}

/** The content of a line; undefined for a summary. */
function fieldsOf(
  text: string,
  idField: string,
  digits: FingerprintField,
): Omit<FingerprintLine, 'place'> | undefined {
  const bad = (problem: string) => ({ id: '', fingerprint: '', problem });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad(
      `Expected JSON like {"${idField}":"…","${digits}":"…"}, as \`neardup fingerprint\` prints if asked for JSON, got ${quote(text)}.`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return bad(`Expected a JSON object, got ${quote(text)}.`);
  }
  const record = value as Record<string, unknown>;
  const field = (name: string) => (Object.hasOwn(record, name) ? record[name] : undefined);
  if (typeof field('summary') === 'object' && Object.keys(record).length === 1) return undefined;
  const [id, fingerprint] = [field(idField), field(digits)];
  const isId = (typeof id === 'string' && id !== '') || Number.isSafeInteger(id);
  if (!isId) return bad(`Expected the field \`${idField}\` to be a string or an integer, got ${shown(id)}.`);
  if (fingerprint === undefined && field('image') !== undefined) {
    return bad('Expected a fingerprint, got an image. Give `neardup pairs` the texts and the kind of image.');
  }
  if (typeof fingerprint !== 'string') {
    return bad(
      `Expected the field \`${digits}\` to be ${digits === 'fingerprint' ? '16 ' : ''}hexadecimal digits, got ${shown(fingerprint)}.`,
    );
  }
  const level = field('level');
  const number = level === 'sentence' || level === 'paragraph' ? field(level) : undefined;
  const part = Number.isSafeInteger(number) ? `#${level}-${number}` : '';
  return { id: `${id}${part}`, fingerprint };
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : quote(JSON.stringify(value));
}
