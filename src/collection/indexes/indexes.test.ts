import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openCollection } from '../open.ts';
import { TextIndex } from './text-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-indexes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PIER = 'Fishing boats rocked gently against the old stone pier that morning.';
const DOCUMENTS = [
  { id: 'harbor', text: `The harbor was quiet before sunrise. ${PIER}` },
  { id: 'garden', text: 'Tomatoes need warm soil and a great deal of patience in early spring.' },
  { id: 'copy', text: `${PIER} Nothing else happened on that day.` },
];
const OPTIONS = { threads: 1, thesaurus: 'none' };

let count = 0;
function open(options: Parameters<typeof openCollection>[1] = {}, path = join(folder, `${++count}.nd`)) {
  return openCollection(path, { create: true, threads: 1, ...options });
}

/** Counts the documents of which anchors are made from now on. */
function countAnchored(): () => number {
  interface Inside {
    readonly kind: { readonly name: string };
    makeNext(table: unknown, entry: { covered: number }): Promise<void>;
  }
  const inside = TextIndex.prototype as unknown as Inside;
  const { makeNext } = inside;
  let documents = 0;
  vi.spyOn(inside, 'makeNext').mockImplementation(async function (this: Inside, table, entry) {
    const before = entry.covered;
    await makeNext.call(this, table, entry);
    if (this.kind.name === 'passages') documents += entry.covered - before;
  });
  return () => documents;
}

describe('the index of passages', () => {
  it('the index of passages is made once of every document, while segments are merged and others are added', async () => {
    const anchored = countAnchored();
    const documents = Array.from({ length: 800 }, (_, i) => ({ id: `d${i}`, text: `Number ${i}. ${PIER}` }));
    try {
      await using library = await open({ create: { indexes: ['passages', 'search'] }, delta: 16 });
      for (let from = 0; from < documents.length; from += 8)
        await library.add(documents.slice(from, from + 8));
      expect(library.info().segments).toBeLessThan(20);
    } finally {
      vi.restoreAllMocks();
    }
    expect(anchored()).toBeLessThanOrEqual(documents.length);
    expect(anchored()).toBeGreaterThan(0);
  });

  it('finds the sources of a text, and of a stored document among the others', async () => {
    await using library = await open({ create: { indexes: ['passages'] } });
    await library.add(DOCUMENTS);
    const found = await library.sources({ text: `Nobody saw it. ${PIER}` }, OPTIONS);
    expect(found).toMatchObject({ documents: 3, commit: 1, text: { id: 'text' } });
    expect(found.candidates.map(({ id }) => id)).toEqual(['harbor', 'copy']);
    expect(found.passages).toMatchObject([{ kind: 'identical' }, { kind: 'identical' }]);
    const others = await library.sources({ id: 'harbor' }, OPTIONS);
    expect(others.sources.map(({ id }) => id)).toEqual(['copy']);
    await library.remove(['copy']);
    expect((await library.sources({ id: 'harbor' }, OPTIONS)).candidates).toEqual([]);
  });

  it('the index of passages is asked for by name: `sources` says what is missing without it, and it can be made later', async () => {
    const library = await open({ delta: 2 });
    await library.add(DOCUMENTS);
    await expect(library.sources({ text: PIER })).rejects.toThrow('without the index `passages`');
    await library.close();
    const again = await open({ indexes: ['passages'], create: false }, library.path);
    await again.close();
    await using reader = await open({ create: false, readOnly: true }, library.path);
    expect(reader.settings.indexes).toEqual(['passages']);
    expect((await reader.sources({ text: PIER }, OPTIONS)).candidates).toHaveLength(2);
  });

  it('the index of passages is made again from the log if its files are missing or damaged', async () => {
    const library = await open({ create: { indexes: ['passages'] }, delta: 2 });
    await library.add(DOCUMENTS);
    await library.close();
    const derived = join(library.path, 'derived');
    const files = () => readdirSync(derived).filter((name) => name.endsWith('.passages'));
    expect(files().length).toBeGreaterThan(0);
    const answer = async (readOnly: boolean) => {
      await using opened = await open({ create: false, readOnly }, library.path);
      return (await opened.sources({ text: PIER }, OPTIONS)).candidates.map(({ id }) => id);
    };
    for (const damage of [64, 90, -1]) {
      for (const file of files()) {
        const bytes = readFileSync(join(derived, file));
        if (damage === -1) rmSync(join(derived, file));
        else writeFileSync(join(derived, file), bytes.fill(0xee, damage));
      }
      expect(await answer(true)).toEqual(['harbor', 'copy']);
      expect(await answer(false)).toEqual(['harbor', 'copy']);
      expect(files().length).toBeGreaterThan(0);
    }
  });
});
