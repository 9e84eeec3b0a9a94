/** Reads lines of the log again, many at once: sorted by place, and neighbors together. */
import { crc32 } from 'node:zlib';
import { BadLog } from './bad-log.ts';
import type { OpenLogFile, Place } from './log.ts';

/** Lines no further apart than this are read together, up to READ_AT_ONCE bytes. */
const GAP = 4096;
const READ_AT_ONCE = 1 << 20;

/** In the order of the places. Raises BAD_COLLECTION if a line is not what it was. */
export function readPlaces(files: readonly OpenLogFile[], places: readonly Place[]): Buffer[] {
  const byNumber = new Map(files.map((file) => [file.number, file]));
  const order = places.map((_, i) => i);
  order.sort((a, b) => places[a].file - places[b].file || places[a].offset - places[b].offset);
  const lines = new Array<Buffer>(places.length);
  for (let from = 0; from < order.length; ) {
    const { file: number, offset: start } = places[order[from]];
    let end = start;
    let to = from;
    for (; to < order.length; to++) {
      const { file, offset, length } = places[order[to]];
      const longer = Math.max(end, offset + length);
      if (to > from && (file !== number || offset > end + GAP || longer - start > READ_AT_ONCE)) break;
      end = longer;
    }
    const file = byNumber.get(number);
    if (file === undefined) throw new Error(`read: there is no log file ${number}`);
    const bytes = Buffer.allocUnsafe(end - start);
    const got = file.file.read(bytes, start);
    for (; from < to; from++) {
      const { offset, length, crc } = places[order[from]];
      const line = bytes.subarray(offset - start, offset - start + length);
      if (offset - start + length > got || crc32(line) !== crc)
        throw new BadLog(file.path, offset, 'the line there has changed');
      lines[order[from]] = line;
    }
  }
  return lines;
}
