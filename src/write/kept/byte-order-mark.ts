/**
 * The byte order mark before a table, without which Excel takes UTF-8 for the charset of its country. Rows of a UTF-8 table that has none
 * are written without one: programs for which it was made may take the mark for a part of the first name.
 */
import type { Source } from '../../read.ts';
import { BYTE_ORDER_MARK } from '../csv-cells.ts';

const HEAD = 64 * 1024;
const NEWLINE = 0x0a;

/** The byte order mark, or '', for an output with the rows of this source. */
export async function markOf(source: Source): Promise<string> {
  const head = await headOf(source);
  // whole lines only: a character cut in two is no UTF-8
  const lines = head.subarray(0, head.lastIndexOf(NEWLINE) + 1 || head.length);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(lines);
    return text.startsWith(BYTE_ORDER_MARK) || text.includes('\0') ? BYTE_ORDER_MARK : '';
  } catch {
    return BYTE_ORDER_MARK;
  }
}

async function headOf(source: Source): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.open()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= HEAD) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD);
}
