import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { dedupOnce as dedupBatch } from '../../duplicates/index.ts';
import { dedup, openCollection } from '../index.ts';
import { onKillPoint } from '../store/kill-points.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-shards-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => onKillPoint(undefined));

let count = 0;
const newFolder = () => {
  const path = join(folder, String(++count));
  mkdirSync(path);
  return path;
};

/** Few texts with some words changed, so that there are near-duplicates in every shard and between them. */
function textOf(i: number): string {
  const edits = (i * 7) % 4;
  return Array.from({ length: 40 }, (_, w) => (w < edits ? `e${i}w${w}` : `t${(i * 13) % 11}w${w}`)).join(
    ' ',
  );
}

const LAMP = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper';

/** Three shards with documents of these kinds: copies, near copies, no words, no JSON. */
function makeShards(at: string, names = ['a.jsonl', 'b.jsonl', 'c.jsonl']): string[] {
  mkdirSync(join(at, 'shards'), { recursive: true });
  return names.map((name, s) => {
    const path = join(at, 'shards', name);
    const lines = Array.from({ length: 30 }, (_, i) => {
      const n = 30 * s + i;
      if (n % 29 === 5) return `{"id":"empty${n}","text":"…"}`;
      if (n % 31 === 7) return 'no JSON';
      return JSON.stringify({ more: n, id: `d${n}`, text: textOf(n) });
    });
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  });
}

/** All that a run wrote: names and contents. */
function outputsIn(at: string): Record<string, string> {
  const names = readdirSync(at).filter((name) => !name.startsWith('.'));
  return Object.fromEntries(
    names.flatMap((name) => {
      const path = join(at, name);
      if (name === 'shards' || name.endsWith('.nd')) return [];
      return name === 'clean' || name === 'all'
        ? Object.entries(outputsIn(path))
        : [[name, readFileSync(path, 'utf8')]];
    }),
  );
}

const options = (at: string) => ({ output: join(at, 'clean/'), threads: 1 });
const resumed = (at: string) => ({ ...options(at), collection: join(at, 'work.nd') });

async function expected(at: string, shards: readonly string[]) {
  const { summary } = dedupBatch(shards, options(at));
  return { summary: await summary, outputs: outputsIn(at) };
}

describe('dedup of shards into a collection', () => {
  it('writes what one dedup over all shards writes, whatever was there before: shards that are done are not read again', async () => {
    const at = newFolder();
    const shards = makeShards(at);
    const all = await expected(newFolderWith(at), shards);
    const one = await dedup(shards.slice(0, 1), resumed(at)).summary;
    expect(one).toMatchObject({ shards: 1, skipped: 0, documents: 29 });
    // only its size and time are looked at
    const { size } = { size: readFileSync(shards[0]).length };
    writeFileSync(shards[0], 'x'.repeat(size));
    utimesSync(shards[0], 1, 1);
    await expect(dedup(shards, resumed(at)).summary).rejects.toThrow(
      /a\.jsonl is not the file that was deduplicated/,
    );
    makeShards(at);
    const run = dedup(shards, resumed(at));
    const found = await run.toArray();
    const summary = await run.summary;
    expect(summary).toMatchObject({ shards: 2, skipped: 1 });
    expect(one.removed! + summary.removed!).toBe(all.summary.removed);
    expect(found).toHaveLength(summary.removed!);
    expect(one.empty + summary.empty).toBe(all.summary.empty);
    expect(one.unreadable + summary.unreadable).toBe(all.summary.unreadable);
    expect(summary.groups).toBe(all.summary.groups);
    expect(outputsIn(at)).toEqual(all.outputs);
    expect(await dedup(shards, resumed(at)).summary).toMatchObject({ shards: 0, skipped: 3, documents: 0 });
    expect(outputsIn(at)).toEqual(all.outputs);
  });

  it('removes a copy of a removed text for the same document, though one that came between them is more like it', async () => {
    const at = newFolder();
    mkdirSync(join(at, 'shards'));
    /** 100 words, some of them edited: with three edits two texts are near-duplicates, with four they are not. */
    const edited = (edits: number) =>
      Array.from({ length: 100 }, (_, w) => (w % 20 === 10 && w < 20 * edits ? `e${w}` : `w${w}`)).join(' ');
    const documents = [
      ...[{ id: 'kept', text: edited(0) }],
      ...[3, 4, 3].map((edits, i) => ({ id: `d${i}`, text: edited(edits) })),
      ...[{ id: 'copy', text: `${edited(3)}!` }],
    ];
    const shards = documents.map((document, i) => {
      const path = join(at, 'shards', `${i}.jsonl`);
      writeFileSync(path, `${JSON.stringify(document)}\n`);
      return path;
    });
    const all = await expected(newFolderWith(at), shards);
    // one shard after the other, each by a run of its own
    for (const i of shards.keys()) await dedup(shards.slice(0, i + 1), resumed(at)).summary;
    expect(outputsIn(at)).toEqual(all.outputs);
    expect(all.outputs['clean.removed.jsonl'].match(/"keptId":"kept"/g)).toHaveLength(3);
  });

  it('annotates every document with its copies over all shards, as one dedup over all shards does, also after kills', async () => {
    const at = newFolder();
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.jsonl`);
    const shards = makeShards(at, names);
    // an id that is taken already, of copies and of a document that stays
    const again = [75, 76, 15, 16].map((n) => ({ id: 'd1', text: textOf(n), n }));
    const alone = { id: 'd2', text: LAMP };
    const lines = [...again, alone].map((document) => `${JSON.stringify(document)}\n`).join('');
    writeFileSync(shards[5], lines, { flag: 'a' });
    const annotate = (folder: string) => ({
      annotate: join(folder, 'all/'),
      atMost: 2,
      duplicateIds: 'rename' as const,
    });
    const linesIn = (folder: string) =>
      names.map((name) => readFileSync(join(folder, 'all', name), 'utf8')).join('');
    const single = newFolderWith(at);
    const { summary: all } = dedupBatch(shards, { ...options(single), ...annotate(single) });
    const left: string[] = [];
    onKillPoint((point) => {
      if (!/shard/.test(point)) return;
      const copy = newFolder();
      const filter = (from: string) => !/\/writer\.|\.neardup-/.test(from);
      cpSync(at, copy, { recursive: true, filter, preserveTimestamps: true });
      left.push(copy);
    });
    const { groups, removed } = await dedup(shards, { ...resumed(at), ...annotate(at) }).summary;
    onKillPoint(undefined);
    const { groups: allGroups, removed: allRemoved } = await all;
    expect([groups, removed]).toEqual([allGroups, allRemoved]);
    expect(linesIn(at)).toBe(linesIn(single));
    expect(outputsIn(at)).toEqual(outputsIn(single));
    expect(linesIn(at)).toMatch(/"id":"d1#4"/);
    expect(linesIn(at)).toMatch(/"id":"d2#2",.*"neardup.keptId":"d2#2"/);
    expect(left.length).toBe(7 * 5);
    for (const copy of left.filter((_, i) => i % 3 === 0)) {
      rmSync(at, { recursive: true });
      cpSync(copy, at, { recursive: true, preserveTimestamps: true });
      await dedup(shards, { ...resumed(at), ...annotate(at) }).summary;
      expect(linesIn(at)).toBe(linesIn(single));
    }
  });

  it('counts copies in shards that a run is not given, and annotates those that it is', async () => {
    const at = newFolder();
    const shards = makeShards(at);
    const annotated = { ...resumed(at), output: undefined, annotate: join(at, 'all/') };
    await dedup(shards.slice(0, 2), annotated).summary;
    const before = readFileSync(join(at, 'all', 'a.jsonl'), 'utf8');
    await dedup(shards.slice(1), annotated).summary;
    expect(readFileSync(join(at, 'all', 'a.jsonl'), 'utf8')).toBe(before);
    await dedup(shards, annotated).summary;
    const single = newFolderWith(at);
    await dedupBatch(shards, { annotate: join(single, 'all/'), threads: 1 }).summary;
    for (const name of ['a.jsonl', 'b.jsonl', 'c.jsonl'])
      expect(readFileSync(join(at, 'all', name), 'utf8')).toBe(
        readFileSync(join(single, 'all', name), 'utf8'),
      );
  });

  it('goes on after it was killed at any point, and writes the same', async () => {
    const at = newFolder();
    const shards = makeShards(at);
    const all = await expected(newFolderWith(at), shards);
    // what a killed process would leave on the disk at each point
    const left: string[] = [];
    onKillPoint((point) => {
      if (!/shard|documents/.test(point)) return;
      const copy = newFolder();
      const filter = (from: string) => !/\/writer\.|\.neardup-/.test(from);
      cpSync(at, copy, { recursive: true, filter, preserveTimestamps: true });
      left.push(`${copy} ${point}`);
    });
    await dedup(shards, resumed(at)).summary;
    onKillPoint(undefined);
    expect(left.length).toBe(15);
    expect(outputsIn(at)).toEqual(all.outputs);
    for (const state of left) {
      const [copy] = state.split(' ');
      rmSync(at, { recursive: true });
      cpSync(copy, at, { recursive: true, preserveTimestamps: true });
      await dedup(shards, resumed(at)).summary;
      expect([state, outputsIn(at)]).toEqual([state, all.outputs]);
      const collection = await openCollection(join(at, 'work.nd'), { threads: 1, readOnly: true });
      expect(collection.info().documents).toBe(all.summary.kept);
      await collection.close();
    }
  });

  it('refuses what cannot be decided shard by shard, with the reason', async () => {
    const at = newFolder();
    const shards = makeShards(at);
    const refuse = (more: object) => () => dedup(shards, { ...resumed(at), ...more });
    expect(refuse({ keep: 'longest' })).toThrow(/a later shard could change/);
    expect(refuse({ method: 'exact' })).toThrow(/finds candidates by bands/);
    expect(refuse({ containment: 0.9 })).toThrow(/one after the other/);
    expect(refuse({ output: join(at, 'clean.jsonl') })).toThrow(/a folder that ends in/);
    expect(() => dedup([{ id: 'a', text: 'b' }], { collection: join(at, 'work.nd') })).toThrow(
      /have no path/,
    );
    writeFileSync(join(at, 'one.txt'), 'One document.');
    await expect(dedup([join(at, 'one.txt')], resumed(at)).summary).rejects.toThrow(
      /got the single document/,
    );
    await dedup(shards, resumed(at)).summary;
    await expect(dedup(shards, { ...resumed(at), threshold: 0.9 }).summary).rejects.toThrow(
      /was made with `threshold: '0.8'`/,
    );
    writeFileSync(join(at, 'shards', 'again.jsonl'), readFileSync(shards[1]));
    await expect(dedup(join(at, 'shards'), resumed(at)).summary).rejects.toMatchObject({
      code: 'DUPLICATE_ID',
    });
    const other = newFolder();
    const [same] = makeShards(other, ['a.jsonl']);
    await expect(dedup([same], { ...resumed(at), duplicateIds: 'rename' }).summary).rejects.toThrow(
      /already exists/,
    );
    expect(existsSync(join(at, 'clean', 'a.jsonl'))).toBe(true);
  });
});

/** A folder beside another, for what a run over all shards writes. */
function newFolderWith(at: string): string {
  const other = `${at}-batch`;
  mkdirSync(other);
  return other;
}
