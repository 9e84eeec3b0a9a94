import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatPlace } from '../../document.ts';
import { spool } from '../../platform/input-spool.ts';
import type { ReadOptions, Source } from '../../read.ts';
import { type Content, collect, DEFAULTS, textOf } from '../contract.cases.ts';
import { docxFiles, epubFiles, odtFiles, pdfOf, zipOf } from '../extract/extract.cases.ts';
import { readSources } from '../read-sources.ts';
import { openFiles } from '../sources/given-files.ts';
import { fileSource, openSources } from '../sources/inputs.ts';
import { memorySource } from '../sources/memory-source.ts';
import { tarFile } from './archives.cases.ts';
import { Budget } from './members.ts';
import { zipMembers } from './zip-members.ts';

async function toldOf(sources: Source[], options: Partial<ReadOptions> = {}): Promise<string[]> {
  const items = await collect(readSources(sources, { ...DEFAULTS, ...options }));
  return items.map(({ place, item }) => `${formatPlace(place)} ${item.problem ?? textOf(item)}`);
}

const told = (name: string, content: Content, options?: Partial<ReadOptions>) =>
  toldOf([memorySource(name, content)], options);

const END = Buffer.alloc(1024);

const page = (word: string) => Buffer.from(pdfOf([`BT /F1 12 Tf 72 700 Td (${word}) Tj ET`]), 'latin1');

/** The same archive with the records of Zip64 at its end, as of one with more files than a number of 16 bits can count. */
function asZip64(zip: Uint8Array): Buffer {
  const plain = Buffer.from(zip);
  const end = plain.length - 22;
  const [count, size, offset] = [
    plain.readUInt16LE(end + 10),
    plain.readUInt32LE(end + 12),
    plain.readUInt32LE(end + 16),
  ];
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, size],
    [48, offset],
  ])
    record.writeBigUInt64LE(BigInt(value), at);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end), 8);
  const last = Buffer.from(plain.subarray(end));
  last.fill(0xff, 8, 20);
  return Buffer.concat([plain.subarray(0, end), record, locator, last]);
}

/** Five lines of text. */
const BZIP2 = 'QlpoOTFBWSZTWYboU7oAABjRgAAQQAAmAYSAIAAxBkxAioPKaVIkTqUSpExPJExPi7kinChIQ3Qp3QA=';
const XZ =
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AA7ABNdADebiM52N6tYml0JlzqLT1ZjgAAAAF6ZswHMpXSrAAEvPMHx9R0ftvN9AQAAAAAEWVo=';
const ZSTD = 'KLUv/QRYlQAAYG9uZSBhbmQgdHdvCgEAPSpJcRUj5A==';

describe('archives', () => {
  it('gives every file of a zip archive as a document named by archive and path', async () => {
    const zip = zipOf({
      'class/anna.txt': 'first essay',
      'class/b.html': '<p>second essay',
      'class/c.jsonl': '{"text":"third"}\n{"id":"x","text":"fourth"}\n',
      '__MACOSX/class/._anna.txt': 'junk',
      'class/.hidden': 'junk',
    });
    expect(await told('essays.zip', zip)).toEqual([
      'essays.zip/class/anna.txt first essay',
      'essays.zip/class/b.html second essay',
      'essays.zip/class/c.jsonl:1 third',
      'essays.zip/class/c.jsonl:2 fourth',
    ]);
    // whatever it is called, and compressed once more
    expect(await told('essays.txt', gzipSync(zip))).toHaveLength(4);
  });

  it('reads documents that an archive stores as they are, each by itself', async () => {
    const essays = {
      'a.pdf': page('First'),
      'b.pdf': page('Second'),
      'c.docx': zipOf(docxFiles('<w:p><w:r><w:t>Third</w:t></w:r></w:p>'), 0),
    };
    const read = ['a.pdf First', 'b.pdf Second', 'c.docx Third'];
    const [pdfFirst, docxFirst] = [essays, Object.fromEntries(Object.entries(essays).reverse())];
    for (const files of [pdfFirst, docxFirst])
      for (const format of ['auto', 'docx', 'pdf'] as const) {
        const found = await told('essays.zip', zipOf(files, 0), { format });
        const good = found.filter((line) => read.some((text) => line === `essays.zip/${text}`));
        expect(found).toHaveLength(3);
        expect(good).toHaveLength({ auto: 3, docx: 1, pdf: 2 }[format]);
      }
    const tar = Buffer.concat([
      ...Object.entries(essays).map(([name, content]) => tarFile(name, content)),
      END,
    ]);
    expect(await told('essays.tar', tar)).toEqual(read.map((text) => `essays.tar/${text}`));
  });

  it('knows a document that is a zip archive by its directory, whatever it is called and whichever file comes first', async () => {
    const word = docxFiles('<w:p><w:r><w:t>Word</w:t></w:r></w:p>');
    const odt = odtFiles('<text:p>Writer</text:p>');
    const sheet = { ...odt, mimetype: 'application/vnd.oasis.opendocument.spreadsheet' };
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`media/image${i}.png`, 'x'.repeat(99)]),
    );
    expect(await told('a.odt', zipOf({ ...many, ...word }))).toEqual(['a.odt Word']);
    expect(await told('a.docx', zipOf({ ...many, ...odt }))).toEqual(['a.docx Writer']);
    expect(await told('a.zip', gzipSync(zipOf({ ...many, ...word }, 0)))).toEqual(['a.zip Word']);
    expect(await told('a.zip', zipOf(epubFiles()))).toEqual([expect.stringMatching(/^a\.zip /)]);
    expect(await told('a.docx', zipOf({ 'one.txt': '1', 'word/two.txt': '2' }))).toHaveLength(2);
    expect(await told('a.zip', zipOf({ 'content.xml': '<p>x</p>', 'b.txt': '2' }))).toHaveLength(2);
    expect(await told('a.ods', zipOf(sheet))).toEqual([
      'a.ods This OpenDocument format is not read by this version.',
    ]);
  });

  it('knows a zip archive by the directory at its end, whatever precedes it and wherever it comes from', async () => {
    const prefixes = {
      mark: '\ufeff',
      lines: '\n'.repeat(10),
      letters: 'x'.repeat(200),
      program: `MZ\x90\0${'\0'.repeat(500)}`,
      mail: 'From: a@b\r\nSubject: x\r\n\r\n',
      script: `#!/bin/sh\nexit 0\n${'x'.repeat(5000)}`,
      table: `id,text\n${'1,x\n'.repeat(2000)}`,
    };
    const archives: Record<string, Uint8Array> = {
      pdfs: zipOf({ 'a.pdf': page('First'), 'b.pdf': page('Second') }, 0),
      lines: zipOf({ 'a.jsonl': '{"id":"1","text":"First"}\n{"id":"2","text":"Second"}\n' }, 0),
      rows: zipOf({ 'a.csv': 'id,text\n1,First\n2,Second\n' }, 0),
    };
    archives.zip64 = asZip64(archives.pdfs);
    for (const [before, prefix] of Object.entries(prefixes))
      for (const [kind, zip] of Object.entries(archives)) {
        const content = Buffer.concat([Buffer.from(prefix, 'utf8'), zip]);
        const given = await openFiles([new File([content], 'a.zip')], new Set());
        const spooled = await spool('standard input', [content]);
        const sources = [memorySource('a.zip', content), ...given.sources, fileSource(spooled.file)];
        // a compressed table has its end after everything else
        if (before !== 'table' && before !== 'program') sources.push(memorySource('a', gzipSync(content)));
        for (const source of sources)
          expect(
            (await toldOf([source])).map((line) => line.replace(/^\S+(?: input\S+)? /, '')),
            `${before} ${kind} ${source.name}`,
          ).toEqual(['First', 'Second']);
        await spooled.close();
      }
    const word = zipOf(docxFiles('<w:p><w:r><w:t>Word</w:t></w:r></w:p>'));
    expect(await told('a.docx', Buffer.concat([Buffer.from('\n'), word]))).toEqual(['a.docx Word']);
  });

  it('reads a PDF that an archive is attached to as the PDF', async () => {
    const zip = zipOf({ 'a.txt': 'attached' }, 0);
    const whole = page('Document');
    const embedded = Buffer.concat([whole, zip, Buffer.from('\nendstream\nendobj\n%%EOF\n')]);
    for (const content of [Buffer.concat([whole, zip]), embedded])
      expect(await told('a.pdf', content)).toEqual(['a.pdf Document']);
  });

  it('reads a tar archive that a zip archive is attached to as the tar archive', async () => {
    const tar = Buffer.concat([tarFile('a.txt', 'one'), END]);
    expect(await told('a.tar', Buffer.concat([tar, zipOf({ 'b.txt': 'two' })]))).toEqual(['a.tar/a.txt one']);
  });

  it('takes a text for no archive because an archive is in the middle of it, or a directory without files at its end', async () => {
    const text = Buffer.from('Some words. '.repeat(500));
    const record = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
    const [read, ...others] = await told('a.txt', Buffer.concat([text, record]));
    expect(others).toEqual([]);
    expect(read.startsWith(`a.txt ${String(text).trim()}`)).toBe(true);
    const inside = Buffer.concat([text, zipOf({ 'b.txt': 'two' }, 0), text]);
    expect(await told('a.txt', inside)).toEqual([expect.stringMatching(/^a\.txt [^/]*$/s)]);
  });

  it('names an archive after other bytes that was cut, or that is the last part of another', async () => {
    const prefix = Buffer.from('\ufeff');
    const pdfs = Buffer.concat([prefix, zipOf({ 'a.pdf': page('First'), 'b.pdf': page('Second') }, 0)]);
    expect(await told('a.zip', pdfs.subarray(0, -30))).toEqual([
      expect.stringMatching(/truncated or damaged/),
    ]);
    const inner = zipOf({ 'in.txt': 'inside' }, 0);
    const outer = Buffer.from(zipOf({ 'inner.zip': inner, 'b.txt': 'two' }, 0));
    const cut = outer.subarray(0, outer.indexOf(inner) + inner.length);
    for (const content of [cut, Buffer.concat([inner, inner])])
      expect(await told('a.zip', Buffer.concat([prefix, content]))).toEqual([
        expect.stringMatching(/truncated or damaged/),
      ]);
  });

  it('takes a folder like that of a DOCX for one only with the parts that every DOCX has', async () => {
    const zip = zipOf({ 'word/document.xml': '<x>not a docx</x>', 'e.pdf': page('Essay') }, 0);
    expect(await told('a.zip', zip)).toEqual([
      expect.stringMatching(/^a\.zip\/word\/document\.xml /),
      'a.zip/e.pdf Essay',
    ]);
  });

  it('reads a zip archive in a file where it is, twice if asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neardup-archive-'));
    try {
      const path = join(folder, 'a.zip');
      writeFileSync(path, zipOf({ 'a.txt': 'one', 'b.txt': 'two' }));
      const { sources } = await openSources([path]);
      for (let pass = 0; pass < 2; pass++)
        expect(await toldOf(sources)).toEqual([`${path}/a.txt one`, `${path}/b.txt two`]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reads tar archives with long names, plain or compressed', async () => {
    const long = `${'folder/'.repeat(20)}long.txt`;
    const pax = ` path=${long}\n`;
    const tar = Buffer.concat([
      tarFile('a.txt', 'one'),
      tarFile('folder/', '', '5'),
      tarFile('x', `${pax.length + 3}${pax}`, 'x'),
      tarFile('short', 'two'),
      tarFile('././@LongLink', `${long}\0`, 'L'),
      tarFile('short', 'three'),
      END,
    ]);
    for (const content of [tar, gzipSync(tar), tar.subarray(0, -512)])
      expect(await told('a.tar', content)).toEqual([
        'a.tar/a.txt one',
        `a.tar/${long} two`,
        `a.tar/${long}#2 three`,
      ]);
  });

  it('opens archives in archives, to a depth', async () => {
    let zip = zipOf({ 'a.txt': 'inside' });
    zip = zipOf({ 'inner.zip': zip });
    expect(await told('o.zip', zip)).toEqual(['o.zip/inner.zip/a.txt inside']);
    for (let i = 0; i < 3; i++) zip = zipOf({ 'more.zip': zip });
    expect(await told('o.zip', zip)).toEqual([expect.stringMatching(/archive in an archive.*unpack it/)]);
  });

  it('names what cannot be read and reads the rest', async () => {
    const zip = Buffer.from(zipOf({ 'a.txt': 'fine', 'b.png': Buffer.from('89504e470d0a1a0a', 'hex') }));
    expect(await told('a.zip', zip)).toEqual([
      'a.zip/a.txt fine',
      'a.zip/b.png A PNG image is not read by this version.',
    ]);
    expect(await told('a.zip', zip.subarray(0, -30))).toEqual([
      expect.stringMatching(/truncated or damaged/),
    ]);
    expect(
      await told(
        'a.tar',
        Buffer.concat([tarFile('a.txt', 'one'), tarFile('b', 'x'.repeat(600))]).subarray(0, -700),
      ),
    ).toEqual(['a.tar/a.txt one', expect.stringMatching(/truncated tar data/)]);
    expect(await told('a.xlsx', zipOf({ 'xl/workbook.xml': '' }))).toEqual([expect.stringMatching(/Excel/)]);
  });

  it('names every archive that was cut, wherever: no document is missing without a problem', async () => {
    const inner = zipOf({ 'in.txt': 'inside' });
    const stored = zipSync({
      'inner.zip': [inner, { level: 0 }],
      'b.txt': [Buffer.from('two'), { level: 0 }],
    });
    const tar = Buffer.concat([
      tarFile('a.txt', 'one '.repeat(30)),
      tarFile('b.txt', 'two '.repeat(200)),
      END,
    ]);
    const archives: Record<string, Uint8Array> = {
      'a.zip': stored,
      'b.zip': zipOf({ 'a.txt': 'one', 'b.txt': 'two' }),
      'twice.zip': Buffer.concat([inner, inner]),
      'a.tar': tar.subarray(0, -512),
      'a.tar.gz': gzipSync(tar.subarray(0, -512)),
      'a.txt.gz': gzipSync('one and two'),
      'a.txt.bz2': Buffer.from(BZIP2, 'base64'),
      'a.txt.xz': Buffer.from(XZ, 'base64'),
      'a.txt.zst': Buffer.from(ZSTD, 'base64'),
    };
    for (const [name, whole] of Object.entries(archives)) {
      const isTar = name.endsWith('.tar');
      for (let length = isTar ? 600 : 20; length < whole.length; length += isTar ? 61 : 3) {
        // right behind the first archive nothing shows that another one is missing
        if (name === 'twice.zip' && length >= inner.length && length < inner.length + 4) continue;
        const cut = memorySource(name, whole.subarray(0, length));
        const items = await collect(readSources([cut], DEFAULTS));
        const problems = items.filter(({ item }) => item.problem !== undefined);
        expect(
          problems.map(({ place }) => place.source),
          `${name} ${length}`,
        ).toEqual([name]);
      }
    }
  });

  it('names a file of an archive that is not where the directory says', async () => {
    const zip = Buffer.from(zipOf({ 'a.txt': 'one', 'b.txt': 'two' }, 0));
    zip[zip.indexOf('b.txt') - 30] ^= 1;
    expect(await told('a.zip', zip)).toEqual(['a.zip/a.txt one', expect.stringMatching(/b\.txt .*damaged/)]);
  });

  it('refuses a document with more files in it than any document has', async () => {
    const word = docxFiles('<w:p><w:r><w:t>Word</w:t></w:r></w:p>');
    const more = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`media/${i}`, '']));
    expect(await told('a.docx', zipOf({ ...word, ...more }, 0))).toEqual([
      expect.stringMatching(/Expected at most 20000 files in it, got \d+/),
    ]);
  });

  it('tells that a tar archive ends between two files, after the files that are there', async () => {
    const tar = Buffer.concat([tarFile('a.txt', 'one'), tarFile('b.txt', 'two'), END]);
    expect(await told('a.tar', tar.subarray(0, 1024))).toEqual([
      'a.tar/a.txt one',
      expect.stringMatching(/without its end: files may be missing/),
    ]);
  });

  it('refuses archives in a small archive that hold far more files than it has bytes for', async () => {
    const inner = zipOf(Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`${i}.txt`, 'x'])));
    const outer = zipOf(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.zip`, inner])));
    const all = await told('a.zip', Buffer.from(gzipSync(outer)));
    const read = all.filter((line) => line.endsWith(' x')).length;
    expect(read).toBeGreaterThan(1000);
    expect(read).toBeLessThan(29_000);
    expect(all.at(-1)).toMatch(/zip bomb/);
  });

  it('refuses many members that inflate far, though none of them does alone', () => {
    // 300 members of 5 MB, and 5 KB as stored
    const budget = new Budget(300 * 5 * 1024);
    let inflated = 0;
    const inflateAll = () => {
      for (let member = 0; member < 300; member++) {
        budget.take(5 << 20);
        inflated += 5 << 20;
      }
    };
    expect(inflateAll).toThrow(/zip bomb/);
    expect(inflated).toBeLessThan(600 << 20);
  });

  it('counts what the files of an archive inflate to for all that are read with it', async () => {
    const zip = memorySource('a.zip', zipOf({ 'a.txt': 'x'.repeat(100), 'b.txt': 'x'.repeat(100) }));
    const budget = new Budget(0);
    budget.take((256 << 20) - 150);
    const read: string[] = [];
    const readAll = async () => {
      for await (const member of zipMembers(zip, DEFAULTS, budget)) {
        for await (const _ of member.open());
        read.push(member.name);
      }
    };
    await expect(readAll()).rejects.toThrow(/zip bomb/);
    expect(read).toEqual(['a.zip/a.txt']);
  });

  it('refuses what inflates too far, and entries that share their bytes', async () => {
    const bomb = zipOf({ 'a.txt': new Uint8Array(40 << 20).fill(0x61) });
    expect(await told('a.zip', bomb)).toEqual([expect.stringMatching(/zip bomb/)]);
    const shared = Buffer.from(zipOf({ 'a.txt': 'Some words. '.repeat(100) }, 0));
    const central = shared.indexOf('PK\x01\x02', 0, 'latin1');
    const end = shared.indexOf('PK\x05\x06', 0, 'latin1');
    const entry = shared.subarray(central, end);
    const tail = Buffer.from(shared.subarray(end));
    tail.writeUInt16LE(500, 10);
    tail.writeUInt32LE(500 * entry.length, 12);
    const overlapping = Buffer.concat([
      shared.subarray(0, central),
      ...Array.from({ length: 500 }, () => entry),
      tail,
    ]);
    expect(await told('a.zip', overlapping)).toEqual([expect.stringMatching(/zip bomb/)]);
    const large = await told('a.tar', Buffer.concat([tarFile('a.txt', 'x'.repeat(5000)), END]), {
      maxDocument: 1000,
    });
    expect(large).toEqual([expect.stringMatching(/a\.tar\/a\.txt It has 5000 bytes.*unpack/)]);
  });
});
