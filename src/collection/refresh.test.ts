/** A collection that was opened only to ask follows its writer, without being opened again. */
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openCollection } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-refresh-'));
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = (n: number) => Array.from({ length: 30 }, (_, w) => `w${n}x${w}`).join(' ');
const documentsOf = (...numbers: number[]) => numbers.map((n) => ({ id: `d${n}`, text: textOf(n) }));
let count = 0;

async function writerAndReader(clock = Date.now) {
  const path = join(folder, `${++count}.nd`);
  const create = { indexes: ['passages', 'search'] as const };
  const writer = await openCollection(path, { threads: 1, delta: 16, logFile: 2000, create, clock });
  await writer.add(documentsOf(1, 2, 3));
  return { writer, reader: await openCollection(path, { threads: 1, readOnly: true, clock }) };
}

it('a reader that is refreshed has what the writer has added, replaced, removed and merged, and is told if that is nothing', async () => {
  const { writer, reader } = await writerAndReader();
  expect(await reader.refresh()).toBe(false);
  for (let round = 1; round <= 4; round++) {
    await writer.add(documentsOf(...Array.from({ length: 20 }, (_, i) => 100 * round + i)));
    await writer.remove([`d${100 * round}`]);
    await writer.add([{ id: 'd2', text: textOf(1000 + round) }]);
    if (round > 2) await writer.merge();
    expect((await reader.check({ text: textOf(1000 + round) })).pairs).toEqual([]);
    expect(await Promise.all([reader.refresh(), reader.refresh()])).toEqual([true, true]);
    expect(await reader.refresh()).toBe(false);
    expect(reader.commit).toBe(writer.commit);
    expect(reader.info().documents).toBe(writer.info().documents);
    for (const n of [1, 100 * round, 100 * round + 7, 1000 + round, 1000 + round - 1]) {
      const query = { text: textOf(n) };
      expect((await reader.check(query)).pairs).toEqual((await writer.check(query)).pairs);
      expect((await reader.sources(query)).candidates).toEqual((await writer.sources(query)).candidates);
    }
  }
  expect(await writer.refresh()).toBe(false);
  await Promise.all([reader.close(), writer.close()]);
});

it('questions under way are answered while a collection is refreshed, and closing waits for them', async () => {
  const { writer, reader } = await writerAndReader();
  await writer.remove(['d1', 'd2', 'd3']);
  const asked = [1, 2, 3].map((n) => reader.check({ text: textOf(n) }));
  const refreshed = reader.refresh();
  const closed = refreshed.then(() => reader.close());
  for (const { pairs, commit } of await Promise.all(asked)) {
    expect(pairs.length).toBeLessThanOrEqual(1);
    if (commit === writer.commit) expect(pairs).toEqual([]);
  }
  expect(await refreshed).toBe(true);
  await closed;
  expect(() => reader.refresh()).toThrow('was closed');
  await writer.close();
});

const n = fc.nat(39);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ add: fc.array(n, { minLength: 1, maxLength: 6 }), expires: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ remove: n }) },
  { weight: 1, arbitrary: fc.record({ replace: n }) },
  { weight: 1, arbitrary: fc.record({ see: n }) },
  { weight: 1, arbitrary: fc.constant({ merge: true }) },
);

it('after every commit of a random history a reader answers as its writer, and has what was stored before the question', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async (steps) => {
      let now = 1_790_000_000_000;
      const { writer, reader } = await writerAndReader(() => now);
      for (const each of steps) {
        now += 1000;
        if ('add' in each)
          await writer.add(documentsOf(...each.add), { expires: each.expires ? '4s' : undefined });
        else if ('remove' in each) await writer.remove([`d${each.remove}`]);
        else if ('replace' in each) await writer.add([{ id: 'd1', text: textOf(each.replace + 500) }]);
        else if ('see' in each) await writer.add(documentsOf(each.see), { refresh: true });
        else await writer.merge();
        // the second call begins while the first one runs
        await Promise.all([reader.refresh(), reader.refresh()]);
        expect(reader.commit).toBe(writer.commit);
        expect(reader.list({ limit: 100 }).documents).toEqual(writer.list({ limit: 100 }).documents);
        const query = { text: [1, 7, 20, 501, 515].map(textOf).join(' ') };
        const all = { id: writer.list({ limit: 1 }).documents[0]?.id };
        if (all.id !== undefined) expect(await reader.check(all)).toEqual(await writer.check(all));
        expect(await reader.sources(query)).toEqual(await writer.sources(query));
        if ('merge' in each) expect(await reader.search(query)).toEqual(await writer.search(query));
      }
      await Promise.all([reader.close(), writer.close()]);
    }),
    { numRuns: Number(process.env.NEARDUP_HISTORIES ?? 2), seed: 11 },
  ));

it('a reader finds another collection in the place of its own, and a log that was cut', async () => {
  const { writer, reader } = await writerAndReader();
  const { path } = writer;
  await writer.add(documentsOf(4));
  await writer.close();
  await reader.refresh();
  const log = join(path, 'log', readdirSync(join(path, 'log')).sort().at(-1)!);
  truncateSync(log, statSync(log).size - 1);
  // the manifest knew more
  rmSync(join(path, 'MANIFEST'));
  await reader.refresh();
  expect((await reader.check({ text: textOf(4) })).pairs).toEqual([]);
  expect((await reader.check({ text: textOf(1) })).pairs).toHaveLength(1);
  rmSync(path, { recursive: true });
  const other = await openCollection(path, { threads: 1, create: true });
  await other.add(documentsOf(9));
  await reader.refresh();
  expect((await reader.check({ text: textOf(1) })).pairs).toEqual([]);
  expect((await reader.check({ text: textOf(9) })).pairs).toHaveLength(1);
  await Promise.all([reader.close(), other.close()]);
});

it('a refresh that fails leaves the reader as it was, and the next one tries again', async () => {
  const { writer, reader } = await writerAndReader();
  const { path } = writer;
  await writer.add(documentsOf(4));
  await writer.close();
  const { renameSync } = await import('node:fs');
  renameSync(path, `${path}.away`);
  await expect(reader.refresh()).rejects.toThrow();
  expect((await reader.check({ text: textOf(1) })).pairs).toHaveLength(1);
  renameSync(`${path}.away`, path);
  expect(await reader.refresh()).toBe(true);
  expect((await reader.check({ text: textOf(4) })).pairs).toHaveLength(1);
  await reader.close();
});

it('each event comes once to a follower, over refreshes', async () => {
  const { writer, reader } = await writerAndReader();
  await writer.watch({ id: 'w', texts: [textOf(7)] });
  await writer.add([{ id: 'e1', text: textOf(7) }]);
  const seen: string[] = [];
  const all = (async () => {
    for await (const { id, position } of reader.events({ from: 1, follow: true })) {
      seen.push(`${position} ${id}`);
      if (id === 'e3') break;
    }
  })();
  for (const id of ['e2', 'e3']) {
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(id === 'e2' ? 1 : 2);
    await reader.refresh();
    await writer.add([{ id, text: `${textOf(7)} ${id}` }]);
  }
  await all;
  expect(seen).toEqual(['1 e1', '2 e2', '3 e3']);
  await Promise.all([reader.close(), writer.close()]);
});
