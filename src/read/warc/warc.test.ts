import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ReadDocument } from '../../read.ts';
import { type Content, itemsOf, textOf } from '../contract.cases.ts';
import { memorySource } from '../sources/memory-source.ts';
import { record, response } from './warc.cases.ts';
import { warc } from './warc.ts';

async function told(content: Content): Promise<string[]> {
  const items = await itemsOf(warc, content);
  return items.map((item) => `${(item as ReadDocument).formatId} ${item.problem ?? textOf(item)}`);
}

describe('WARC', () => {
  const crawl = Buffer.concat([
    record('warcinfo', 'x', 'software: y', 'application/warc-fields'),
    response('http://a/', 'text/html; charset=windows-1251', Buffer.from([0xaf, 0xe6, 0xe0, 0xea])),
    record('request', 'http://a/', 'GET / HTTP/1.1\r\n\r\n'),
    response('http://b/', 'image/png', 'PNG'),
    response(
      'http://c/',
      'text/plain',
      '5\r\nHello\r\n6;x=y\r\n world\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n',
    ),
    response('http://d/', 'text/html', gzipSync('<p>zip<p>ped'), 'Content-Encoding: gzip\r\n'),
    response('http://e/', 'text/plain', deflateSync('deflated'), 'Content-Encoding: deflate\r\n'),
    response('http://f/', 'text/plain', brotliCompressSync('brotli'), 'Content-Encoding: br\r\n'),
    response(
      'http://g/',
      'text/plain',
      'was not chunked',
      'Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n',
    ),
    record('conversion', 'http://h/', '文本', 'text/plain'),
  ]);
  const expected = [
    'http://a/ Їжак',
    'http://c/ Hello world',
    'http://d/ zip\n\nped',
    'http://e/ deflated',
    'http://f/ brotli',
    'http://g/ was not chunked',
    'http://h/ 文本',
  ];

  it('names a page that is binary, and reads those behind it', async () => {
    const noise = Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 7919 * (i >> 3)) % 256));
    const page = Buffer.concat([Buffer.from('<p>Some words.</p>\n'.repeat(300)), noise]);
    const pages = Buffer.concat([
      response('http://a/', 'text/plain', noise),
      response('http://b/', 'text/html', page),
      response('http://c/', 'text/plain', 'Words.'),
    ]);
    expect(await told(pages)).toEqual([
      expect.stringMatching(/text\/plain of `http:\/\/a\/` to be text, got binary data/),
      expect.stringMatching(/text\/html of `http:\/\/b\/` to be text, got binary data/),
      'http://c/ Words.',
    ]);
  });

  it('makes a document of every response that is text, with its URL as formatId', async () => {
    expect(await told(crawl)).toEqual(expected);
    const [item] = (await itemsOf(warc, crawl)) as ReadDocument[];
    expect(item.meta).toMatchObject({ status: 200, date: '2026-01-01T00:00:00Z' });
  });

  it('reads records that are compressed one by one, in chunks of any size', async () => {
    const members = Buffer.concat([gzipSync(crawl.subarray(0, 400)), gzipSync(crawl.subarray(400))]);
    const source = memorySource('x.warc.gz', members);
    expect((await itemsOf(warc, source)).map(textOf)).toEqual(expected.map((line) => line.slice(10)));
    const single = Array.from(crawl, (_, i) => crawl.subarray(i, i + 1));
    expect(await told(single)).toEqual(expected);
  });

  it('reports bodies that inflate too far or are damaged, and continues', async () => {
    const bomb = response(
      'http://a/',
      'text/plain',
      gzipSync(Buffer.alloc(1 << 20)),
      'Content-Encoding: gzip\r\n',
    );
    const broken = response(
      'http://b/',
      'text/plain',
      Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(50, 7)]),
      'Content-Encoding: gzip\r\n',
    );
    const huge = record('response', 'http://c/', 'x'.repeat(5000));
    const items = await itemsOf(
      warc,
      Buffer.concat([bomb, broken, huge, response('http://d/', 'text/plain', 'good')]),
      { maxDocument: 4000 },
    );
    expect(items.map((item) => item.problem ?? textOf(item))).toEqual([
      expect.stringContaining('at most 4000 bytes'),
      expect.stringContaining('damaged'),
      expect.stringContaining('at most 4000 bytes, got 5000'),
      'good',
    ]);
  });

  it('says where data is cut off, and when there is no text at all', async () => {
    await expect(itemsOf(warc, crawl.subarray(0, -6))).rejects.toThrow('truncated WARC data in record 10');
    await expect(itemsOf(warc, 'WARC/1.0\r\nWARC-Type: response\r\n\r\n')).rejects.toThrow(
      'length of record 1',
    );
    expect(await itemsOf(warc, record('request', 'x', 'GET /'))).toEqual([
      { problem: expect.stringContaining('none') },
    ]);
  });
});
