/** Which words of two sentences correspond: as many as possible that are the same, then synonyms, in their order. */

const SAME = 3;
const RELATED = 1;

/** For every word of `d` the place of its partner in `e`, ascending, or -1. Time and space: words times words. */
export function pairWords(
  d: Uint32Array,
  e: Uint32Array,
  related: (a: number, b: number) => boolean,
): Int32Array {
  const width = e.length + 1;
  // scores of the rests of d and e from words i and j on
  const scores = new Uint32Array((d.length + 1) * width);
  const gain = (i: number, j: number) => (d[i] === e[j] ? SAME : related(d[i], e[j]) ? RELATED : 0);
  for (let i = d.length - 1; i >= 0; i--) {
    for (let j = e.length - 1; j >= 0; j--) {
      const at = i * width + j;
      const skip = Math.max(scores[at + width], scores[at + 1]);
      const own = gain(i, j);
      scores[at] = own === 0 ? skip : Math.max(skip, scores[at + width + 1] + own);
    }
  }
  const partners = new Int32Array(d.length).fill(-1);
  for (let i = 0, j = 0; i < d.length && j < e.length; ) {
    const at = i * width + j;
    const own = gain(i, j);
    if (own > 0 && scores[at] === scores[at + width + 1] + own) partners[i++] = j++;
    else if (scores[at] === scores[at + width]) i++;
    else j++;
  }
  return partners;
}
