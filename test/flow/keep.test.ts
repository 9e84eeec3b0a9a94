/** Which copy is kept: by a field of the documents, or by the files they are in. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DedupOptions, dedup, groups, inWords } from '../../src/index.ts';

const TEXT = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const OTHER = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper';

let root = '';
const at = (name: string) => join(root, name);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-keep-'));
  const files = {
    'old.txt': [TEXT, 2001],
    'new.txt': [`${TEXT}!`, 2020],
    'long.txt': [`  ${TEXT}  `, 2010],
  } as const;
  for (const [name, [text, year]] of Object.entries(files)) {
    writeFileSync(at(name), text);
    utimesSync(at(name), new Date(year, 1), new Date(year, 1));
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function kept(input: Parameters<typeof dedup>[0], keep: string, more: DedupOptions = {}) {
  const [removed] = await dedup(input, { keep, threads: 1, ...more }).toArray();
  return removed.keptId.replace(`${root}/`, '');
}

function lines(values: readonly object[]): string {
  return values.map((value, i) => `${JSON.stringify({ id: `d${i}`, text: TEXT, ...value })}\n`).join('');
}

describe('the document that is kept', () => {
  test('the document that is kept is the newest mail by its date, not by the name of the weekday', async () => {
    writeFileSync(
      at('mail.jsonl'),
      lines([{ date: 'Wed, 4 Jul 2001 10:00:00 -0700' }, { date: 'Fri, 5 Jul 2002 10:00:00 -0700' }]),
    );
    expect(await kept(at('mail.jsonl'), 'max:date')).toBe('d1');
    expect(await kept(at('mail.jsonl'), 'min:date')).toBe('d0');
  });

  test('the document that is kept is chosen by a field of an object in a field, or by the id', async () => {
    writeFileSync(at('nested.jsonl'), lines([{ meta: { score: 9 } }, { meta: { score: 10 } }]));
    expect(await kept(at('nested.jsonl'), 'max:meta.score')).toBe('d1');
    expect(await kept(at('nested.jsonl'), 'max:id')).toBe('d1');
  });

  test('the document that is kept is chosen by every digit of whole numbers above 2^53', async () => {
    const line = (id: string, n: string) => `{"id":"${id}","text":"${TEXT}","meta":{"n":${n}}}\n`;
    writeFileSync(
      at('large.jsonl'),
      line('a', '9007199254740993') + line('b', '9007199254740992') + line('c', '9007199254740994'),
    );
    expect(await kept(at('large.jsonl'), 'min:meta.n')).toBe('b');
    expect(await kept(at('large.jsonl'), 'max:meta.n')).toBe('c');
  });

  test('the document that is kept is the one in the newest, oldest or largest file', async () => {
    const files = ['old.txt', 'new.txt', 'long.txt'].map(at);
    expect(await kept(files, 'newest')).toBe('new.txt');
    expect(await kept(files, 'oldest')).toBe('old.txt');
    expect(await kept(files, 'largest')).toBe('long.txt');
    const [group] = await groups(files, { keep: 'newest', threads: 1 }).toArray();
    expect(group.kept).toBe(at('new.txt'));
  });

  test('the document that is kept is not chosen by values of the reference, whatever they are', async () => {
    const reference = [{ id: 'r', text: OTHER, meta: { score: 'none' } }];
    const input = [1, 2].map((score) => ({ id: `d${score}`, text: TEXT, meta: { score } }));
    expect(await kept(input, 'max:score', { against: reference })).toBe('d2');
  });
});

describe('a policy that cannot work', () => {
  test('a policy by files is refused if there is one file or none', async () => {
    await expect(kept(at('old.txt'), 'newest')).rejects.toThrow(
      'has no effect: all documents are in one file',
    );
    await expect(kept([{ text: TEXT }], 'largest')).rejects.toThrow('these documents are no files');
  });

  test('a policy by a field that files do not have is refused after a sample of them, and says which fields they have', async () => {
    const lines = (count: number, field: string) =>
      Array.from(
        { length: count },
        (_, i) => `${JSON.stringify({ id: `${field}${i}`, text: TEXT, [field]: i })}\n`,
      );
    writeFileSync(at('long.jsonl'), lines(5000, 'score').join(''));
    const stages = new Set<string>();
    const onProgress: DedupOptions['onProgress'] = ({ stage }) => stages.add(stage);
    await expect(kept(at('long.jsonl'), 'max:sccore', { onProgress })).rejects.toMatchObject({
      message: expect.stringContaining('policy over a field that documents have'),
      advice: expect.stringMatching(/^None of the 1000 documents checked has it\. They have `score`\./),
    });
    expect([...stages]).toEqual([]);
    writeFileSync(at('other.jsonl'), lines(3, 'rank').join(''));
    expect(await kept([at('long.jsonl'), at('other.jsonl')], 'max:rank')).toBe('rank2');
  });

  test('a policy by a column that a table does not have is refused', async () => {
    writeFileSync(at('table.csv'), `id,text,score\na,${TEXT},1\nb,${TEXT},2\n`);
    await expect(kept(at('table.csv'), 'max:sccore')).rejects.toThrow(
      'policy over a field that documents have',
    );
  });

  test('a policy by a field that the first 1,000 documents lack is told at once, and works if a later one has it', async () => {
    const documents = Array.from({ length: 1500 }, (_, i) => ({
      id: `d${i}`,
      text: TEXT,
      meta: i < 1200 ? { a: 1 } : { rank: i },
    }));
    const notes: [number, string][] = [];
    const onProgress: DedupOptions['onProgress'] = ({ note, documents: read }) => {
      if (note !== undefined) notes.push([read, inWords(note)]);
    };
    expect(await kept(documents, 'max:rank', { onProgress })).toBe('d1499');
    expect(notes).toEqual([
      [1000, "None of the first 1000 documents has the field `rank` of `keep: 'max:rank'`. They have `a`."],
    ]);
  });
});
