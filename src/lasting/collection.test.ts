import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dedup, groups, pairs } from '../duplicates/index.ts';
import type { CollectionSettings } from '../lasting.ts';
import { search } from '../nearest/index.ts';
import { buildSourceIndex, type ComparisonIn, compareIn } from '../passages/index.ts';
import type { Collection } from './collection.ts';
import { openCollection } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-lasting-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** `npm run test:collection` plays more histories. */
const RUNS = Number(process.env.NEARDUP_HISTORIES ?? 8);

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
function stepOf(texts: fc.Arbitrary<string>) {
  const document = fc.record({ id, text: texts });
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.array(document, { minLength: 1, maxLength: 6 }) }) },
    { weight: 2, arbitrary: fc.record({ remove: fc.array(id, { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.constant({ merge: true as const }) },
    { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
  );
}

/** Plays a history, and returns the collection and the documents that must be alive, in order. */
async function play(
  steps: readonly (ReturnType<typeof stepOf> extends fc.Arbitrary<infer S> ? S : never)[],
  delta: number,
  create: Partial<CollectionSettings> = {},
) {
  const path = join(folder, `${++count}.nd`);
  let collection: Collection = await open({ delta, logFile: 2000, create }, path);
  const living = new Map<string, string>();
  for (const each of steps) {
    if ('add' in each) {
      for (const { id, state } of await collection.add(each.add))
        expect(state, id).toMatch(/added|replaced|unchanged/);
      for (const { id, text } of each.add) {
        if (living.get(id) === text) continue;
        living.delete(id);
        living.set(id, text);
      }
    } else if ('remove' in each) {
      await collection.remove(each.remove);
      for (const id of each.remove) living.delete(id);
    } else if ('merge' in each) await collection.merge();
    else {
      await collection.close();
      collection = await open({ delta, logFile: 2000, create }, path);
    }
  }
  return { collection, living: [...living].map(([id, text]) => ({ id, text })) };
}

describe('a collection after any history', () => {
  it('answers as the batch commands do on the living documents: check as pairs, groups as groups', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(text), { maxLength: 12 }),
        fc.integer({ min: 1, max: 20 }),
        async (steps, delta) => {
          const { collection, living } = await play(steps, delta);
          try {
            const stored: unknown[] = [];
            for await (const { id, text } of collection.documents()) stored.push({ id, text });
            expect(stored).toEqual(living);
            expect(collection.info().documents).toBe(living.length);
            expect(await unionOfChecks(collection, living)).toEqual(await pairsOf(living));
            const found = await collection.groups({ threads: 1 }).toArray();
            expect(found).toEqual(await groups(living, { threads: 1 }).toArray());
          } finally {
            await collection.close();
          }
        },
      ),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('that adds with `skip` keeps what dedup keeps, with the same evidence', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        async (texts, delta) => {
          const documents = texts.map((text, i) => ({ id: `d${i}`, text }));
          const collection = await open({ delta });
          const answers = await collection.add(documents, { onDuplicate: 'skip' });
          const removed = await dedup(documents, { threads: 1 }).toArray();
          const skipped = answers.flatMap(({ duplicateOf }) =>
            duplicateOf === undefined ? [] : [duplicateOf],
          );
          const evidence = removed.map(({ id, keptId, resemblance, containment, distance, identical }) => ({
            ...{ a: id, b: keptId, resemblance, distance, identical },
            containment: { aInB: containment.inKept, bInA: containment.ofKept },
          }));
          expect(skipped).toEqual(evidence);
          expect(answers.filter(({ state }) => state === 'added').length).toBe(
            documents.length - removed.length,
          );
          await collection.close();
        },
      ),
      { numRuns: RUNS },
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
        fc.integer({ min: 1, max: 20 }),
        sentences,
        async (steps, delta, text) => {
          const { collection, living } = await play(steps, delta, { indexes: ['passages'] });
          const file = join(folder, `${++count}.jsonl`);
          writeFileSync(file, living.map((each) => `${JSON.stringify(each)}\n`).join(''));
          const index = await buildSourceIndex(living, { threads: 1, reordered: false });
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
      { numRuns: RUNS },
    );
  }, 600_000);
});

describe('a collection with the index `search`, after any history', () => {
  it('finds, when it has been merged, what search finds in the living documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(sentences), { maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(sentences, { minLength: 1, maxLength: 2 }),
        async (steps, delta, texts) => {
          const { collection, living } = await play(steps, delta, { indexes: ['search'] });
          try {
            await collection.merge();
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
      { numRuns: RUNS },
    );
  }, 600_000);
});

/** All of an answer but the numbers that documents have inside. */
function comparable({ candidates, commit: _, ...others }: ComparisonIn & { readonly commit?: number }) {
  return { ...others, candidates: candidates.map(({ document: _, ...candidate }) => candidate) };
}

type Edge = Record<string, unknown>;

/** What checks of all documents find together: each pair once, documents with the same text by the first of them. */
async function unionOfChecks(collection: Collection, living: readonly { id: string; text: string }[]) {
  const order = new Map(living.map(({ id }, i) => [id, i]));
  const first = new Map<string, string>();
  for (const { id, text } of living) if (!first.has(text)) first.set(text, id);
  const edges = new Map<string, Edge>();
  for (const { id, text } of living) {
    const { pairs: found, truncated } = await collection.check({ id });
    expect(truncated).toBe(false);
    for (const { copies: _, ...pair } of found) {
      // of documents with the same text only the first has other pairs in the list of `pairs`
      if (!pair.identical && first.get(text) !== id) continue;
      if (pair.identical && first.get(text) === id) continue;
      const isInOrder = order.get(pair.a)! < order.get(pair.b)!;
      const { aInB, bInA } = pair.containment;
      const turned = { ...pair, a: pair.b, b: pair.a, containment: { aInB: bInA, bInA: aInB } };
      const edge = isInOrder ? pair : turned;
      edges.set(`${edge.a} ${edge.b}`, edge);
    }
  }
  return edges;
}

async function pairsOf(living: readonly { id: string; text: string }[]) {
  const found = await pairs(living, { threads: 1 }).toArray();
  return new Map<string, Edge>(found.map((pair) => [`${pair.a} ${pair.b}`, { ...pair }]));
}
