// Pairs of one dense bucket whose siblings differ in one bit, and are in different words of the bitmap: it meets itself, moved by that
// bit. Pairs of one word were found when their bits were set.
import { Bucket, compareMet, listMeeting, MAP_BYTES } from './dense-compare';

// `meetings` is room for a list.
export function flipSiblings(bucket: Bucket, siblingShift: u64, meetings: usize): void {
  compareMet(meetings, meetNextWord(bucket.map, meetings), bucket, bucket, 64, (<u64>64) << siblingShift);
  for (let flip: u32 = 128; flip < 65536; flip <<= 1) {
    const end = meetVectors(bucket.map, flip >> 3, meetings);
    compareMet(meetings, end, bucket, bucket, flip, (<u64>flip) << siblingShift);
  }
}

function meetNextWord(map: usize, list: usize): usize {
  for (let at: usize = 0; at < MAP_BYTES; at += 16) {
    list = listMeeting(list, v128.and(v128.load(map + at), v128.load64_zero(map + at, 8)), at);
  }
  return list;
}

// `by` is in bytes.
function meetVectors(map: usize, by: usize, list: usize): usize {
  for (let first: usize = 0; first < MAP_BYTES; first += 2 * by) {
    for (let at = first; at < first + by; at += 16) {
      list = listMeeting(list, v128.and(v128.load(map + at), v128.load(map + (at + by))), at);
    }
  }
  return list;
}
