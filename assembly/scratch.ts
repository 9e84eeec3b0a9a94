// The private memory of this instance. Every thread has its own instance of the module and its own region,
// so kernels may keep tables and work arrays there without asking anyone.

import { initBands } from './bands';
import { initCanonicalize } from './canonicalize';
import { initFused } from './fused/layout';
import { initShingles } from './shingles';
import { initSimhash } from './simhash';
import { initTopsig } from './topsig';
import { initWeighted } from './weighted-simhash';

// Where each kernel's part begins, relative to the region. SCRATCH_BYTES in src/engines/wasm/kernels.ts is where the last ends.
export const SIMHASH_AT: usize = 0; // 512 KB, of which it uses 204
export const CANONICALIZE_AT: usize = 0x80000; // 256 KB
export const SHINGLES_AT: usize = 0xc0000; // 256 KB
export const BANDS_AT: usize = 0x100000; // 4 KB
export const RARITY_AT: usize = 0x101000; // 4 KB
export const STEMS_AT: usize = 0x102000; // 32 KB
export const REGIONAL_AT: usize = 0x10a000; // 4 KB
export const TOPSIG_AT: usize = 0x110000; // 512 KB
export const SIGNATURES_AT: usize = 0x190000; // 4 KB
export const WEIGHTED_AT: usize = 0x191000; // 4 KB
export const SPILL_AT: usize = 0x192000; // 2 MB
// The positions of set bits, eight bytes each, for all 16-bit values without neighboring set bits (simhash/word-ends.ts): 342 KB, of
// which such values use 20 KB, and a text a few.
export const WORD_GAPS_AT: usize = 0x392000;

export let scratch: usize = 0;

export function init(base: usize): void {
  scratch = base;
  initSimhash();
  initCanonicalize();
  initShingles();
  initBands();
  initTopsig();
  initWeighted();
  initFused();
}
