/** Checksums over the bytes of a shingle, as in paper C. */

import { utf8Bytes } from '../../../platform/bytes.ts';
import { digest64 } from '../../../platform/digests.ts';
import { joinBytes } from '../../../platform/join-bytes.ts';
import { Shape } from '../../shingle-shape.ts';

/** The checksum of items joined by `separator`; of MD5 and SHA-1 the first 64 bits, as a big-endian number. */
export function byteChecksum(items: readonly Uint8Array[], separator: string, checksum: number): bigint {
  const between = utf8Bytes(separator);
  const bytes = joinBytes(items.flatMap((item, i) => (i === 0 ? [item] : [between, item])));
  if (checksum === Shape.crc32) return BigInt(crc32(bytes));
  return digest64(checksum === Shape.md5 ? 'md5' : 'sha1', bytes);
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
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
