import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatPlace } from '../../document.ts';
import type { ReadDocument, ReadOptions } from '../../read.ts';
import { tarFile } from '../archives/archives.cases.ts';
import { collect, DEFAULTS, itemsOf, textOf } from '../contract.cases.ts';
import { idOf } from '../id-of.ts';
import { readSources } from '../read-sources.ts';
import { memorySource } from '../sources/memory-source.ts';
import { eml } from './eml.ts';
import { mbox } from './mbox.ts';

const text = async (message: string | Uint8Array) => textOf((await itemsOf(eml, message))[0]);
const part = (type: string, body: string, more = '') => `--b\nContent-Type: ${type}\n${more}\n${body}\n`;
const multipart = (kind: string, ...parts: string[]) =>
  `Subject: x\nContent-Type: multipart/${kind}; boundary="b"\n\npreamble\n${parts.join('')}--b--\nepilogue`;

describe('mail messages', () => {
  it('gives the body, with subject, sender and date as meta, in other charsets too', async () => {
    const [item] = (await itemsOf(
      eml,
      'Message-ID: <1@x>\r\nSubject: =?koi8-u?B?9/bByw==?= =?utf-8?Q?_=E6=96=87?=\r\nFrom: A\r\n <a@x>\r\nDate: today\r\n\r\nOne\r\n\r\nTwo\r\n',
    )) as ReadDocument[];
    expect(item.text).toBe('One\n\nTwo');
    expect(item.meta).toEqual({ messageId: '1@x', subject: 'ВЖак 文', from: 'A <a@x>', date: 'today' });
  });

  it('decodes base64, quoted-printable and charsets', async () => {
    const head = (encoding: string, charset: string) =>
      `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n`;
    expect(await text(`${head('base64', 'windows-1251')}r+bg\n6g==`)).toBe('Їжак');
    expect(await text(`${head('quoted-printable', '"utf-8"')}=D0=87=D0=B6=\n=D0=B0=D0=BA = 1 =zz`)).toBe(
      'Їжак = 1 =zz',
    );
    expect(await text(Buffer.from(`${head('8bit', 'gb18030')}\xd6\xd0\xce\xc4`, 'latin1'))).toBe('中文');
    expect(await text(`${head('7bit', 'iso-2022-jp')}\x1b$BF|K\\\x1b(B`)).toBe('日本');
  });

  it('refuses a body that is binary or goes on as such', async () => {
    const noise = Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 7919 * (i >> 3)) % 256));
    const mail = (body: string) => Buffer.concat([Buffer.from(`Subject: x\n\n${body}`), noise]);
    for (const body of ['', 'A line of a letter.\n'.repeat(400)])
      await expect(itemsOf(eml, mail(body))).rejects.toThrow(/body of a mail to be text, got binary/);
    const items = await itemsOf(mbox, mail('A line of a letter.\n'));
    expect(items.map((item) => item.problem)).toEqual([expect.stringMatching(/got binary data/)]);
  });

  it('finds what a message is behind a header of megabytes, and behind thousands of fields', async () => {
    const long = `X-Long: ${'words without end\n '.repeat(60_000)}\n`;
    const many = Array.from({ length: 5000 }, (_, i) => `X-${i}: y\n`).join('');
    for (const fields of [long, many]) {
      const mail = multipart('mixed', part('text/plain', 'the text')).replace(
        'Subject: x\n',
        `${fields}Subject: x\n`,
      );
      const [item] = (await itemsOf(eml, mail)) as ReadDocument[];
      expect([item.text, item.meta?.subject]).toEqual(['the text', 'x']);
    }
  });

  it('uses the plain one of alternatives, or the HTML one if that is empty', async () => {
    const both = multipart('alternative', part('text/html', '<p>a</p><p>b</p>'), part('text/plain', 'plain'));
    expect(await text(both)).toBe('plain');
    expect(await text(multipart('alternative', part('text/plain', ''), part('text/html', '<p>a<p>b')))).toBe(
      'a\n\nb',
    );
  });

  it('joins the texts of mixed parts, and names attachments without reading them', async () => {
    const message = multipart(
      'mixed',
      part('text/plain', 'one'),
      part('image/png', 'AAAA', 'Content-Disposition: inline\n'),
      part('text/plain', 'secret', "Content-Disposition: attachment; filename*=utf-8''%D0%B7.txt\n"),
      part('text/html', '<b>two</b>'),
    );
    const [item] = (await itemsOf(eml, message)) as ReadDocument[];
    expect(item.text).toBe('one\n\ntwo');
    expect(item.meta).toMatchObject({ attachments: ['image/png', 'з.txt'] });
  });

  it('survives missing ends, endless nesting, and parts and fields without number', async () => {
    expect(await text('Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx')).toBe('x');
    expect(await text('Content-Type: multipart/mixed\n\nx')).toBe('');
    const nested = 'Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(20_000);
    await expect(text(`${nested}\n\nx`)).rejects.toThrow(/nested at most|at most .* parts/);
    // in a mailbox the others are read
    const box = await itemsOf(mbox, `From a\n${nested}\n\nFrom b\nA: b\n\nfine\n`);
    expect(box.map((item) => item.problem ?? textOf(item))).toEqual([
      expect.stringMatching(/the message is not read/),
      'fine',
    ]);
    expect(await text(`A: b\n${multipart('mixed', '--b\n\nx\n'.repeat(5000))}`)).toMatch(/^x/);
    expect(await text(`${'X: y\n'.repeat(100_000)}\nbody`)).toBe('body');
    expect(await text(`A: b\nX: ${'long '.repeat(400_000)}\n\nbody`)).toBe('body');
    const deep = Array.from(
      { length: 50 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}x\n\n--b${i}x\n`,
    );
    expect(await text(`${deep.join('')}\nthe text`)).toBe('the text');
  });
});

describe('attachments', () => {
  const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const rtf = (text: string) => Buffer.from(`{\\rtf1 ${text}}`).toString('base64');
  const attached = (name: string, content: string, type = 'application/octet-stream') =>
    part(
      type,
      content,
      `Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="${name}"\n`,
    );
  async function read(name: string, content: string, options: Partial<ReadOptions> = {}): Promise<string[]> {
    const sources = [memorySource(name, content)];
    const items = await collect(readSources(sources, { ...DEFAULTS, attachments: true, ...options }));
    return items.map(
      (each) =>
        `${each.item.problem === undefined ? idOf(each.item, each) : formatPlace(each.place)} ${each.item.problem ?? textOf(each.item)}`,
    );
  }

  it('attachments are documents of their own if asked for, named by the mail and by themselves; pictures are not', async () => {
    const message = multipart(
      'mixed',
      part('text/plain', 'body'),
      attached('a/b\\\\c.rtf', rtf('first')),
      attached('c.rtf', rtf('second')),
      attached('p.png', Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'), 'image/png'),
      attached('table.csv', Buffer.from('id,text\n1,x\n').toString('base64')),
      attached('bad.pdf', Buffer.from('%PDF-1.4 nothing').toString('base64')),
      part('text/html', '<p>page', 'Content-Disposition: attachment\n'),
    );
    expect(await read('m.eml', message)).toEqual([
      'm.eml body',
      'm.eml/c.rtf first',
      'm.eml/c.rtf#2 second',
      expect.stringMatching(/^m\.eml\/bad\.pdf Expected a whole PDF/),
      'm.eml/attachment.html page',
    ]);
    expect(await read('m.eml', message, { attachments: false })).toEqual(['m.eml body']);
    const box = `From a\nMessage-ID: <1@x>\n${message}\n\nFrom b\n${message}\n`;
    expect((await read('m.mbox', box)).map((line) => line.split(' ')[0])).toEqual([
      ...['1@x', '1@x/c.rtf', '1@x/c.rtf#2', 'm.mbox:1/bad.pdf', '1@x/attachment.html'],
      ...[
        'm.mbox:49',
        'm.mbox:49/c.rtf',
        'm.mbox:49/c.rtf#2',
        'm.mbox:49/bad.pdf',
        'm.mbox:49/attachment.html',
      ],
    ]);
  });

  it('attachments in attached archives are read like the others, with the mails among them', async () => {
    const inner = multipart('mixed', part('text/plain', 'inner body'), attached('d.rtf', rtf('deepest')));
    const zip = zipSync({
      'one/a.txt': strToU8('in the zip'),
      'm.eml': strToU8(inner),
      'bad.pdf': strToU8('%PDF-1'),
    });
    const message = multipart('mixed', part('text/plain', 'body'), attached('all.zip', base64(zip)));
    expect(await read('m.eml', message)).toEqual([
      'm.eml body',
      'm.eml/all.zip/one/a.txt in the zip',
      'm.eml/all.zip/m.eml inner body',
      'm.eml/all.zip/m.eml/d.rtf deepest',
      expect.stringMatching(/^m\.eml\/all\.zip\/bad\.pdf Expected a whole PDF/),
    ]);
    const box = await read('m.mbox', `From a\nMessage-ID: <1@x>\n${message}\n`);
    expect(box.slice(0, 4).map((line) => line.split(' ')[0])).toEqual([
      ...['1@x', '1@x/all.zip/one/a.txt', '1@x/all.zip/m.eml', '1@x/all.zip/m.eml/d.rtf'],
    ]);
  });

  it('attachments are decompressed, and pictures, tables and spreadsheets are passed over, in archives too', async () => {
    const table = strToU8('id,text\n1,a row\n');
    const excel = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<x/>') });
    const java = zipSync({ 'META-INF/MANIFEST.MF': strToU8('x') });
    const others = {
      'p.png': PNG,
      't.csv': table,
      'b.xlsx': excel,
      'j.jar': java,
      'a.txt': strToU8('a text'),
    };
    const message = multipart(
      'mixed',
      part('text/plain', 'body'),
      attached('n.txt.gz', base64(gzipSync('compressed'))),
      attached(
        't.tgz',
        base64(gzipSync(Buffer.concat([tarFile('in.txt', 'in the tar'), Buffer.alloc(1024)]))),
      ),
      attached('b.xlsx', base64(excel)),
      attached('j.jar', base64(java)),
      attached('broken.gz', base64(gzipSync('x'.repeat(99)).subarray(0, 20))),
      attached('notes', base64(strToU8('body,mind\nwithout,end\n'))),
      attached('z.zip', base64(zipSync(others))),
    );
    expect(await read('m.eml', message)).toEqual([
      'm.eml body',
      'm.eml/n.txt.gz compressed',
      'm.eml/t.tgz/in.txt in the tar',
      expect.stringMatching(/^m\.eml\/broken\.gz Could not be read to its end/),
      'm.eml/notes body,mind\nwithout,end\n',
      'm.eml/z.zip/a.txt a text',
    ]);
  });

  it('attachments of one mail do not use up what those of another may inflate to', async () => {
    const inner = zipSync(
      Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`${i}.txt`, strToU8('x')])),
    );
    const bomb = gzipSync(
      zipSync(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.zip`, inner]))),
    );
    const mail = (zip: Uint8Array) => `From a\n${multipart('mixed', attached('z.zip', base64(zip)))}\n\n`;
    const items = await read('m.mbox', mail(bomb) + mail(zipSync({ 'a.txt': strToU8('a text') })));
    expect(items.filter((line) => line.includes('zip bomb'))).not.toHaveLength(0);
    expect(items.at(-1)).toMatch(/z\.zip\/a\.txt a text$/);
  });

  it('attachments have subject, sender, date and mailbox of their mail', async () => {
    const mail = `From a\nDate: today\n${multipart('mixed', attached('a.rtf', rtf('first')))}\n`;
    const sources = [memorySource('m.mbox', mail)];
    const [message, file] = await collect(readSources(sources, { ...DEFAULTS, attachments: true }));
    const { attachments, ...meta } = (message.item as ReadDocument).meta!;
    expect(attachments).toEqual(['a.rtf']);
    expect(meta).toEqual({ subject: 'x', date: 'today', mailbox: 'm.mbox' });
    expect((file.item as ReadDocument).meta).toEqual(meta);
  });

  it('attachments that hold archives and mails in turn end at a depth', async () => {
    let message = 'Subject: x\n\ninnermost';
    for (let i = 0; i < 12; i++)
      message = multipart(
        'mixed',
        part('text/plain', `body ${i}`),
        attached('z.zip', base64(zipSync({ 'm.eml': strToU8(message) }))),
      );
    const items = await read('m.eml', message);
    expect(items.map((line) => line.replace(/^.* body/, 'body'))).toEqual([
      ...['body 11', 'body 10', 'body 9', 'body 8'],
    ]);
  });

  it('attachments of attached mails are read to a depth, and of one mail to a number', async () => {
    let message = 'Subject: x\n\ninnermost';
    for (let i = 0; i < 8; i++) {
      message = `Subject: x\nContent-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}\n\nbody ${i}\n--b${i}\nContent-Type: message/rfc822\n\n${message}\n--b${i}--\n`;
    }
    expect(await read('m.eml', message)).toEqual([
      'm.eml body 7',
      'm.eml/message.eml body 6',
      'm.eml/message.eml/message.eml body 5',
      'm.eml/message.eml/message.eml/message.eml body 4',
    ]);
    const many = multipart('mixed', ...Array.from({ length: 500 }, (_, n) => attached(`${n}.txt`, 'eA==')));
    const items = await read('m.eml', many);
    expect(items).toHaveLength(202);
    expect(items.at(-1)).toMatch(/at most 200 attachments, got 500/);
  });
});

describe('mbox', () => {
  const box =
    'From a Mon\nMessage-ID: <1@x>\nSubject: s\n\nHello\n>From here\n\nFrom b Tue\r\nSubject: t\r\n\r\nNot From\nFrom the middle\n';

  it('begins a message at a line "From …" after an empty one, and gives its Message-ID and line', async () => {
    const items = (await itemsOf(mbox, box)) as ReadDocument[];
    expect(items.map(textOf)).toEqual(['Hello\nFrom here', 'Not From\nFrom the middle']);
    expect(items.map(({ formatId, line }) => [formatId, line])).toEqual([
      ['1@x', 1],
      [undefined, 8],
    ]);
  });

  it('names a single mail that was saved as a mailbox by its file', async () => {
    const one = 'From a Mon\nMessage-ID: <1@x>\n\nHello\n';
    const items = (await itemsOf(mbox, memorySource('saved.eml', one))) as ReadDocument[];
    expect(items).toMatchObject([{ meta: { messageId: '1@x' } }]);
    expect([items[0].formatId, items[0].line]).toEqual([undefined, undefined]);
    expect(await itemsOf(mbox, memorySource('saved.eml', box))).toMatchObject([{ line: 1 }, { line: 8 }]);
  });

  it('gives the same for chunks of any size, and reports a message that is too long', async () => {
    const bytes = Buffer.from(box);
    const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
    expect(await itemsOf(mbox, single)).toEqual(await itemsOf(mbox, box));
    const long = `From a\nX: y\n\n${'long line\n'.repeat(50)}\nFrom b\nX: y\n\nshort\n`;
    const items = await itemsOf(mbox, long, { maxDocument: 100 });
    expect(items.map((item) => item.problem ?? textOf(item))).toEqual([
      expect.stringContaining('at most 100 bytes'),
      'short',
    ]);
  });
});
