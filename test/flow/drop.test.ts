/** `drop` and `atMost`: how many documents of a group stay. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type DedupOptions, dedup, groups } from '../../src/index.ts';
import { clusteredDocuments } from './clustered-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-drop-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const LAMP = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper';
const COPIES = [
  { id: 'a', text: FERRY, rank: 3 },
  { id: 'lamp', text: LAMP, rank: 9 },
  { id: 'b', text: `${FERRY}!`, rank: 1 },
  { id: 'c', text: `${FERRY} and returns`, rank: 4 },
  { id: 'd', text: `${FERRY} and sails`, rank: 2 },
];

async function kept(documents: object[], options: DedupOptions): Promise<string[]> {
  const [input, output] = ['in.jsonl', 'out.jsonl'].map((name) => join(folder, name));
  writeFileSync(input, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  const run = dedup(input, { output, threads: 1, ...options });
  const removed = await run.toArray();
  const summary = await run.summary;
  const lines = readFileSync(output, 'utf8').trim().split('\n');
  const ids = lines.filter((line) => line !== '').map((line) => JSON.parse(line).id as string);
  expect([summary.kept, summary.removed]).toEqual([ids.length, removed.length]);
  expect(ids.length + removed.length).toBe(documents.length);
  return ids;
}

describe('how many documents of a group stay', () => {
  test('all documents of a group go if none is to stay, the one that heads it under its own id', async () => {
    expect(await kept(COPIES, { drop: 'all' })).toEqual(['lamp']);
    const removed = await dedup(join(folder, 'in.jsonl'), { drop: 'all', threads: 1 }).toArray();
    expect(removed.map(({ id, keptId, resemblance }) => [id, keptId, resemblance])).toEqual([
      ['a', 'a', 1],
      ['b', 'a', 1],
      ['c', 'a', expect.closeTo(0.88, 1)],
      ['d', 'a', expect.closeTo(0.88, 1)],
    ]);
  });

  test('as many documents of a group stay as are asked for, the first by the keep policy', async () => {
    expect(await kept(COPIES, { atMost: 2 })).toEqual(['a', 'lamp', 'b']);
    expect(await kept(COPIES, { atMost: 3 })).toEqual(['a', 'lamp', 'b', 'c']);
    expect(await kept(COPIES, { atMost: 3, keep: 'min:rank' })).toEqual(['a', 'lamp', 'b', 'd']);
    expect(await kept(COPIES, { atMost: 9 })).toHaveLength(5);
  });

  test('a document of the reference counts as one that stays', async () => {
    const reference = join(folder, 'old.jsonl');
    writeFileSync(reference, `${JSON.stringify({ id: 'old', text: FERRY })}\n`);
    expect(await kept(COPIES, { atMost: 2, against: reference })).toEqual(['a', 'lamp']);
    expect(await kept(COPIES, { drop: 'all', against: reference })).toEqual(['lamp']);
  });

  test('annotations say which documents stay, and that the group is as large as before', async () => {
    const annotate = join(folder, 'all.jsonl');
    const said = () =>
      readFileSync(annotate, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((row) => [row['neardup.kept'], row['neardup.copies'], row['neardup.keptId']]);
    await kept(COPIES, { atMost: 2, annotate });
    expect(said().map(([stays]) => stays)).toEqual([true, true, true, false, false]);
    expect(said().map(([, copies]) => copies)).toEqual([4, 1, 4, 4, 4]);
    await kept(COPIES, { drop: 'all', annotate });
    expect(said().map(([stays]) => stays)).toEqual([false, true, false, false, false]);
    expect(said()[4]).toEqual([false, 4, 'a']);
  });

  test('on random documents each group keeps the stated number, and documents without copies stay', async () => {
    const cases = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 4 }));
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom('first', 'longest', 'last'), async ([seed, atMost], keep) => {
        const documents = clusteredDocuments(60, seed).map(({ id, text }) => ({
          id: `${id}`,
          text: `${text}`,
        }));
        const [some, none] = [
          await kept(documents, { atMost, keep }),
          await kept(documents, { drop: 'all', keep }),
        ];
        const expected = new Set(documents.map(({ id }) => id));
        const alone = new Set(expected);
        const inGroups: string[][] = [];
        for await (const group of groups(join(folder, 'in.jsonl'), { keep, threads: 1 }))
          inGroups.push([group.kept, ...group.members.map(({ id }) => id)]);
        for (const ids of inGroups) {
          expect(ids.filter((id) => some.includes(id))).toHaveLength(Math.min(atMost, ids.length));
          expect(some).toContain(ids[0]);
          for (const id of ids) alone.delete(id);
        }
        expect(none).toEqual([...alone]);
      }),
      { numRuns: 8 },
    );
  });
});
