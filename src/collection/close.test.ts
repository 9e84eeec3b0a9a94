import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCollection } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-close-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS = { threads: 1, delta: 16, logFile: 2000 };
const documents = Array.from({ length: 200 }, (_, i) => ({
  id: `d${i}`,
  text: Array.from({ length: 30 }, (_, w) => `w${i}x${w}`).join(' '),
}));

let count = 0;
async function filled() {
  const create = { indexes: ['passages', 'search'] as const };
  const collection = await openCollection(join(folder, `${++count}.nd`), { ...OPTIONS, create });
  await collection.add(documents);
  return collection;
}

describe('closing a collection', () => {
  it('waits for a merge under way: nothing is written when another may write', async () => {
    const collection = await filled();
    await collection.remove(documents.slice(0, 120).map(({ id }) => id));
    let isMerged = false;
    const merged = collection.merge().then(() => {
      isMerged = true;
    });
    await Promise.all([collection.close(), collection.close().then(() => expect(isMerged).toBe(true))]);
    await merged;
    await using again = await openCollection(collection.path, OPTIONS);
    expect(again.info()).toMatchObject({ documents: 80, dead: 0, segments: 1 });
  });

  it('answers the questions under way, and refuses later ones', async () => {
    const collection = await filled();
    const { text } = documents[150];
    const asked = Promise.all([
      collection.check({ text }),
      collection.sources({ text }),
      collection.search(text),
    ]);
    await collection.close();
    const [checked, sources, found] = await asked;
    expect(checked.pairs[0].b).toBe('d150');
    expect(sources.candidates[0].id).toBe('d150');
    expect(found.results[0].id).toBe('d150');
    for (const question of [
      collection.check({ text }),
      collection.sources({ text }),
      collection.search(text),
    ])
      await expect(question).rejects.toThrow(/was closed/);
    await expect(collection.get('d1')).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it('ends what is read or added document by document with an error that says so', async () => {
    const collection = await openCollection(join(folder, `${++count}.nd`), { create: true, threads: 1 });
    // more than are read together
    const many = Array.from({ length: 600 }, (_, i) => ({ id: `e${i}`, text: `text ${i}` }));
    await collection.add(many);
    const listed = collection.documents();
    await listed.next();
    const adding = collection.addFrom(
      (async function* () {
        for (;;) yield* many;
      })(),
    );
    const answers = adding[Symbol.asyncIterator]();
    await answers.next();
    await collection.close();
    for (const stream of [listed, answers]) {
      const rest = async () => {
        while (!(await stream.next()).done);
      };
      await expect(rest()).rejects.toThrow(/was closed/);
    }
  });

  it('what is closed, and what was opened only to ask, refuse changes with codes of their own', async () => {
    const collection = await filled();
    const reader = await openCollection(collection.path, { threads: 1, readOnly: true });
    const changes = (of: typeof collection) => [
      async () => of.add([{ id: 'x', text: 'One text.' }]),
      async () => of.remove(['d1']),
      async () => of.removeWhere({ expired: true }),
      async () => of.merge(),
      async () => of.watch({ id: 'w', texts: ['One text.'] }),
      async () => of.unwatch(['w']),
    ];
    for (const change of changes(reader)) await expect(change()).rejects.toMatchObject({ code: 'READ_ONLY' });
    await Promise.all([reader.close(), collection.close()]);
    for (const change of [...changes(collection), () => collection.check({ text: 'One text.' })])
      await expect(change()).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
