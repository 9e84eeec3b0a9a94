/** The order of pairs in plain TypeScript; see `Kernels.joinSort`. */
import type { Twin } from '../../kernels.ts';
import { PAIR_WORDS } from './pair-sink.ts';

export const joinSort: Twin<'joinSort'> = (heap, pairs, count, low, high, _room, out) => {
  const { u32 } = heap;
  const at: number[] = [];
  let before = 0;
  for (let i = pairs >>> 2; i < (pairs >>> 2) + PAIR_WORDS * count; i += PAIR_WORDS) {
    if (u32[i] < low) before++;
    else if (u32[i] < high) at.push(i);
  }
  at.sort((a, b) => u32[a] - u32[b] || u32[a + 1] - u32[b + 1]);
  const first = (out >>> 2) + PAIR_WORDS * before;
  for (const [place, i] of at.entries()) u32.copyWithin(first + PAIR_WORDS * place, i, i + PAIR_WORDS);
};
