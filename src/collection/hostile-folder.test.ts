import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NeardupError } from '../errors.ts';
import { openCollection } from './index.ts';
import { dedup } from './shards/dedup.ts';
import { realDisk } from './store/disk.ts';
import { PartsFile, writeParts } from './store/parts-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** In place of a value: other types, and numbers and names out of range. */
const VALUES: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e300, '', 'x', '../../../x', '\u0000'],
  ...[[], [null], [7], {}, { a: 1 }, [['a']]],
];
/** NEARDUP_HOSTILE=all tries every field; otherwise some of every file, each time others. */
const MOST = process.env.NEARDUP_HOSTILE === 'all' ? Number.POSITIVE_INFINITY : 3;
const GOOD = join(folder, 'good.nd');
const textOf = (number: number) => Array.from({ length: 30 }, (_, i) => `w${number}x${i}`).join(' ');

beforeAll(async () => {
  const shard = join(folder, 'shard.jsonl');
  const documents = [1, 2, 1].map((number, i) => ({ id: `s${i}`, text: textOf(number) }));
  writeFileSync(shard, documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const create = { indexes: ['passages', 'search'] as const };
  await openCollection(GOOD, { create, threads: 1 }).then((collection) => collection.close());
  await dedup([shard], { collection: GOOD, output: `${join(folder, 'clean')}/`, threads: 1 }).toArray();
  // so small a delta that there is a segment
  const collection = await openCollection(GOOD, { threads: 1, delta: 60 });
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
async function use(path: string, asksShards: boolean): Promise<string> {
  try {
    const collection = await openCollection(path, { threads: 1 });
    try {
      await collection.check({ text: textOf(1) });
      await collection.sources({ text: textOf(1) }, { thesaurus: 'none', threads: 1 });
      await collection.search(textOf(1));
      for await (const _ of collection.watches());
      for await (const _ of collection.events());
      await collection.add([{ id: 'new', text: textOf(1) }]);
      await collection.merge();
    } finally {
      await collection.close();
    }
    if (asksShards) {
      const clean = `${join(folder, 'clean')}/`;
      await dedup([join(folder, 'shard.jsonl')], { collection: path, output: clean, threads: 1 }).toArray();
    }
    return 'used';
  } catch (error) {
    return error instanceof NeardupError ? 'refused' : String(error);
  }
}

/** A copy of the collection with a file changed. */
function changedCopy(file: string, content: string | Uint8Array): string {
  const path = join(folder, 'changed.nd');
  rmSync(path, { recursive: true, force: true });
  cpSync(GOOD, path, { recursive: true });
  writeFileSync(join(path, file), content);
  return path;
}

/** Uses a changed copy, and returns what became of it if that is not in order. */
async function tryChanged(file: string, content: string | Uint8Array, what: string): Promise<string[]> {
  const outcome = await use(changedCopy(file, content), file.startsWith('shards'));
  return outcome === 'used' || outcome === 'refused' ? [] : [`${file} ${what}: ${outcome}`];
}

/** The parts of a derived file. */
function partsOf(path: string): { readonly name: string; readonly bytes: Uint8Array }[] {
  const file = readFileSync(path);
  const table = file.subarray(Number(file.readBigUInt64LE(file.length - 32)), file.length - 32);
  const names = Array.from({ length: table.length / 32 }, (_, i) =>
    table.toString('latin1', 32 * i, 32 * i + 8).replace(/\0+$/, ''),
  );
  const opened = new PartsFile(path, realDisk);
  try {
    return names.map((name) => ({ name, bytes: opened.get(name) }));
  } finally {
    opened.close();
  }
}

/** Bytes in place of those of a part: other lengths, and numbers out of range in a place or everywhere. */
function forgeries(bytes: Uint8Array): { readonly what: string; readonly forged: Uint8Array }[] {
  const number = (value: number) => new Uint8Array(Float64Array.of(value).buffer);
  const at = (place: number, value: Uint8Array) => {
    const forged = Uint8Array.from(bytes);
    const start = Math.max(0, Math.min(8 * Math.floor((place * bytes.length) / 8), bytes.length - 8));
    forged.set(value.subarray(0, bytes.length), start);
    return forged;
  };
  const values = [-1, 0.5, 1e300, Number.NaN, 2 ** 40].map(number);
  values.push(new Uint8Array(8), new Uint8Array(8).fill(0xff), new Uint8Array(8).fill(0x7f));
  return [
    ...[0, 0.5, 1].flatMap((place) =>
      values.map((value) => ({ what: `${value} at ${place}`, forged: at(place, value) })),
    ),
    { what: 'zeros', forged: new Uint8Array(bytes.length) },
    { what: 'ones', forged: new Uint8Array(bytes.length).fill(0xff) },
    { what: 'backward', forged: Uint8Array.from(bytes).reverse() },
    { what: 'empty', forged: new Uint8Array(0) },
    { what: 'cut', forged: bytes.subarray(0, bytes.length - 1) },
    { what: 'half', forged: bytes.subarray(0, 8 * Math.floor(bytes.length / 16)) },
    { what: 'longer', forged: Uint8Array.from([...bytes, ...bytes]) },
  ];
}

async function withPart(path: string, name: string, forged: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const parts = partsOf(path).map((part) => (part.name === name ? { name, bytes: forged } : part));
  const write = (chunk: Uint8Array) => void chunks.push(Uint8Array.from(chunk));
  await writeParts({ write }, parts);
  return Buffer.concat(chunks);
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

/** All of them, or MOST drawn ones. */
function drawn<T>(all: readonly T[]): readonly T[] {
  if (all.length <= MOST) return all;
  return fc.sample(fc.shuffledSubarray([...all], { minLength: MOST, maxLength: MOST }), 1)[0];
}

/** Every way to a value with two others in its place, which differ from way to way. */
function changesOf(object: unknown): { readonly what: string; readonly changed: unknown }[] {
  return [...pathsIn(object)].flatMap((path, turn) =>
    [0, 1].map((i) => {
      const value = VALUES[(2 * turn + i) % VALUES.length];
      return {
        what: `${path.join('.')} = ${JSON.stringify(value)}`,
        changed: withValue(object, path, value),
      };
    }),
  );
}

describe('a folder in which the system refuses to read', () => {
  it.each(['log', 'events', 'watch', 'MANIFEST', 'collection.json'])(
    'a folder in which the system refuses to read is refused with an error of ours: %s',
    async (name) => {
      const path = join(folder, 'refused.nd');
      rmSync(path, { recursive: true, force: true });
      cpSync(GOOD, path, { recursive: true });
      const isFile = statSync(join(path, name)).isFile();
      rmSync(join(path, name), { recursive: true });
      // a file in place of a folder, or a folder in place of a file
      if (isFile) mkdirSync(join(path, name));
      else writeFileSync(join(path, name), '');
      for (const readOnly of [false, true])
        await expect(openCollection(path, { readOnly, threads: 1 })).rejects.toThrow(NeardupError);
    },
  );
});

describe('a folder that a stranger has made, checksums included', () => {
  it.each(['collection.json', 'MANIFEST', 'watch/collection.json', 'watch/MANIFEST'])(
    'a folder that a stranger has made, checksums included, is refused or made again, whatever a field of %s says',
    async (file) => {
      const object = JSON.parse(readFileSync(join(GOOD, file), 'utf8').split('\n')[0]);
      const problems: string[] = [];
      for (const { what, changed } of drawn(changesOf(object)))
        problems.push(...(await tryChanged(file, checked(changed), what)));
      expect(problems).toEqual([]);
    },
    600_000,
  );

  it.each(['log', 'events', 'shards', 'watch/log'])(
    'a folder that a stranger has made, checksums included, is refused or made again, whatever a line of %s says',
    async (name) => {
      const file = join(name, readdirSync(join(GOOD, name)).sort()[0]);
      const text = readFileSync(join(GOOD, file), 'utf8');
      const lines = text.trimEnd().split('\n');
      const changes = lines.flatMap((line, number) => {
        // the documents of a log are all alike
        const isOne = name === 'log' && number > 4 && number < lines.length - 4;
        if (line.startsWith('{"commit":') || isOne) return [];
        const others = ['7', 'null', '[]', '{', '{}'].map((changed) => ({ number, changed }));
        const fields = changesOf(JSON.parse(line));
        return [...others, ...fields.map(({ changed }) => ({ number, changed: JSON.stringify(changed) }))];
      });
      const problems: string[] = [];
      for (const { number, changed } of drawn(changes))
        problems.push(...(await tryChanged(file, withLine(text, number, changed), changed.slice(0, 80))));
      expect(problems).toEqual([]);
    },
    600_000,
  );

  it.each(['segment', 'passages', 'search', 'weights'])(
    'a folder that a stranger has made, checksums included, is refused or made again, whatever a part of a file of kind %s holds',
    async (kind) => {
      const names = readdirSync(join(GOOD, 'derived')).filter((name) => name.includes(kind));
      expect(names).not.toEqual([]);
      const file = join('derived', names[0]);
      const path = join(GOOD, file);
      const changes = partsOf(path).flatMap(({ name, bytes }) =>
        forgeries(bytes).map(({ what, forged }) => ({ name, what, forged })),
      );
      const problems: string[] = [];
      for (const { name, what, forged } of drawn(changes))
        problems.push(...(await tryChanged(file, await withPart(path, name, forged), `${name} ${what}`)));
      expect(problems).toEqual([]);
    },
    600_000,
  );

  it('gives no answer about texts that its index was not made for', async () => {
    const [name] = readdirSync(join(GOOD, 'derived')).filter((each) => each.includes('segment'));
    const file = join('derived', name);
    const { bytes } = partsOf(join(GOOD, file)).find((part) => part.name === 'contents')!;
    const forged = await withPart(
      join(GOOD, file),
      'contents',
      bytes.map((byte) => byte ^ 1),
    );
    const collection = await openCollection(changedCopy(file, forged), { threads: 1 });
    await expect(collection.check({ text: textOf(1) })).rejects.toThrow('is not the one that the index was');
    await collection.close();
  });

  it('a manifest that names a file outside its folder does not get it removed', async () => {
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'keep me');
    const object = JSON.parse(readFileSync(join(GOOD, 'MANIFEST'), 'utf8').split('\n')[0]);
    const derived = [...object.derived, '../../outside.txt'];
    expect(await tryChanged('MANIFEST', checked({ ...object, derived }), 'derived')).toEqual([]);
    expect(readFileSync(outside, 'utf8')).toBe('keep me');
  });
});
