/** Reads lines of the log again, by their places: sorted, and neighbors together. */
import { crc32 } from 'node:zlib';
import { BadLog } from './bad-log.ts';
import type { LogPlace } from './log.ts';
import type { OpenLogFile } from './log-files.ts';

/** Lines no further apart than this are read together, up to READ_AT_ONCE bytes. */
const GAP = 4096;
const READ_AT_ONCE = 1 << 20;

/** In the order of the places. Raises BAD_COLLECTION if a line has changed. */
export function readPlaces(files: readonly OpenLogFile[], places: readonly LogPlace[]): Buffer[] {
  for (const place of places) checkPlace(files, place);
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
    const file = fileOf(files, number);
    const bytes = Buffer.allocUnsafe(end - start);
    const got = file.file.read(bytes, start);
    for (; from < to; from++) {
      const place = places[order[from]];
      const at = place.offset - start;
      const line = bytes.subarray(at, at + place.length);
      if (at + place.length > got || crc32(line) !== place.crc) throw changed(file, place);
      lines[order[from]] = line;
    }
  }
  return lines;
}

/** A place may come from a forged file. So written, NaN is refused as well. */
function checkPlace(files: readonly OpenLogFile[], place: LogPlace): void {
  const file = fileOf(files, place.file);
  if (!(place.offset >= 0 && place.length > 0 && place.offset + place.length <= file.end))
    throw changed(file, place);
}

function fileOf(files: readonly OpenLogFile[], number: number): OpenLogFile {
  const found = files.find((file) => file.number === number);
  if (found === undefined) throw new BadLog(`file ${number}`, 0, 'it is missing');
  return found;
}

function changed({ path }: OpenLogFile, { offset }: LogPlace): BadLog {
  return new BadLog(path, offset, `the line at byte ${offset} has changed since it was written`);
}
