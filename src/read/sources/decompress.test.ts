import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collect } from '../contract.cases.ts';
import { decompress } from './decompress.ts';

const LINES = Array.from({ length: 20_000 }, (_, i) => `line ${i} ${(i * 2654435761) >>> 0}\n`).join('');

/** The library that reads Zstandard on Node 20 cannot write it. */
const zstd = (content: string | Uint8Array, ...options: string[]) =>
  execFileSync('zstd', ['-c', '-q', ...options], { input: content, maxBuffer: 1 << 30 });
const hasZstd = (() => {
  try {
    return zstd('x').length > 0;
  } catch {
    return false;
  }
})();

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const open = async (bytes: Uint8Array, size = 65536) =>
  Buffer.concat(await collect(decompress(chunked(bytes, size)))).toString();

/** What came out before the error, and the error. */
async function broken(bytes: Uint8Array, size = 65536): Promise<{ text: string; error: string }> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of decompress(chunked(bytes, size))) parts.push(part);
  } catch (error) {
    return { text: Buffer.concat(parts).toString(), error: (error as Error).message };
  }
  throw new Error('expected an error');
}

describe('decompress', () => {
  it('passes on what is not compressed, empty and short input included', async () => {
    for (const text of ['', 'x', '\x1f', '(\xb5/', LINES])
      expect(await open(Buffer.from(text), 3)).toBe(text);
  });

  it('opens gzip of any number of members, in chunks of any size', async () => {
    const bytes = Buffer.concat([gzipSync(LINES), gzipSync(''), gzipSync('second\n')]);
    for (const size of [1000, 4097, 1 << 20]) expect(await open(bytes, size)).toBe(`${LINES}second\n`);
    expect(await open(gzipSync('x'), 1)).toBe('x');
  });

  it('delivers what comes before the end of truncated gzip data, always the same, and says where it ends', async () => {
    const bytes = gzipSync(LINES);
    for (const length of [20, 5000, bytes.length >> 1, bytes.length - 4]) {
      const first = await broken(bytes.subarray(0, length));
      expect(first.error).toBe(`truncated gzip data after ${length} bytes`);
      expect(LINES.startsWith(first.text)).toBe(true);
      if (length > 60_000) expect(first.text.length).toBeGreaterThan(LINES.length / 3);
      expect(await broken(bytes.subarray(0, length))).toEqual(first);
    }
  });

  it('says that gzip data is corrupt, and about where', async () => {
    const bytes = gzipSync(LINES);
    bytes.fill(0xff, 60_000, 60_100);
    const { text, error } = await broken(bytes);
    expect(error).toMatch(/^corrupt gzip data near byte \d+ \(.+\)$/);
    expect(Number(/\d+/.exec(error)?.[0])).toBeGreaterThan(60_000);
    expect(LINES.slice(0, 100_000)).toBe(text.slice(0, 100_000));
  });

  it('holds only a part of a small file that becomes large', async () => {
    const bomb = gzipSync(Buffer.alloc(200 << 20), { level: 9 });
    const before = process.memoryUsage().arrayBuffers;
    let length = 0;
    let peak = 0;
    for await (const part of decompress(chunked(bomb, 1 << 20))) {
      length += part.length;
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    expect(length).toBe(200 << 20);
    // what the garbage collector has not yet taken is counted as well
    expect(peak).toBeLessThan(150 << 20);
  });

  describe.runIf(hasZstd)('Zstandard', () => {
    it('opens frames of any number, with and without checksums, in chunks of any size', async () => {
      const bytes = Buffer.concat([zstd(LINES), zstd('second\n', '--no-check', '-19')]);
      for (const size of [1, 1000, 1 << 20]) expect(await open(bytes, size)).toBe(`${LINES}second\n`);
    });

    it('delivers what comes before the end of truncated data and says where it ends', async () => {
      const bytes = zstd(LINES);
      for (const length of [30, bytes.length >> 1, bytes.length - 2]) {
        const { text, error } = await broken(bytes.subarray(0, length));
        expect(error).toBe(`truncated zstd data after ${length} bytes`);
        expect(LINES.startsWith(text)).toBe(true);
      }
    });

    it('says that data is corrupt', async () => {
      const bytes = Buffer.concat([zstd(LINES), Buffer.alloc(100, 7)]);
      const { text, error } = await broken(bytes);
      expect(text).toBe(LINES);
      expect(error).toMatch(/^corrupt zstd data near byte \d+/);
    });

    it('refuses a window that would take gigabytes', async () => {
      const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, ...new Array(20).fill(0)]);
      expect((await broken(head)).error).toContain('zstd data with a window of 1073741824 bytes');
    });
  });
});
