/** The checksums of xz, from the lowest bit on. */

export class Crc32 {
  #crc = 0xffffffff;

  add(bytes: Uint8Array): void {
    let crc = this.#crc;
    for (let i = 0; i < bytes.length; i++) crc = CRC32[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
    this.#crc = crc;
  }

  /** Lowest byte first. */
  bytes(): Uint8Array {
    return wordsAsBytes(~this.#crc);
  }
}

/** As two halves of 32 bits. */
export class Crc64 {
  #low = 0xffffffff;
  #high = 0xffffffff;

  add(bytes: Uint8Array): void {
    let low = this.#low;
    let high = this.#high;
    for (let i = 0; i < bytes.length; i++) {
      const entry = 2 * ((low ^ bytes[i]) & 0xff);
      low = ((low >>> 8) | (high << 24)) ^ CRC64[entry];
      high = (high >>> 8) ^ CRC64[entry + 1];
    }
    this.#low = low;
    this.#high = high;
  }

  bytes(): Uint8Array {
    return wordsAsBytes(~this.#low, ~this.#high);
  }
}

function wordsAsBytes(...words: number[]): Uint8Array {
  return Uint8Array.from(words.flatMap((word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 0xff)));
}

const CRC32 = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

const CRC64 = new Int32Array(512);
for (let byte = 0; byte < 256; byte++) {
  let low = byte;
  let high = 0;
  for (let bit = 0; bit < 8; bit++) {
    const odd = low & 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (odd) {
      low ^= 0xd7870f42;
      high ^= 0xc96c5795;
    }
  }
  CRC64[2 * byte] = low;
  CRC64[2 * byte + 1] = high;
}
