/** Every kind of output, read back: by other programs' rules if there are any, and by neardup itself. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decompress } from 'fzstd';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';
import papaparse from 'papaparse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DedupOptions, dedup, groups, pairs, search, texts } from '../../src/index.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const LAMP = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper';
const DOCUMENTS = [
  { id: '=a1', text: FERRY, n: 1, tags: ['x'], ok: true },
  { id: 'їжак', text: LAMP, n: 2.5, more: 'only here' },
  { id: 'c', text: `${FERRY}!`, n: 3 },
];
const LINES = DOCUMENTS.map((document) => JSON.stringify(document));

let root = '';
const at = (...names: string[]) => join(root, ...names);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-outputs-'));
  writeFileSync(at('in.jsonl'), `${LINES.join('\n')}\n`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = (input: string, options: DedupOptions) => dedup(at(input), { threads: 1, ...options }).toArray();

async function rowsOf(path: string) {
  const bytes = readFileSync(path);
  return parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
  });
}

describe('kept documents', () => {
  test('kept documents as Zstandard are the same lines, in one frame, even if two files are written at a time', async () => {
    await Promise.all(
      ['1', '2'].map((name) =>
        run('in.jsonl', { output: at(`${name}.jsonl.zst`), removed: at(`${name}.csv.zst`) }),
      ),
    );
    for (const name of ['1', '2']) {
      expect(Buffer.from(decompress(readFileSync(at(`${name}.jsonl.zst`)))).toString()).toBe(
        `${LINES[0]}\n${LINES[1]}\n`,
      );
      expect(Buffer.from(decompress(readFileSync(at(`${name}.csv.zst`)))).toString()).toContain(
        "\nc,'=a1,1,",
      );
    }
    expect(await texts(at('1.jsonl.zst')).toArray()).toHaveLength(2);
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('kept documents as Parquet have every field, with the types of their values', async () => {
    await run('in.jsonl', { output: at('out.parquet') });
    expect(await rowsOf(at('out.parquet'))).toEqual([
      { id: '=a1', text: FERRY, n: 1, tags: ['x'], ok: true, more: null },
      { id: 'їжак', text: LAMP, n: 2.5, tags: null, ok: null, more: 'only here' },
    ]);
    expect((await texts(at('out.parquet')).toArray()).map(({ id }) => id)).toEqual(['=a1', 'їжак']);
  });

  test('kept documents of Parquet files are a file each in a folder, with the columns they had', async () => {
    mkdirSync(at('shards'));
    for (const [name, data] of [
      ['1.parquet', [FERRY, LAMP]],
      ['2.parquet', [`${LAMP}.`, 'Something else that is long enough to be a document of its own here']],
    ] as const) {
      parquetWriteFile({
        filename: at('shards', name),
        columnData: [
          { name: 'key', data: data.map((_, i) => `${name}-${i}`), type: 'STRING' },
          { name: 'content', data: [...data], type: 'STRING' },
          { name: 'rank', data: data.map((_, i) => BigInt(i + 1)), type: 'INT64' },
        ],
      });
    }
    await run('shards', { output: `${at('clean')}/`, idField: 'key' });
    expect(readdirSync(at('clean'))).toEqual(['1.parquet', '2.parquet']);
    expect(await rowsOf(at('clean', '2.parquet'))).toEqual([
      { key: '2.parquet-1', content: expect.stringContaining('Something else'), rank: 2n },
    ]);
  });

  test('kept documents as Parquet are written in row groups, and a table without documents has its columns', async () => {
    const many = Array.from({ length: 10_500 }, (_, i) =>
      JSON.stringify({ id: i, text: `number ${i} ${i * i} ${i * 7}` }),
    );
    writeFileSync(at('many.jsonl'), many.join('\n'));
    await run('many.jsonl', { output: at('many.parquet'), threshold: 1 });
    const bytes = readFileSync(at('many.parquet'));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const { row_groups: rowGroups, num_rows: rows } = await parquetMetadataAsync({
      byteLength: bytes.length,
      slice: (a, b) => file.slice(a, b),
    });
    expect([rows, rowGroups.length]).toEqual([10_500n, 2]);
    writeFileSync(at('copy.jsonl'), `${LINES[0]}\n`);
    await run('copy.jsonl', { output: at('none.parquet'), against: at('in.jsonl') });
    expect(await rowsOf(at('none.parquet'))).toEqual([]);
  });
});

describe('lists of results', () => {
  const table = (path: string) => {
    const content = readFileSync(path, 'utf8');
    expect(content.startsWith('\ufeff')).toBe(path.endsWith('.csv'));
    return papaparse.parse<string[]>(content.replace(/^\ufeff/, '').replace(/\n$/, ''), {
      delimiter: path.endsWith('.tsv') ? '\t' : ',',
    }).data;
  };

  test('lists of results of pairs, groups and removed documents are tables that a spreadsheet opens, without formulas', async () => {
    await pairs(at('in.jsonl'), { output: at('pairs.csv'), threads: 1 }).toArray();
    expect(table(at('pairs.csv'))).toEqual([
      [
        ...['a', 'b', 'resemblance', 'aInB', 'bInA', 'distance', 'identical', 'sameBytes'],
        ...['aDisguises', 'bDisguises'],
      ],
      ["'=a1", 'c', '1', '1', '1', '0', 'true', '', '', ''],
    ]);
    await groups(at('in.jsonl'), { output: at('groups.tsv'), threads: 1 }).toArray();
    expect(table(at('groups.tsv'))).toEqual([
      [
        'group',
        'role',
        'id',
        'keptId',
        'resemblance',
        'inKept',
        'ofKept',
        'distance',
        'identical',
        'sameBytes',
        'disguises',
      ],
      ['1', 'kept', "'=a1", '', '', '', '', '', '', '', ''],
      ['1', 'copy', 'c', "'=a1", '1', '1', '1', '0', 'true', '', ''],
    ]);
    await run('in.jsonl', { removed: at('removed.csv') });
    expect(table(at('removed.csv')).slice(1)).toEqual([
      ['c', "'=a1", '1', '1', '1', '0', 'true', '', '1', '', '', ''],
    ]);
  });

  test('lists of results as JSON lines are what the run gives', async () => {
    const found = await pairs(at('in.jsonl'), { output: at('pairs.jsonl'), threads: 1 }).toArray();
    expect(JSON.parse(readFileSync(at('pairs.jsonl'), 'utf8'))).toEqual(found[0]);
  });

  test('lists of results do not appear if the caller stops early, and refuse endings that name no format', async () => {
    for await (const _ of pairs(at('in.jsonl'), { output: at('pairs.csv'), threads: 1 })) break;
    await expect(
      groups(at('in.jsonl'), { output: at('groups.xlsx'), threads: 1 }).toArray(),
    ).rejects.toMatchObject({ code: 'OUTPUT_FORMAT' });
    expect(readdirSync(root)).toEqual(['in.jsonl']);
  });
});

describe('the text of a document', () => {
  const write = (name: string, documents: readonly object[]) =>
    writeFileSync(at(name), documents.map((document) => JSON.stringify(document)).join('\n'));
  const textsOf = async (name: string, textField?: string) =>
    (await texts(at(name), { textField }).toArray()).map(({ text }) => text);

  test('the text of a document is in its field text, or else in content, body or article', async () => {
    write('a.jsonl', [
      { content: 'c', title: 't' },
      { body: 'b' },
      { article: 'a' },
      { text: 't', body: 'no' },
      { title: 'x' },
    ]);
    expect(await textsOf('a.jsonl')).toEqual(['c', 'b', 'a', 't']);
    writeFileSync(at('a.csv'), 'title;body\nx;b\n');
    expect(await textsOf('a.csv')).toEqual(['b']);
    expect(await textsOf('a.jsonl', 'title')).toEqual(['t', 'x']);
  });

  test('the text of a document may be several fields as one, in lines, rows and tables', async () => {
    write('b.jsonl', [
      { title: 'Їжак', text: 'ліс' },
      { title: 'only' },
      { text: 'plain', title: null },
      { n: 1 },
    ]);
    expect(await textsOf('b.jsonl', 'title, text')).toEqual(['Їжак\n\nліс', 'only', 'plain']);
    writeFileSync(at('b.csv'), 'text,title\nліс,Їжак\n');
    expect(await textsOf('b.csv', 'title,text')).toEqual(['Їжак\n\nліс']);
    const columnData = ['title', 'text'].map((name) => ({ name, data: [name], type: 'STRING' as const }));
    parquetWriteFile({ filename: at('b.parquet'), columnData });
    expect(await textsOf('b.parquet', 'title,text')).toEqual(['title\n\ntext']);
    await run('b.parquet', { textField: 'title,text', output: at('b2.parquet') });
    expect(await rowsOf(at('b2.parquet'))).toEqual([{ title: 'title', text: 'text' }]);
  });

  test('a document is found by a word of its title if the title is read', async () => {
    write('c.jsonl', [
      { id: 'a', title: 'Lighthouse', text: FERRY },
      { id: 'b', title: 'Mill', text: LAMP },
    ]);
    const found = await search('lighthouse', {
      in: at('c.jsonl'),
      textField: 'title,text',
      k: 1,
      threads: 1,
    }).toArray();
    expect(found[0].id).toBe('a');
  });
});

test('documents of fewer words than minWords are kept, counted and never matched', async () => {
  const input = ['Test', 'test', 'two words', 'Two words!', FERRY, FERRY, ''].map((text) => ({ text }));
  const stream = dedup(input, { minWords: 3, threads: 1 });
  expect(await stream.toArray()).toHaveLength(1);
  expect(await stream.summary).toMatchObject({ documents: 7, kept: 6, removed: 1, short: 4, empty: 1 });
  expect(await pairs(input, { minWords: 3, threads: 1 }).toArray()).toHaveLength(1);
  expect(await pairs(input, { threads: 1 }).toArray()).toHaveLength(3);
});
