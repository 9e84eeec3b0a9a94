/** Term statistics as bytes of a file. */
import { TERM_SLOTS, TermStatistics } from '../../fingerprint/index.ts';

/** Pairs of place and count for the places that have one, or all counts where that is shorter. */
export function packStatistics({ counts }: TermStatistics): Uint8Array {
  const pairs: number[] = [];
  for (let slot = 0; slot < TERM_SLOTS; slot++) if (counts[slot] > 0) pairs.push(slot, counts[slot]);
  const shorter = pairs.length < TERM_SLOTS ? Uint32Array.from(pairs) : counts;
  return new Uint8Array(shorter.buffer, shorter.byteOffset, shorter.byteLength);
}

export function statisticsOf(bytes: Uint8Array, documents: number): TermStatistics {
  const values = new Uint32Array(bytes.buffer, 0, bytes.length / 4);
  if (values.length === TERM_SLOTS) return new TermStatistics(values, documents);
  const counts = new Uint32Array(TERM_SLOTS);
  for (let i = 0; i < values.length; i += 2) counts[values[i]] = values[i + 1];
  return new TermStatistics(counts, documents);
}
