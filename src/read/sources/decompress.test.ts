import { execFileSync } from 'node:child_process';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflateRaw } from '../../platform/inflate.ts';
import { collect } from '../contract.cases.ts';
import { decompress } from './decompress.ts';

const { deflateRawSync, gzipSync } = zlib;
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

const run = (command: string, options: readonly string[], input: Uint8Array) =>
  execFileSync(command, options, { input, maxBuffer: 1 << 30 });
function hasCommand(command: string): boolean {
  try {
    return run(command, ['-c'], Buffer.from('x')).length > 0;
  } catch {
    return false;
  }
}

/** Made by Python 3.11: `Essays in one file. ` 40 times. */
const SAMPLES = {
  bzip2:
    'QlpoOTFBWSZTWdikIw0AAHeVgEABAgAjJYggIABwQNA0ApUmgZGBORNiaE4E5EyJkTQmRPRMCaCbE4E+E8E2J8J+LuSKcKEhsUhGGg==',
  'xz with CRC-64':
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AMfAB9dACKc7MJ5OqD3DMRBRpj8t+ZZ9MvJEf24iSeAiYo2IAAAAORkCVJcmo9AAAE7oAYAAAD546T4scRn+wIAAAAABFla',
  'xz with CRC-32':
    '/Td6WFoAAAFpIt42AgAhARYAAAB0L+Wj4AMfAB9dACKc7MJ5OqD3DMRBRpj8t+ZZ9MvJEf24iSeAiYo2IAAAABfY8RQAATegBgAAAIIjZo8+MA2LAgAAAAABWVo=',
};

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

  it('passes over bytes behind the end of deflated data, in the same chunk and in later ones', async () => {
    const raw = deflateRawSync(LINES);
    const bytes = Buffer.concat([raw, Buffer.alloc(100_000, 7)]);
    for (const size of [raw.length, 1000, 1 << 20]) {
      const inflated = await collect(inflateRaw(chunked(bytes, size), 'zip', 16_384));
      expect(Buffer.concat(inflated).toString()).toBe(LINES);
    }
    expect(await open(Buffer.concat([gzipSync(LINES), Buffer.alloc(50_000)]))).toBe(LINES);
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

    it('opens thousands of small frames that ask for a large window each', async () => {
      // 64 MB of window, one raw block with one letter
      const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x80, 0x09, 0x00, 0x00, 0x61]);
      const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
      const frames = Array.from({ length: 5000 }, () => frame);
      expect(await open(Buffer.concat([...frames, skippable, zstd('end')]))).toBe(`${'a'.repeat(5000)}end`);
    });

    // Node's own decoder has no such limit, since it moves nothing
    it.skipIf('createZstdDecompress' in zlib)(
      'refuses a frame of empty blocks beside a large window, and a large window in any frame',
      async () => {
        const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x88]);
        const blocks = Buffer.alloc(3 * 100_000);
        expect((await broken(Buffer.concat([head, blocks]))).error).toMatch(
          /blocks are tiny beside its window/,
        );
        const single = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0x40, 0x09, 0, 0, 0x61]);
        for (const frame of [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, 0x09, 0, 0, 0x61]), single])
          expect((await broken(Buffer.concat([zstd(LINES), frame]))).error).toMatch(
            /window of 1073741824 bytes/,
          );
      },
    );

    it('refuses a window that would take gigabytes', async () => {
      const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, ...new Array(20).fill(0)]);
      expect((await broken(head)).error).toContain('zstd data with a window of 1073741824 bytes');
    });
  });

  it('opens what was compressed twice, and refuses what was compressed many times', async () => {
    expect(await open(gzipSync(gzipSync(LINES)))).toBe(LINES);
    let bytes: Uint8Array = gzipSync('x');
    for (let i = 0; i < 10; i++) bytes = gzipSync(bytes);
    expect((await broken(bytes)).error).toMatch(/compressed more than 3 times/);
  });

  it.each(Object.entries(SAMPLES))(
    'opens %s with any number of streams, and notices every damaged byte',
    async (_, base64) => {
      const bytes = Buffer.from(base64, 'base64');
      const text = 'Essays in one file. '.repeat(40);
      for (const size of [1, 7, 1000]) expect(await open(bytes, size)).toBe(text);
      expect(await open(Buffer.concat([bytes, bytes, bytes]))).toBe(text.repeat(3));
      for (let at = 20; at < bytes.length - 24; at++) {
        const damaged = Buffer.from(bytes);
        damaged[at] ^= 0x10;
        const result = await open(damaged).catch((error: Error) => error.message);
        expect(result === text || /(?:corrupt|truncated|filter|version)/.test(result)).toBe(true);
      }
      for (const length of [20, 40, bytes.length - 30])
        expect((await broken(bytes.subarray(0, length))).error).toMatch(/truncated/);
    },
  );

  it.skipIf(!hasCommand('xz'))('opens large xz files of all settings as xz does', async () => {
    const content = Buffer.concat([Buffer.from(LINES), Buffer.alloc(300_000, 'ab'), Buffer.from(LINES)]);
    for (const options of [
      ['-0'],
      ['-9e'],
      ['--check=sha256'],
      ['-T2', '--block-size=100000'],
      ['--lzma2=lc=0,lp=2,pb=0,dict=4KiB'],
    ])
      expect(await open(run('xz', ['-c', ...options], content))).toBe(content.toString());
  });

  it.skipIf(!hasCommand('bzip2'))('opens large bzip2 files as bzip2 does', async () => {
    const content = Buffer.concat([Buffer.from(LINES), Buffer.alloc(2_000_000, 'a'), Buffer.from(LINES)]);
    for (const option of ['-1', '-9'])
      expect(await open(run('bzip2', ['-c', option], content))).toBe(content.toString());
  });
});
