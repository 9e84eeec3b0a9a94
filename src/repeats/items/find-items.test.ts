import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { findItems } from './find-items.ts';
import { ItemSeeds } from './item-seeds.ts';
import { ItemTexts } from './item-texts.ts';
import { type ItemMatch, ItemMatcher } from './match-items.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ engine: 'wasm', threads: 1 });
});
afterAll(() => engine.close());

/** The items found in each document. The texts are canonical already. */
async function found(items: readonly string[], documents: readonly string[], least = 6, share = 0.8) {
  const texts = [...items, ...documents].map((text) => Buffer.from(text));
  const search = { share, pause: () => undefined };
  const all = documents.map((): readonly ItemMatch[] => []);
  const known = new ItemTexts(texts.slice(0, items.length), least);
  const seeds = new ItemSeeds(known, engine.heap);
  const truncated = await findItems(
    {
      length: texts.length,
      references: items.length,
      canonicalText: (number) => texts[number],
      textsInOrder: () => (number) => texts[number],
    },
    { items: known, seeds },
    engine,
    search,
    (document, matches) => {
      all[document - items.length] = matches;
    },
  );
  seeds.close();
  /** Numbers of the items that contaminate a document. */
  const contaminating = all.map((matches) =>
    matches.flatMap(({ text, contaminated }) => (contaminated ? known.texts[text].items : [])),
  );
  return { all, contaminating, truncated };
}

/** The items found in each document if all of their runs are looked for everywhere, with no hash. */
function foundByAllRuns(items: readonly string[], documents: readonly string[], share: number) {
  const known = new ItemTexts(
    items.map((text) => Buffer.from(text)),
    6,
  );
  const runsOf = (text: string) => {
    const own = text.split(' ');
    return own.slice(4).map((_, at) => own.slice(at, at + 5).join(' '));
  };
  const all = known.texts.flatMap(({ items: [item] }, text) =>
    runsOf(items[item]).map((run, place) => ({ run, text, place })),
  );
  const runs = [...new Set(all.map(({ run }) => run))];
  const sorted = runs.flatMap((run) => all.filter((each) => each.run === run));
  const seeds = {
    texts: Uint32Array.from(sorted, ({ text }) => text),
    places: Uint32Array.from(sorted, ({ place }) => place),
    rangeOf(number: number): readonly [number, number] {
      const from = sorted.findIndex(({ run }) => run === runs[number]);
      return [from, from + sorted.filter(({ run }) => run === runs[number]).length];
    },
  };
  return documents.map((document) => {
    const found: number[] = [];
    let at = 0;
    const own = document.split(' ');
    runsOf(document).forEach((run, word) => {
      if (runs.includes(run)) found.push(at, runs.indexOf(run));
      at += own[word].length + 1;
    });
    return new ItemMatcher(known, seeds, share).matches(Buffer.from(document), found);
  });
}

const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);

describe('items in documents', () => {
  it('every item of enough words that stands in a document as it is, is found there, and no other', async () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(letters, { minLength: 1, maxLength: 8 }),
        fc.array(fc.array(fc.oneof(letters, fc.nat(7)), { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        async (lists, parts) => {
          const items = lists.map((list) => list.join(' '));
          const documents = parts.map((list) =>
            list
              .map((part) => (typeof part === 'number' ? (items[part] ?? '') : part.join(' ')))
              .filter((part) => part !== '')
              .join(' '),
          );
          // every word of an item has to stand there
          const { all, contaminating } = await found(items, documents, 6, 1);
          documents.forEach((document, number) => {
            items.forEach((item, i) => {
              if (item.split(' ').length >= 6 && ` ${document} `.includes(` ${item} `))
                expect(contaminating[number]).toContain(i);
            });
            for (const { share, spans } of all[number]) {
              expect(share).toBeLessThanOrEqual(1);
              for (const [from, to] of spans)
                expect(from >= 0 && from < to && to <= document.split(' ').length).toBe(true);
            }
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('what is found of edited items depends on no hash: the same as with all of their runs', async () => {
    const text = fc.array(
      fc.nat(40).map((word) => `w${word}`),
      { minLength: 6, maxLength: 45 },
    );
    const edit = fc.record({
      item: fc.nat(5),
      every: fc.integer({ min: 4, max: 20 }),
      from: fc.nat(9),
      kind: fc.nat(2),
    });
    let met = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        async (lists, edits) => {
          const items = lists.map((list) => list.join(' '));
          const documents = edits.map((parts) =>
            parts
              .flatMap(({ item, every, from, kind }) =>
                lists[item % lists.length].flatMap((word, at) => {
                  if (at % every !== from % every) return [word];
                  return [[], ['changed'], [word, 'added']][kind];
                }),
              )
              .join(' '),
          );
          const { all } = await found(items, documents, 6, 0.8);
          met += all.flat().length;
          expect(all).toEqual(foundByAllRuns(items, documents, 0.8));
        },
      ),
      { numRuns: 300 },
    );
    expect(met).toBeGreaterThan(50);
  });

  it('the span of an item is where its words stand, also past the end of a batch and of a part of a long document', async () => {
    const item = words('item', 30);
    const filler = words('w', 400_000);
    for (const at of [0, 7, 130_000, 131_070, 262_000, filler.length]) {
      const document = [...filler.slice(0, at), ...item, ...filler.slice(at)].join(' ');
      const { all } = await found([item.join(' ')], ['nothing here', document, document]);
      expect(all[0]).toEqual([]);
      for (const own of all.slice(1))
        expect(own).toMatchObject([{ share: 1, ownShare: 1, longest: 30, spans: [[at, at + 30]] }]);
    }
  });

  it('an item is found with every tenth word changed if it is long, and reported below the verdict if two fifths are missing', async () => {
    const item = words('item', 60);
    const edited = item.map((word, i) => (i % 10 === 4 ? 'changed' : word));
    const half = item.slice(0, 36);
    const { all } = await found(
      [item.join(' ')],
      [edited, half].map((own) => [...words('before', 9), ...own, ...words('after', 9)].join(' ')),
    );
    expect(all[0]).toMatchObject([{ contaminated: true, share: 0.9, longest: 9, spans: [[9, 69]] }]);
    expect(all[1]).toMatchObject([{ contaminated: false, share: 0.6, spans: [[9, 45]] }]);
  });

  it('a template alone is no item: its words weigh less the more items have them', async () => {
    const template = words('which', 40);
    const items = Array.from({ length: 30 }, (_, i) => [...template, ...words(`own${i}x`, 10)].join(' '));
    const { contaminating } = await found(items, [
      [...template, ...words('other', 10)].join(' '),
      [...words('before', 3), items[17]].join(' '),
    ]);
    expect(contaminating).toEqual([[], [17]]);
  });

  it('items with equal words are all found, and short and empty ones are not looked for', async () => {
    const item = words('same', 12).join(' ');
    const { contaminating } = await found([item, '', 'one', 'the federal reserve is', item], [item]);
    expect(contaminating).toEqual([[0, 4]]);
  });

  it('an item whose every run is in many others is found', async () => {
    const template = words('only', 12).join(' ');
    const items = Array.from({ length: 50 }, (_, i) => `${template} number ${i % 7}x ${template} end ${i}y`);
    const { contaminating } = await found(items, items.slice(0, 3), 6, 1);
    contaminating.forEach((own, i) => {
      expect(own).toContain(i);
    });
  });

  it('a document of one repeated word or run takes linear time, whatever the items are', async () => {
    const items = [
      'a '.repeat(1000).trim(),
      'a b '.repeat(300).trim(),
      ...Array(2000).fill('x y z a b c d e'),
    ];
    const document = 'a '.repeat(200_000).trim();
    const { all } = await found(items, [document, 'x y z a b c d e '.repeat(20_000).trim()]);
    expect(all[0].map(({ contaminated }) => contaminated)).toEqual([true]);
    expect(all[1].map(({ contaminated }) => contaminated)).toEqual([true]);
  });
});
