// CRC-32 as in gzip (polynomial EDB88320, reflected), four bytes a step.

// Four tables of 256 words: the effect of a byte on the checksum, followed by 0 to 3 bytes of zero.
export function initCrc32(tables: usize): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320 & (0 - (crc & 1)));
    store<u32>(tables + ((<usize>byte) << 2), crc);
  }
  for (let at = tables; at < tables + 3072; at += 4) {
    const crc = load<u32>(at);
    store<u32>(at, (crc >> 8) ^ entry(tables, crc & 255), 1024);
  }
}

// Continues with bytes [p, end); begins with ~0, and the checksum is the complement of the result.
export function crc32(tables: usize, crc: u32, p: usize, end: usize): u32 {
  for (; p + 4 <= end; p += 4) {
    crc ^= load<u32>(p);
    crc =
      entry(tables + 3072, crc & 255) ^
      entry(tables + 2048, (crc >> 8) & 255) ^
      entry(tables + 1024, (crc >> 16) & 255) ^
      entry(tables, crc >> 24);
  }
  for (; p < end; p++) crc = (crc >> 8) ^ entry(tables, (crc ^ load<u8>(p)) & 255);
  return crc;
}

// @inline
function entry(table: usize, byte: u32): u32 {
  return load<u32>(table + ((<usize>byte) << 2));
}
