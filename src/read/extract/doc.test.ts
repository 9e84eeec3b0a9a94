import { describe, expect, it } from 'vitest';
import { doc } from './doc.ts';
import { toldOf } from './extract.cases.ts';
import { oldWordOf, oleOf, wordOf } from './ole.cases.ts';

describe('DOC', () => {
  it('reads paragraphs, lines, tables and fields in any script', async () => {
    expect(
      await toldOf(
        doc,
        wordOf(
          'Їжак 文\rline\x0bbreak\x1e\ra\x07b\x07\x07c\x07d\x07\x07\x13HYPERLINK x\x14link\x15 \x13XE y\x15end\r',
        ),
      ),
    ).toBe('Їжак 文\n\nline\nbreak-\n\na\tb\n\nc\td\n\nlink end');
  });

  it('takes footnotes, endnotes and text boxes, and leaves out headers and comments', async () => {
    const parts = ['Body\r', 'Note\r', 'Header\r', '', 'Comment\r', 'End\r', 'Box\r'];
    const counts = parts.map((part) => part.length);
    expect(await toldOf(doc, wordOf(parts.join(''), counts))).toBe('Body\n\nNote\n\nEnd\n\nBox');
  });

  it('reads Word 95 in the code page of its language', async () => {
    const word = Buffer.alloc(600);
    word.writeUInt16LE(0x68, 2);
    word.writeUInt16LE(0x422, 6);
    word.writeUInt32LE(512, 0x18);
    word.writeUInt32LE(516, 0x1c);
    word.set([0xaf, 0xe6, 0xe0, 0xea], 512);
    expect(await toldOf(doc, oleOf({ WordDocument: word }))).toBe('Їжак');
  });

  it('reads Word 95 in the code page that the text tells, if the language tells another', async () => {
    const text = Buffer.from(
      'c2f1e520ebfee4e820f0eee6e4e0fef2f1ff20f1e2eee1eee4edfbece820e820f0e0e2edfbece8',
      'hex',
    );
    const word = Buffer.concat([Buffer.alloc(512), text]);
    word.writeUInt16LE(0x68, 2);
    word.writeUInt16LE(0x409, 6);
    word.writeUInt32LE(512, 0x18);
    word.writeUInt32LE(512 + text.length, 0x1c);
    expect(await toldOf(doc, oleOf({ WordDocument: word }))).toBe('Все люди рождаются свободными и равными');
  });

  it('reads Word 95 in the code page of each font that tells one', async () => {
    const hex = (bytes: string) => Buffer.from(bytes, 'hex');
    const runs = [
      { bytes: Buffer.from('plain ') },
      { bytes: hex('afe6e0ea20'), font: 1 },
      { bytes: hex('d6d0cec420'), font: 2 },
      { bytes: Buffer.from('end\r') },
    ];
    expect(await toldOf(doc, oldWordOf(runs, [0, 204, 134]))).toBe('plain Їжак 中文 end');
    // a font without runs that name it: the only one that tells something
    expect(await toldOf(doc, oldWordOf([{ bytes: hex('afe6e0ea') }], [0, 204]))).toBe('Їжак');
    expect(await toldOf(doc, oldWordOf([{ bytes: hex('e9e8') }], [0, 2]))).toBe('éè');
    // fonts and pages that are not there
    expect(await toldOf(doc, oldWordOf([{ bytes: Buffer.from('text'), font: 99 }], [204]))).toBe('text');
  });

  it('leaves headers, macros and comments of Word 95 out, as those of later versions', async () => {
    const parts = ['Body\r', 'Note\r', 'Header\r', 'Macro\r', 'Comment\r', 'End\r', 'Box\r'];
    const runs = [{ bytes: Buffer.from(parts.join('')) }];
    const counts = parts.map((part) => part.length);
    expect(await toldOf(doc, oldWordOf(runs, [], 0x409, { counts }))).toBe('Body\n\nNote\n\nEnd\n\nBox');
    // counts that cannot be
    expect(await toldOf(doc, oldWordOf(runs, [], 0x409, { counts: [5, 900] }))).toMatch(/^Body.*Box$/s);
  });

  it('reads the pieces of a Word 95 document that was saved the fast way, in their order and font', async () => {
    const runs = [
      { bytes: Buffer.from('first, deleted, ') },
      { bytes: Buffer.from([0xaf, 0xe6, 0xe0, 0xea]), font: 0 },
    ];
    const layout = (pieces: [number, number][]) => ({
      counts: [pieces.reduce((sum, [, length]) => sum + length, 0)],
      pieces,
    });
    const moved = layout([
      [16, 4],
      [5, 2],
      [0, 5],
    ]);
    expect(await toldOf(doc, oldWordOf(runs, [204], 0x409, moved))).toBe('Їжак, first');
    const repeated = layout(Array.from({ length: 900 }, () => [0, 20]));
    expect(await toldOf(doc, oldWordOf(runs, [204], 0x409, repeated))).toMatch(/Word 97 or later/);
    expect(await toldOf(doc, oldWordOf(runs, [204], 0x409, layout([[9, 9e6]])))).toMatch(/Word 97 or later/);
  });

  it('reads the document itself and not a Word object that is embedded in it', async () => {
    const file = wordOf('The document\r');
    // an entry of the same name comes first in the directory, but only the second is below the root
    const directory = 512 * (file.readUInt32LE(48) + 1);
    const grown = Buffer.from(file);
    const word = Buffer.from(grown.subarray(directory + 128, directory + 256));
    const table = Buffer.from(grown.subarray(directory + 256, directory + 384));
    const foreign = Buffer.from(word);
    foreign.writeUInt32LE(table.readUInt32LE(116), 116);
    foreign.copy(grown, directory + 128);
    word.writeUInt32LE(0xffffffff, 68);
    word.writeUInt32LE(3, 72);
    word.copy(grown, directory + 256);
    table.writeUInt32LE(0xffffffff, 68);
    table.writeUInt32LE(0xffffffff, 72);
    table.copy(grown, directory + 384);
    grown.writeUInt32LE(2, directory + 76);
    expect(await toldOf(doc, grown)).toBe('The document');
  });

  it('says what is locked, damaged, truncated, or something else', async () => {
    expect(await toldOf(doc, wordOf('x', [1], 0x300))).toMatch(/password/);
    expect(await toldOf(doc, oleOf({ EncryptedPackage: Buffer.alloc(9) }))).toMatch(/password/);
    expect(await toldOf(doc, oleOf({ ENCRYPTEDPACKAGE: Buffer.alloc(9) }))).toMatch(/password/);
    // a short document beside the locked one says so to people
    const notice = wordOf('Permission is restricted.\r', [26], 0x200, { '\tDRMContent': Buffer.alloc(9) });
    expect(await toldOf(doc, notice)).toMatch(/rights management/);
    expect(await toldOf(doc, oleOf({ Workbook: Buffer.alloc(9) }))).toMatch(/Excel/);
    expect(await toldOf(doc, wordOf('x', [-1 >>> 0]))).toMatch(/damaged/);
    expect(await toldOf(doc, wordOf('x').subarray(0, 100))).toMatch(/truncated/);
    const whole = wordOf('some text\r');
    for (let length = 512; length < whole.length; length += 512) {
      expect(typeof (await toldOf(doc, whole.subarray(0, length)))).toBe('string');
    }
  });

  it('ends at a circular chain of sectors', async () => {
    const file = wordOf('x');
    // every sector follows itself
    for (let i = 1; i < 20; i++) file.writeUInt32LE(i, 512 + 4 * i);
    expect(typeof (await toldOf(doc, file))).toBe('string');
  });
});
