import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formatPlace } from '../document.ts';
import type { ReadOptions, Source } from '../read.ts';
import { type Content, collect, DEFAULTS, textOf } from './contract.cases.ts';
import { zipOf } from './extract/extract.cases.ts';
import { readSources } from './read-sources.ts';
import { listReaders, readerFor } from './readers.ts';
import { memorySource } from './sources/memory-source.ts';

const readAll = (sources: Source[], options: Partial<ReadOptions> = {}) =>
  collect(readSources(sources, { ...DEFAULTS, ...options }));

/** One line for every item: reader, place, text or problem. */
async function told(files: Record<string, Content>, options?: Partial<ReadOptions>): Promise<string[]> {
  const items = await readAll(
    Object.entries(files).map(([name, content]) => memorySource(name, content)),
    options,
  );
  return items.map(
    ({ reader, place, item }) => `${reader.name} ${formatPlace(place)} ${item.problem ?? textOf(item)}`,
  );
}

describe('readSources', () => {
  it('reads every source by its own reader, in order', async () => {
    expect(
      await told({
        'a.txt': 'plain',
        'b.md': '# Title',
        'c.html': '<p>page',
        'd.jsonl': '{"text":"x"}\n{"text":"y"}\n',
        'e.csv': 'text,id\nrow,1\n',
        'f.json': '[{"text":"element"}]',
        'g.tsv.gz': gzipSync('text\tid\nzipped\t1\n'),
        NOTES: 'no extension',
        'h.JSONL.GZ': gzipSync('{"text":"upper case"}'),
      }),
    ).toEqual([
      'text a.txt plain',
      'markdown b.md Title',
      'html c.html page',
      'jsonl d.jsonl:1 x',
      'jsonl d.jsonl:2 y',
      'csv e.csv:2 row',
      'json f.json:1 element',
      'csv g.tsv.gz:2 zipped',
      'text NOTES no extension',
      'jsonl h.JSONL.GZ:1 upper case',
    ]);
  });

  it('goes by content before extension, and by --format before all', async () => {
    const page = '<!DOCTYPE html><p>page';
    expect(await told({ 'a.txt': page, 'standard input': '{"text":"x"}\n' })).toEqual([
      'html a.txt page',
      'jsonl standard input:1 x',
    ]);
    expect(await told({ 'a.html': page }, { format: 'text' })).toEqual([`text a.html ${page}`]);
  });

  it('names the formats it knows but does not read, whatever they are called', async () => {
    expect(
      await told({
        'd.zip': 'PK\x03\x04',
        'e.txt': zipOf({ 'xl/workbook.xml': '<x/>' }),
        'h.png': Buffer.from('89504e470d0a1a0a', 'hex'),
        'i.bin': Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7) % 32)),
        'j.txt': 'and so on',
      }),
    ).toEqual([
      'none d.zip Expected a whole zip archive (DOCX, ODT and EPUB are such), got one that is truncated or damaged.',
      'none e.txt The Excel format (.xlsx) is not read by this version.',
      'none h.png A PNG image is not read by this version.',
      expect.stringContaining('none i.bin Expected text, got binary data'),
      'text j.txt and so on',
    ]);
  });

  it('decides by content if the extension is wrong, and reads text called .doc, .pdf or .docx as text', async () => {
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    const named = (name: string, head: string | Uint8Array) => {
      const found = readerFor({ name }, Buffer.from(head), { format: 'auto', textField: 'text' });
      return 'name' in found ? found.name : 'problem' in found ? found.problem : 'archive';
    };
    expect(named('a.txt', '%PDF-1.7')).toBe('pdf');
    expect(named('a.txt', ole)).toBe('doc');
    expect(named('a.doc', '{\\rtf1')).toBe('rtf');
    expect(named('a.doc', '<html><p>x')).toBe('html');
    expect(named('a.pdf', 'just text')).toBe('text');
    expect(named('a.docx', 'just text')).toBe('text');
    expect(named('a', 'PAR1')).toBe('parquet');
    expect(named('a', 'WARC/1.0\r\n')).toBe('warc');
    expect(named('a', 'From x@y Mon Jan  1 2024\nSubject: z')).toBe('mbox');
    expect(named('a', 'Received: by x\nSubject: z\n\nHello')).toBe('eml');
    expect(named('a', 'Subject: a memo\n\nHello')).toBe('text');
    expect(named('a', 'From here on: all is text\nand nothing else')).toBe('text');
    expect(named('standard input', '\ufeffid,text\n1,x\n')).toBe('csv');
    expect(named('standard input', 'Body part;body\n1;x')).toBe('csv');
    expect(named('standard input', ',text,price (EUR)\n0,"a\nb",3\n')).toBe('csv');
    expect(named('standard input', `id,text\n1,${'long '.repeat(2000)}`)).toBe('csv');
    expect(named('standard input', 'id,text')).toBe('text');
    expect(named('standard input', 'body, mind\nA poem about body and mind, and what they are.\n')).toBe(
      'text',
    );
    expect(named('standard input', 'text,music,art\nThese are three things that I love.\n')).toBe('text');
    expect(named('standard input', 'id,words\n1,x\n')).toBe('text');
    expect(named('a.txt', 'id,text\n1,x\n')).toBe('text');
  });

  it('reports empty files of every format, and files that are empty when opened', async () => {
    const items = await told({ 'a.txt': '', 'b.jsonl': '', 'c.csv.gz': gzipSync(''), 'd.txt': ' ' });
    expect(items).toEqual([
      'none a.txt It is empty: there is no document in it.',
      'none b.jsonl It is empty: there is no document in it.',
      'none c.csv.gz It is empty: there is no document in it.',
      'text d.txt  ',
    ]);
  });

  it('delivers the documents before damage, reports it, and reads the next file', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `{"text":"${(i * 2654435761) >>> 0} ${i}"}\n`).join(
      '',
    );
    const bytes = gzipSync(lines);
    const items = await told({
      'a.jsonl.gz': bytes.subarray(0, 30_000),
      'b.txt': 'next',
      'c.txt.gz': bytes.subarray(0, 50),
    });
    expect(items.slice(-3)).toEqual([
      'jsonl a.jsonl.gz Could not be read to its end: truncated gzip data after 30000 bytes.',
      'text b.txt next',
      expect.stringContaining('c.txt.gz Could not be read to its end: truncated gzip data after 50 bytes.'),
    ]);
    expect(items.length).toBeGreaterThan(1000);
    expect(items[999]).toBe(`jsonl a.jsonl.gz:1000 ${(999 * 2654435761) >>> 0} 999`);
  });

  it('makes problems of errors while opening and reading, and closes what it opened', async () => {
    let closed = 0;
    const failing = (name: string, chunks: string[], error: Error): Source => ({
      name,
      size: 1,
      async *open() {
        try {
          for (const chunk of chunks) yield Buffer.from(chunk);
          throw error;
        } finally {
          closed++;
        }
      },
    });
    const denied = Object.assign(new Error('EACCES: open'), { code: 'EACCES', syscall: 'open' });
    const io = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
    const items = await readAll([
      failing('a.jsonl', [], denied),
      failing('b.jsonl', ['{"text":"x"}\n{"te'], io),
      failing('c.txt', ['x'.repeat(5000)], new Error('surprise')),
      memorySource('d.txt', 'next'),
    ]);
    expect(items.map(({ place, item }) => `${formatPlace(place)} ${item.problem ?? textOf(item)}`)).toEqual([
      'a.jsonl Cannot be read: permission denied.',
      'b.jsonl:1 x',
      'b.jsonl Cannot be read: EIO: i/o error, read.',
      'c.txt The text reader failed on it: surprise.',
      'd.txt next',
    ]);
    expect(closed).toBe(3);
  });

  it('closes the source when the caller stops reading', async () => {
    let closed = false;
    const source: Source = {
      name: 'a.jsonl',
      size: 1,
      async *open() {
        try {
          for (;;) yield Buffer.from('{"text":"x"}\n');
        } finally {
          closed = true;
        }
      },
    };
    for await (const _ of readSources([source], DEFAULTS)) break;
    expect(closed).toBe(true);
  });

  it('opens a source once, though it looks at its beginning first', async () => {
    let opened = 0;
    const inner = memorySource('a.jsonl', '{"text":"x"}\n');
    const open = () => {
      opened++;
      return inner.open();
    };
    await readAll([{ ...inner, open }]);
    expect(opened).toBe(1);
  });

  it('reports a document larger than maxDocument, in every format', async () => {
    const large = 'x'.repeat(200);
    const items = await told(
      {
        'a.txt': large,
        'b.md': large,
        'c.html': large,
        'd.jsonl': `{"text":"${large}"}`,
        'e.csv': `text\n${large}`,
        'f.json': `[{"text":"${large}"}]`,
        'g.txt.gz': gzipSync('x'.repeat(1e6)),
      },
      { maxDocument: 100 },
    );
    expect(items).toHaveLength(7);
    for (const item of items) expect(item).toMatch(/Expected an? \w+ of at most 100 bytes, got (more|\d+)/);
  });

  it('refuses binary data under the name of any text format', async () => {
    const binary = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * i * 31 + i * 7) >> 3));
    for (const name of ['a.txt', 'a.md', 'a.html', 'a.csv', 'a.jsonl', 'a.json', 'a.eml', 'a.log'])
      expect(await told({ [name]: binary })).toEqual([expect.stringMatching(/^none .* got binary data/)]);
  });

  it('refuses text that goes on with binary data, wherever it is and however long the text', async () => {
    let state = 1;
    const random = (count: number) =>
      Uint8Array.from({ length: count }, () => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return state >>> 24;
      });
    const words = Buffer.from('plain words of a text, line by line\n'.repeat(240));
    for (const name of ['a.txt', 'a.md', 'a.html', 'a']) {
      for (const parts of [
        [words, random(4000)],
        [words, random(800), words],
        [...Array(40).fill(words), random(1500)],
      ])
        expect(await told({ [name]: Buffer.concat(parts) })).toEqual([
          expect.stringContaining('got binary data'),
        ]);
    }
    // text with one kind of control character, zero bytes at the end of a log, UTF-16
    for (const text of [`${words}${'a\x01b\x02c '.repeat(900)}`, `${words}${'\0'.repeat(5000)}`])
      expect(await told({ 'a.txt': text })).toEqual([`text a.txt ${text}`]);
    const wide = Buffer.from('Слова звичайного тексту. '.repeat(900), 'utf16le');
    expect(await told({ 'a.txt': wide })).toEqual([expect.stringMatching(/^text a.txt Слова/)]);
    expect(await told({ 'a.txt': Buffer.concat([words, random(4000)]) }, { format: 'text' })).toEqual([
      expect.stringMatching(/^text a.txt plain/),
    ]);
  });

  it('refuses EBCDIC, which passes for Cyrillic', async () => {
    // 'the quick brown fox jumps over the lazy dog' in code page 037
    const ebcdic = Buffer.from(
      'a3888540984489839240829996a695408696a740919494978240a5859940a388854093818a a84084968725'.replaceAll(
        ' ',
        '',
      ),
      'hex',
    );
    for (const copies of [1, 50])
      expect(await told({ 'a.txt': Buffer.concat(Array(copies).fill(ebcdic)) })).toEqual([
        expect.stringMatching(/^none a.txt EBCDIC/),
      ]);
    expect(await told({ 'a.txt': '@@@@@@@@@@@@@@@' })).toEqual([expect.stringMatching(/^text/)]);
  });

  it('takes NUL bytes in text for text', async () => {
    expect(await told({ 'a.txt': 'one\0two three four five' })).toEqual([
      'text a.txt one\0two three four five',
    ]);
  });

  it('raises BAD_OPTION for an unknown format or encoding', async () => {
    await expect(readAll([], { format: 'docz' })).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: expect.stringContaining('jsonl, json, csv'),
    });
    await expect(readAll([], { encoding: 'klingon' })).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });

  it('every name and extension has one reader', () => {
    const readers = listReaders();
    expect(new Set(readers.map(({ name }) => name)).size).toBe(readers.length);
    const extensions = readers.flatMap((reader) => reader.extensions);
    expect(new Set(extensions).size).toBe(extensions.length);
    for (const extension of extensions) expect(extension).toMatch(/^\.[a-z0-9]+$/);
  });

  it('takes off compression endings before it looks at the extension', () => {
    const nameOf = (name: string) => {
      const found = readerFor({ name }, Buffer.from('x'), { format: 'auto', textField: 'text' });
      return 'name' in found ? found.name : 'problem' in found ? found.problem : 'archive';
    };
    expect(nameOf('dir.csv/a.md.zst')).toBe('markdown');
    expect(nameOf('dir.csv/a')).toBe('text');
    expect(nameOf('.csv')).toBe('text');
  });
});
