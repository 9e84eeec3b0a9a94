/**
 * Tables that the build has made (`scripts/save-tables.mjs`): reading one takes less than a millisecond, making it at the start of every
 * run takes twenty.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';

const CHECKSUM_BYTES = 4;
/** The error codes of the system and of Node if there is no such file. */
const MISSING = new Set(['ENOENT', 'MODULE_NOT_FOUND']);

/**
 * @returns A copy of its own from byte 0 of its buffer on; undefined if there is no such file, as before the first build, or it
 * is not whole.
 */
export function savedTable(
  name: '#letters.table' | '#regional-words.table',
  pathOf: (name: string) => string = createRequire(import.meta.url).resolve,
): Uint8Array | undefined {
  try {
    return unpackTable(readFileSync(pathOf(name)));
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** A table as it is saved: after its checksum. */
export function packTable(table: Uint8Array): Uint8Array {
  const packed = new Uint8Array(CHECKSUM_BYTES + table.length);
  new DataView(packed.buffer).setUint32(0, crc32(table), true);
  packed.set(table, CHECKSUM_BYTES);
  return packed;
}

/** Undefined if the checksum does not match. */
export function unpackTable(packed: Uint8Array): Uint8Array | undefined {
  if (packed.length <= CHECKSUM_BYTES) return undefined;
  const table = packed.subarray(CHECKSUM_BYTES);
  const checksum = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  return crc32(table) === checksum ? new Uint8Array(table) : undefined;
}
