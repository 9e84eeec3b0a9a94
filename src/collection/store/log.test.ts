import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from './backup.ts';
import { type Disk, realDisk } from './disk.ts';
import { CollectionFolder } from './folder.ts';
import { fits, parseCommit } from './log-lines.ts';
import { repairFolder } from './repair.ts';

const MADE = { keyScheme: 'bands-1', canonicalForm: 1, options: {} };
const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
const replayed = (folder: CollectionFolder) =>
  [...folder.log.replay()].map(({ commit, bytes }) => `${commit}: ${Buffer.from(bytes)}`);

let parent: string;
let path: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'neardup-log-'));
  path = join(parent, 'news.nd');
});
afterEach(() => rmSync(parent, { recursive: true }));

/** A collection with a log file for every document. */
async function withFiles(ids: readonly string[]): Promise<CollectionFolder> {
  const folder = await CollectionFolder.create(path, MADE, { fileBytes: 1 });
  for (const id of ids) await folder.log.append([line({ id, text: `text of ${id}` })]);
  return folder;
}

describe('the log', () => {
  it('writes the commit line that the docs show', () => {
    const docs = readFileSync(new URL('../../../docs/collection-format.md', import.meta.url), 'utf8');
    const [, lines, commit] = /```text\n([^`]*\n)(\{"commit".*\n)```/.exec(docs) ?? [];
    const found = parseCommit(Buffer.from(commit));
    expect(found).toMatchObject({ commit: 18, after: 17 });
    expect(fits(Buffer.from(lines), found!)).toBe(true);
  });

  it('syncs once for all callers that wait at the same time', async () => {
    let syncs = 0;
    const disk: Disk = {
      ...realDisk,
      open(name, how) {
        const file = realDisk.open(name, how);
        const sync = file.sync.bind(file);
        file.sync = () => {
          syncs++;
          return sync();
        };
        return file;
      },
    };
    const folder = await CollectionFolder.create(path, MADE, { disk });
    syncs = 0;
    const all = Array.from({ length: 50 }, (_, i) => folder.log.append([line({ id: String(i) })]));
    expect(new Set((await Promise.all(all)).map(({ commit }) => commit))).toEqual(new Set([1]));
    expect(syncs).toBe(1);
    await folder.close();
  });

  it('gives a new file and a copy that is made meanwhile different numbers', async () => {
    let begin = () => {};
    let isSlow = false;
    const disk: Disk = {
      ...realDisk,
      async syncFolder(name) {
        if (isSlow) await new Promise<void>((resolve) => (begin = resolve));
        return realDisk.syncFolder(name);
      },
    };
    const folder = await CollectionFolder.create(path, MADE, { disk, fileBytes: 1 });
    for (const id of ['a', 'b', 'c']) await folder.log.append([line({ id, text: `text of ${id}` })]);
    isSlow = true;
    const appended = folder.log.append([line({ id: 'd', text: 'text of d' })]);
    while (!readdirSync(join(path, 'log')).includes('0000000004-4.jsonl')) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    isSlow = false;
    const copy = folder.log.compact([1, 2], () => true);
    begin();
    const { places } = await appended;
    await folder.replaceManifest({ derived: [] }, [await copy]);
    await folder.close();
    const again = CollectionFolder.openForReading(path);
    expect(Buffer.from(again.log.read(places)[0]).toString()).toContain('text of d');
    expect(replayed(again)).toHaveLength(4);
    await again.close();
  });

  it('makes room behind small commits, which a reader passes over, and cuts it off when it is closed', async () => {
    const folder = await CollectionFolder.create(path, MADE);
    for (let i = 0; i < 9; i++) await folder.log.append([line({ id: String(i), text: `text ${i}` })]);
    const file = join(path, 'log', '0000000001-1.jsonl');
    const { offset } = folder.log.end;
    const bytes = readFileSync(file);
    expect(bytes.length).toBeGreaterThan(offset);
    expect(bytes.subarray(offset).every((byte) => byte === 0)).toBe(true);
    const reader = CollectionFolder.openForReading(path);
    expect(replayed(reader)).toEqual(replayed(folder));
    await reader.close();
    // as a writer leaves it that was killed
    const killed = join(parent, 'killed.nd');
    cpSync(path, killed, { recursive: true, filter: (from) => !/writer\./.test(from) });
    await folder.close();
    expect(readFileSync(file)).toEqual(bytes.subarray(0, offset));
    const next = await CollectionFolder.openForWriting(killed);
    expect(replayed(next)).toHaveLength(9);
    expect(statSync(join(killed, 'log', '0000000001-1.jsonl')).size).toBe(offset);
    await next.close();
  });

  it('takes a changed byte of the last commit for damage, also in front of room for more', async () => {
    const folder = await CollectionFolder.create(path, MADE);
    for (let i = 0; i < 9; i++) await folder.log.append([line({ id: String(i), text: `text ${i}` })]);
    const killed = join(parent, 'killed.nd');
    cpSync(path, killed, { recursive: true, filter: (from) => !/writer\./.test(from) });
    await folder.close();
    const file = join(killed, 'log', '0000000001-1.jsonl');
    const bytes = readFileSync(file);
    bytes[bytes.lastIndexOf('text 8')] ^= 1;
    writeFileSync(file, bytes);
    await expect(CollectionFolder.openForWriting(killed)).rejects.toMatchObject({ code: 'BAD_COLLECTION' });
    expect(await repairFolder(killed)).toMatchObject({ lost: ['8'], missing: [{ from: 9, to: 9 }] });
    const saved = await CollectionFolder.openForWriting(killed);
    expect(replayed(saved).filter((text) => text.includes('text'))).toHaveLength(8);
    await saved.close();
  });

  it('refuses to fill the disk, says what to do, and reads on', async () => {
    const folder = await withFiles(['a']);
    await folder.close();
    const full = await CollectionFolder.openForWriting(path, { minFree: 2 ** 60 });
    const error = await full.log.append([line({ id: 'b' })]).catch((caught) => caught);
    expect(error.code).toBe('NO_SPACE');
    expect(error.message).toMatch(/MB free, and .* MB must stay free/);
    expect(error.advice).toMatch(/Free some space/);
    expect(replayed(full)).toHaveLength(1);
    await full.close();
  });

  it('gives its space back: files are copied without dead lines, and lines are found at their new places', async () => {
    const folder = await withFiles(['a', 'b', 'c', 'd']);
    const before = [...folder.log.replay()].map(({ file, offset, bytes }) => ({ file, offset, bytes }));
    const numbers = folder.log.closedFiles.map(({ number }) => number);
    const compacted = await folder.log.compact(numbers, (bytes) => !Buffer.from(bytes).includes('"b"'));
    await folder.replaceManifest({ derived: [] }, [compacted]);
    const ids = (opened: CollectionFolder) =>
      replayed(opened).map((text) => /(\d+): .*?:"(.)"/.exec(text)?.slice(1).join());
    expect(ids(folder)).toEqual(['1,a', '3,c', '4,d']);
    const { from, to } = compacted.moved.get(before[2].file)!;
    expect(from).toEqual([0]);
    expect([...folder.log.replay()][1]).toMatchObject({ file: compacted.copy.number, offset: to[0] });
    expect(compacted.moved.get(before[1].file)!.from).toEqual([]);
    await folder.log.append([line({ id: 'e' })]);
    await folder.close();
    expect(readdirSync(join(path, 'log'))).toEqual([
      '0000000004-4.jsonl',
      '0000000005-1-3.jsonl',
      '0000000006-5.jsonl',
    ]);
    // also without a manifest
    rmSync(join(path, 'MANIFEST'));
    const opened = await CollectionFolder.openForWriting(path);
    expect(ids(opened)).toEqual(['1,a', '3,c', '4,d', '5,e']);
    await opened.close();
  });

  it('the log is whole without its last lines: a copy says up to which commit it goes, even if nothing is left of it', async () => {
    const folder = await withFiles(['a', 'b', 'c', 'd']);
    const compacted = await folder.log.compact([1, 2, 3], (bytes) => Buffer.from(bytes).includes('"a"'));
    await folder.replaceManifest({ derived: [] }, [compacted]);
    await folder.close();
    rmSync(join(path, 'MANIFEST'));
    const opened = CollectionFolder.openForReading(path);
    expect([...opened.log.replay()].map(({ commit }) => commit)).toEqual([1, 3, 4]);
    await opened.close();
  });

  it('names the byte at which it is damaged; repair saves the rest and tells what is lost', async () => {
    await (await withFiles(['a', 'b', 'c'])).close();
    const damaged = join(path, 'log', '0000000002-2.jsonl');
    const bytes = readFileSync(damaged);
    bytes[20] ^= 1;
    writeFileSync(damaged, bytes);
    await expect(CollectionFolder.openForWriting(path)).rejects.toMatchObject({
      code: 'BAD_COLLECTION',
      message: expect.stringMatching(/0000000002-2\.jsonl: it is whole up to byte 0/),
    });
    expect(await repairFolder(path)).toEqual({
      beside: [],
      setAside: ['0000000002-2.jsonl'],
      lost: ['b'],
      unreadable: 0,
      missing: [{ from: 2, to: 2 }],
    });
    const opened = await CollectionFolder.openForWriting(path);
    expect(replayed(opened).map((text) => text.slice(0, 13))).toEqual([
      '1: {"id":"a",',
      '2: ',
      '3: {"id":"c",',
    ]);
    expect((await opened.log.append([line({ id: 'd' })])).commit).toBe(4);
    await opened.close();
    expect(readdirSync(join(path, 'damaged'))).toHaveLength(1);
    expect(await repairFolder(path)).toMatchObject({ setAside: [], lost: [] });
  });
});

/** Opens files, but no new one of the log of a backup. */
function failingFor(to: string): Disk['open'] {
  return (name, how) => {
    if (name.startsWith(join(to, 'log'))) throw new Error('the disk broke');
    return realDisk.open(name, how);
  };
}

describe('a backup', () => {
  it('a backup has the files that the writer removes while it is taken', async () => {
    const folder = await withFiles(['a', 'b']);
    const name = folder.newDerivedName('segment');
    await folder.writeDerived(name, [{ name: 'x', bytes: Buffer.from('x') }]);
    await folder.replaceManifest({ derived: [name], covered: folder.log.end });
    await folder.close();
    const disk: Disk = {
      ...realDisk,
      async link(from, to) {
        rmSync(join(path, 'derived', name), { force: true });
        return realDisk.link(from, to);
      },
    };
    const to = join(parent, 'backup.nd');
    await backUp(path, to, { disk });
    const opened = CollectionFolder.openForReading(to);
    opened.openDerived(name).close();
    await opened.close();
  });

  it('a backup that fails leaves nothing behind, so that the next one can be made', async () => {
    const folder = await withFiles(['a', 'b']);
    await folder.close();
    const watches = await CollectionFolder.create(join(path, 'watch'), MADE);
    await watches.close();
    const disk: Disk = { ...realDisk, link: () => Promise.reject(new Error('the disk broke')) };
    const to = join(parent, 'backup.nd');
    const signal = AbortSignal.abort(new Error('aborted'));
    await expect(backUp(path, to, { disk: { ...disk, open: failingFor(to) } })).rejects.toThrow(
      'the disk broke',
    );
    expect(readdirSync(to)).toEqual([]);
    await expect(backUp(path, to, { signal })).rejects.toThrow('aborted');
    expect(readdirSync(to)).toEqual([]);
    expect(await backUp(path, to)).toEqual({ commit: 2 });
  });

  it.each([false, true])(
    'a backup is a collection with what is there now, beside a writer (copied: %s)',
    async (copy) => {
      const folder = await withFiles(['a', 'b']);
      const name = folder.newDerivedName('segment');
      await folder.writeDerived(name, [{ name: 'x', bytes: Buffer.from('x') }]);
      await folder.replaceManifest({ derived: [name], covered: folder.log.end });
      const to = join(parent, 'backup.nd');
      expect(await backUp(path, to, { copy })).toEqual({ commit: 2 });
      await folder.log.append([line({ id: 'c' })]);
      await folder.close();
      const inode = (root: string) => statSync(join(root, 'log', '0000000001-1.jsonl')).ino;
      expect(inode(to) === inode(path)).toBe(!copy);
      const opened = await CollectionFolder.openForWriting(to);
      expect(replayed(opened)).toHaveLength(2);
      expect(opened.manifest?.derived).toEqual([name]);
      opened.openDerived(name).close();
      await opened.log.append([line({ id: 'other' })]);
      await opened.close();
      await expect(backUp(path, to)).rejects.toMatchObject({ code: 'BAD_OPTION' });
      const unchanged = CollectionFolder.openForReading(path);
      expect(replayed(unchanged)).toHaveLength(3);
      await unchanged.close();
    },
  );
});
