import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { dedupOnce, pairs } from '../../duplicates/index.ts';
import { documentIndexCases } from '../document-index.cases.ts';
import { createCollection, openCollection } from '../index.ts';
import { realDisk } from '../store/disk.ts';
import { LivingDocuments } from '../tables/living-documents.ts';
import { filterLines } from '../window/filter-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-lasting-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const newPath = () => join(folder, `${++count}.nd`);
function open(path = newPath(), options: Parameters<typeof openCollection>[1] = {}) {
  return openCollection(path, { create: true, threads: 1, ...options });
}

/** Thirty words of their own for every number, `edits` of them changed. */
function textOf(number: number, edits = 0): string {
  return Array.from({ length: 30 }, (_, i) => (i < edits ? `edit${i}` : `w${number}x${i}`)).join(' ');
}

/** Documents with the texts of these numbers. */
const documentsOf = (...numbers: number[]) => numbers.map((n) => ({ id: `d${n}`, text: textOf(n) }));

async function idsIn(collection: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of collection.documents()) ids.push(id);
  return ids;
}

documentIndexCases('a lasting collection', () => open());

describe('documents of a collection', () => {
  it('documents that expire are in no answer from that second on, and merging removes them for good', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const path = newPath();
    const options = { clock: () => now };
    const collection = await open(path, options);
    await collection.add([{ ...documentsOf(1)[0], expires: '2026-01-02T00:00:00Z' }], {});
    await collection.add(documentsOf(2), { expires: '12h' });
    await collection.add(documentsOf(3));
    now += 13 * 3600e3;
    expect(await idsIn(collection)).toEqual(['d1', 'd3']);
    expect((await collection.check({ text: textOf(2) })).pairs).toEqual([]);
    expect(await collection.get('d2')).toBeUndefined();
    now += 86_400e3;
    expect(collection.info()).toMatchObject({ documents: 1, dead: 2 });
    await collection.merge();
    expect(collection.info()).toMatchObject({ documents: 1, dead: 0 });
    // even if the clock goes back
    now -= 10 * 86_400e3;
    await collection.close();
    const again = await open(path, options);
    expect(await idsIn(again)).toEqual(['d3']);
    await again.close();
  });

  it('documents of a collection that would expire after the last moment that can be stored are refused, and the log stays whole', async () => {
    const path = newPath();
    const collection = await open(path);
    const never = ['860894d', '2106-02-08', '2106-02-07T06:28:15.500Z'];
    for (const expires of never) {
      await expect(collection.add(documentsOf(1), { expires })).rejects.toThrow(
        'a moment before February 2106',
      );
    }
    const own = [...never, 2 ** 32, 1_794_885_600_000].map((expires, i) => ({
      ...{ id: `own${i}`, text: textOf(i), meta: { expires } },
    }));
    const answers = await collection.add(own);
    expect(answers.map(({ state }) => state)).toEqual(own.map(() => 'failed'));
    await collection.add([{ id: 'late', text: textOf(9), meta: { expires: 2 ** 32 - 1 } }]);
    await collection.close();
    const again = await open(path);
    expect(await idsIn(again)).toEqual(['late']);
    await again.close();
  });

  it('documents of a collection are stored and found again whatever moment the clock is set to', async () => {
    const path = newPath();
    for (const [i, clock] of [-1e9, 0, 2 ** 32 * 1000, 8.64e15].entries()) {
      const collection = await open(path, { clock: () => clock });
      await collection.add(documentsOf(i + 1));
      expect((await collection.add(documentsOf(i + 1)))[0].state).toBe('unchanged');
      await collection.close();
    }
    const again = await open(path);
    expect(await idsIn(again)).toEqual(['d1', 'd2', 'd3', 'd4']);
    await again.close();
  });

  it('documents of a collection keep their fields and expiry when a stream brings their ids and texts again, and pass', async () => {
    const collection = await open();
    const given = { id: 'd1', text: textOf(1), title: 'One' };
    await collection.add([given, { id: 'd2', text: textOf(1, 1), title: 'Two' }], { expires: '2100-01-01' });
    const lines = [given, { id: 'd2', text: textOf(1, 1), title: 'Other' }, ...documentsOf(3)];
    async function* chunks() {
      yield new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
    }
    const summary = await filterLines(chunks(), collection, {}, async () => {});
    expect(summary).toMatchObject({ new: 3, duplicates: 0 });
    expect(await collection.get('d2')).toMatchObject({
      meta: { title: 'Two' },
      expires: new Date('2100-01-01'),
    });
    await collection.close();
  });

  it('documents of a collection are replaced if only a field or the language is another one, and unchanged if nothing is', async () => {
    const collection = await open();
    const given = { id: 'd1', text: textOf(1), lang: 'en', meta: { title: 'One' } };
    const states = [];
    for (const each of [given, given, { ...given, meta: { title: 'Two' } }, { ...given, lang: 'de' }])
      states.push((await collection.add([each]))[0].state);
    expect(states).toEqual(['added', 'unchanged', 'replaced', 'replaced']);
    expect(await collection.get('d1')).toMatchObject({ lang: 'de', meta: { title: 'One' } });
    await collection.close();
  });

  it('documents of a collection stay in the order in which they came when the oldest of them are written again', async () => {
    const path = newPath();
    const collection = await open(path, { delta: 4 });
    for (const numbers of [[1, 2, 3, 4], [5, 6, 7, 8], [9]]) await collection.add(documentsOf(...numbers));
    expect(collection.info()).toMatchObject({ segments: 2 });
    await collection.remove(['d1', 'd2']);
    while (collection.info().dead > 0) await new Promise((resolve) => setImmediate(resolve));
    const ids = ['d3', 'd4', 'd5', 'd6', 'd7', 'd8', 'd9'];
    expect(await idsIn(collection)).toEqual(ids);
    await collection.close();
    const again = await open(path, { delta: 4 });
    expect(await idsIn(again)).toEqual(ids);
    await again.close();
  });

  it('documents of a collection that come again count as seen, if that is asked for, and the others can be removed by their age', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const path = newPath();
    let collection = await open(path, { clock: () => now, delta: 2 });
    await collection.add(documentsOf(1, 2, 3));
    now += 10 * 86_400e3;
    await collection.add(documentsOf(1), { refresh: true });
    await collection.add([{ id: 'copy of 2', text: textOf(2, 1) }], { refresh: true, onDuplicate: 'skip' });
    await collection.close();
    collection = await open(path, { clock: () => now, delta: 2 });
    expect(await collection.removeWhere({ unseenSince: '5d' })).toBe(1);
    expect(await idsIn(collection)).toEqual(['d1', 'd2']);
    await collection.close();
  });

  it('documents of a collection that are added again with another expiry expire then, and not if it is only that of the call', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const path = newPath();
    let collection = await open(path, { clock: () => now });
    const until = (...days: (number | undefined)[]) =>
      documentsOf(...days.map((_, i) => i)).map((document, i) => ({
        ...document,
        ...(days[i] !== undefined && { meta: { expires: `2026-01-0${days[i]}` } }),
      }));
    const states = async (days: (number | undefined)[], expires?: string) =>
      (await collection.add(until(...days), { expires })).map(({ state }) => state);
    await states([undefined, 3, 3, 3]);
    expect(await states([3, undefined, 4, 3])).toEqual(['replaced', 'replaced', 'replaced', 'unchanged']);
    expect(await states([undefined, undefined], '60d')).toEqual(['unchanged', 'unchanged']);
    now = Date.parse('2026-01-03T12:00:00Z');
    await collection.close();
    collection = await open(path, { clock: () => now });
    expect(await idsIn(collection)).toEqual(['d1', 'd2']);
    await collection.close();
  });

  it('documents of a collection whose ids have the same hash are told apart', async () => {
    const hash = vi.spyOn(LivingDocuments.prototype, 'hashOf').mockReturnValue(7);
    try {
      const collection = await open();
      await collection.add(documentsOf(1, 2));
      for (const { id, text } of documentsOf(1, 2)) expect(await collection.get(id)).toMatchObject({ text });
      expect(await collection.remove(['d3', 'd1'])).toMatchObject([
        { state: 'missing' },
        { state: 'removed' },
      ]);
      expect(await idsIn(collection)).toEqual(['d2']);
      await collection.close();
    } finally {
      hash.mockRestore();
    }
  });

  it('documents of a collection are in the log as JSON.stringify writes them, whatever the characters of their texts', async () => {
    const path = newPath();
    const texts = [
      'quote " \\ and \n \r \t \b \f line',
      Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).join(''),
      '\ud800 half of a character',
      'і测😀\u2028',
      ' "'.repeat(1 << 20),
    ];
    const meta = { deep: ['"', 'ї'] };
    const collection = await open(path, { clock: () => 1_767_225_600_000 });
    await collection.add(texts.map((text, i) => ({ id: `"${i}"`, text, lang: 'uk', meta })));
    await collection.close();
    const log = readdirSync(join(path, 'log')).map((file) => readFileSync(join(path, 'log', file), 'utf8'));
    const lines = log.join('').split('\n').slice(0, texts.length);
    const isSame = texts.map((text, i) => {
      const expected = { id: `"${i}"`, text, lang: 'uk', seen: 1_767_225_600, meta };
      return lines[i] === JSON.stringify(expected);
    });
    expect(isSame).toEqual(texts.map(() => true));
  });

  it('documents of a collection keep their language, other fields and any id, also after the collection was opened again', async () => {
    const path = newPath();
    const ids = [
      '',
      ' ',
      'a\u0000b',
      'quote " \\ and \n line',
      '\ud83d\ude00 pair',
      'ї'.repeat(3000),
      '{"commit":1}',
    ].slice(1);
    const documents = ids.map((id, i) => ({
      id,
      text: textOf(i),
      lang: 'en',
      meta: { n: i, deep: { a: [i] } },
    }));
    let collection = await open(path, { delta: 3 });
    await collection.add(documents);
    await collection.close();
    collection = await open(path, { delta: 3 });
    for (const { id, ...rest } of documents) expect(await collection.get(id)).toMatchObject({ id, ...rest });
    expect((await collection.add(documents)).map(({ state }) => state)).toEqual(ids.map(() => 'unchanged'));
    expect((await collection.remove(ids)).every(({ state }) => state === 'removed')).toBe(true);
    expect(collection.info().documents).toBe(0);
    await collection.close();
  });

  it('documents of a collection without an id are refused one by one, and the others are added', async () => {
    const collection = await open();
    const answers = await collection.add([
      { text: 'no id' },
      ...documentsOf(1),
      { id: 'x', text: 5 as never },
    ]);
    expect(answers.map(({ state }) => state)).toEqual(['failed', 'added', 'failed']);
    await collection.close();
  });

  it('documents of a collection that several callers add at the same time share commits, and each caller gets its answers', async () => {
    const collection = await open();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => collection.add([{ id: `d${i % 50}`, text: textOf(i) }])),
    );
    expect(answers.map(([{ state }]) => state)).toEqual(
      Array.from({ length: 100 }, (_, i) => (i < 50 ? 'added' : 'replaced')),
    );
    expect(collection.commit).toBeLessThan(10);
    await collection.close();
  });
});

describe('a collection on the disk', () => {
  it('a collection on the disk is made again from its log if derived files are missing or damaged', async () => {
    const path = newPath();
    let collection = await open(path, { delta: 4 });
    await collection.add(documentsOf(...Array.from({ length: 20 }, (_, i) => i)));
    await collection.remove(['d3', 'd7']);
    await collection.merge();
    await collection.close();
    const derived = join(path, 'derived');
    const damage = [
      () => rmSync(join(path, 'MANIFEST')),
      () => rmSync(join(derived, readdirSync(derived)[0])),
      () => {
        for (const name of readdirSync(derived)) {
          const bytes = readFileSync(join(derived, name));
          bytes[bytes.length >> 1] ^= 1;
          writeFileSync(join(derived, name), bytes);
        }
      },
    ];
    for (const harm of damage) {
      harm();
      collection = await open(path, { delta: 4 });
      expect(collection.info().documents).toBe(18);
      expect((await collection.check({ text: textOf(9, 1) })).pairs.map(({ b }) => b)).toEqual(['d9']);
      expect((await collection.check({ text: textOf(7) })).pairs).toEqual([]);
      await collection.merge();
      await collection.close();
    }
  });

  it('gives back the space of what was removed, and a backup of it is a collection', async () => {
    const path = newPath();
    const options = { delta: 8, logFile: 4000 };
    let collection = await open(path, options);
    const numbers = Array.from({ length: 100 }, (_, i) => i);
    await collection.add(documentsOf(...numbers));
    await collection.remove(numbers.filter((n) => n % 10 !== 0).map((n) => `d${n}`));
    const { logBytes } = collection.info();
    const listing = collection.documents();
    expect((await listing.next()).value).toMatchObject({ id: 'd0' });
    await collection.merge();
    expect(collection.info().logBytes).toBeLessThan(logBytes / 2);
    // what began before goes on
    const rest: string[] = [];
    for await (const { id } of listing) rest.push(id);
    expect(rest).toEqual(numbers.slice(1, 10).map((n) => `d${10 * n}`));
    const copy = newPath();
    await collection.backup(copy);
    await collection.close();
    rmSync(join(path, 'MANIFEST'));
    for (const each of [path, copy]) {
      collection = await open(each, options);
      expect(await idsIn(collection)).toEqual(['d0', ...rest]);
      expect((await collection.check({ text: textOf(50, 1) })).pairs.map(({ b }) => b)).toEqual(['d50']);
      await collection.close();
    }
  });

  it('a collection on the disk can be asked at every moment while copies take the place of log files', async () => {
    const collection = await open(newPath(), { delta: 8, logFile: 4000, create: { indexes: ['passages'] } });
    const numbers = Array.from({ length: 100 }, (_, i) => i);
    await collection.add(documentsOf(...numbers));
    await collection.remove(numbers.filter((n) => n % 10 !== 0).map((n) => `d${n}`));
    const { rename } = realDisk;
    let asked = 0;
    vi.spyOn(realDisk, 'rename').mockImplementation(async (from, to) => {
      if (to.endsWith('MANIFEST')) {
        expect((await collection.check({ text: textOf(50, 1) })).pairs.map(({ b }) => b)).toEqual(['d50']);
        expect((await collection.sources({ text: textOf(50) })).candidates.length).toBeGreaterThan(0);
        asked++;
      }
      return rename(from, to);
    });
    const { logBytes } = collection.info();
    try {
      await collection.merge();
    } finally {
      vi.restoreAllMocks();
    }
    expect(collection.info().logBytes).toBeLessThan(logBytes / 2);
    expect(asked).toBeGreaterThan(1);
    await collection.close();
  });

  it('a collection on the disk is opened by a reader from its files, even if the writer replaces them at that moment', async () => {
    const path = newPath();
    const writer = await open(path, { delta: 2 });
    for (let i = 1; i <= 6; i++) await writer.add(documentsOf(i));
    await writer.close();
    const manifest = join(path, 'MANIFEST');
    const before = readFileSync(manifest);
    const early = await openCollection(path, { readOnly: true, threads: 1 });
    const merging = await open(path, { delta: 2 });
    await merging.merge();
    await merging.close();
    const after = readFileSync(manifest);
    expect(early.info().documents).toBe(6);
    await early.close();
    writeFileSync(manifest, before);
    const realOpen = realDisk.open;
    vi.spyOn(realDisk, 'open').mockImplementation((name, how) => {
      if (name.endsWith('.segment')) writeFileSync(manifest, after);
      return realOpen(name, how);
    });
    const onProgress = vi.fn();
    const reader = await openCollection(path, { readOnly: true, threads: 1, onProgress });
    vi.restoreAllMocks();
    expect(reader.info()).toMatchObject({ documents: 6, segments: 1 });
    // nothing was read from the log
    expect(onProgress).not.toHaveBeenCalled();
    await reader.close();
  });

  it('skips of a crowd in one call what `dedup` removes of it, for the same documents', async () => {
    const crowd = Array.from({ length: 700 }, (_, i) => ({
      id: `c${i}`,
      text: textOf(i % 40, (i % 23) >> 1),
    }));
    const collection = await open();
    const answers = await collection.add(crowd, { onDuplicate: 'skip' });
    await collection.close();
    const skipped = answers.flatMap(({ id, duplicateOf }) => (duplicateOf ? [`${id} ${duplicateOf.b}`] : []));
    const removed = await dedupOnce(crowd, { threads: 1 }).toArray();
    expect(skipped.sort()).toEqual(removed.map(({ id, keptId }) => `${id} ${keptId}`).sort());
    expect(skipped.length).toBeGreaterThan(256);
  });

  it('lists a document again that was removed and added in one second, and none is passed over', async () => {
    const collection = await open(newPath(), { clock: () => 1e12 });
    await collection.add(documentsOf(1, 2, 3));
    const { next } = collection.list({ limit: 1 });
    await collection.remove(['d1']);
    await collection.add(documentsOf(1));
    expect(collection.list({ after: next }).documents.map(({ id }) => id)).toEqual(['d2', 'd3', 'd1']);
    await collection.close();
  });

  it('a collection on the disk can be asked by others while one writes, but written by one only', async () => {
    const path = newPath();
    const writer = await open(path);
    await writer.add(documentsOf(1));
    const reader = await openCollection(path, { readOnly: true, threads: 1 });
    expect((await reader.check({ text: textOf(1) })).pairs.map(({ b }) => b)).toEqual(['d1']);
    expect(() => reader.addFrom(documentsOf(2))).toThrow(/opened only to ask/);
    await expect(open(path)).rejects.toMatchObject({ code: 'LOCKED' });
    await reader.close();
    await writer.close();
  });

  it('keeps the settings it was made with: others are refused by name, and so is a lower threshold', async () => {
    const path = newPath();
    const collection = await createCollection(path, { threshold: 0.7, shingle: 2 }, { threads: 1 });
    await expect(collection.check({ text: 'x' }, { threshold: 0.6 })).rejects.toThrow(/from 0.7 to 1/);
    await collection.close();
    await expect(open(path, { create: { shingle: 3 } })).rejects.toThrow(/was made with `shingle: '2'`/);
    await expect(createCollection(path)).rejects.toThrow(/is a collection already/);
    await expect(openCollection(newPath())).rejects.toMatchObject({ code: 'NO_COLLECTION' });
    (await open(path, { create: { shingle: 2 } })).close();
  });

  it('a collection on the disk is an input like a file, of its living documents', async () => {
    const path = newPath();
    const collection = await open(path, { delta: 2 });
    await collection.add([...documentsOf(1, 2, 3), { id: 'copy', text: textOf(2, 1) }]);
    await collection.remove(['d1']);
    await collection.close();
    const found = await pairs(path, { threads: 1, textField: 'body' }).toArray();
    expect(found.map(({ a, b }) => `${a} ${b}`)).toEqual(['d2 copy']);
    const fresh = [...documentsOf(1, 3, 4)];
    const removed = await dedupOnce(fresh, { threads: 1, against: path }).toArray();
    expect(removed.map(({ id, keptId }) => `${id} ${keptId}`)).toEqual(['d3 d3']);
    const empty = newPath();
    await (await open(empty)).close();
    const { unreadable, pairs: none } = await pairs(empty, { threads: 1 }).summary;
    expect([unreadable, none]).toEqual([0, 0]);
  });
});
