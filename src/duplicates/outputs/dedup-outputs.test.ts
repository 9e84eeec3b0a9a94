import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Progress } from '../../run-options.ts';
import { dedupOnce } from '../dedup.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-pass-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const TEXTS = [
  'the quick brown fox jumps over the lazy dog and runs away into the deep forest',
  'свіжа м’ята росте біля річки, де влітку збираються діти з усього села',
  'an entirely different sentence about ships that sail in the night without a light',
  '',
];

/** A line, and the id of the document on it where it is one. `#` becomes a number of its own. */
const LINE = fc.oneof(
  fc.constantFrom(...TEXTS).map((text) => ({ line: `{"id":"d#","text":${JSON.stringify(text)}}`, id: 'd#' })),
  // odd to the kernel, a document all the same
  fc.constantFrom(...TEXTS).map((text) => ({
    line: ` { "te\\u0078t" : ${JSON.stringify(text)} , "id":"odd#", "n": [1, {}] } `,
    id: 'odd#',
  })),
  fc.constantFrom('', '   ', '\t').map((line) => ({ line, id: undefined })),
  fc.constantFrom('{"id":', '[1]', '{"id":"x#"}').map((line) => ({ line, id: undefined })),
  fc.constant({ line: `{"id":"long#","text":"${'x'.repeat(2000)}"}`, id: undefined }),
);
const FILE = fc.record({
  lines: fc.array(fc.record({ content: LINE, end: fc.constantFrom('\n', '\r\n') }), { maxLength: 40 }),
  start: fc.constantFrom('', '\ufeff'),
  isCut: fc.boolean(),
});

/** The content of a file, and the lines that should stay when documents with these ids go. */
function fileOf(
  { lines, start, isCut }: typeof FILE extends fc.Arbitrary<infer T> ? T : never,
  name: string,
) {
  const numbered = lines.map(({ content: { line, id }, end }, i) => ({
    line: line.replaceAll('#', `-${name}-${i}`),
    id: id?.replace('#', `-${name}-${i}`),
    end,
  }));
  const content = numbered.map(({ line, end }) => line + end).join('');
  return {
    content: Buffer.from(start + (isCut ? content.replace(/\r?\n$/, '') : content)),
    kept: (removed: ReadonlySet<string>) =>
      numbered.flatMap(({ line, id }) => (id === undefined || removed.has(id) ? [] : `${line}\n`)).join(''),
  };
}

const OPTIONS = { threads: 1, maxDocument: 1000, onProblem: () => {} };

describe('documents that stay', () => {
  it('documents that stay are written as they came: every line that is one, without the CR before its end, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        FILE,
        FILE,
        fc.boolean(),
        fc.constantFrom(undefined, 0, 100),
        async (first, second, gzip, chunk) => {
          const options = { ...OPTIONS, format: 'jsonl', ...(chunk === undefined ? {} : { chunk }) };
          const files = [fileOf(first, 'a'), fileOf(second, 'b')];
          const paths = files.map(({ content }, i) => {
            const path = join(folder, `${i}.jsonl${gzip ? '.gz' : ''}`);
            writeFileSync(path, gzip ? gzipSync(content) : content);
            return path;
          });
          const one = join(folder, 'out.jsonl');
          const run = await dedupOnce(paths, { ...options, output: one }).toArray();
          const removed = new Set(run.map(({ id }) => id));
          expect(readFileSync(one, 'utf8')).toBe(files.map(({ kept }) => kept(removed)).join(''));

          const many = join(folder, 'out');
          await dedupOnce(paths, { ...options, output: `${many}/`, unreadable: 'leave-out' }).toArray();
          for (const [i, { kept }] of files.entries()) {
            const expected = kept(removed);
            if (expected === '') continue;
            const written = readFileSync(join(many, `${i}.jsonl${gzip ? '.gz' : ''}`));
            expect((gzip ? gunzipSync(written) : written).toString()).toBe(expected);
          }
          rmSync(many, { recursive: true });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('documents that stay are written again in another format, and beside documents that are not lines', async () => {
    const [text, other] = TEXTS;
    const jsonl = join(folder, 'x.jsonl');
    const txt = join(folder, 'y.txt');
    writeFileSync(jsonl, `{"id":"a","text":"${text}"}\r\n\n{"id":"b","text":"${text}!"}\n`);
    writeFileSync(txt, other);
    const output = join(folder, 'mixed.jsonl');
    expect(await dedupOnce([jsonl, txt], { ...OPTIONS, output }).toArray()).toMatchObject([{ id: 'b' }]);
    const lines = [`{"id":"a","text":"${text}"}`, JSON.stringify({ id: txt, text: other })];
    expect(readFileSync(output, 'utf8')).toBe(`${lines.join('\n')}\n`);
    const csv = join(folder, 'x.csv');
    await dedupOnce(jsonl, { ...OPTIONS, output: csv }).toArray();
    expect(readFileSync(csv, 'utf8').replaceAll('\r\n', '\n')).toBe(`\ufeffid,text\na,${text}\n`);
  });

  it('documents that stay and removed ones are in the page with their texts, whatever is written beside it', async () => {
    const jsonl = join(folder, 'shown.jsonl');
    writeFileSync(jsonl, `{"id":"a","text":"${TEXTS[0]}"}\r\n{"id":"b","text":"${TEXTS[0]} & more"}\n`);
    const report = join(folder, 'page.html');
    for (const output of [undefined, join(folder, 'shown.out.jsonl')]) {
      await dedupOnce(jsonl, { ...OPTIONS, report, ...(output === undefined ? {} : { output }) }).toArray();
      expect(readFileSync(report, 'utf8')).toContain(`${TEXTS[0]} `);
    }
  });

  it('documents that stay are all written if very many follow each other', async () => {
    const jsonl = join(folder, 'long.jsonl');
    const lines = Array.from(
      { length: 6000 },
      (_, i) => `{"id":"${i}","text":"w${i} ${'x'.repeat(100)}${i}"}\n`,
    );
    writeFileSync(jsonl, lines.join(''));
    const output = join(folder, 'long.out.jsonl');
    const removed = await dedupOnce(jsonl, { ...OPTIONS, output }).toArray();
    const gone = new Set(removed.map(({ id }) => Number(id)));
    expect(readFileSync(output, 'utf8')).toBe(lines.filter((_, i) => !gone.has(i)).join(''));
    expect(lines.join('').length).toBeGreaterThan(3 * 262_144);
  });

  it('documents that stay are not mixed up if lines were moved in between, even if the file looks unchanged', async () => {
    const jsonl = join(folder, 'moved.jsonl');
    const lines = Array.from({ length: 20 }, (_, i) => `{"id":"${10 + i}","text":"${TEXTS[i % 3]}"}\n`);
    writeFileSync(jsonl, lines.join(''));
    const { atime, mtime } = statSync(jsonl);
    const output = join(folder, 'moved.out.jsonl');
    const onProgress = ({ stage, documents }: { stage: string; documents: number }) => {
      if (stage !== 'write' || documents > 0) return;
      writeFileSync(jsonl, [...lines.slice(1), lines[0]].join(''));
      utimesSync(jsonl, atime, mtime);
    };
    const run = dedupOnce(jsonl, { ...OPTIONS, output, onProgress }).toArray();
    await expect(run).rejects.toMatchObject({ code: 'INPUT_CHANGED' });
    expect(existsSync(output)).toBe(false);
  });

  it('the documents that are written are reported as progress, from the first file to the last, and so are those that are read', async () => {
    const paths = Array.from({ length: 5 }, (_, file) => {
      const path = join(folder, `many-${file}.jsonl${file === 3 ? '.gz' : ''}`);
      const lines = Array.from({ length: 3000 }, (_, i) => `{"id":"${file}-${i}","text":"w${file} x${i}"}\n`);
      writeFileSync(path, file === 3 ? gzipSync(lines.join('')) : lines.join(''));
      return path;
    });
    const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    for (const method of ['bands', 'exact'] as const) {
      const told: { stage: string; documents: number; bytes: number }[] = [];
      const onProgress = ({ stage, documents, bytes }: Progress) => {
        if (bytes !== undefined) told.push({ stage, documents, bytes });
      };
      const output = join(folder, `many-${method}.jsonl`);
      await dedupOnce(paths, { ...OPTIONS, method, output, onProgress }).toArray();
      for (const stage of ['read', 'write']) {
        const own = told.filter((one) => one.stage === stage);
        expect(own.length).toBeGreaterThan(4);
        expect(own[0].bytes).toBeLessThan(size / 2);
        expect(own.map(({ bytes }) => bytes)).toEqual(
          own.map(({ bytes }) => bytes).toSorted((a, b) => a - b),
        );
        expect(own.at(-1)!.bytes).toBeGreaterThan(0.9 * size);
      }
    }
  });
});
