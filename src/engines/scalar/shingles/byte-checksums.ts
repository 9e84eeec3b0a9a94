/** Checksums over the bytes of a shingle, as in paper C. */
import { createHash } from 'node:crypto';
import { Shape } from '../../shingle-shape.ts';

/** The checksum of items joined by `separator`; of MD5 and SHA-1 the first 64 bits, as a big-endian number. */
export function byteChecksum(items: readonly Uint8Array[], separator: string, checksum: number): bigint {
  const between = Buffer.from(separator);
  const bytes = Buffer.concat(items.flatMap((item, i) => (i === 0 ? [item] : [between, item])));
  if (checksum === Shape.crc32) return BigInt(crc32(bytes));
  const name = checksum === Shape.md5 ? 'md5' : 'sha1';
  return createHash(name).update(bytes).digest().readBigUInt64BE();
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** CRC-32 as in gzip (polynomial EDB88320, reflected). Node has it from 22.2 on only. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
