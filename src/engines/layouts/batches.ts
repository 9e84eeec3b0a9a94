/** Sizes of what is made of a batch. */

/** Bytes for the places of the words of a batch: a word takes two bytes of the text or more, but for the last of a document. */
export function placeBytes(bytes: number, count: number): number {
  return 4 * bytes + 8 * count;
}

/** Bytes for a text as the inside of a JSON string: at most six for each of its bytes, and those that a kernel writes past the end. */
export function escapedBytes(length: number): number {
  return 6 * length + 16;
}

/** Bytes for the moves of a batch: a word that becomes shorter has two characters or more, of three bytes each. */
export function moveBytes(bytes: number): number {
  return 8 + 8 * Math.ceil(bytes / 6);
}
