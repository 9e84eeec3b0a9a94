import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import papaparse from 'papaparse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadDocument, Source } from '../read.ts';
import type { KeptDocument } from '../write.ts';
import { abortAll } from './atomic-file.ts';
import { openKeptWriter } from './kept-writer.ts';

let folder: string;
const at = (...parts: string[]) => join(folder, ...parts);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

function source(name: string, content: string | Uint8Array): Source {
  const path = at('in', name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return {
    name: path,
    path,
    size: content.length,
    async *open() {
      yield readFileSync(path);
    },
  };
}

function kept(from: Source, reader: string, id: string, item: ReadDocument): KeptDocument {
  const many = ['jsonl', 'csv', 'mbox'].includes(reader);
  return { id, source: from, reader: { name: reader, many, extensions: [`.${reader}`] }, item };
}

async function write(out: string, documents: KeptDocument[], inputs: string[] = []): Promise<void> {
  const writer = await openKeptWriter(out, inputs);
  try {
    for (const document of documents) await writer.write(document);
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

const tree = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();

describe('kept documents in a JSONL file', () => {
  it('kept documents in a JSONL file are the lines of a JSONL or JSON source, byte for byte', async () => {
    const lines = ['{ "id": 1,  "text":"\\u0430" , "n":1.0}', '{"text":"b","id":"x"}'];
    const from = source('a.jsonl', lines.join('\n'));
    const documents = lines.map((line, i) =>
      kept(from, i === 0 ? 'jsonl' : 'json', `${i}`, { text: 'а', record: bytes(line), meta: { n: 1 } }),
    );
    for (const name of ['out.jsonl', 'out.NDJSON', 'out.jsonl.gz']) {
      await write(at(name), documents);
      const stored = readFileSync(at(name));
      const text = name.endsWith('.gz') ? gunzipSync(stored).toString() : stored.toString();
      expect(text).toBe(`${lines.join('\n')}\n`);
    }
  });

  it('kept documents in a JSONL file are id, text and everything else the source knew, from other formats', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(4));
    shared.set(bytes('їжа').subarray(0, 4));
    await write(at('out.jsonl'), [
      kept(source('a.txt', 'a'), 'text', 'a.txt', { text: 'line 1\nline "2"', lang: 'en' }),
      kept(source('b.csv', 'b'), 'csv', 'b', { text: shared, meta: { text: 'x', id: 7, год: 1991 } }),
    ]);
    expect(readFileSync(at('out.jsonl'), 'utf8')).toBe(
      '{"id":"a.txt","text":"line 1\\nline \\"2\\"","lang":"en"}\n{"id":"b","text":"їж","год":1991}\n',
    );
  });
});

describe('kept documents in a CSV or TSV file', () => {
  it('kept documents in a CSV or TSV file are the rows of the sources under one header, byte for byte', async () => {
    const one = source('1.csv', 'id,"te""x,t"\r\n1,"a, b"\r\n');
    const two = source('2.csv', 'id,"te""x,t"\n2,c\n');
    const header = bytes('id,"te""x,t"');
    await write(at('out.csv'), [
      kept(one, 'csv', '1', { text: 'a, b', header, record: bytes('1,"a, b"') }),
      kept(two, 'csv', '2', { text: 'c', header, record: bytes('2,c') }),
    ]);
    expect(readFileSync(at('out.csv'), 'utf8')).toBe('id,"te""x,t"\n1,"a, b"\n2,c\n');
  });

  it('kept documents in a CSV or TSV file are refused if two sources have different columns, and both are named', async () => {
    const one = source('1.csv', 'id,text\n1,a\n');
    const two = source('2.csv', 'id,body\n2,c\n');
    const documents = [
      kept(one, 'csv', '1', { text: 'a', header: bytes('id,text'), record: bytes('1,a') }),
      kept(two, 'csv', '2', { text: 'c', header: bytes('id,body'), record: bytes('2,c') }),
    ];
    await expect(write(at('out.csv'), documents)).rejects.toMatchObject({
      code: 'OUTPUT_FORMAT',
      message: expect.stringMatching(/1\.csv` has `id,text`, `.*2\.csv` has `id,body`/),
    });
    expect(readdirSync(folder)).toEqual(['in']);
  });

  it('kept documents in a CSV or TSV file keep all columns when tabs become commas', async () => {
    const from = source('1.tsv', 'id\ttext\tyear\n1\t"a\tb"\t1991\n');
    const header = bytes('id\ttext\tyear');
    await write(at('out.csv'), [
      kept(from, 'csv', '1', { text: 'a\tb', header, record: bytes('1\t"a\tb"\t1991') }),
    ]);
    expect(readFileSync(at('out.csv'), 'utf8')).toBe('id,text,year\n1,a\tb,1991\n');
  });

  it('kept documents in a CSV or TSV file are the columns id and text from other formats, quoted so that a parser gives them back', async () => {
    const texts = ['plain', 'a, "b"', 'two\nlines\r\n', ' space ', '', '\t', "'=1+1"];
    for (const [name, delimiter] of [
      ['out.csv', ','],
      ['out.tsv', '\t'],
    ]) {
      const documents = texts.map((text, i) => kept(source(`${i}.txt`, text), 'text', `${i},"x"`, { text }));
      await write(at(name), documents);
      const rows = papaparse.parse<string[]>(readFileSync(at(name), 'utf8'), { delimiter }).data;
      expect(rows.slice(0, -1)).toEqual([['id', 'text'], ...texts.map((text, i) => [`${i},"x"`, text])]);
    }
  });
});

it('kept rows begin with a byte order mark for Excel, unless their source is UTF-8 without one', async () => {
  const header = bytes('id,text');
  const record = bytes('1,Fähre');
  const table = 'id,text\n1,Fähre\n';
  const began = async (from: Source) => {
    await write(at('out.csv'), [kept(from, 'csv', '1', { text: 'Fähre', header, record })]);
    const written = readFileSync(at('out.csv'), 'utf8');
    expect(written.replace(/^\ufeff/, '')).toBe(table);
    return written[0];
  };
  expect(await began(source('plain.csv', table))).toBe('i');
  expect(await began(source('excel.csv', `\ufeff${table}`))).toBe('\ufeff');
  expect(await began(source('latin.csv', Buffer.from(table, 'latin1')))).toBe('\ufeff');
  expect(await began(source('utf16.csv', Buffer.from(`\ufeff${table}`, 'utf16le')))).toBe('\ufeff');
  expect(await began(source('bare-utf16.csv', Buffer.from('id,text\n1,a\n', 'utf16le')))).toBe('\ufeff');
  // a character on the border of what is looked at
  expect(await began(source('long.csv', `id,text\n${'ä'.repeat(40_000)}`))).toBe('i');
});

describe('kept documents of other formats in a CSV file', () => {
  const lines = [
    '{"id":1,"text":"a","n":1.5,"big":12345678901234567890}',
    '{"text":"b","id":"x","tags":["p",{"q":[9007199254740993,1e20]}],"n":null}',
    '{"text":"=cmd|A0","id":"@y","new":"-5","on":true}',
  ];
  const documents = () => {
    const from = source('a.jsonl', lines.join('\n'));
    return lines.map((line, i) => {
      const { id, text } = JSON.parse(line);
      return kept(from, 'jsonl', i === 1 ? 'x#2' : String(id), { id: String(id), text, record: bytes(line) });
    });
  };

  it('kept documents of other formats in a CSV file have every field that any of them has, and text that a spreadsheet would compute is defused', async () => {
    await write(at('out.csv'), documents());
    expect(readFileSync(at('out.csv'), 'utf8').split('\n')).toEqual([
      '\ufeffid,text,n,big,tags,new,on',
      '1,a,1.5,12345678901234567890,,,',
      `x#2,b,,,"[""p"",{""q"":[""9007199254740993"",100000000000000000000]}]",,`,
      `'@y,'=cmd|A0,,,,-5,true`,
      '',
    ]);
    expect(readdirSync(folder).sort()).toEqual(['in', 'out.csv']);
  });

  it('kept documents of other formats in a CSV file leave nothing behind if the output is given up', async () => {
    const writer = await openKeptWriter(at('out.csv'));
    for (const document of documents()) await writer.write(document);
    await writer.abort();
    expect(readdirSync(folder)).toEqual(['in']);
  });

  it('kept documents of other formats in a CSV file refuse more columns than a table can have', async () => {
    const from = source('a.parquet', 'PAR1');
    const meta = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`column ${i}`, i]));
    await expect(write(at('out.csv'), [kept(from, 'parquet', 'a', { text: 'a', meta })])).rejects.toThrow(
      'at most 10000 columns',
    );
  });
});

it('kept documents have the id they were renamed to, and everything else as it was', async () => {
  const line = '{ "n":{"id":"a"}, "id" : "a" , "text":"t", "x":1.0 }';
  const from = source('a.jsonl', line);
  await write(at('out.jsonl'), [kept(from, 'jsonl', 'a#2', { id: 'a', text: 't', record: bytes(line) })]);
  expect(readFileSync(at('out.jsonl'), 'utf8')).toBe(`${line.replace('"id" : "a"', '"id" : "a#2"')}\n`);
  const rows = source('b.csv', '');
  const row = { id: 'a', text: 't', header: bytes('text;id'), record: bytes('"t;1";a') };
  await write(at('out.csv'), [kept(rows, 'csv', 'a#2', row)]);
  expect(readFileSync(at('out.csv'), 'utf8')).toBe('text;id\n"t;1";a#2\n');
});

describe('kept documents in a folder', () => {
  it('kept documents in a folder are copies of single files, and shorter files of many documents, under their relative names', async () => {
    const lines = source('deep/many.jsonl', '{"text":"a"}\n{"text":"b"}\n');
    const rows = source('rows.csv', 'id;text\n1;a\n2;b\n');
    const documents = [
      kept(source('a.txt', new Uint8Array([0xff, 0xfe, 0x41, 0])), 'text', 'a.txt', { text: 'A' }),
      kept(source('deep/b.html', '<p>b'), 'html', 'deep/b.html', { text: 'b' }),
      kept(lines, 'jsonl', '2', { text: 'b', record: bytes('{"text":"b"}') }),
      kept(rows, 'csv', '1', { text: 'a', header: bytes('id;text'), record: bytes('1;a') }),
      kept(source('old.mbox', 'From'), 'mbox', 'm', {
        text: 'mail',
        record: bytes('From a\nTo: b\n\nmail\n'),
      }),
    ];
    await write(`${at('out')}/`, documents, [at('in')]);
    expect(tree(at('out'))).toEqual(['a.txt', 'deep/b.html', 'deep/many.jsonl', 'old.mbox', 'rows.csv']);
    expect([...readFileSync(at('out', 'a.txt'))]).toEqual([0xff, 0xfe, 0x41, 0]);
    expect(readFileSync(at('out', 'deep/many.jsonl'), 'utf8')).toBe('{"text":"b"}\n');
    expect(readFileSync(at('out', 'rows.csv'), 'utf8')).toBe('id;text\n1;a\n');
    expect(readFileSync(at('out', 'old.mbox'), 'utf8')).toBe('From a\nTo: b\n\nmail\n\n');
    expect(readdirSync(folder).sort()).toEqual(['in', 'out']);
  });

  it('kept documents in a folder keep the names apart when two inputs hold files of the same name', async () => {
    const documents = ['x/a.txt', 'y/a.txt'].map((name) =>
      kept(source(name, name), 'text', name, { text: name }),
    );
    await write(`${at('out')}/`, documents, [at('in/x'), at('in/y/*.txt')]);
    expect(tree(at('out'))).toEqual(['x/a.txt', 'y/a.txt']);
    await write(`${at('bare')}/`, documents, ['-']);
    expect(tree(at('bare'))).toEqual(documents.map(({ source }) => source.path!.slice(1)));
  });

  it('kept documents in a folder never lie outside it, whatever a source is called', async () => {
    const stdin: Source = {
      name: '../../standard input',
      size: 1,
      async *open() {
        yield bytes('x');
      },
    };
    await write(`${at('out')}/`, [kept(stdin, 'text', 'x', { text: 'x' })], ['-']);
    expect(tree(at('out'))).toEqual(['..-..-standard-input.text']);
  });

  it('kept documents fill a folder that is there and empty, and refuse one that is not', async () => {
    mkdirSync(at('out'));
    const documents = [kept(source('a.txt', 'a'), 'text', 'a', { text: 'a' })];
    await write(at('out'), documents, [at('in')]);
    expect(readdirSync(at('out'))).toEqual(['a.txt']);
    await expect(write(at('out'), documents, [at('in')])).rejects.toThrow('it is not empty');
    expect(readFileSync(at('out', 'a.txt'), 'utf8')).toBe('a');
  });

  it('kept documents in a folder do not appear before the commit, nor ever after an abort or Ctrl-C', async () => {
    const document = kept(source('a.jsonl', '{}'), 'jsonl', 'a', { text: 'a', record: bytes('{}') });
    for (const stop of ['abort', 'signal']) {
      const writer = await openKeptWriter(`${at('out')}/`, [at('in')]);
      await writer.write(document);
      expect(existsSync(at('out'))).toBe(false);
      if (stop === 'abort') await writer.abort();
      else abortAll();
      expect(readdirSync(folder)).toEqual(['in']);
      await writer.abort();
    }
  });

  it('kept documents in a folder are refused if the parent folder is missing', async () => {
    await expect(openKeptWriter(`${at('no', 'out')}/`)).rejects.toThrow(`\`${at('no')}\` does not exist`);
  });
});

it('an output whose ending names no format is refused', async () => {
  for (const name of ['out.parquet.gz', 'out', 'out.gz', 'out.zst', 'out.jsonl.xz', 'jsonl']) {
    await expect(openKeptWriter(at(name))).rejects.toMatchObject({ code: 'OUTPUT_FORMAT' });
  }
  expect(readdirSync(folder)).toEqual([]);
});
