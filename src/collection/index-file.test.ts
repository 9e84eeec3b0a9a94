import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { NeardupError } from '../errors.ts';
import { IndexFile, writeIndexParts } from './index-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-format-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function file(): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await writeIndexParts(
    { write: (chunk) => void chunks.push(Uint8Array.from(chunk)) },
    { kind: 'clusters', width: 128, count: 3 },
    [
      { name: 'first', bytes: Uint8Array.of(1, 2, 3) },
      { name: 'second', chunks: [Uint8Array.of(4, 5), Uint8Array.of(6)] },
      { name: 'empty', bytes: new Uint8Array(0) },
    ],
  );
  return Buffer.concat(chunks);
}

/** Reads everything out of these bytes. */
function readAll(bytes: Uint8Array): Record<string, number[]> {
  const path = join(folder, 'index');
  writeFileSync(path, bytes);
  const opened = new IndexFile(path);
  try {
    return Object.fromEntries(['first', 'second', 'empty'].map((name) => [name, [...opened.get(name)]]));
  } finally {
    opened.close();
  }
}

function refusal(bytes: Uint8Array): NeardupError {
  try {
    readAll(bytes);
  } catch (error) {
    if (error instanceof NeardupError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('an index file', () => {
  it('returns what was written', async () => {
    const bytes = await file();
    expect(readAll(bytes)).toEqual({ first: [1, 2, 3], second: [4, 5, 6], empty: [] });
    writeFileSync(join(folder, 'facts'), bytes);
    expect(new IndexFile(join(folder, 'facts')).facts).toEqual({ kind: 'clusters', width: 128, count: 3 });
  });

  it('is refused wherever it was cut off', async () => {
    const bytes = await file();
    for (let length = 0; length < bytes.length; length++) {
      expect(refusal(bytes.subarray(0, length)).code).toBe('BAD_INDEX');
    }
    expect(refusal(bytes.subarray(0, 200)).message).toMatch(
      /index cannot be used: it is incomplete: its end is missing\.$/,
    );
  });

  it('is refused when any byte that counts was changed', async () => {
    const bytes = await file();
    const padding = new Set<number>();
    // unused: the rest of the header, and the bytes between parts
    for (let at = 28; at < 64; at++) padding.add(at);
    for (let at = 67; at < 128; at++) padding.add(at);
    for (let at = 131; at < 192; at++) padding.add(at);
    for (let at = 0; at < bytes.length; at++) {
      if (padding.has(at)) continue;
      const changed = Buffer.from(bytes);
      changed[at] ^= 0x41;
      expect(() => refusal(changed), `byte ${at}`).not.toThrow();
    }
  });

  it.each([1, 9])('of version %i is refused with both versions named and what to do', async (version) => {
    const bytes = await file();
    bytes.writeUInt32LE(version, 8);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 24)), 24);
    const { code, message, advice } = refusal(bytes);
    expect(code).toBe('BAD_INDEX');
    expect(message).toMatch(
      new RegExp(`it has version ${version} of the format, and this neardup reads version 2\\.$`),
    );
    expect(advice).toBe('Build the index again with `buildIndex`.');
  });

  it('is distinguished from other files', () => {
    expect(refusal(readFileSync(new URL('./index-file.ts', import.meta.url))).message).toMatch(
      /it is not a neardup index/,
    );
    expect(() => new IndexFile(join(folder, 'missing'))).toThrow(/there is no such file or folder/);
  });
});
