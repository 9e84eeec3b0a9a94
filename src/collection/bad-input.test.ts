import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Collection } from './collection.ts';
import { createCollection, dedup, openCollection, repairCollection } from './index.ts';
import { backUp } from './store/backup.ts';
import { type DiskFile, realDisk } from './store/disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-bad-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** The long form, with NEARDUP_HISTORIES, takes a text of 100 MB. */
const LONG_TEXT = process.env.NEARDUP_HISTORIES === undefined ? 1e7 : 1e8;

let count = 0;
const newPath = () => join(folder, `${++count}.nd`);
const open = (path: string, options: Parameters<typeof openCollection>[1] = {}) =>
  openCollection(path, { create: true, threads: 1, ...options });
const textOf = (n: number) => Array.from({ length: 30 }, (_, i) => `w${n}x${i}`).join(' ');
const documentsOf = (...numbers: number[]) => numbers.map((n) => ({ id: `d${n}`, text: textOf(n) }));

/** Calls of the disk fail with this error as long as `fails` says so. */
function failing(code: string, fails: (call: string) => boolean) {
  const failure = () => Object.assign(new Error(`${code}: failed`), { code });
  const { open, makeFolder } = realDisk;
  vi.spyOn(realDisk, 'open').mockImplementation((path, how) => {
    if (how !== 'read' && fails('open')) throw failure();
    const file = open(path, how);
    return new Proxy(file, {
      get(target, name: keyof DiskFile) {
        const value = target[name].bind(target) as (...args: never[]) => unknown;
        return (...args: never[]) => {
          if (['write', 'sync', 'truncate'].includes(name) && fails(name)) return Promise.reject(failure());
          return value(...args);
        };
      },
    });
  });
  vi.spyOn(realDisk, 'makeFolder').mockImplementation(async (path) => {
    if (fails('makeFolder')) throw failure();
    return makeFolder(path);
  });
}

async function idsIn(collection: Collection): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of collection.documents()) ids.push(id);
  return ids;
}

describe('a collection', () => {
  it('loses no document if a segment is written, but not the manifest that names it', async () => {
    const path = newPath();
    let collection = await open(path, { delta: 4 });
    await collection.add(documentsOf(1, 2, 3, 4));
    const { rename } = realDisk;
    let isFull = true;
    vi.spyOn(realDisk, 'rename').mockImplementation(async (from, to) => {
      if (isFull && to.endsWith('MANIFEST')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return rename(from, to);
    });
    await expect(collection.add(documentsOf(5))).rejects.toMatchObject({ code: 'NO_SPACE' });
    isFull = false;
    await collection.close();
    collection = await open(path);
    expect(await idsIn(collection)).toEqual(['d1', 'd2', 'd3', 'd4']);
    await collection.close();
  });

  it('a collection on a full disk refuses what is added, answers on, and takes more when there is room again', async () => {
    let isFull = false;
    failing('ENOSPC', (call) => isFull && call === 'write');
    const collection = await open(newPath());
    await collection.add(documentsOf(1));
    isFull = true;
    await expect(collection.add(documentsOf(2))).rejects.toMatchObject({ code: 'NO_SPACE' });
    await expect(collection.remove(['d1'])).rejects.toMatchObject({ code: 'NO_SPACE' });
    expect((await collection.check({ text: textOf(1) })).pairs.map(({ b }) => b)).toEqual(['d1']);
    isFull = false;
    await collection.add(documentsOf(3));
    expect(await idsIn(collection)).toEqual(['d1', 'd3']);
    await collection.close();
  });

  it('a collection that is closed on a full disk has all that was acknowledged', async () => {
    let isFull = false;
    failing('ENOSPC', (call) => isFull && call === 'write');
    const path = newPath();
    let collection = await open(path, { delta: 4 });
    for (let n = 1; n <= 6; n++) await collection.add(documentsOf(n));
    await collection.remove(['d1', 'd6']);
    isFull = true;
    await collection.close();
    isFull = false;
    collection = await open(path);
    expect(await idsIn(collection)).toEqual(['d2', 'd3', 'd4', 'd5']);
    expect((await collection.check({ text: textOf(1) })).pairs).toEqual([]);
    await collection.close();
  });

  it('a collection whose disk fails to sync only reads from then on, and has all that was acknowledged when it is opened again', async () => {
    let isBroken = false;
    failing('EIO', (call) => isBroken && call === 'sync');
    const path = newPath();
    let collection = await open(path);
    await collection.add(documentsOf(1));
    isBroken = true;
    const error = await collection.add(documentsOf(2)).catch((caught) => caught);
    expect(error).toMatchObject({ code: 'WRITE_FAILED', advice: expect.stringMatching(/opened again/) });
    isBroken = false;
    await expect(collection.add(documentsOf(3))).rejects.toMatchObject({ code: 'WRITE_FAILED' });
    await expect(collection.remove(['d1'])).rejects.toMatchObject({ code: 'WRITE_FAILED' });
    expect((await collection.check({ text: textOf(1) })).pairs.map(({ b }) => b)).toEqual(['d1']);
    await collection.close();
    collection = await open(path);
    expect(await idsIn(collection)).toContain('d1');
    await collection.add(documentsOf(3));
    await collection.close();
  });

  it('a collection on a disk that cannot be written is read, and says why it cannot be changed', async () => {
    const path = newPath();
    const written = await open(path);
    await written.add(documentsOf(1, 2));
    await written.close();
    failing('EROFS', () => true);
    const reader = await openCollection(path, { readOnly: true, threads: 1 });
    expect((await reader.check({ text: textOf(2) })).pairs.map(({ b }) => b)).toEqual(['d2']);
    await reader.close();
    await expect(openCollection(path, { threads: 1 })).rejects.toMatchObject({
      code: 'WRITE_FAILED',
      message: expect.stringMatching(/read-only/),
      advice: expect.stringMatching(/can still be read/),
    });
    const closed = {
      code: 'WRITE_FAILED',
      message: expect.stringMatching(/read-only/),
      advice: 'Choose another path.',
    };
    await expect(open(newPath())).rejects.toMatchObject(closed);
    await expect(backUp(path, newPath())).rejects.toMatchObject(closed);
  });

  it('a collection of another version is refused by name; derived files of another version are made again', async () => {
    const path = newPath();
    const collection = await open(path, { delta: 2 });
    await collection.add(documentsOf(1, 2, 3));
    await collection.close();
    rewrite(path, 'MANIFEST', (manifest) => ({
      ...manifest,
      state: { ...(manifest.state as object), canonicalForm: 99 },
    }));
    const again = await open(path, { delta: 2 });
    expect((await again.check({ text: textOf(1) })).pairs.map(({ b }) => b)).toEqual(['d1']);
    await again.close();
    rewrite(path, 'collection.json', (settings) => ({ ...settings, format: 99 }));
    await expect(open(path)).rejects.toMatchObject({
      code: 'BAD_COLLECTION',
      message: expect.stringMatching(/version 99/),
      advice: expect.stringMatching(/newer version of neardup/),
    });
  });

  it('keeps a text of millions of words whole, and finds it', async () => {
    const path = newPath();
    const text = 'one of the many words that are in a long text '.repeat(LONG_TEXT / 46);
    let collection = await open(path);
    const answers = await collection.add([{ id: 'long', text }, ...documentsOf(1)]);
    expect(answers.map(({ state }) => state)).toEqual(['added', 'added']);
    await collection.close();
    collection = await open(path);
    expect((await collection.get('long'))!.text === text).toBe(true);
    expect((await collection.check({ text: text.slice(500) })).pairs.map(({ b }) => b)).toEqual(['long']);
    await collection.close();
  });

  it('a collection whose clock jumps forward and back loses nothing, and answers for the time that it is', async () => {
    let now = Date.parse('2026-01-01');
    const path = newPath();
    const options = { clock: () => now, create: { indexes: ['search'] as const } };
    let collection = await open(path, options);
    await collection.add(documentsOf(1, 2));
    await collection.add([{ id: 'brief', text: textOf(3), meta: { expires: '2026-02-01' } }]);
    const found = async () => [
      (await collection.check({ text: textOf(3) })).pairs.map(({ b }) => b),
      (await collection.search(textOf(3), { k: 1 })).results.map(({ id }) => id).includes('brief'),
    ];
    expect(await found()).toEqual([['brief'], true]);
    now = Date.parse('2099-01-01');
    expect(await found()).toEqual([[], false]);
    await collection.add(documentsOf(4));
    now = Date.parse('1999-01-01');
    expect(await found()).toEqual([['brief'], true]);
    await collection.add(documentsOf(5));
    await collection.close();
    now = Date.parse('2026-01-02');
    collection = await open(path, options);
    expect(await idsIn(collection)).toEqual(['d1', 'd2', 'brief', 'd4', 'd5']);
    expect(await found()).toEqual([['brief'], true]);
    await collection.close();
  });
});

describe('a collection from a stranger, with right checksums', () => {
  const SETTINGS: Readonly<Record<string, object>> = {
    'an n-gram that is no number': { ngram: 'x' },
    'a shingle of no words': { shingle: 0 },
    'a very long shingle': { shingle: 1e8 },
    'a threshold of 0': { threshold: 0 },
    'an order that there is not': { order: 7 },
    'a word as list of indexes': { indexes: 'passages' },
    'an index that there is not': { indexes: ['nope'] },
    'a negative window': { window: -1 },
    'half a window': { window: '30d' },
  };
  it.each(Object.entries(SETTINGS))(
    'a collection from a stranger, with right checksums, is refused if its settings have %s',
    async (_, options) => {
      const path = newPath();
      await (await open(path)).close();
      rewrite(path, 'collection.json', (facts) => ({
        ...facts,
        options: { ...(facts.options as object), ...options },
      }));
      await expect(openCollection(path, { threads: 1 })).rejects.toMatchObject({
        code: 'BAD_COLLECTION',
        message: expect.stringContaining(path),
      });
    },
  );

  type Json = Record<string, unknown>;
  const MANIFESTS: Readonly<Record<string, (manifest: Json) => object>> = {
    'no list of logs': () => ({ logs: null }),
    'a log in another folder': () => ({ logs: [{ name: '../../etc/passwd', bytes: 3 }] }),
    'no last commit': () => ({ last: null }),
    'derived files that are ahead of the log': () => ({ covered: { commit: 5, file: 9, offset: 1e9 } }),
    'derived files in another folder': () => ({ derived: ['../collection.json'] }),
    'no segments': ({ state }) => ({ state: { ...(state as Json), segments: {} } }),
    'segments that are none': ({ state }) => ({ state: { ...(state as Json), segments: [{ file: 7 }] } }),
    'no seed': ({ state }) => ({ state: { ...(state as Json), idSeed: null } }),
    'no state': () => ({ state: null }),
  };
  it.each(Object.entries(MANIFESTS))(
    'a collection from a stranger, with right checksums, has all its documents if its manifest has %s',
    async (_, change) => {
      const path = newPath();
      const made = await open(path);
      await made.add(documentsOf(1, 2, 3));
      await made.close();
      rewrite(path, 'MANIFEST', (manifest) => ({ ...manifest, ...change(manifest) }));
      const collection = await open(path);
      expect(await idsIn(collection)).toEqual(['d1', 'd2', 'd3']);
      expect((await collection.check({ text: documentsOf(2)[0].text })).pairs.map(({ b }) => b)).toContain(
        'd2',
      );
      await collection.close();
    },
  );
});

describe('repair', () => {
  it('saves the events, and the examples of watches, that damage has left', async () => {
    const path = newPath();
    const collection = await open(path);
    await collection.watch({ id: 'w', texts: [textOf(1)] });
    for (let i = 0; i < 3; i++) await collection.add([{ id: `m${i}`, text: textOf(1) }]);
    await collection.close();
    flip(join(path, 'events'), '"m1"');
    await expect(open(path)).rejects.toMatchObject({ code: 'BAD_COLLECTION' });
    const { setAside, lost, beside } = await repairCollection(path);
    expect({ setAside: setAside.length, lost, beside }).toEqual({
      setAside: 1,
      lost: [],
      beside: ['events'],
    });
    flip(join(path, 'watch', 'log'), 'w1x3');
    await expect(open(path)).rejects.toMatchObject({ code: 'BAD_COLLECTION' });
    expect((await repairCollection(path)).beside).toEqual(['watch']);
    const repaired = await open(path);
    const events: string[] = [];
    for await (const { id } of repaired.events()) events.push(id);
    expect(events).toEqual(['m0', 'm2']);
    expect(await idsIn(repaired)).toEqual(['m0', 'm1', 'm2']);
    await repaired.close();
    expect(await repairCollection(path)).toMatchObject({ setAside: [], beside: [] });
  });

  it('makes damaged settings again from the manifest, and says so', async () => {
    const path = newPath();
    const collection = await open(path);
    await collection.add(documentsOf(1));
    await collection.merge();
    await collection.watch({ id: 'w', texts: [textOf(1)] });
    await collection.close();
    for (const name of ['collection.json', 'watch/collection.json']) {
      writeFileSync(join(path, name), readFileSync(join(path, name), 'utf8').replace('"format"', '"fOrmat"'));
      expect(await repairCollection(path)).toMatchObject({ setAside: [name], beside: [], lost: [] });
    }
    await (await open(path)).close();
  });

  it('sets a damaged list of shards aside: a run that cannot know what was done is refused', async () => {
    const path = newPath();
    const shard = join(folder, 'shard.jsonl');
    writeFileSync(
      shard,
      documentsOf(1, 2)
        .map((each) => `${JSON.stringify(each)}\n`)
        .join(''),
    );
    const options = { collection: path, output: `${path}-clean/`, threads: 1 };
    await dedup([shard], options).summary;
    flip(join(path, 'shards'), '"begin"');
    await expect(dedup([shard], options).summary).rejects.toMatchObject({ code: 'BAD_COLLECTION' });
    expect((await repairCollection(path)).beside).toEqual(['shards']);
    await expect(dedup([shard], options).summary).rejects.toThrow(/`d1` occurs twice/);
  });
});

/** Changes a file of one JSON object and its checksum. */
function rewrite(path: string, name: string, change: (content: Record<string, unknown>) => object): void {
  const [line] = readFileSync(join(path, name), 'utf8').split('\n');
  const changed = `${JSON.stringify(change(JSON.parse(line)))}\n`;
  writeFileSync(join(path, name), `${changed}{"crc32":${crc32(changed)}}\n`);
}

/** Flips a bit at the first place of these words in the files of a folder. */
function flip(path: string, words: string): void {
  for (const name of readdirSync(path)) {
    const bytes = readFileSync(join(path, name));
    const at = bytes.indexOf(words);
    if (at === -1) continue;
    bytes[at + 1] ^= 1;
    writeFileSync(join(path, name), bytes);
    return;
  }
  throw new Error(`${words} is not in ${path}`);
}

it('a collection at the address of a store is refused, not made in a folder of that name', async () => {
  for (const open of [createCollection, openCollection])
    await expect(open('s3://bucket/c.nd')).rejects.toThrow('Expected a folder on this machine');
});
