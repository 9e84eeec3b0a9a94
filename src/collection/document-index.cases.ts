/** What every index of documents guarantees that is added to and asked: one in a folder, and one that processes share. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Pair } from '../answers/copies.ts';
import type { AddAnswer, AddOptions, DocumentIndex } from '../collection.ts';
import { dedupOnce, pairs } from '../duplicates/index.ts';
import type { InputDocument } from '../read/index.ts';

const CORPUS: { id: string; text: string }[] = readFileSync(
  new URL('../../test/corpus/documents.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ id, text }) => ({ id, text }));

/** A text of 60 words that resembles no other number's; `edits` of its words are replaced. */
function textOf(number: number, edits = 0): string {
  return Array.from({ length: 60 }, (_, i) => (i < edits ? `edit${i}` : `word${number}x${i}`)).join(' ');
}

const states = (answers: readonly AddAnswer[]) => answers.map(({ state }) => state);

/** @param open Opens a new, empty index with the default options. */
export function documentIndexCases(name: string, open: () => Promise<DocumentIndex>): void {
  describe(`document index: ${name}`, () => {
    let index: DocumentIndex;
    const opened = async () => {
      index = await open();
      return index;
    };
    afterEach(() => index?.close());

    it('a document is added, found unchanged, and replaced by another text under its id', async () => {
      const { add } = bound(await opened());
      expect(states(await add([{ id: 'a', text: textOf(1) }]))).toEqual(['added']);
      expect(states(await add([{ id: 'a', text: textOf(1) }]))).toEqual(['unchanged']);
      expect(states(await add([{ id: 'a', text: textOf(2) }]))).toEqual(['replaced']);
      expect((await index.check({ text: textOf(1) })).pairs).toEqual([]);
      expect((await index.check({ text: textOf(2) })).pairs.map(({ b }) => b)).toEqual(['a']);
    });

    it('a near-duplicate is kept, skipped or refused as asked, each time with its evidence', async () => {
      const { add } = bound(await opened());
      await add([{ id: 'a', text: textOf(1) }]);
      for (const [onDuplicate, state] of [
        ['skip', 'duplicate'],
        ['refuse', 'refused'],
        ['keep', 'added'],
      ] as const) {
        const [answer] = await add([{ id: 'b', text: textOf(1, 1) }], { onDuplicate });
        // the first word is another: 57 of 59 shingles
        const evidence = { a: 'b', b: 'a', resemblance: 0.9661, identical: false };
        expect(answer).toMatchObject({ id: 'b', state, duplicateOf: evidence });
        expect(answer.reason === undefined).toBe(state !== 'refused');
      }
      expect(states(await add([{ id: 'b', text: textOf(9) }]))).toEqual(['replaced']);
    });

    it('a document that is seen again with `refresh` is answered as without', async () => {
      const { add } = bound(await opened());
      await add([{ id: 'a', text: textOf(1) }]);
      const options = { onDuplicate: 'skip', refresh: true } as const;
      const again = [
        { id: 'a', text: textOf(1) },
        { id: 'b', text: textOf(1, 1) },
        { id: 'c', text: textOf(2) },
      ];
      expect(states(await add(again, options))).toEqual(['unchanged', 'duplicate', 'added']);
      expect((await index.check({ text: textOf(1) })).pairs.map(({ b }) => b)).toEqual(['a']);
    });

    it('a document is never a duplicate of itself, and an id that is skipped keeps its old text', async () => {
      const { add } = bound(await opened());
      await add([
        { id: 'a', text: textOf(1) },
        { id: 'b', text: textOf(2) },
      ]);
      const skip = { onDuplicate: 'skip' } as const;
      expect(await add([{ id: 'a', text: textOf(1, 1) }], skip)).toEqual([{ id: 'a', state: 'replaced' }]);
      expect(states(await add([{ id: 'b', text: textOf(1) }], skip))).toEqual(['duplicate']);
      expect((await index.check({ text: textOf(2) })).pairs.map(({ b }) => b)).toEqual(['b']);
    });

    it('documents of one call count in their order, and an id that is given twice is replaced', async () => {
      const { add } = bound(await opened());
      const answers = await add(
        [
          { id: 'a', text: textOf(1) },
          { id: 'b', text: textOf(1, 1) },
          { id: 'a', text: textOf(2) },
          { id: 'c', text: textOf(1, 1) },
          { id: 'c', text: textOf(1, 1) },
          { id: 'd', text: textOf(2) },
        ],
        { onDuplicate: 'skip' },
      );
      expect(states(answers)).toEqual(['added', 'duplicate', 'replaced', 'added', 'unchanged', 'duplicate']);
      expect(answers.map(({ duplicateOf }) => duplicateOf?.b ?? '')).toEqual(['', 'a', '', '', '', 'a']);
    });

    it('a removed document is in no answer, and its text may be added again', async () => {
      const { add } = bound(await opened());
      await add([{ id: 'a', text: textOf(1) }]);
      expect(await index.remove(['a', 'never'])).toEqual([
        { id: 'a', state: 'removed' },
        { id: 'never', state: 'missing' },
      ]);
      expect(await index.remove(['a'])).toEqual([{ id: 'a', state: 'missing' }]);
      expect((await index.check({ text: textOf(1) })).pairs).toEqual([]);
      expect(await add([{ id: 'b', text: textOf(1) }], { onDuplicate: 'skip' })).toEqual([
        { id: 'b', state: 'added' },
      ]);
    });

    it('empty documents are stored and never matched', async () => {
      const { add } = bound(await opened());
      const empty = ['', ' ', '…!'].map((text, i) => ({ id: `e${i}`, text }));
      expect(states(await add(empty, { onDuplicate: 'skip' }))).toEqual(['added', 'added', 'added']);
      expect(states(await add(empty, { onDuplicate: 'skip' }))).toEqual([
        'unchanged',
        'unchanged',
        'unchanged',
      ]);
      expect(await index.check({ text: '' })).toMatchObject({ pairs: [], truncated: false });
      expect(states((await index.remove(empty.map(({ id }) => id))) as never)).toEqual([
        'removed',
        'removed',
        'removed',
      ]);
    });

    it('ids and texts may hold anything', async () => {
      const { add } = bound(await opened());
      const ids = ['{a}', '{', '}', '\0', 'a b\nc', 'é', 'x'.repeat(5000), '__proto__', '*', '日本', '0'];
      const hostile = ids.map((id, i) => ({ id, text: `${id} \0 ${textOf(i)} \ud800` }));
      expect(new Set(states(await add(hostile, { onDuplicate: 'skip' })))).toEqual(new Set(['added']));
      expect(new Set(states(await add(hostile)))).toEqual(new Set(['unchanged']));
      for (const { id, text } of hostile) {
        expect((await index.check({ text })).pairs).toMatchObject([{ b: id, identical: true }]);
      }
      expect(new Set((await index.remove(ids)).map(({ state }) => state))).toEqual(new Set(['removed']));
    });

    it('what is no document fails by itself, with a reason', async () => {
      const { add } = bound(await opened());
      const answers = await add([
        { id: 'a', text: textOf(1) },
        { id: 'b', text: 7 } as never,
        { id: 'c', text: textOf(2) },
      ]);
      expect(states(answers)).toEqual(['added', 'failed', 'added']);
      expect(answers[1].reason).toMatch(/Expected a document/);
    });

    it('if documents are skipped in input order, those stay that dedup keeps, with the same evidence', async () => {
      const { add } = bound(await opened());
      const removed = new Map<string, object>();
      for await (const each of dedupOnce(CORPUS, { threads: 1 })) {
        const { id, keptId, resemblance, distance, identical, containment } = each;
        const both = { aInB: containment.inKept, bInA: containment.ofKept };
        removed.set(id, { a: id, b: keptId, resemblance, containment: both, distance, identical });
      }
      const answers = await add(CORPUS, { onDuplicate: 'skip' });
      for (const { id, state, duplicateOf } of answers) {
        expect({ id, state, duplicateOf }).toEqual({
          id,
          state: removed.has(id) ? 'duplicate' : 'added',
          duplicateOf: removed.get(id),
        });
      }
    });

    it('check gives what pairs gives for the living documents, after additions, replacements and removals', async () => {
      const { add } = bound(await opened());
      const history = fc.sample(
        fc.array(
          fc.record({
            id: fc.nat(11).map((n) => `d${n}`),
            text: fc.tuple(fc.nat(4), fc.nat(8)).map(([number, edits]) => textOf(number, edits)),
            isRemoved: fc.nat(4).map((n) => n === 0),
          }),
          { minLength: 40, maxLength: 40 },
        ),
        { numRuns: 1, seed: 7 },
      )[0];
      const living = new Map<string, string>();
      for (const { id, text, isRemoved } of history) {
        if (isRemoved) {
          await index.remove([id]);
          living.delete(id);
        } else {
          await add([{ id, text }]);
          living.set(id, text);
        }
      }
      for (const [id, text] of living) {
        const expected = await pairsOf(id, text, living);
        const { pairs: found, truncated } = await index.check({ id });
        expect(truncated).toBe(false);
        expect(found.map(facts).sort()).toEqual(expected.map(facts).sort());
      }
    });
  });
}

/** `add` of an index, short to write. */
function bound(index: DocumentIndex) {
  return {
    add: (documents: readonly InputDocument[], options?: AddOptions) => index.add(documents, options),
  };
}

/** What `pairs` says of a document: one pair for every distinct text among the others. */
async function pairsOf(id: string, text: string, living: ReadonlyMap<string, string>): Promise<Pair[]> {
  const found: Pair[] = [];
  const seen = new Set<string>();
  for (const [other, otherText] of living) {
    if (other === id || seen.has(otherText)) continue;
    seen.add(otherText);
    const two = [
      { id, text },
      { id: other, text: otherText },
    ];
    for await (const pair of pairs(two, { threads: 1 })) found.push(pair as Pair);
  }
  return found;
}

/** What is to be equal. Of documents with one text, any may be named. */
function facts({ resemblance, containment, distance, identical }: Pair): string {
  return JSON.stringify({ resemblance, containment, distance, identical });
}
