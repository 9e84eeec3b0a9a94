// The debug build: the kernels with assertions, and guards after the regions of scratch memory. A guard holds a pattern that no kernel
// writes; one that has changed shows which region was written beyond its end.
import { GUARD_BYTES, REGION_ENDS, scratch } from './memory';

const PATTERN: u64 = 0xa5c3_96f0_0f69_3c5a;

export * from './index';

// To be called after init().
export function placeGuards(): void {
  for (let region = 0; region < REGION_ENDS.length; region++) {
    const end = scratch + REGION_ENDS[region];
    for (let at = end - GUARD_BYTES; at < end; at += 8) store<u64>(at, PATTERN);
  }
}

// The number of the first region whose guard has changed, counted in the order of memory.ts, or -1.
export function brokenGuard(): i32 {
  for (let region = 0; region < REGION_ENDS.length; region++) {
    const end = scratch + REGION_ENDS[region];
    for (let at = end - GUARD_BYTES; at < end; at += 8) if (load<u64>(at) !== PATTERN) return region;
  }
  return -1;
}
