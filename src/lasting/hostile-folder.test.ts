import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dedup } from './dedup.ts';
import { openCollection } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** In place of a value: other types, and numbers and names out of range. */
const VALUES: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e300, '', 'x', '../../../x', '\u0000'],
  ...[[], [null], [7], {}, { a: 1 }, [['a']]],
];
const GOOD = join(folder, 'good.nd');
const textOf = (number: number) => Array.from({ length: 30 }, (_, i) => `w${number}x${i}`).join(' ');

beforeAll(async () => {
  const shard = join(folder, 'shard.jsonl');
  const documents = [1, 2, 1].map((number, i) => ({ id: `s${i}`, text: textOf(number) }));
  writeFileSync(shard, documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const create = { indexes: ['passages', 'search'] as const };
  await openCollection(GOOD, { create, threads: 1 }).then((collection) => collection.close());
  await dedup([shard], { collection: GOOD, output: `${join(folder, 'clean')}/`, threads: 1 }).toArray();
  const collection = await openCollection(GOOD, { threads: 1 });
  await collection.add(
    Array.from({ length: 100 }, (_, i) => ({ id: `d${i}`, text: textOf(i), meta: { n: i } })),
  );
  await collection.watch({ id: 'w', texts: [textOf(1), textOf(2)], passage: 9, like: 0.5 });
  await collection.add([{ id: 'a', text: textOf(1) }]);
  await collection.merge();
  await collection.close();
});

/** All ways to a value of a JSON object. */
function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  // a few members of a long list or table stand for all
  for (const name of Object.keys(value).slice(0, 20))
    yield* pathsIn((value as Record<string, unknown>)[name], [...path, name]);
}

function withValue(object: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  const copy = Array.isArray(object) ? [...object] : { ...(object as object) };
  const record = copy as Record<string, unknown>;
  record[name] = rest.length === 0 ? value : withValue(record[name], rest, value);
  return copy;
}

/** Opens a folder and asks everything of it: what is refused must be refused in our own words. */
async function use(path: string): Promise<string> {
  try {
    const collection = await openCollection(path, { threads: 1 });
    try {
      await collection.check({ text: textOf(1) });
      await collection.sources({ text: textOf(1) }, { thesaurus: 'none', threads: 1 });
      await collection.search(textOf(1));
      for await (const _ of collection.watches());
      for await (const _ of collection.events());
      await collection.add([{ id: 'new', text: textOf(1) }]);
      const shard = join(folder, 'shard.jsonl');
      await dedupInto(path, shard, () => collection.close());
    } finally {
      await collection.close();
    }
    return 'used';
  } catch (error) {
    const { code = 'none', message } = error as { code?: string; message: string };
    if (!['BAD_COLLECTION', 'BAD_OPTION', 'NO_COLLECTION'].includes(code)) return `${code}: ${message}`;
    return 'refused';
  }
}

async function dedupInto(path: string, shard: string, first: () => Promise<void>): Promise<void> {
  await first();
  await dedup([shard], { collection: path, output: `${join(folder, 'clean')}/`, threads: 1 }).toArray();
}

/** Copies the collection with a file changed, uses it, and returns what became of it if that is not in order. */
async function tryChanged(file: string, content: string, what: string): Promise<string[]> {
  const path = join(folder, 'changed.nd');
  rmSync(path, { recursive: true, force: true });
  cpSync(GOOD, path, { recursive: true });
  writeFileSync(join(path, file), content);
  const outcome = await use(path);
  return outcome === 'used' || outcome === 'refused' ? [] : [`${file} ${what}: ${outcome}`];
}

function checked(object: unknown): string {
  const line = `${JSON.stringify(object)}\n`;
  return `${line}{"crc32":${crc32(line)}}\n`;
}

/** A log in which a line was changed, with the checksums of its batch made anew. */
function withLine(text: string, number: number, changed: string): string {
  const out: string[] = [];
  let batch: string[] = [];
  for (const [i, line] of text.trimEnd().split('\n').entries()) {
    if (!line.startsWith('{"commit":')) {
      batch.push(`${i === number ? changed : line}\n`);
      continue;
    }
    const { commit, after } = JSON.parse(line) as { commit: number; after?: number };
    const bytes = Buffer.from(batch.join(''));
    const skipped = after === undefined ? '' : `"after":${after},`;
    out.push(
      ...batch,
      `{"commit":${commit},${skipped}"bytes":${bytes.length},"crc32":${crc32(bytes, commit >>> 0)}}\n`,
    );
    batch = [];
  }
  return out.join('');
}

/** Of many ways and values, some: every way with a few values, another few for each. */
function some<T>(values: readonly T[], turn: number, count: number): T[] {
  return Array.from({ length: count }, (_, i) => values[(turn * count + i) % values.length]);
}

describe('a folder that a stranger has made, checksums included', () => {
  it.each(['collection.json', 'MANIFEST', 'watch/collection.json', 'watch/MANIFEST'])(
    'is refused or made again, whatever a field of %s says',
    async (file) => {
      const object = JSON.parse(readFileSync(join(GOOD, file), 'utf8').split('\n')[0]);
      const problems: string[] = [];
      let turn = 0;
      for (const path of pathsIn(object)) {
        for (const value of some(VALUES, turn++, file.startsWith('watch') ? 1 : 3)) {
          const what = `${path.join('.')} = ${JSON.stringify(value)}`;
          problems.push(...(await tryChanged(file, checked(withValue(object, path, value)), what)));
        }
      }
      expect(problems).toEqual([]);
    },
    600_000,
  );

  it.each(['log', 'events', 'shards', 'watch/log'])(
    'is refused or made again, whatever a line of %s says',
    async (name) => {
      const file = join(name, readdirSync(join(GOOD, name)).sort()[0]);
      const text = readFileSync(join(GOOD, file), 'utf8');
      const problems: string[] = [];
      const lines = text.trimEnd().split('\n');
      let turn = 0;
      for (const [number, line] of lines.entries()) {
        // the documents of a log are all alike
        if (line.startsWith('{"commit":') || (name === 'log' && number > 4 && number < lines.length - 4))
          continue;
        const object = JSON.parse(line);
        const changes = [...pathsIn(object)]
          .slice(0, 30)
          .flatMap((path) =>
            some(VALUES, turn++, 2).map((value) => JSON.stringify(withValue(object, path, value))),
          );
        for (const changed of [...changes, '7', 'null', '[]', '{', '{}']) {
          problems.push(...(await tryChanged(file, withLine(text, number, changed), changed.slice(0, 80))));
        }
      }
      expect(problems).toEqual([]);
    },
    600_000,
  );

  it('has no file outside it removed by a manifest that names it', async () => {
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'keep me');
    const object = JSON.parse(readFileSync(join(GOOD, 'MANIFEST'), 'utf8').split('\n')[0]);
    const derived = [...object.derived, '../../outside.txt'];
    expect(await tryChanged('MANIFEST', checked({ ...object, derived }), 'derived')).toEqual([]);
    expect(readFileSync(outside, 'utf8')).toBe('keep me');
  });
});
