/** Files of this package: kernels, tables that the build has made (`scripts/save-tables.mjs`), and the scripts of workers. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { NeardupError } from '../errors.ts';

/** The path of a file that package.json names under `imports`. */
export function ownFile(name: `#${string}`): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new NeardupError(
      'NOT_INSTALLED',
      `Expected neardup's file \`${name}\` beside its code, found none.`,
      {
        cause,
        advice:
          'A bundler must leave neardup out of the bundle: `--external:neardup` for esbuild, `serverExternalPackages: ["neardup"]` for Next.js.',
      },
    );
  }
}

/** The file of the kernels. */
export function kernelFile(): string {
  return ownFile('#kernels.wasm');
}

export function readKernels(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(path);
}

const CHECKSUM_BYTES = 4;
/** The error codes of the system and of Node if there is no such file. */
const MISSING = new Set(['ENOENT', 'MODULE_NOT_FOUND']);

/**
 * Reading a table takes less than a millisecond, making it at the start of every run takes twenty.
 *
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
