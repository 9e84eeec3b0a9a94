/** What a result promises, checked against the texts themselves with a few lines of independent code. */
import { describe, expect, test } from 'vitest';
import { canonicalText, dedup, groups, pairs } from '../../src/index.ts';
import { clusteredDocuments } from './clustered-documents.ts';

/** Resemblance and containment over word 3-shingles, the plain way. */
async function compare(a: string, b: string) {
  const [left, right] = [shingles(await canonicalText(a)), shingles(await canonicalText(b))];
  const common = [...left].filter((shingle) => right.has(shingle)).length;
  return {
    resemblance: common / (left.size + right.size - common),
    aInB: common / left.size,
    bInA: common / right.size,
  };
}

function shingles(canonical: string): Set<string> {
  const words = canonical.split(' ');
  if (words.length < 3) return new Set([canonical]);
  return new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')));
}

describe('every result is true of the texts', () => {
  const documents = clusteredDocuments(400, 2);
  const textOf = new Map(documents.map((document) => [document.id as string, document.text]));
  const place = new Map(documents.map((document, i) => [document.id as string, i]));

  test('a removed document resembles the one kept for it, to the figures given', async () => {
    const run = dedup(documents, { threshold: 0.7, threads: 2 });
    const removed = await run.toArray();
    expect(removed.length).toBeGreaterThan(50);
    const gone = new Set(removed.map((removal) => removal.id));
    for (const removal of removed) {
      const found = await compare(textOf.get(removal.id)!, textOf.get(removal.keptId)!);
      expect(found.resemblance).toBeGreaterThanOrEqual(0.7);
      expect(removal.resemblance).toBeCloseTo(found.resemblance, 3);
      expect(removal.containment.inKept).toBeCloseTo(found.aInB, 3);
      expect(removal.containment.ofKept).toBeCloseTo(found.bInA, 3);
      expect(gone.has(removal.keptId)).toBe(false);
      expect(place.get(removal.keptId)!).toBeLessThan(place.get(removal.id)!);
    }
    const summary = await run.summary;
    expect(summary.kept! + summary.removed!).toBe(documents.length);
    expect(summary.removed).toBe(removed.length);
    expect(summary.empty).toBe(documents.filter((document) => document.text === '').length);
  });

  test('a document that is inside another goes if containment is given, and never the one around it, wherever they stand', async () => {
    const inside = { id: 'inside', text: 'The ferry to the island leaves at nine from the second pier.' };
    const around = {
      id: 'around',
      text: `${inside.text} ${'On Sundays it is later. '.repeat(3)}Ask at the old house.`,
    };
    const removed = async (keep: string, ...given: (typeof inside)[]) =>
      (await dedup(given, { containment: 0.9, keep, threads: 1 }).toArray()).map(({ id }) => id);
    expect(await removed('longest', inside, around)).toEqual(['inside']);
    expect(await removed('first', around, inside)).toEqual(['inside']);
    expect(await removed('first', inside, around)).toEqual([]);
  });

  test('dedup --containment-of reference removes documents that have a document of the reference in them, and not those that are inside one', async () => {
    const item = {
      id: 'item',
      text: 'The ferry to the island leaves at nine from the second pier of the old town.',
    };
    const filler = Array.from({ length: 60 }, (_, i) => `other${i}`).join(' ');
    const around = { id: 'around', text: `${filler} ${item.text} ${filler}x` };
    const inside = { id: 'inside', text: 'The ferry to the island leaves at nine' };
    const twice = { id: 'twice', text: `${around.text} ${filler}y ${filler}z` };
    const input = [around, inside, twice, { id: 'else', text: filler }];
    const removed = async (options: object) =>
      (await dedup(input, { against: [item], containment: 0.9, threads: 1, ...options }).toArray()).map(
        ({ id, keptId }) => `${id} for ${keptId}`,
      );
    expect(await removed({ onlyAgainst: true })).toEqual(['inside for item']);
    expect(await removed({ containmentOf: 'reference' })).toEqual(['around for item', 'twice for item']);
  });

  test('dedup --containment-of reference finds what brute force finds', async () => {
    const words = 'alder birch cedar elm fir hazel larch maple oak pine rowan willow yew ash beech'.split(
      ' ',
    );
    let state = 1;
    const below = (limit: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    const text = (count: number) => Array.from({ length: count }, () => words[below(15)]).join(' ');
    const against = Array.from({ length: 30 }, (_, i) => ({ id: `r${i}`, text: text(8 + below(12)) }));
    const input = Array.from({ length: 150 }, (_, i) => {
      const cut = against[below(30)].text.split(' ').slice(below(3));
      return { id: `d${i}`, text: `${text(below(30))} ${cut.join(' ')} ${text(1 + below(30))}` };
    });
    const setOf = async (given: string) => shingles(await canonicalText(given));
    const references = await Promise.all(against.map((document) => setOf(document.text)));
    const expected: string[] = [];
    for (const { id, text: own } of input) {
      const set = await setOf(own);
      const shared = references.map((reference) => {
        const common = [...reference].filter((shingle) => set.has(shingle)).length;
        return Math.max(common / reference.size, common / (set.size + reference.size - common));
      });
      if (shared.some((share) => share >= 0.75)) expected.push(id);
    }
    expect(expected.length).toBeGreaterThan(30);
    const options = { against, onlyAgainst: true, containment: 0.75, containmentOf: 'reference' } as const;
    const removed = await dedup(input, { ...options, threshold: 0.75, threads: 1 }).toArray();
    expect(removed.map(({ id }) => id)).toEqual(expected);
  });

  test('pairs are those that resemble each other, each once, in input order, none unverified', async () => {
    const found = await pairs(documents, { threshold: 0.5, threads: 2 }).toArray();
    const keys = found.map((pair) => `${pair.a} ${pair.b}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const pair of found) {
      const { resemblance } = await compare(textOf.get(pair.a)!, textOf.get(pair.b)!);
      expect(pair.resemblance).toBeCloseTo(resemblance, 3);
      expect(resemblance).toBeGreaterThanOrEqual(0.5);
      expect(place.get(pair.a)!).toBeLessThan(place.get(pair.b)!);
    }
    const inOrder = [...found].sort(
      (p, q) => place.get(p.a)! - place.get(q.a)! || place.get(p.b)! - place.get(q.b)!,
    );
    expect(found).toEqual(inOrder);
  });

  test('groups hold what dedup removes', async () => {
    const removed = await dedup(documents, { threads: 1 }).toArray();
    const listed = await groups(documents, { threads: 1 }).toArray();
    const members = listed.flatMap((group) => group.members);
    expect(members.length).toBe(removed.length);
    expect(new Map(members.map((member) => [member.id, member]))).toEqual(
      new Map(removed.map((removal) => [removal.id, removal])),
    );
    expect(listed.map((group) => group.group)).toEqual(listed.map((_, i) => i + 1));
  });
});

describe('methods', () => {
  const documents = clusteredDocuments(250, 3);

  test('rare shingles find what brute force finds, and bands find nearly all of it and nothing else', async () => {
    const sets = await Promise.all(documents.map(async ({ text }) => shingles(await canonicalText(text))));
    const all = (method: 'auto' | 'bands' | 'exact', options: object) =>
      pairs(documents, { method, threads: 2, ...options }).toArray();
    for (const [threshold, containment] of [[0.5], [0.8], [0.9, 0.6]] as const) {
      const truth = new Set<string>();
      for (let a = 0; a < sets.length; a++) {
        for (let b = a + 1; b < sets.length; b++) {
          if (documents[a].text === '' || documents[b].text === '') continue;
          const common = [...sets[a]].filter((shingle) => sets[b].has(shingle)).length;
          // identical texts are listed with the first of them only
          if (common === sets[a].size && common === sets[b].size) continue;
          const resemblance = common / (sets[a].size + sets[b].size - common);
          const inside = common / Math.min(sets[a].size, sets[b].size);
          if (resemblance >= threshold || inside >= (containment ?? 2)) truth.add(`d${a} d${b}`);
        }
      }
      const different = (found: { a: string; b: string; resemblance: number }[]) =>
        found.filter(({ resemblance }) => resemblance < 1).map(({ a, b }) => `${a} ${b}`);
      const exact = different(await all('exact', { threshold, containment }));
      expect(exact.every((pair) => truth.has(pair))).toBe(true);
      const bands = different(
        await all(containment === undefined ? 'bands' : 'auto', { threshold, containment }),
      );
      const found = new Set(exact);
      expect(bands.filter((pair) => found.has(pair)).length).toBe(bands.length);
      expect(bands.length).toBeGreaterThanOrEqual(0.99 * exact.length);
      // of equal texts only the first is listed; all others of the truth repeat what it says
      const first = new Map<string, string>();
      const standsFor = await Promise.all(
        documents.map(async ({ text }, i) => {
          const canonical = await canonicalText(text);
          if (!first.has(canonical)) first.set(canonical, `d${i}`);
          return first.get(canonical)!;
        }),
      );
      const expected = [...truth].filter((pair) =>
        pair.split(' ').every((id) => standsFor[Number(id.slice(1))] === id),
      );
      expect(new Set(exact)).toEqual(new Set(expected));
    }
  });
});

describe('keep policies', () => {
  const base =
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
  const documents = [
    { id: 'a', text: `${base} extra`, meta: { date: '2024-02-01', score: 1 } },
    { id: 'b', text: base, meta: { date: '2025-01-01', score: 10 } },
    { id: 'c', text: base.toUpperCase(), meta: { score: 9 } },
    { id: 'd', text: `${base} more extra`, meta: { date: '2023-12-31' } },
  ];

  test.each([
    ['first', 'a'],
    ['last', 'd'],
    ['longest', 'd'],
    ['shortest', 'b'],
    ['max:date', 'b'],
    ['min:date', 'd'],
    ['max:score', 'b'],
    ['min:score', 'a'],
  ])('the policy %s keeps %s', async (keep, kept) => {
    const removed = await dedup(documents, { keep, threshold: 0.6, threads: 1 }).toArray();
    expect(removed.map((removal) => removal.keptId)).toEqual([kept, kept, kept]);
  });
});

describe('a reference', () => {
  const reference = [{ id: 'r', text: 'a text that was seen a long time before today by all of us' }];
  const input = [
    { id: 'a', text: 'A text that was seen a long time before today, by all of us.' },
    { id: 'b', text: 'something new under the sun that nobody has seen at all until now' },
    { id: 'c', text: 'Something new under the sun that nobody has seen at all until now!' },
  ];

  test('`against` removes what is in the reference as well as what is double', async () => {
    const run = dedup(input, { against: reference, threads: 1 });
    const removed = await run.toArray();
    expect(removed.map(({ id, keptId }) => [id, keptId])).toEqual([
      ['a', 'r'],
      ['c', 'b'],
    ]);
    expect(await run.summary).toMatchObject({ documents: 3, kept: 1, removed: 2 });
  });

  test('`onlyAgainst` leaves duplicates within the input alone', async () => {
    const removed = await dedup(input, { against: reference, onlyAgainst: true, threads: 1 }).toArray();
    expect(removed.map(({ id, keptId }) => [id, keptId])).toEqual([['a', 'r']]);
  });
});

describe('short and empty documents', () => {
  test('empty documents are counted and never grouped; one word is compared as one word', async () => {
    const texts = ['', '  ', '...', 'cat', 'dog', 'Cat!', 'cat dog'];
    const run = dedup(
      texts.map((text, i) => ({ id: String(i), text })),
      { threads: 1 },
    );
    expect((await run.toArray()).map(({ id, keptId }) => [id, keptId])).toEqual([['5', '3']]);
    expect(await run.summary).toMatchObject({ documents: 7, empty: 3, removed: 1 });
  });
});
