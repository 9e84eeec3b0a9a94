import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { ReadDocument } from '../../read.ts';
import { itemsOf, textOf } from '../contract.cases.ts';
import { csv } from './csv.ts';
import { RowSplitter, splitRow } from './csv-splitter.ts';

const read = (content: Parameters<typeof itemsOf>[1], options?: Parameters<typeof itemsOf>[2]) =>
  itemsOf(csv, content, options);

describe('csv reader', () => {
  it('names rows that are binary, and keeps rows with single control characters', async () => {
    const noise = Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 7919 * (i >> 3)) % 256 || 1));
    const items = await itemsOf(csv, Buffer.concat([Buffer.from('text\none\x01two\x01\nthree\n'), noise]));
    expect(items.slice(0, 2).map(textOf)).toEqual(['one\x01two\x01', 'three']);
    expect(items.slice(2).map((item) => item.problem)).toContainEqual(
      expect.stringMatching(/a row to be text/),
    );
  });

  it('splits any table as papaparse does, however the bytes are cut, and rows keep their bytes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'ї', '中') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(
        table,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('\n', '\r\n'),
        (table, size, newline) => {
          const text = Papa.unparse(table, { newline });
          const bytes = Buffer.from(text);
          const splitter = new RowSplitter(',', 1000);
          const rows: string[] = [];
          for (let at = 0; at < bytes.length; at += size) {
            for (const row of splitter.push(bytes.subarray(at, at + size)))
              rows.push(Buffer.from(row.bytes!).toString());
          }
          for (const row of splitter.end()) rows.push(Buffer.from(row.bytes!).toString());
          expect(rows.map((row) => splitRow(row, ','))).toEqual(
            Papa.parse(text, { newline, delimiter: ',' }).data,
          );
          expect(rows.join(newline)).toBe(text);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives text, id, other columns, and the row unchanged', async () => {
    const content = 'id,text,lang,year\r\n7,"He said ""hi"", then\r\nleft",en,2020\r\n8,plain,,\r\n';
    const [a, b] = (await read(content)) as ReadDocument[];
    expect(a).toMatchObject({
      id: '7',
      text: 'He said "hi", then\r\nleft',
      line: 2,
      lang: 'en',
      meta: { lang: 'en', year: '2020' },
    });
    expect(Buffer.from(a.record!).toString()).toBe('7,"He said ""hi"", then\r\nleft",en,2020');
    expect(Buffer.from(a.header!).toString()).toBe('id,text,lang,year');
    expect(b).toMatchObject({ id: '8', text: 'plain', line: 4 });
  });

  it('counts lines correctly after quoted line ends of every kind', async () => {
    const items = await read('text\n"a\nb\r\nc\rd"\nx\r\n\r\ny\rz');
    expect(items.map(({ line }) => line)).toEqual([2, 6, 8, 9]);
  });

  it('detects the delimiter and finds the columns in any order', async () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const rows = [
        ['n', 'text', 'id'],
        ['1', 'Перший, другий; третій', 'x'],
        ['2', '第一', 'y'],
      ];
      const content = Papa.unparse(rows, { delimiter });
      const items = (await read(content)) as ReadDocument[];
      expect(items.map(({ id }) => id)).toEqual(['x', 'y']);
      expect(items.map(textOf)).toEqual(['Перший, другий; третій', '第一']);
    }
    expect((await read('text\nonly, one; column\n')).map(textOf)).toEqual(['only, one; column']);
  });

  it('says once for the file that the text column is missing, and which columns there are', async () => {
    expect(await read('id,story\n1,a\n2,b\n')).toMatchObject([
      {
        line: 1,
        problem:
          'Expected a column `text`, `content`, `body` or `article`, got `id`, `story`; name the right one with `textField`.',
      },
    ]);
    expect((await read('id,story\n1,a\n', { textField: 'story' })).map(textOf)).toEqual(['a']);
  });

  it('reports rows with too many or too few columns and reads on', async () => {
    const items = await read('id,text,n\n1,a,b,c\n2\n3,ok\n4,ok,1,,\n');
    expect(items.map((item) => item.problem ?? textOf(item))).toEqual([
      expect.stringContaining('Expected 3 columns as in the header row, got 4'),
      expect.stringContaining('got 1'),
      'ok',
      'ok',
    ]);
  });

  it('reports a quote that is never closed, with the line on which its row begins', async () => {
    const items = await read('id,text\n1,a\n2,"open\n3,b\n');
    expect(textOf(items[0])).toBe('a');
    expect(items.slice(1)).toEqual([
      { line: 3, problem: 'Expected the row to end, got a quote that is opened here and never closed.' },
    ]);
  });

  it('takes quotes inside a field for what they are', async () => {
    const items = await read('id,text\n1,5" disk\n2,"so" called\n');
    expect(items.map(textOf)).toEqual(['5" disk', 'so called']);
  });

  it('reports a row longer than maxDocument and reads on', async () => {
    const items = await read(`id,text\n1,"${'x\n'.repeat(50)}"\n2,b\n`, { maxDocument: 50 });
    expect(items[0]).toMatchObject({
      line: 2,
      problem: expect.stringContaining('row of at most 50 bytes, got 104'),
    });
    expect(items[1]).toMatchObject({ line: 53, text: 'b' });
  });

  it('reads other charsets, and gives their rows as UTF-8', async () => {
    const table = `id;text\n${'1;Усі люди народжуються вільними і рівними у своїй гідності та правах\n'.repeat(4)}`;
    const encoded = Buffer.from([...table].map((c) => CP1251.indexOf(c)));
    const items = (await read(encoded)) as ReadDocument[];
    expect(textOf(items[0])).toBe('Усі люди народжуються вільними і рівними у своїй гідності та правах');
    expect(Buffer.from(items[0].record!).toString()).toBe(table.split('\n')[1]);
    expect((await read(Buffer.from(`\ufeff${table}`, 'utf16le'))).map(textOf)).toEqual(items.map(textOf));
  });

  it('passes over a byte order mark, replaces invalid UTF-8, keeps NUL', async () => {
    const content = Buffer.concat([
      Buffer.from('\ufefftext,id\nЇжак '),
      Buffer.from([0xff]),
      Buffer.from(' a\0b,1\n'),
    ]);
    expect((await read(content)).map(textOf)).toEqual(['Їжак \ufffd a\0b']);
  });

  it('takes tags out of the text column with markup: html', async () => {
    expect((await read('id,text\n1,<b>Їжак</b>&amp;\n', { markup: 'html' })).map(textOf)).toEqual(['Їжак&']);
  });
});

const CP1251 = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
