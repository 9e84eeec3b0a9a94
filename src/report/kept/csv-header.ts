/** The header of a CSV or TSV source: its first row, as it stands there. */
import type { Source } from '../../read.ts';

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
/** A header longer than this is no header. */
const LIMIT = 1_048_576;

export interface CsvHeader {
  /** Without byte order mark and line end. */
  readonly row: string;
  readonly delimiter: string;
}

/** The header, or nothing where rows cannot be copied as bytes (UTF-16). */
export async function readHeader(source: Source): Promise<CsvHeader | undefined> {
  const bytes = await firstRow(source);
  if (bytes.includes(0)) return undefined;
  const row = new TextDecoder().decode(bytes);
  return { row, delimiter: delimiterOf(row) };
}

async function firstRow(source: Source): Promise<Uint8Array> {
  const row: number[] = [];
  let quoted = false;
  for await (const chunk of source.open()) {
    for (const byte of chunk) {
      if (byte === QUOTE) quoted = !quoted;
      const ends = !quoted && (byte === LF || byte === CR);
      if (ends || row.length === LIMIT) return Uint8Array.from(row);
      row.push(byte);
    }
  }
  return Uint8Array.from(row);
}

/** The candidate that occurs most often outside quotes; a comma where none occurs. */
function delimiterOf(row: string): string {
  const bare = row.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length - 1;
  return [',', '\t', ';', '|'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
