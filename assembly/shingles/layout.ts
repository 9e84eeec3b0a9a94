// The shape of shingles (src/engines/shingle-shape.ts) and where the kernels keep their work, relative to SHINGLES_AT.

export const WIDTH_MASK: u32 = 0xff;
export const STEP_SHIFT: u32 = 8;
export const UNIT_MASK: u32 = 3 << 16;
export const CHARACTER: u32 = 1 << 16;
export const SENTENCE: u32 = 2 << 16;
export const SENTENCE_WORD: u32 = 3 << 16;
export const FREE: u32 = 1 << 18;
export const CHECKSUM_MASK: u32 = 3 << 20;
export const CRC32: u32 = 1 << 20;
export const MD5: u32 = 2 << 20;

export const SENTENCE_END: u8 = 0x1e;

// Counters of the sort.
export const COUNTS_AT: usize = 0; // 32 KB
// Values of words: up to 63 of the fills before, then those of a fill.
export const VALUES_AT: usize = 0x8000; // 20 KB
// The shingles of a fill, where not all are wanted.
export const RUNS_AT: usize = 0xd000; // 20 KB
// The values of four shingles, to be sorted.
export const SORTED_AT: usize = 0x12000; // 2 KB
// Where the last 128 units begin, and how far the merge of a shingle's units is (u32).
export const STARTS_AT: usize = 0x12800;
export const HEADS_AT: usize = 0x12a00;
// Tables of CRC-32; state, block and words of MD5 and SHA-1.
export const CRC32_AT: usize = 0x13000; // 4 KB
export const STATE_AT: usize = 0x14000;
export const BLOCK_AT: usize = 0x14040;
export const WORDS_AT: usize = 0x14080;
