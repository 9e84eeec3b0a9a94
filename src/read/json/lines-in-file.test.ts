import { closeSync, mkdtempSync, openSync, readSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Heap } from '../../engines/index.ts';
import type { RawLines } from '../../read.ts';
import type { RawInput } from '../sources/raw-input.ts';
import { linesInFile } from './lines-in-file.ts';

let folder: string;
let path: string;
const heap = new Heap();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lines-in-file-'));
  path = join(folder, 'x.jsonl');
});

afterAll(() => rmSync(folder, { recursive: true }));

type Lines = Omit<RawLines, 'format'>;

/** Reads a file in pieces, each by `take`, and puts together what counts. */
async function readAll(
  content: string,
  chunk: number,
  take: (lines: Lines, file: number) => void = readPiece,
  { size = content.length, start = 0, maxLine = 1e6 } = {},
) {
  writeFileSync(path, content, 'latin1');
  const file = openSync(path, 'r');
  const given: { bytes: string; unread: boolean; first: boolean; lines: Lines }[] = [];
  const tooLong: number[] = [];
  let failure: unknown;
  try {
    for await (const lines of linesInFile(inputOf(file, size, start), { heap, chunk }, maxLine)) {
      if (lines.tooLong !== undefined) {
        tooLong.push(lines.tooLong);
        continue;
      }
      if (lines.unread !== undefined) {
        expect(lines.unread.file).toBe(file);
        take(lines, file);
        lines.unread.until(Promise.resolve());
      }
      const bytes = Buffer.from(heap.u8.slice(lines.lines, lines.lines + lines.bytes)).toString('latin1');
      expect(heap.u8[lines.lines - 1]).toBe(10);
      given.push({ bytes, unread: lines.unread !== undefined, first: lines.first, lines });
    }
  } catch (error) {
    failure = error;
  } finally {
    closeSync(file);
  }
  const counting = given.filter(({ lines }) => lines.unread?.failed !== true);
  for (const { lines } of given) lines.release();
  return {
    text: counting.map(({ bytes }) => bytes).join(''),
    firsts: counting.map(({ first }) => first),
    pieces: given.filter(({ unread }) => unread).length,
    tooLong,
    failure,
  };
}

function readPiece({ lines, bytes, position, unread }: Lines, file: number): void {
  if (readSync(file, heap.u8, lines, bytes, position!) < bytes) unread!.fail();
}

function inputOf(file: number, size: number, position: number): RawInput {
  return {
    file,
    size,
    position,
    async read(target, offset, length) {
      const got = readSync(file, target, offset, length, this.position!);
      this.position! += got;
      return got;
    },
    close: async () => {},
  };
}

const LINES = Array.from({ length: 1000 }, (_, i) => `{"text":"${i}"}\n`).join('');

describe('lines in a file', () => {
  it('are all given once and in order, whatever they are and however they are cut', async () => {
    const text = fc
      .array(fc.constantFrom('\n', '\r\n', 'a', 'bc\n', 'a line of twenty by\n'), { maxLength: 400 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 60 }), async (content, chunk) => {
        const { text, firsts } = await readAll(content, chunk);
        const isEnded = content === '' || content.endsWith('\n');
        expect(text).toBe(isEnded ? content : `${content}\n`);
        expect(firsts).toEqual(firsts.map((_, i) => i === 0));
      }),
    );
  });

  it('are left in a large file, up to its end, and read here in a small one', async () => {
    expect((await readAll(LINES, 100)).pieces).toBeGreaterThan(LINES.length / 110);
    expect((await readAll(LINES, 1000)).pieces).toBe(0);
  });

  it('begin behind a byte order mark', async () => {
    const { text, pieces } = await readAll(`\xef\xbb\xbf${LINES}`, 100, readPiece, { start: 3 });
    expect(text).toBe(LINES);
    expect(pieces).toBeGreaterThan(100);
  });

  it('may be longer than a chunk, and too long to be held', async () => {
    const content = `${LINES}${'x'.repeat(350)}\n${'y'.repeat(5000)}\n${LINES}`;
    const { text, pieces, tooLong } = await readAll(content, 100, readPiece, { maxLine: 500 });
    expect(text).toBe(`${LINES}${'x'.repeat(350)}\n${LINES}`);
    expect(tooLong).toEqual([5000]);
    expect(pieces).toBeGreaterThan(100);
  });

  it('that could not be read come again, and those after them, which do not count before', async () => {
    for (const failing of [0, 1, 20]) {
      let number = 0;
      const { text, firsts } = await readAll(LINES, 100, (lines, file) => {
        if (number++ === failing) lines.unread!.fail();
        else readPiece(lines, file);
      });
      expect(text).toBe(LINES);
      expect(firsts).toEqual(firsts.map((_, i) => i === 0));
    }
  });

  it('may become more, or fewer, while they are read', async () => {
    const longer = await readAll(LINES, 100, readPiece, { size: LINES.length - 5000 });
    expect(longer.text).toBe(LINES);
    const end = 7002;
    for (const cut of [0, 10, 60]) {
      let number = 0;
      const { text, failure } = await readAll(LINES, 100, (lines, file) => {
        if (number++ === cut) truncateSync(path, end);
        readPiece(lines, file);
      });
      expect(failure).toBe(undefined);
      expect(text).toBe(`${LINES.slice(0, end)}\n`);
    }
  });

  it('keep their file open until the work on them is over, also when nobody wants more', async () => {
    writeFileSync(path, LINES);
    const file = openSync(path, 'r');
    const lines = linesInFile(inputOf(file, LINES.length, 0), { heap, chunk: 100 }, 1000);
    const { value } = await lines.next();
    let finish = () => {};
    value!.unread!.until(
      new Promise<void>((_, reject) => {
        finish = () => reject(new Error('the work failed'));
      }),
    );
    let isOver = false;
    const over = lines.return(undefined).then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isOver).toBe(false);
    finish();
    await over;
    value!.release();
    closeSync(file);
  });
});
