/** Slices of signatures: their number, the room of their lists, and the distance that a score implies. */
/**
 * How a signature of `width` bits is cut into slices of at most `sliceBits`: as few slices as possible, all as wide as
 * `sliceBits` or one bit less, the wide ones first, every bit in exactly one. (If the width is too small for that, slices
 * are narrower, and still differ by one bit at most.)
 */
export function cutSlices(
  width: number,
  sliceBits: number,
): { readonly slices: number; readonly wide: number; readonly bits: number } {
  const slices = Math.ceil(width / sliceBits);
  const bits = Math.ceil(width / slices);
  return { slices, wide: width - slices * (bits - 1), bits };
}

/** u32 in the ends of all lists. */
export function sliceEndsLength(cut: ReturnType<typeof cutSlices>): number {
  return cut.wide * (2 ** cut.bits + 1) + (cut.slices - cut.wide) * (2 ** (cut.bits - 1) + 1);
}

/**
 * For every score the least distance of a signature that has it, when slices within `expand` bits were visited: if it was
 * seen in m slices, the bits of these that the score lacks differ, and each of the others differs in `expand` + 1 bits at least.
 * The score alone does not tell m, so the best case of all m counts.
 */
export function optimisticBounds(cut: ReturnType<typeof cutSlices>, expand: number): Uint16Array {
  const { slices, wide, bits } = cut;
  const narrow = slices - wide;
  const width = slices * bits - narrow;
  // slices no wider than `expand` are always seen
  const always = expand >= bits ? slices : expand >= bits - 1 ? narrow : 0;
  const bounds = new Uint16Array(width + 1);
  for (let score = 0; score <= width; score++) {
    let least = width;
    for (let seen = Math.max(always, Math.ceil(score / bits)); seen <= slices; seen++) {
      const lacking = Math.max(0, seen * bits - Math.min(seen, narrow) - score);
      least = Math.min(least, lacking + (slices - seen) * (expand + 1));
    }
    bounds[score] = least;
  }
  return bounds;
}
