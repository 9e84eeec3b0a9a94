import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCollection } from '../../collection/index.ts';
import { popcount } from '../../engines/index.ts';
import { compareIn } from '../compare-in.ts';
import { fingerprintParts } from '../fingerprint-parts.ts';

const WORDS =
  'ferry harbor timetable winter island company morning coffee quota export grower price talk capital night agree bridge river beaver dam council vote'.split(
    ' ',
  );

/** The same sentences in every run. */
function sentences(count: number, seed: number): string[] {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 6 + below(14) }, () => WORDS[below(WORDS.length)]);
    return `${words[0][0].toUpperCase()}${words.join(' ').slice(1)}.`;
  });
}

const bitsBetween = (x: bigint, y: bigint) => {
  const differing = x ^ y;
  return popcount(Number(differing & 0xffffffffn)) + popcount(Number(differing >> 32n));
};

const own = sentences(30, 1);
const others = sentences(300, 2);
const library = Array.from({ length: 20 }, (_, i) => ({
  id: `d${i}`,
  text: [
    ...others.slice(15 * i, 15 * i + 14),
    ...(i % 3 === 0 ? own.slice(i, i + 2) : []),
    others[15 * i + 14],
  ].join(' '),
}));
const query = { id: 'text', text: own.join(' ') };

test('sources found by fingerprint are those that comparing every two sentences finds within three bits', async () => {
  const prints = await fingerprintParts([query, ...library], { level: 'sentence', threads: 1 }).toArray();
  const numbered = prints.map(({ id, sentence, fingerprint }) => ({
    id,
    sentence,
    value: BigInt(`0x${fingerprint}`),
  }));
  const expected = new Map<string, Set<number>>();
  for (const a of numbered.filter(({ id }) => id === 'text')) {
    for (const b of numbered.filter(({ id }) => id !== 'text')) {
      if (bitsBetween(a.value, b.value) > 3) continue;
      expected.set(b.id, (expected.get(b.id) ?? new Set()).add(a.sentence!));
    }
  }
  const { candidates, documents } = await compareIn(query, library, { by: 'fingerprint', threads: 1 });
  expect(documents).toBe(20);
  expect(expected.size).toBeGreaterThanOrEqual(7);
  const found = candidates.map(({ id, parts }) => [id, new Set(parts.map(({ a }) => a.sentence))] as const);
  expect(new Map(found)).toEqual(expected);
});

test('the passages of sources found by fingerprint are those that the comparison with these sources has', async () => {
  const byFingerprint = await compareIn(query, library, { by: 'fingerprint', threads: 1 });
  const byAnchors = await compareIn(query, library, { threads: 1 });
  expect(byFingerprint.passages.length).toBeGreaterThan(0);
  const ids = new Set(byFingerprint.sources.map(({ id }) => id));
  for (const { id } of byAnchors.sources.filter(({ similarity }) => similarity.a > 0.05))
    expect(ids).toContain(id);
});

test('a sentence that meets more places than boilerplate leads to no source, and is named', async () => {
  const footer = 'All rights are reserved by the ferry company of the island and its morning council.';
  const pages = library.map(({ id, text }) => ({ id, text: `${text} ${footer}` }));
  const { candidates, boilerplate } = await compareIn({ id: 'text', text: footer }, pages, {
    by: 'fingerprint',
    boilerplate: 10,
    threads: 1,
  });
  expect(candidates).toEqual([]);
  expect(boilerplate).toMatchObject([{ sentence: 0, places: 11 }]);
});

test('a sentence that text and library repeat ten thousand times each is looked up once and noted once', async () => {
  const said = 'The ferry leaves the harbor in the morning. '.repeat(10_000);
  const { candidates, boilerplate } = await compareIn({ id: 'text', text: said }, [{ id: 'a', text: said }], {
    by: 'fingerprint',
    boilerplate: 20_000,
    threads: 1,
  });
  expect(candidates.map(({ id, share, parts }) => [id, share, parts.length])).toEqual([['a', 1, 1]]);
  expect(boilerplate).toEqual([]);
});

test('an empty text and empty documents meet nothing', async () => {
  for (const text of ['', '… – !', 'Word.']) {
    const found = await compareIn(
      { id: 'text', text },
      [
        { id: 'empty', text: '' },
        { id: 'marks', text: '– … –' },
      ],
      {
        by: 'fingerprint',
        threads: 1,
      },
    );
    expect(found.candidates).toEqual([]);
  }
});

test('the file itself is no source of its text, whatever finds it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-by-'));
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), query.text);
  const { sources } = await compareIn(join(folder, 'a.txt'), folder, { by: 'fingerprint', threads: 1 });
  expect(sources.map(({ id }) => id)).toEqual([join(folder, 'b.txt')]);
});

test('a collection that is open is asked as it is indexed: the option is refused', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'neardup-by-')), 'c.nd');
  await using collection = await createCollection(path, { indexes: ['passages'] });
  const asked = compareIn(query, collection.sourceIndex(), { by: 'fingerprint' });
  await expect(asked).rejects.toThrow('as it is indexed');
});
