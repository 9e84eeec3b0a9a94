import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Corpus } from '../../corpus/index.ts';
import { dedup, pairs } from '../../index.ts';
import { crowdOf } from './crowd.cases.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-crowd-texts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A crowd of documents; every tenth has a copy of the same bytes, so that its text is in the spool, and the others' texts are not. */
function documentsOf(count: number, footer: number) {
  const { texts } = crowdOf(count, footer);
  const all = [...texts, ...texts.filter((_, i) => i % 10 === 3)];
  return all.map((text, i) => ({ id: `${i}`, text, score: (i * 7919) % 1000 }));
}

/** Each document that goes, with the one that is kept for it. */
async function removedOf(input: Parameters<typeof dedup>[0], options: Parameters<typeof dedup>[1]) {
  const removed: string[] = [];
  for await (const { id, keptId, resemblance } of dedup(input, options))
    removed.push(`${id} ${keptId} ${resemblance}`);
  return removed.sort();
}

/** Of 350: a look at a text rules it out, and does not, because the texts resemble each other by .55 and .75. Fewer make no crowd of so few texts. */
const FOOTERS = [250, 300];
const DOCUMENTS = 600;

describe.each(FOOTERS)('documents with a common footer of %i words', (footer) => {
  test.each(['first', 'last', 'max:score'])(
    'dedup removes the documents that the exact method removes, whether texts are made from lines or spooled, if it keeps %s',
    async (keep) => {
      const documents = documentsOf(DOCUMENTS, footer);
      const path = join(folder, `crowd-${footer}.jsonl`);
      writeFileSync(path, documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
      const exact = await removedOf(path, { keep, method: 'exact' });
      expect(exact.length).toBeGreaterThan(30);
      expect(await removedOf(path, { keep })).toEqual(exact);
      expect(await removedOf(documents, { keep })).toEqual(exact);
    },
  );

  test('pairs lists the pairs that the exact method lists', async () => {
    const path = join(folder, `pairs-${footer}.jsonl`);
    const documents = documentsOf(DOCUMENTS, footer);
    writeFileSync(path, documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const listed = async (method: 'exact' | 'auto') => {
      const found: string[] = [];
      for await (const { a, b, resemblance } of pairs(path, { method }))
        found.push(`${a} ${b} ${resemblance}`);
      return found.sort();
    };
    const exact = await listed('exact');
    expect(exact.length).toBeGreaterThan(30);
    expect(await listed('auto')).toEqual(exact);
  });
});

test('the texts of a crowd that resemble nothing are not written to the spool', async () => {
  const path = join(folder, 'footer.jsonl');
  const { texts, near } = crowdOf(DOCUMENTS, FOOTERS[0]);
  const unlike = texts.filter((_, i) => !near.includes(i));
  writeFileSync(path, unlike.map((text, i) => `${JSON.stringify({ id: `${i}`, text })}\n`).join(''));
  const { needTexts } = Corpus.prototype;
  let spooled = 0;
  Corpus.prototype.needTexts = function (this: Corpus, numbers) {
    spooled += numbers.length;
    return needTexts.call(this, numbers);
  };
  try {
    for await (const _ of pairs(path)) throw new Error('no pair was expected');
    expect(await removedOf(path, {})).toEqual([]);
  } finally {
    Corpus.prototype.needTexts = needTexts;
  }
  // those that meet in small buckets only are looked at, too
  expect(spooled).toBe(0);
});
