/** MD5 and SHA-1, for researchers: the twins of `assembly/checksums`. */
import { createHash } from 'node:crypto';

/** The first 64 bits, as a big-endian number. */
export function digest64(name: 'md5' | 'sha1', bytes: Uint8Array): bigint {
  return createHash(name).update(bytes).digest().readBigUInt64BE();
}
