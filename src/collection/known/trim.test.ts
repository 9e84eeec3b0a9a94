import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trimmed } from '../../answers/repeats.ts';
import { canonicalText } from '../../canonicalize/index.ts';
import { realDisk } from '../store/disk.ts';
import { writeFileOnce } from '../store/whole-file.ts';
import { writePassages } from './passage-file.ts';
import { trim } from './trim.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'known-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const write = (name: string, texts: readonly string[]): string => {
  const lines = texts.map((text, i) => `${JSON.stringify({ id: `${name} ${i}`, text })}\n`);
  writeFileSync(at(name), lines.join(''));
  return at(name);
};

/** What goes, without the places where it stays: those are of other kinds. */
const goes = (results: readonly Trimmed[]) =>
  results.map(({ id, cuts, left, removed }) => [
    id,
    cuts.map(({ start, end }) => [start, end]),
    left,
    removed,
  ]);

let folders = 0;
const newFolder = () => at(`seen-${folders++}`);

const SENTENCES = Array.from({ length: 8 }, (_, n) =>
  Array.from({ length: 6 + n }, (_, word) => `w${n}x${word}`).join(' '),
);

describe('trim with a folder of known passages', () => {
  it('shards trimmed one after the other lose what they lose as one corpus', async () => {
    const TEXT = fc
      .array(fc.constantFrom(...SENTENCES, '漢字很多人在河邊散步', 'a', 'b c'), { maxLength: 9 })
      .map((parts) => parts.join('. '));
    const SHARDS = fc.array(fc.array(TEXT, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });
    const OPTIONS = fc.record({
      least: fc.integer({ min: 2, max: 16 }),
      cut: fc.constantFrom('words', 'sentences', 'paragraphs'),
    });
    await fc.assert(
      fc.asyncProperty(SHARDS, OPTIONS, async (shards, options) => {
        const paths = shards.map((texts, i) => write(`shard-${i}.jsonl`, texts));
        const settings = { ...options, threads: 1 } as const;
        const whole = await trim(paths, settings as object).toArray();
        const known = newFolder();
        const each: Trimmed[] = [];
        for (const path of paths)
          each.push(
            ...(await trim(path, { ...settings, known, output: at('out.jsonl') } as object).toArray()),
          );
        expect(goes(each)).toEqual(goes(whole));
        const texts = new Map(
          shards.flatMap((some, i) => some.map((text, j) => [`shard-${i}.jsonl ${j}`, text])),
        );
        for (const { id, cuts } of each) {
          for (const { start, end, words, from = [], known: places = [] } of cuts) {
            const all = [...from, ...places];
            expect(all.reduce((sum, place) => sum + place.words, 0)).toBe(words);
            if (from.length > 0) continue;
            const stayed = await Promise.all(
              places.map(async (place) => {
                const canonical = (await canonicalText(texts.get(place.id)!, { ngram: 1 })).split(' ');
                return canonical.slice(place.word, place.word + place.words);
              }),
            );
            const cut = await canonicalText(texts.get(id)!.slice(start, end), { ngram: 1 });
            expect(stayed.flat().join(' ')).toBe(cut);
          }
        }
      }),
      { numRuns: Number(process.env.NEARDUP_REPEATS ?? 40) },
    );
  });

  it('the same input again gives the same output, and a run without an output adds nothing', async () => {
    const known = newFolder();
    const first = write('first.jsonl', [`${SENTENCES[6]}. ${SENTENCES[7]}.`, 'one of its own']);
    const second = write('second.jsonl', [`${SENTENCES[7]}. And more.`]);
    const run = async (path: string, output?: string) =>
      goes(
        await trim(path, { known, least: 8, ...(output !== undefined && { output: at(output) }) }).toArray(),
      );
    expect(await run(first)).toEqual([]);
    expect(await run(first, 'first.out.jsonl')).toEqual([]);
    const expected = await run(second);
    expect(expected).toHaveLength(1);
    expect(await run(second, 'second.out.jsonl')).toEqual(expected);
    const output = readFileSync(at('second.out.jsonl'), 'utf8');
    const files = readdirSync(known);
    expect(files).toEqual(['000001.passages', '000002.passages']);
    expect(await run(second, 'second.out.jsonl')).toEqual(expected);
    expect(await run(first, 'first.out.jsonl')).toEqual([]);
    expect(readFileSync(at('second.out.jsonl'), 'utf8')).toBe(output);
    expect(readdirSync(known)).toEqual(files);
  });

  it('what every shard has is stored once', async () => {
    const known = newFolder();
    const footer = Array.from({ length: 2000 }, (_, word) => `footer${word}`).join(' ');
    const sizes: number[] = [];
    for (const shard of ['1', '2', '3']) {
      const texts = Array.from({ length: 20 }, (_, i) => `s${shard}n${i + 10} ${footer}`);
      await trim(write(`month-${shard}.jsonl`, texts), { known, output: at('month.jsonl') }).summary;
      sizes.push(statSync(join(known, `00000${shard}.passages`)).size);
    }
    expect(sizes[1]).toBeLessThan(sizes[0] - footer.length);
    expect(sizes[2]).toBe(sizes[1]);
  });

  it('another `least` and a damaged file are refused, and nothing is written', async () => {
    const known = newFolder();
    const path = write('refused.jsonl', [`${SENTENCES[6]}. ${SENTENCES[7]}.`]);
    await trim(path, { known, least: 8, output: at('kept.jsonl') }).summary;
    await expect(trim(path, { known, least: 9, output: at('never.jsonl') }).toArray()).rejects.toMatchObject({
      code: 'BAD_OPTION',
      option: 'least',
    });
    truncateSync(join(known, '000001.passages'), 200);
    await expect(trim(path, { known, least: 8, output: at('never.jsonl') }).toArray()).rejects.toMatchObject({
      code: 'BAD_COLLECTION',
    });
    expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([]);
  });

  it('a folder of an older scheme is refused with what to do, and nothing is written', async () => {
    const known = newFolder();
    mkdirSync(known);
    await writeFileOnce(realDisk, join(known, '000001.passages'), async (write) => {
      const facts = { scheme: 'passages 1, canonical form 4', least: 8, digest: '' };
      await writePassages({ write }, facts, [], () => '');
    });
    const path = write('older.jsonl', [`${SENTENCES[6]}.`]);
    await expect(trim(path, { known, least: 8, output: at('never.jsonl') }).toArray()).rejects.toMatchObject({
      code: 'BAD_COLLECTION',
      message: expect.stringContaining('was made with `passages 1, canonical form 4`'),
      advice: expect.stringContaining('Choose a new folder'),
    });
    expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([]);
    expect(readdirSync(known).filter((name) => name.endsWith('.passages'))).toEqual(['000001.passages']);
  });

  it.each([
    [{ copies: 3 }, 'does not count places'],
    [{ keep: 'none' }, 'have kept stays'],
    [{ unit: 'line' }, 'remembers passages'],
    [{ against: 'x.txt' }, 'is the reference'],
    [{ known: '' }, 'a folder'],
  ] as const)('options that a folder cannot follow are refused: %j', (options, message) => {
    expect(() => trim('in.jsonl', { known: 'seen', ...options })).toThrow(message);
  });
});
