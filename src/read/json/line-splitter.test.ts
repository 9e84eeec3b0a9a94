import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect } from '../contract.cases.ts';
import { splitLines } from './line-splitter.ts';

async function* chunked(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const cut of [...cuts, bytes.length].sort((a, b) => a - b)) {
    const end = Math.min(cut, bytes.length);
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function linesOf(
  text: string,
  max = 1000,
  cuts: readonly number[] = [],
): Promise<(string | undefined)[]> {
  const lines = await collect(splitLines(chunked(Buffer.from(text), cuts), max));
  expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
  return lines.map(({ bytes }) => bytes && Buffer.from(bytes).toString());
}

describe('line splitter', () => {
  it('gives the same lines as String.split for any text and any chunks', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '中', '\n', '\r', '\u2028', '\u0085', '\0') });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(60)), async (text, cuts) => {
        const expected = text.split(/\r?\n/);
        if (expected.at(-1) === '') expected.pop();
        // a lone CR at the very end counts as a line end that was cut
        const last = expected.length - 1;
        if (last >= 0 && !text.endsWith('\n')) expected[last] = expected[last].replace(/\r$/, '');
        expect(await linesOf(text, 1000, cuts)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('gives lines over the limit without bytes but with their length, wherever chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 30 })),
        fc.array(fc.nat(300)),
        fc.constantFrom('\n', '\r\n'),
        async (lengths, cuts, ending) => {
          const text = lengths.map((length) => 'x'.repeat(length) + ending).join('');
          const lines = await collect(splitLines(chunked(Buffer.from(text), cuts), 15));
          expect(lines.map(({ bytes }) => bytes?.length)).toEqual(
            lengths.map((length) => (length > 15 ? undefined : length)),
          );
          for (const [index, { length }] of lines.entries()) expect(length - lengths[index]).toBeLessThan(2);
        },
      ),
    );
  });

  it('takes a last line without line end, and makes none up after a line end', async () => {
    expect(await linesOf('a\nb')).toEqual(['a', 'b']);
    expect(await linesOf('a\nb\n')).toEqual(['a', 'b']);
    expect(await linesOf('a\n\n')).toEqual(['a', '']);
    expect(await linesOf('')).toEqual([]);
  });

  it('holds no more than the limit and a chunk of a line of 300 MB', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    async function* endless() {
      for (let i = 0; i < 300; i++) {
        yield Buffer.alloc(1 << 20, 'x');
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      }
      yield Buffer.from('\nnext\n');
    }
    const lines = await collect(splitLines(endless(), 1 << 22));
    expect(lines.map(({ length }) => length)).toEqual([300 << 20, 4]);
    // what the garbage collector has not yet taken is counted as well
    expect(peak).toBeLessThan(200 << 20);
  });
});
