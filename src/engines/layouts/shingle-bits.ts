/** The bits of a shape of shingles (`../shingle-shape.ts`). Compiled by tsc and asc. */
type u32 = number;

/** Width (0–7), step - 1 (8–15), and these. */
export enum Shape {
  widthMask = 0xff,
  stepShift = 8,
  unitMask = 3 << 16,
  character = 1 << 16,
  sentence = 2 << 16,
  sentenceWord = 3 << 16,
  free = 1 << 18,
  checksumMask = 3 << 20,
  crc32 = 1 << 20,
  md5 = 2 << 20,
  sha1 = 3 << 20,
}

/** The most shingles a text of this many bytes can have: one a unit, and a word takes two bytes with its space. */
export function shingleRoom(bytes: u32, shape: u32): u32 {
  return (shape & Shape.unitMask) === Shape.character ? bytes + 2 : (bytes >>> 1) + 2;
}
