import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { comparable, edgesOf, otherSkips, unionOfChecks } from '../../test/soak/collection-oracle.mjs';
import type { CollectionSettings } from '../collection.ts';
import { dedupOnce, groups, pairs } from '../duplicates/index.ts';
import { search } from '../nearest/index.ts';
import { buildSourceIndex, compareIn } from '../passages/index.ts';
import type { Collection } from './collection.ts';
import { openCollection } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-lasting-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** NEARDUP_HISTORIES=300 is the long form. A counterexample is made smaller for a while only: a test that is out of time shows none. */
const HISTORIES = {
  numRuns: Number(process.env.NEARDUP_HISTORIES ?? 8),
  interruptAfterTimeLimit: 550_000,
  markInterruptAsFailure: true,
};

let count = 0;
function open(options: Parameters<typeof openCollection>[1] = {}, path = join(folder, `${++count}.nd`)) {
  return openCollection(path, { create: true, threads: 1, ...options });
}

/** A text of about thirty words, number `n`, with a few of them changed. */
function textOf({ base, edits }: { base: number; edits: readonly number[] }): string {
  const words = Array.from({ length: 30 }, (_, i) => `word${(base * 31 + i * 7) % 97}x${base}`);
  for (const edit of edits) words[edit % words.length] = `edited${edit}`;
  return words.join(' ');
}

const text = fc.record({ base: fc.nat(3), edits: fc.array(fc.nat(99), { maxLength: 3 }) }).map(textOf);
const id = fc.nat(25).map((n) => `d${n}`);
/** Who computes: it must not matter. */
const computing = fc.constantFrom({ threads: 1 }, { threads: 2 }, { threads: 1, engine: 'scalar' } as const);
const deltas = fc.integer({ min: 1, max: 20 });
/** The second in which a collection begins. Each step takes one. */
const START = 1_790_000_000;
function stepOf(texts: fc.Arbitrary<string>) {
  const document = fc.record({
    id,
    text: texts,
    life: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6 })),
  });
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.array(document, { minLength: 1, maxLength: 6 }) }) },
    { weight: 2, arbitrary: fc.record({ remove: fc.array(id, { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ prefix: fc.nat(9).map((n) => `d${n}`) }) },
    { weight: 1, arbitrary: fc.constant({ merge: true as const }) },
    { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
  );
}

type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer S> ? S : never;
type Options = NonNullable<Parameters<typeof openCollection>[1]>;

/** Plays a history, and returns the collection and the documents that must be alive, in order. */
async function play(steps: readonly Step[], given: Options, create: Partial<CollectionSettings> = {}) {
  const path = join(folder, `${++count}.nd`);
  let now = START;
  const options = { logFile: 2000, clock: () => 1000 * now, create, ...given };
  let collection: Collection = await open(options, path);
  const living = new Map<string, { readonly text: string; readonly expires: number }>();
  const isExpired = (id: string) => {
    const expires = living.get(id)?.expires ?? 0;
    return expires !== 0 && expires <= now;
  };
  for (const each of steps) {
    now++;
    if ('add' in each) {
      const added = each.add.map(({ id, text, life }) => ({ id, text, expires: life && now + life }));
      const answers = await collection.add(
        added.map(({ id, text, expires }) => ({
          id,
          text,
          ...(expires > 0 && { meta: { expires: dateOf(expires) } }),
        })),
      );
      for (const { id, state } of answers) expect(state, id).toMatch(/added|replaced|unchanged/);
      for (const { id, text, expires } of added) {
        const before = living.get(id);
        if (before?.text === text && before.expires === expires && !isExpired(id)) continue;
        living.delete(id);
        living.set(id, { text, expires });
      }
    } else if ('remove' in each) {
      await collection.remove(each.remove);
      for (const id of each.remove) living.delete(id);
    } else if ('prefix' in each) {
      await collection.removeWhere(each);
      for (const id of living.keys()) if (id.startsWith(each.prefix)) living.delete(id);
    } else if ('merge' in each) await collection.merge();
    else {
      await collection.close();
      collection = await open(options, path);
    }
  }
  const left = [...living].filter(([id]) => !isExpired(id));
  return { collection, living: left.map(([id, { text }]) => ({ id, text })) };
}

function dateOf(second: number): string {
  return new Date(1000 * second).toISOString();
}

describe('a collection after any history', () => {
  it('answers as the batch commands do on the living documents: check as pairs, groups as groups', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(text), { maxLength: 12 }),
        deltas,
        computing,
        async (steps, delta, engine) => {
          const { collection, living } = await play(steps, { delta, ...engine });
          try {
            const stored: unknown[] = [];
            for await (const { id, text } of collection.documents()) stored.push({ id, text });
            expect(stored).toEqual(living);
            expect(collection.info().documents).toBe(living.length);
            const { edges, truncated } = await unionOfChecks(collection, living);
            expect(truncated.size).toBe(0);
            expect(edges).toEqual(await edgesOf(pairs(living, { threads: 1 })));
            const found = await collection.groups({ threads: 1 }).toArray();
            expect(found).toEqual(await groups(living, { threads: 1 }).toArray());
          } finally {
            await collection.close();
          }
        },
      ),
      HISTORIES,
    );
  }, 600_000);

  it('finds the texts inside other texts that pairs finds with containment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(sentences), { maxLength: 10 }),
        deltas,
        fc.constantFrom(0.3, 0.6, 1),
        async (steps, delta, containment) => {
          const { collection, living } = await play(steps, { delta });
          const { edges } = await unionOfChecks(collection, living, { containment });
          expect(edges).toEqual(await edgesOf(pairs(living, { threads: 1, containment })));
          await collection.close();
        },
      ),
      HISTORIES,
    );
  }, 600_000);

  it('a collection that adds with `skip` keeps what dedup keeps, with the same evidence', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        computing,
        async (texts, delta, engine) => {
          const documents = texts.map((text, i) => ({ id: `d${i}`, text }));
          const collection = await open({ delta, ...engine });
          const answers = await collection.add(documents, { onDuplicate: 'skip' });
          const removed = await dedupOnce(documents, { threads: 1 }).toArray();
          expect(await otherSkips(answers, removed, documents)).toEqual([]);
          expect(answers.filter(({ state }) => state === 'added').length).toBe(
            documents.length - removed.length,
          );
          await collection.close();
        },
      ),
      HISTORIES,
    );
  }, 600_000);

  it('a collection that adds with `skip` keeps what dedup keeps against the living documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(text), { maxLength: 8 }),
        fc.array(text, { maxLength: 12 }),
        deltas,
        async (steps, texts, delta) => {
          const { collection, living } = await play(steps, { delta });
          const documents = texts.map((text, i) => ({ id: `new${i}`, text }));
          const answers = await collection.add(documents, { onDuplicate: 'skip' });
          const removed = await dedupOnce(documents, { threads: 1, against: living }).toArray();
          expect(await otherSkips(answers, removed, documents)).toEqual([]);
          await collection.close();
        },
      ),
      HISTORIES,
    );
  }, 600_000);
});

/** A text of a few sentences, each of them one of twelve, whole or with a word changed. */
const sentences = fc
  .array(fc.record({ number: fc.nat(11), edit: fc.nat(40) }), { minLength: 1, maxLength: 6 })
  .map((all) => all.map(sentenceOf).join(' '));

function sentenceOf({ number, edit }: { number: number; edit: number }): string {
  const words = Array.from({ length: 9 + number }, (_, i) => `w${(number * 17 + i * 5) % 23}s${number}`);
  if (edit < words.length) words[edit] = `edited${edit}`;
  return `A ${words.join(' ')}.`;
}

describe('a collection with all indexes, after any history', () => {
  it('finds the sources that compareIn finds in the living documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(sentences), { maxLength: 10 }),
        deltas,
        computing,
        sentences,
        async (steps, delta, engine, text) => {
          const { collection, living } = await play(steps, { delta, ...engine }, { indexes: ['passages'] });
          const file = join(folder, `${++count}.jsonl`);
          writeFileSync(file, living.map((each) => `${JSON.stringify(each)}\n`).join(''));
          const index = await buildSourceIndex(living, { threads: 1 });
          const options = { threads: 1, thesaurus: 'none', boilerplate: 5, sources: 3 };
          try {
            const given = { id: 'new', text };
            expect(comparable(await collection.sources(given, options))).toEqual(
              comparable(await compareIn(given, index, options)),
            );
            for (const { id } of living.slice(-2)) {
              expect(comparable(await collection.sources({ id }, options))).toEqual(
                comparable(await compareIn(`${file}#${id}`, index, options)),
              );
            }
          } finally {
            await index.close();
            await collection.close();
          }
        },
      ),
      HISTORIES,
    );
  }, 600_000);
});

describe('a collection with the index `search`, after any history', () => {
  it('a merged collection finds what search finds in the living documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(sentences), { maxLength: 8 }),
        deltas,
        computing,
        fc.array(sentences, { minLength: 1, maxLength: 2 }),
        async (steps, delta, engine, texts) => {
          const { collection, living } = await play(steps, { delta, ...engine }, { indexes: ['search'] });
          try {
            await collection.merge();
            expect(collection.searchesAsBatch).toBe(living.length > 0);
            for (const text of [...texts, texts[0].split(' ').slice(0, 4).join(' ')]) {
              const options = { k: 5, explain: true };
              const found = await collection.search(text, options);
              const expected =
                living.length === 0
                  ? []
                  : await search(text, { in: living, exact: true, threads: 1, ...options }).toArray();
              expect(found).toEqual({
                results: expected,
                documents: living.length,
                commit: collection.commit,
              });
            }
            for (const { id } of living.slice(1)) await collection.remove([id]);
            const left = await collection.search(texts[0], { k: 50 });
            expect(left.results.map(({ id }) => id)).toEqual(
              left.results.length === 0 ? [] : living.slice(0, 1).map(({ id }) => id),
            );
          } finally {
            await collection.close();
          }
        },
      ),
      HISTORIES,
    );
  }, 600_000);
});
