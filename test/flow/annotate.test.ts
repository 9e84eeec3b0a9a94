/** `annotate`: all documents, with their groups as columns. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';
import papaparse from 'papaparse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DedupOptions, dedup, groups, type NeardupError } from '../../src/index.ts';
import { clusteredDocuments } from './clustered-documents.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const LAMP = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper';
const DOCUMENTS = [
  { id: '=a', text: FERRY, n: 1 },
  { id: 'b', text: LAMP, n: 2 },
  { id: 'c', text: `${FERRY}!`, n: 3 },
  { id: 'd', text: '…', n: 4 },
  { id: 'e', text: `${FERRY} and returns`, n: 5 },
];
/** What is said of them. */
const GROUPS = [
  [1, 3, true, '=a', null],
  [null, 1, true, 'b', null],
  [1, 3, false, '=a', 1],
  [null, 1, true, 'd', null],
  [1, 3, false, '=a', 0.8824],
];
const NAMES = ['group', 'copies', 'kept', 'keptId', 'resemblance'];
const columns = (i: number, prefix = 'neardup.') =>
  Object.fromEntries(NAMES.map((name, k) => [prefix + name, GROUPS[i][k]]));

let root = '';
const at = (...names: string[]) => join(root, ...names);
const lines = (documents: readonly object[]) =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join('');
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-annotate-'));
  writeFileSync(at('in.jsonl'), lines(DOCUMENTS));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = (input: string | string[], options: DedupOptions) =>
  dedup(
    [input].flat().map((name) => at(name)),
    { threads: 1, ...options },
  ).toArray();
const content = (name: string) => readFileSync(at(name), 'utf8');
const objects = (name: string) =>
  content(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const bytesOf = (name: string) => {
  const bytes = readFileSync(at(name));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
};
const rows = (name: string) => parquetReadObjects({ file: bytesOf(name) });
const unquoted = ({ ...row }) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v ?? '']));
const asText = (row: object) =>
  Object.fromEntries(Object.entries(unquoted(row)).map(([k, v]) => [k, `${v}`]));

describe('annotated documents', () => {
  test.each([undefined, 0])(
    'every line of the input is there in its order, byte for byte, with five more fields at its end (lines in blocks: %s)',
    async (chunk) => {
      const odd = `\ufeff{ "id": 1.50, "text" : "${FERRY}" , "n": 12345678901234567890 } \r\n`;
      writeFileSync(at('odd.jsonl'), `${odd}\n{"id":"x","text":"caf\u00e9 \\u0041"}`);
      await run('odd.jsonl', { annotate: at('all.jsonl'), chunk });
      const added = (id: string) =>
        `,"neardup.group":null,"neardup.copies":1,"neardup.kept":true,"neardup.keptId":"${id}","neardup.resemblance":null}`;
      expect(content('all.jsonl').replace('\ufeff', '')).toBe(
        `{ "id": 1.50, "text" : "${FERRY}" , "n": 12345678901234567890 ${added('1.5')} \n` +
          `{"id":"x","text":"caf\u00e9 \\u0041"${added('x')}\n`,
      );
    },
  );

  test('every document says its group, the copies in it, whether it is kept, for which and how alike', async () => {
    const removed = await run('in.jsonl', { annotate: at('all.jsonl') });
    expect(objects('all.jsonl')).toEqual(DOCUMENTS.map((document, i) => ({ ...document, ...columns(i) })));
    expect(removed.map(({ id }) => id)).toEqual(['c', 'e']);
    expect(readdirSync(root).sort()).toEqual(['all.jsonl', 'in.jsonl']);
  });

  test('the kept documents can be written in the same run', async () => {
    await run('in.jsonl', { annotate: at('all.jsonl'), output: at('clean.jsonl'), report: at('page.html') });
    expect(content('clean.jsonl')).toBe(lines([0, 1, 3].map((i) => DOCUMENTS[i])));
    expect(objects('all.jsonl')).toHaveLength(5);
    expect(content('page.html')).toContain('ferry');
  });

  test('rows of CSV keep their bytes and their delimiter, and short rows get their empty cells', async () => {
    const table = [
      'id;text;n',
      `"=a";"${FERRY}";1`,
      `b;${LAMP}`,
      `c;${FERRY}!;3;;`,
      'd;…;4',
      `e;"${FERRY} and returns";5`,
    ];
    writeFileSync(at('in.csv'), `${table.join('\r\n')}\r\n`);
    await run('in.csv', { annotate: at('all.csv') });
    const [header, first, second, third] = content('all.csv').split('\n');
    expect(header).toBe(`id;text;n;${NAMES.map((name) => `neardup.${name}`).join(';')}`);
    expect(first).toBe(`"=a";"${FERRY}";1;1;3;true;=a;`);
    expect(second).toBe(`b;${LAMP};;;1;true;b;`);
    expect(third).toBe(`c;${FERRY}!;3;1;3;false;=a;1`);
    const { data } = papaparse.parse(content('all.csv'), { header: true, skipEmptyLines: true });
    expect(data).toHaveLength(5);
    expect(data[4]).toEqual(asText({ ...DOCUMENTS[4], ...columns(4) }));
  });

  test('documents of other formats become rows with these columns, of CSV and of Parquet', async () => {
    await run('in.jsonl', { annotate: at('all.tsv') });
    const { data } = papaparse.parse<object>(content('all.tsv'), { header: true, skipEmptyLines: true });
    expect(data[1]).toEqual(asText({ ...DOCUMENTS[1], ...columns(1) }));
    await run('in.jsonl', { annotate: at('all.parquet') });
    expect((await rows('all.parquet')).map(plain)).toEqual(
      DOCUMENTS.map((document, i) => ({ ...document, ...columns(i) })),
    );
    writeFileSync(at('alone.jsonl'), lines([DOCUMENTS[1]]));
    await run('alone.jsonl', { annotate: at('alone.parquet') });
    const types = parquetMetadata(bytesOf('alone.parquet')).schema.map(({ name, type }) => [name, type]);
    expect(types.slice(-5).map(([, type]) => type)).toEqual([
      ...['INT64', 'INT64', 'BOOLEAN', 'BYTE_ARRAY', 'DOUBLE'],
    ]);
  });

  test('rows of Parquet keep their types and get these columns, in one file, in several, and across row groups', async () => {
    const data = (name: 'id' | 'text') => DOCUMENTS.map((document) => document[name]);
    const write = (name: string, from: number, to: number) =>
      parquetWriteFile({
        filename: at(name),
        rowGroupSize: 2,
        columnData: [
          { name: 'n', type: 'INT32', data: DOCUMENTS.slice(from, to).map(({ n }) => n) },
          { name: 'id', type: 'STRING', data: data('id').slice(from, to) },
          { name: 'text', type: 'STRING', data: data('text').slice(from, to) },
        ],
        kvMetadata: [{ key: 'ARROW:schema', value: 'of three columns' }],
      });
    write('in1.parquet', 0, 3);
    write('in2.parquet', 3, 5);
    const expected = DOCUMENTS.map((document, i) => ({ ...document, ...columns(i) }));
    await run(['in1.parquet', 'in2.parquet'], { annotate: at('all.parquet') });
    expect((await rows('all.parquet')).map(plain)).toEqual(expected);
    const { schema, key_value_metadata: notes } = parquetMetadata(bytesOf('all.parquet'));
    expect(schema.find(({ name }) => name === 'n')?.type).toBe('INT32');
    expect(notes ?? []).toEqual([]);
    await run(['in1.parquet', 'in2.parquet'], { annotate: at('part.parquet'), split: 2 });
    const parts = ['part-00000-of-00002.parquet', 'part-00001-of-00002.parquet'];
    const all = [...(await rows(parts[0])), ...(await rows(parts[1]))];
    expect(all.map(plain)).toEqual(expected);
    await run(['in1.parquet', 'in2.parquet'], { annotate: at('all/') });
    const inFolder = [...(await rows('all/in1.parquet')), ...(await rows('all/in2.parquet'))];
    expect(inFolder.map(plain)).toEqual(expected);
  });

  test('a folder gets a file for each input file, with what could not be read as it was', async () => {
    writeFileSync(at('more.jsonl'), `{"id":"f","text":"${LAMP}!"}\nno JSON\n`);
    writeFileSync(at('t.csv'), `id,text\ng,"${LAMP}?"\nh,${LAMP},too,many\n`);
    await run(['in.jsonl', 'more.jsonl', 't.csv'], { annotate: at('all/') });
    expect(objects('all/in.jsonl')[1]).toMatchObject({ 'neardup.copies': 3, 'neardup.keptId': 'b' });
    expect(content('all/more.jsonl')).toMatch(/"neardup.resemblance":1}\nno JSON\n$/);
    expect(content('all/t.csv')).toMatch(/\ng,"[^"]*",2,3,false,b,1\nh,/);
  });

  test('the names of the columns begin as the option says', async () => {
    await run('in.jsonl', { annotate: at('all.jsonl'), annotatePrefix: 'nd_' });
    expect(objects('all.jsonl')[2]).toEqual({ ...DOCUMENTS[2], ...columns(2, 'nd_') });
  });

  test('documents removed for a reference say so, and the one of the reference counts as a copy', async () => {
    writeFileSync(at('old.jsonl'), lines([{ id: 'old', text: LAMP }]));
    await run('in.jsonl', { annotate: at('all.jsonl'), against: at('old.jsonl') });
    expect(objects('all.jsonl')[1]).toMatchObject({
      'neardup.copies': 2,
      'neardup.kept': false,
      'neardup.keptId': 'old',
    });
  });

  test('the columns say what `groups` says, on random documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1e6 }),
        fc.constantFrom('first', 'longest', 'last'),
        async (seed, keep) => {
          const documents = clusteredDocuments(60, seed).map(({ id, text }) => ({ id: `${id}`, text }));
          writeFileSync(at('random.jsonl'), lines(documents));
          await run('random.jsonl', { annotate: at('all.jsonl'), keep });
          const found = new Map<string, object>();
          for await (const { group, size, kept, members } of groups(at('random.jsonl'), {
            keep,
            threads: 1,
          })) {
            expect(size).toBe(members.length + 1);
            const said = { 'neardup.group': group, 'neardup.copies': size, 'neardup.keptId': kept };
            found.set(kept, { ...said, 'neardup.kept': true, 'neardup.resemblance': null });
            for (const { id, resemblance } of members)
              found.set(id, { ...said, 'neardup.kept': false, 'neardup.resemblance': resemblance });
          }
          const alone = (id: string) => ({
            ...{ 'neardup.group': null, 'neardup.copies': 1, 'neardup.keptId': id },
            ...{ 'neardup.kept': true, 'neardup.resemblance': null },
          });
          expect(objects('all.jsonl')).toEqual(
            documents.map((document) => ({ ...document, ...(found.get(document.id) ?? alone(document.id)) })),
          );
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('what annotations refuse', () => {
  const refusal = async (input: string, options: DedupOptions): Promise<string> => {
    try {
      await run(input, options);
      return 'accepted';
    } catch (error) {
      return `${(error as NeardupError).message} ${(error as NeardupError).option}`;
    }
  };

  test.each(['jsonl', 'csv', 'parquet'])(
    'a column that has the name of an annotation already is refused, with the option that renames (%s)',
    async (format) => {
      await run('in.jsonl', { annotate: at(`once.${format}`) });
      for (const output of [`twice.${format}`, 'twice.jsonl', 'twice/']) {
        const said = await refusal(`once.${format}`, { annotate: at(output) });
        expect(said).toMatch(/without a column `neardup\.group`, got one in .*once\./);
        expect(said).toContain('annotatePrefix');
      }
      await run(`once.${format}`, { annotate: at(`twice.${format}`), annotatePrefix: 'second.' });
      expect(readdirSync(root).filter((name) => name.startsWith('twice'))).toEqual([`twice.${format}`]);
    },
  );

  test('a field that only a late document has is refused, and nothing is written', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({ id: `d${i}`, text: `number ${i}` }));
    writeFileSync(at('late.jsonl'), lines([...many, { id: 'x', text: LAMP, 'neardup.keptId': 1 }]));
    expect(await refusal('late.jsonl', { annotate: at('all.jsonl') })).toContain('annotatePrefix');
    expect(readdirSync(root).sort()).toEqual(['in.jsonl', 'late.jsonl']);
  });

  test('a prefix that makes the name of the id or the text is refused', async () => {
    const options = { annotate: at('all.jsonl'), annotatePrefix: 'my', idField: 'mygroup' };
    expect(await refusal('in.jsonl', options)).toContain('annotatePrefix');
  });

  test('files that are one document have no columns: a folder of them is refused', async () => {
    mkdirSync(at('texts'));
    writeFileSync(at('texts', 'a.txt'), LAMP);
    expect(await refusal('texts', { annotate: at('all/') })).toMatch(/files of lines or rows.*got .*a\.txt/);
    await run('texts', { annotate: at('all.jsonl') });
    expect(objects('all.jsonl')[0]).toMatchObject({ text: LAMP, 'neardup.copies': 1 });
  });

  test('an output that is the input or the other output is refused', async () => {
    expect(await refusal('in.jsonl', { annotate: at('in.jsonl') })).toContain('is the input');
    const same = { annotate: at('all.jsonl'), output: at('all.jsonl') };
    expect(await refusal('in.jsonl', same)).toContain('another path');
  });
});

/** Whole numbers of Parquet as JSON has them. */
function plain(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}
