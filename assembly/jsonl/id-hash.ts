// The hash of ids; the twin of src/engines/scalar/id-hash.ts.
import { finish } from '../mix';

export function idHash(start: usize, end: usize): u32 {
  let hash = <u32>(end - start);
  let p = start;
  for (; p + 4 <= end; p += 4) hash = rotl<u32>(hash ^ (load<u32>(p) * 0x9e3779b1), 13) * 5;
  for (; p < end; p++) hash = (hash ^ <u32>load<u8>(p)) * 0x01000193;
  return finish(hash);
}
