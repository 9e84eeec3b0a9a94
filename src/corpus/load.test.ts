import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextsKept } from '../corpus.ts';
import type { Problem } from '../document.ts';
import { type Heap, openEngine } from '../engines/index.ts';
import { anyLine } from '../engines/jsonl.cases.ts';
import type { Engine, EngineName } from '../engines.ts';
import { resolveVerbOptions, VERB_RULES, type VerbOptions } from '../pipeline/index.ts';
import { storedFile } from '../platform/stored-file.ts';
import { readSources } from '../read/read-sources.ts';
import { fileSource } from '../read/sources/inputs.ts';
import { memorySource } from '../read/sources/memory-source.ts';
import type { Source } from '../read.ts';
import { Corpus } from './corpus.ts';
import { loadCorpus } from './load.ts';

const engines = {} as Record<EngineName, Engine>;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'load-'));
  engines.scalar = await openEngine({ engine: 'scalar', threads: 1 });
  engines.wasm = await openEngine({ engine: 'wasm', threads: 1 });
});

afterAll(async () => {
  for (const engine of Object.values(engines)) await engine.close();
  rmSync(folder, { recursive: true });
});

/** All that a corpus knows after it was loaded. The texts are taken as canonical, so that they come out as they were read. */
async function load(
  engine: Engine,
  sources: Source[],
  given: Partial<VerbOptions>,
  texts: TextsKept = 'all',
) {
  const problems: Problem[] = [];
  const options = resolveVerbOptions(VERB_RULES, {
    canonical: true,
    duplicateIds: 'rename',
    format: 'jsonl',
    onProblem: (problem) => problems.push(problem),
    ...given,
  });
  const corpus = new Corpus(undefined, { texts });
  try {
    const documents = (heap?: Heap) => readSources(sources, options, heap);
    const steps = loadCorpus(corpus, { documents }, engine, options);
    let step = await steps.next();
    while (!step.done) step = await steps.next();
    const unreadable = step.value;
    const numbers = Uint32Array.from({ length: corpus.length }, (_, number) => number);
    // some twice, at the same time and in another order
    const asked = [numbers.filter((number) => number % 3 === 1).reverse(), numbers];
    await Promise.all(asked.map((some) => corpus.needTexts(some)));
    const loaded = Array.from({ length: corpus.length }, (_, number) => ({
      id: corpus.ids.get(number),
      place: corpus.place(number),
      text: Buffer.from(corpus.canonicalText(number)).toString('latin1'),
      words: corpus.words.get(number),
      fingerprint: corpus.fingerprints.get(number),
      content: corpus.content(number),
    }));
    return { documents: loaded, problems, unreadable };
  } finally {
    await corpus.close();
  }
}

/** A source that can be read like a file; every read gives up to `most` bytes. */
function storedSource(name: string, bytes: Buffer, most: number): Source {
  const source = memorySource(name, bytes);
  return {
    name,
    size: source.size,
    open: source.open,
    openFile: async () => ({
      read(target, offset, length, position) {
        const part = bytes.subarray(position, position + Math.min(length, most));
        target.set(part, offset);
        return part.length;
      },
      keepOpen: () => {},
      close: async () => {},
    }),
  };
}

/** A file with these bytes. */
function savedSource(name: string, bytes: Buffer): Source {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return fileSource(storedFile(name, path, bytes.length));
}

describe.each<EngineName>(['wasm', 'scalar'])('lines read in blocks, %s', (name) => {
  it('lines read in blocks give the same texts, ids, lines and problems as lines parsed one by one, however they are cut', async () => {
    const content = fc
      .tuple(fc.array(fc.tuple(anyLine(), fc.constantFrom('\n', '\r\n')), { maxLength: 25 }), fc.boolean())
      .map(([lines, ended]) => {
        const all = lines.map(([line, end]) => line + end).join('');
        return Buffer.from(ended ? all : all.replace(/\r?\n$/, ''), 'latin1');
      });
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 4096 }),
        fc.constantFrom(100_000, 100, 30),
        async (contents, chunk, most, maxDocument) => {
          const plain = contents.map((bytes, i) => memorySource(`${i}.jsonl`, bytes));
          const stored = contents.map((bytes, i) => storedSource(`${i}.jsonl`, bytes, most));
          const expected = await load(engines[name], plain, { chunk: 0, maxDocument });
          expect(await load(engines[name], stored, { chunk, maxDocument })).toEqual(expected);
          expect(await load(engines[name], plain, { chunk, maxDocument })).toEqual(expected);
          const files = contents.map((bytes, i) => savedSource(`${i}.jsonl`, bytes));
          expect(await load(engines[name], files, { chunk, maxDocument }, 'compared')).toEqual(expected);
        },
      ),
      { numRuns: name === 'wasm' ? 200 : 80 },
    );
  });

  it('lines read in blocks are found in UTF-16, after a byte order mark and in compressed files, as they are one by one', async () => {
    const json = '{"id":"a","text":"Привіт"}\n\nodd\n{"text":"світ"}\n';
    for (const bytes of [
      Buffer.from(`\ufeff${json}`),
      Buffer.from(`\ufeff${json}`, 'utf16le'),
      Buffer.from(json, 'utf16le'),
      gzipSync(json),
    ]) {
      const sources = [storedSource('x.jsonl', bytes, 1000)];
      const result = await load(engines[name], sources, { chunk: 50 });
      expect(result).toEqual(await load(engines[name], sources, { chunk: 0 }));
      const saved = [savedSource('x.jsonl', bytes)];
      expect(await load(engines[name], saved, { chunk: 50 }, 'compared')).toEqual(result);
      expect(result.documents.map(({ id }) => id)).toEqual(['a', 'x.jsonl:4']);
      expect(result.problems.map(({ line }) => line)).toEqual([3]);
    }
  });

  it('lines before the end of truncated data are kept', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `{"id":"${i}","text":"${Math.sin(i)}"}\n`).join('');
    const broken = gzipSync(lines).subarray(0, -2000);
    const sources = [storedSource('x.jsonl', broken, 1000), memorySource('y.jsonl', '{"text":"next"}')];
    const result = await load(engines[name], sources, { chunk: 5000 });
    expect(result).toEqual(await load(engines[name], sources, { chunk: 0 }));
    expect(result.documents.length).toBeGreaterThan(1000);
    expect(result.documents.at(-1)!.id).toBe('y.jsonl:1');
    expect(result.problems[0].reason).toContain('truncated gzip data');
  });

  it('lines before an error of the system are kept, and the error is reported', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `{"id":"${i}","text":"${Math.sin(i)}"}\n`).join('');
    const bytes = Buffer.from(lines);
    const broken: Source = {
      ...storedSource('x.jsonl', bytes, 100),
      openFile: async () => {
        const file = await storedSource('x.jsonl', bytes, 100).openFile!();
        return {
          ...file,
          read(target, offset, length, position) {
            if (position >= 9000)
              throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'read' });
            return file.read(target, offset, Math.min(length, 9000 - position), position);
          },
        };
      },
    };
    const whole = await load(engines[name], [memorySource('x.jsonl', bytes)], { chunk: 0 });
    const next = memorySource('y.jsonl', '{"text":"next"}');
    const { documents, problems } = await load(engines[name], [broken, next], { chunk: 100 });
    expect(documents.slice(0, -1)).toEqual(whole.documents.slice(0, documents.length - 1));
    expect(documents.length).toBeGreaterThan(200);
    expect(documents.at(-1)!.id).toBe('y.jsonl:1');
    expect(problems).toEqual([
      { source: 'x.jsonl', line: undefined, reason: 'Cannot be read: EIO: i/o error.' },
    ]);
  });

  it('lines read in blocks may become more, or fewer, after the size of their file was asked for', async () => {
    const bytes = Buffer.from(Array.from({ length: 500 }, (_, i) => `{"text":"${i}"}\n`).join(''));
    const whole = await load(engines[name], [memorySource('x.jsonl', bytes)], { chunk: 0 });
    for (const size of [0, 100, bytes.length - 1, bytes.length + 1, 1e6]) {
      const source = { ...storedSource('x.jsonl', bytes, 1000), size };
      expect(await load(engines[name], [source], { chunk: 300 })).toEqual(whole);
    }
  });

  it('lines read in blocks may be longer than a block, and too long to be held', async () => {
    const long = `{"id":"long","text":"${'слово '.repeat(40_000)}"}`;
    const content = Buffer.from(
      `{"text":"a"}\n${long}\n${'x'.repeat(700_000)}\n{"text":"b"}\n${'y'.repeat(700_000)}`,
    );
    const sources = [storedSource('x.jsonl', content, 100_000)];
    const result = await load(engines[name], sources, { chunk: 1000, maxDocument: 500_000 });
    expect(result).toEqual(await load(engines[name], sources, { chunk: 0, maxDocument: 500_000 }));
    const options = { chunk: 1000, maxDocument: 500_000 };
    expect(await load(engines[name], [savedSource('x.jsonl', content)], options, 'compared')).toEqual(result);
    expect(result.documents.map(({ id }) => id)).toEqual(['x.jsonl:1', 'long', 'x.jsonl:4']);
    expect(result.problems.map(({ line }) => line)).toEqual([3, 5]);
  });

  it('lines read in blocks may be very short', async () => {
    const content = Buffer.from('1\n'.repeat(30_000) + '{"text":"a"}\n'.repeat(3));
    const result = await load(engines[name], [storedSource('x.jsonl', content, 1e6)], {});
    expect(result.unreadable).toBe(30_000);
    expect(result.problems.at(-1)).toMatchObject({ line: 30_000 });
    expect(result.documents.map(({ place }) => place.line)).toEqual([30_001, 30_002, 30_003]);
  });
});

it('sources read in blocks and others mix, in their order', async () => {
  const sources = [
    memorySource('a.jsonl', '{"text":"one"}\nbad\n'),
    memorySource('b.txt', 'two'),
    memorySource('c.jsonl', 'bad\n{"text":"three"}\n'),
    memorySource('d.csv', 'id,text\nx,four\n'),
  ];
  const { documents, problems } = await load(engines.wasm, sources, { format: 'auto', canonical: false });
  expect(documents.map(({ id }) => id)).toEqual(['a.jsonl:1', 'b.txt', 'c.jsonl:2', 'x']);
  expect(problems.map(({ source, line }) => `${source}:${line}`)).toEqual(['a.jsonl:2', 'c.jsonl:1']);
});
