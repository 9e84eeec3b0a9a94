// The shape of shingles (src/engines/shingle-shape.ts).

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
