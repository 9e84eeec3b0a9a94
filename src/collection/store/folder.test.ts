import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Disk, realDisk } from './disk.ts';
import { CollectionFolder } from './folder.ts';

const MADE = { keyScheme: 'bands-1', canonicalForm: 1, options: { language: 'en' } };
const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
const texts = (folder: CollectionFolder, from = folder.manifest?.covered) =>
  [...folder.log.replay(from)].map(({ commit, bytes }) => `${commit}: ${bytes}`);

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'neardup-store-')), 'news.nd');
});
afterEach(() => rmSync(join(path, '..'), { recursive: true }));

describe('the folder of a collection', () => {
  it('gives back what was appended, by position and by place', async () => {
    const made = await CollectionFolder.create(path, MADE);
    const [first, second] = await Promise.all([
      made.log.append([line({ id: 'a' }), line({ id: 'b' })]),
      made.log.append([line({ remove: 'a' })]),
    ]);
    expect([first.commit, second.commit]).toEqual([1, 1]);
    await made.log.append([line({ id: 'c' })]);
    await made.close();
    const opened = CollectionFolder.openForReading(path);
    expect(opened.facts).toMatchObject({ format: 1, ...MADE });
    expect(texts(opened)).toEqual(['1: {"id":"a"}\n{"id":"b"}\n{"remove":"a"}\n', '2: {"id":"c"}\n']);
    const places = [second.places[0], first.places[1]];
    expect(opened.log.read(places).map(String)).toEqual(['{"remove":"a"}\n', '{"id":"b"}\n']);
    expect(opened.log.end.commit).toBe(2);
    await opened.close();
  });

  it('replays the log from where the derived files end', async () => {
    const made = await CollectionFolder.create(path, MADE);
    await made.log.append([line({ id: 'a' })]);
    const name = made.newDerivedName('segment');
    await made.writeDerived(name, [{ name: 'ids', bytes: Buffer.from('a') }]);
    await made.replaceManifest({ derived: [name], covered: made.log.end, state: { documents: 1 } });
    await made.log.append([line({ id: 'b' })]);
    await made.close();
    const opened = await CollectionFolder.openForWriting(path);
    expect(opened.manifest).toMatchObject({ derived: [name], state: { documents: 1 } });
    expect(texts(opened)).toEqual(['2: {"id":"b"}\n']);
    const parts = opened.openDerived(name);
    expect(String(parts.get('ids'))).toBe('97');
    expect(String(parts.slice('ids', 0, 1))).toBe('97');
    parts.close();
    await opened.close();
  });

  it('the folder of a collection has its last manifest, and the files that it names, if no new one can be written', async () => {
    let isBroken = false;
    const disk: Disk = {
      ...realDisk,
      async rename(from, to) {
        if (isBroken) throw new Error('the disk broke');
        return realDisk.rename(from, to);
      },
    };
    const folder = await CollectionFolder.create(path, MADE, { disk });
    const names = ['segment', 'other'].map((kind) => folder.newDerivedName(kind));
    for (const name of names) await folder.writeDerived(name, [{ name: 'x', bytes: Buffer.from('x') }]);
    await folder.replaceManifest({ derived: [names[0]] });
    isBroken = true;
    await expect(folder.replaceManifest({ derived: [names[1]] })).rejects.toMatchObject({
      code: 'WRITE_FAILED',
    });
    await folder.close();
    const opened = CollectionFolder.openForReading(path);
    expect(opened.manifest?.derived).toEqual([names[0]]);
    opened.openDerived(names[0]).close();
    await opened.close();
  });

  it('removes leftovers and derived files without a name, and never a log file', async () => {
    const made = await CollectionFolder.create(path, MADE, { fileBytes: 1 });
    for (const id of ['a', 'b']) await made.log.append([line({ id })]);
    await made.replaceManifest({ derived: [] });
    await made.close();
    const logs = readdirSync(join(path, 'log'));
    for (const name of ['derived/0000000009.segment', 'derived/x.unfinished', 'MANIFEST.unfinished']) {
      writeFileSync(join(path, name), 'left');
    }
    await (await CollectionFolder.openForWriting(path)).close();
    expect(readdirSync(join(path, 'log'))).toEqual(logs);
    expect(logs).toEqual(['0000000001-1.jsonl', '0000000002-2.jsonl']);
    expect(readdirSync(path).sort()).toEqual(['MANIFEST', 'collection.json', 'derived', 'log']);
    expect(readdirSync(join(path, 'derived'))).toEqual([]);
  });

  it('cuts off the end of an interrupted write, and goes on behind the last commit', async () => {
    const made = await CollectionFolder.create(path, MADE);
    await made.log.append([line({ id: 'a' })]);
    await made.close();
    const file = join(path, 'log', '0000000001-1.jsonl');
    const whole = readFileSync(file);
    appendFileSync(file, '{"id":"b"}\n{"commit":2,"by');
    const opened = await CollectionFolder.openForWriting(path);
    expect(readFileSync(file)).toEqual(whole);
    expect((await opened.log.append([line({ id: 'b' })])).commit).toBe(2);
    await opened.close();
  });

  it('refuses a second writer and a folder that is no collection', async () => {
    const made = await CollectionFolder.create(path, MADE);
    await expect(CollectionFolder.openForWriting(path)).rejects.toMatchObject({ code: 'LOCKED' });
    await made.close();
    await expect(CollectionFolder.create(path, MADE)).rejects.toMatchObject({ code: 'BAD_OPTION' });
    await expect(CollectionFolder.openForWriting(join(path, 'log'))).rejects.toMatchObject({
      code: 'NO_COLLECTION',
    });
  });
});
