// The hash of ids; the twin of src/engines/scalar/id-hash.ts.
import { mixedHash } from '../simhash/mixed-words';

// @inline
export function idHash(start: usize, end: usize, seed: u64): u32 {
  return <u32>mixedHash(start, end, seed);
}
