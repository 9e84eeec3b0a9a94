import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Heap, openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { resolveVerbOptions, VERB_RULES } from '../pipeline/index.ts';
import { storedFile } from '../platform/stored-file.ts';
import { readSources } from '../read/read-sources.ts';
import { fileSource } from '../read/sources/inputs.ts';
import type { Source } from '../read.ts';
import { Corpus } from './corpus.ts';
import { jobTexts } from './job-texts.ts';
import { loadCorpus } from './load.ts';

const COUNT = 5000;
const line = (i: number, word = 'мʼята') => `{"id":"${i}","text":"Text ${i} of ${word}"}\n`;
const content = Array.from({ length: COUNT }, (_, i) => line(i)).join('');
const all = Uint32Array.from({ length: COUNT }, (_, number) => number);

let engine: Engine;
let folder: string;

beforeAll(async () => {
  engine = await openEngine({ engine: 'wasm', threads: 2 });
  folder = mkdtempSync(join(tmpdir(), 'line-texts-'));
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function loaded(paths: readonly string[]): Promise<Corpus> {
  const corpus = new Corpus(undefined, { texts: 'compared' });
  await load(
    corpus,
    paths.map((path) => fileSource(storedFile(path, path, content.length))),
    'rename',
  );
  return corpus;
}

async function load(corpus: Corpus, sources: Source[], duplicateIds: 'rename' | 'error'): Promise<void> {
  const options = resolveVerbOptions(VERB_RULES, { duplicateIds });
  const documents = (heap?: Heap) => readSources(sources, options, heap);
  const steps = loadCorpus(corpus, { documents }, engine, options);
  while (!(await steps.next()).done);
}

function file(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('texts of lines in a file', () => {
  it('texts of lines in a file are put on disk only when they are asked for', async () => {
    const corpus = await loaded([file('a.jsonl')]);
    expect(corpus.spool.bytes).toBe(0);
    await corpus.needTexts(Uint32Array.of(7, 4321));
    expect(corpus.spool.bytes).toBeLessThan(100);
    expect(Buffer.from(corpus.canonicalText(4321)).toString()).toBe('text 4321 of мʼята');
    await corpus.close();
  });

  it('texts of lines in a file are on the heap for a job, whether others are in the spool or not, and never reach the disk', async () => {
    const corpus = await loaded([file('j.jsonl')]);
    await corpus.needTexts(Uint32Array.of(9));
    const spooled = corpus.spool.bytes;
    const documents = Uint32Array.of(4321, 9, 7);
    const texts = await jobTexts(corpus, engine.heap, documents);
    const { u8 } = engine.heap;
    expect(texts.file).toBeUndefined();
    documents.forEach((number, i) => {
      const [address, length] = texts.ranges.subarray(2 * i);
      expect(Buffer.from(u8.slice(address, address + length)).toString()).toBe(`text ${number} of мʼята`);
      expect(u8[address + length]).toBe(0);
    });
    expect(corpus.spool.bytes).toBe(spooled);
    texts.release();
    await corpus.close();
  });

  it('texts of lines in a file that are too long to be held together are read from the spool', async () => {
    const path = join(folder, 'long.jsonl');
    const long = 'word '.repeat(500_000);
    writeFileSync(path, [1, 2, 3, 4].map((i) => `{"id":"${i}","text":"${long} ${i}"}\n`).join(''));
    const corpus = await loaded([path]);
    const texts = await jobTexts(corpus, engine.heap, Uint32Array.of(3, 1, 2, 0));
    expect(texts.file).toBe(corpus.spool.file);
    expect([...texts.ranges]).toEqual(
      [3, 1, 2, 0].flatMap((n) => [corpus.positions.get(n), corpus.lengths.get(n)]),
    );
    texts.release();
    await corpus.close();
  });

  it('lines that are near each other are read at once, and every text is its own: short lines, long ones, and gaps between them', async () => {
    const words = Array.from({ length: 4000 }, (_, i) =>
      `${i} `.repeat(i % 400 === 9 ? 40_000 : 1 + (i % 60)),
    );
    const path = join(folder, 'near.jsonl');
    writeFileSync(path, words.map((text, id) => `${JSON.stringify({ id: `${id}`, text })}\n`).join(''));
    const source = fileSource(storedFile(path, path, statSync(path).size));
    let reads = 0;
    const openFile = source.openFile!.bind(source);
    source.openFile = async () => {
      const file = await openFile();
      const read: typeof file.read = (...part) => {
        reads++;
        return file.read(...part);
      };
      return { ...file, read };
    };
    const corpus = new Corpus(undefined, { texts: 'compared' });
    await load(corpus, [source], 'error');
    reads = 0;
    const asked = Uint32Array.from(words, (_, i) => i).filter(
      (i) => i < 2000 || i % 7 === 0 || i % 400 === 9,
    );
    await corpus.needTexts(asked);
    expect(reads).toBeLessThan(asked.length / 10);
    for (const number of asked) {
      expect(Buffer.from(corpus.canonicalText(number)).toString()).toBe(words[number].trim());
    }
    await corpus.close();
  });

  it('texts of lines come from a file that has lost its name, and from more files than are held open', async () => {
    const paths = Array.from({ length: 70 }, (_, i) => join(folder, `${i}.jsonl`));
    paths.forEach((path, i) => {
      writeFileSync(path, line(i));
    });
    const corpus = await loaded(paths);
    for (const path of paths) rmSync(path);
    await corpus.needTexts(all.subarray(0, 70));
    const texts = paths.map((_, i) => Buffer.from(corpus.canonicalText(i)).toString());
    expect(texts).toEqual(paths.map((_, i) => `text ${i} of мʼята`));
    await corpus.close();
  });

  it('files of lines are all closed after a run that failed', async () => {
    let open = 0;
    const sources = Array.from({ length: 6 }, (_, i) => {
      // the second file repeats the ids of the first, while the others are read ahead
      writeFileSync(join(folder, `f${i}.jsonl`), line(i === 1 ? 0 : i));
      const source = fileSource(storedFile(`f${i}.jsonl`, join(folder, `f${i}.jsonl`), 100));
      const openFile = source.openFile!.bind(source);
      source.openFile = async () => {
        const file = await openFile();
        open++;
        return {
          read: file.read,
          keepOpen() {
            open++;
            file.keepOpen();
          },
          async close() {
            open--;
            await file.close();
          },
        };
      };
      return source;
    });
    const corpus = new Corpus(undefined, { texts: 'compared' });
    await expect(load(corpus, sources, 'error')).rejects.toThrow('id');
    expect(open).toBeGreaterThan(0);
    await corpus.close();
    expect(open).toBe(0);
  });

  it.each([
    [
      'another word in place',
      (path: string) => writeFileSync(path, content.replace('Text 4444', 'Next 4444')),
    ],
    ['a line more at the front', (path: string) => writeFileSync(path, line(9) + content)],
    ['no JSON', (path: string) => writeFileSync(path, 'x'.repeat(content.length))],
    ['a shorter file', (path: string) => writeFileSync(path, content.slice(0, 100_000))],
    [
      'a line cut in two',
      (path: string) => writeFileSync(path, `${content.slice(0, 7000)}\n${content.slice(7001)}`),
    ],
  ])('a file of lines that was changed since ends the run: %s', async (_name, change) => {
    const path = file('changed.jsonl');
    const corpus = await loaded([path]);
    change(path);
    const message = `${path} has changed since it was first read.`;
    await expect(jobTexts(corpus, engine.heap, all)).rejects.toThrow(message);
    await expect(corpus.needTexts(all)).rejects.toThrow(message);
    await corpus.close();
  });
});
