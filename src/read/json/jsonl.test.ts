import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadDocument } from '../../read.ts';
import { itemsOf, textOf } from '../contract.cases.ts';
import { jsonl } from './jsonl.ts';

const read = (content: Parameters<typeof itemsOf>[1], options?: Parameters<typeof itemsOf>[2]) =>
  itemsOf(jsonl, content, options);

describe('jsonl reader', () => {
  it('returns any texts and ids as they were written, however the bytes are cut', async () => {
    const documents = fc.array(
      fc.record({ id: fc.string({ minLength: 1 }), text: fc.string({ unit: 'binary' }) }),
    );
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: 1, max: 50 }), async (documents, size) => {
        const bytes = Buffer.from(documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        );
        const items = (await read(chunks)) as ReadDocument[];
        expect(items.map((item) => ({ id: item.id, text: textOf(item) }))).toEqual(documents);
        expect(items.map(({ record }) => Buffer.from(record!).toString())).toEqual(
          documents.map((document) => JSON.stringify(document)),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('passes over the summary that a command prints last, and over nothing that only looks like one', async () => {
    const summary = { documents: 1, empty: 0, unreadable: 0, seconds: 0.1, engine: 'wasm, 1 thread' };
    const lines = [
      { id: 'a', text: 'x' },
      { summary },
      { summary: 'a book about harbors' },
      { summary: { documents: 1 } },
      { summary, title: 'a record with more' },
    ];
    const items = await read(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(items.map(({ line, problem }) => [line, problem === undefined])).toEqual([
      [1, true],
      [3, false],
      [4, false],
      [5, false],
    ]);
  });

  it('gives the line verbatim as record, without its line end', async () => {
    const line = '  { "text" : "a\\u0301" ,"n": 1.50 }';
    const [item] = (await read(`${line}\r\n`)) as ReadDocument[];
    expect(Buffer.from(item.record!).toString()).toBe(line);
    expect(item).toMatchObject({ text: 'a\u0301', line: 1, meta: { n: 1.5 } });
  });

  it('numbers lines and skips blank ones, with LF or CR LF, with or without one at the end', async () => {
    for (const content of [
      '{"text":"a"}\n\n \t\n{"text":"b"}',
      '{"text":"a"}\r\n\r\n \t\r\n{"text":"b"}\r\n',
    ]) {
      const items = await read(content);
      expect(items.map(({ line }) => line)).toEqual([1, 4]);
      expect(items.map(textOf)).toEqual(['a', 'b']);
    }
  });

  it('the jsonl reader does not take U+2028, U+2029, U+0085 or NUL in a text for the end of a line', async () => {
    const text = 'a\u2028b\u2029c\u0085d';
    const items = await read(`{"text":"${text}"}\n{"text":"x\\u0000y"}\n`);
    expect(items.map(textOf)).toEqual([text, 'x\0y']);
  });

  it('passes over a byte order mark and reads UTF-16', async () => {
    const json = '{"text":"Привіт"}\n{"text":"світ"}\n';
    for (const bytes of [
      Buffer.from(`\ufeff${json}`),
      Buffer.from(`\ufeff${json}`, 'utf16le'),
      Buffer.from(json, 'utf16le'),
      Buffer.from(`\ufeff${json}`, 'utf16le').swap16(),
    ]) {
      expect((await read(bytes)).map(textOf)).toEqual(['Привіт', 'світ']);
    }
  });

  it('replaces invalid UTF-8 and continues', async () => {
    const bytes = Buffer.concat([Buffer.from('{"text":"a'), Buffer.from([0xff, 0xc3]), Buffer.from('b"}\n')]);
    expect((await read(bytes)).map(textOf)).toEqual(['a\ufffd\ufffdb']);
  });

  it('reports every bad line with its number, what was expected and what came', async () => {
    const items = await read(
      [
        '{"text":"good"}',
        'not json',
        '{"text":"cut',
        '[1,2]',
        '"text"',
        '{"story":"b","title":"t"}',
        '{}',
        '{"text":null}',
        '{"text":["a"]}',
        '{"text":"a","id":{"x":1}}',
        '{"text":"last"}',
      ].join('\n'),
    );
    expect(items.map((item) => `${item.line} ${item.problem ?? textOf(item)}`)).toEqual([
      '1 good',
      '2 Expected a JSON object, got `not json`.',
      '3 Expected a JSON object, got `{"text":"cut`.',
      '4 Expected a JSON object, got an array.',
      '5 Expected a JSON object, got a string.',
      '6 Expected a field `text`, `content`, `body` or `article`, got `story`, `title`; name the right one with `textField`.',
      '7 Expected a field `text`, `content`, `body` or `article`, got no fields; name the right one with `textField`.',
      '8 Expected the field `text` to be a string, got null.',
      '9 Expected the field `text` to be a string, got an array.',
      '10 Expected the field `id` to be a string or a number, got an object.',
      '11 last',
    ]);
  });

  it('takes another field in which texts are found if `text` is null, and names all fields if one of them is no string', async () => {
    const [a, b] = (await read(
      '{"text":null,"body":"a"}\n{"content":"b","text":null,"body":"c"}\n',
    )) as ReadDocument[];
    expect([a.text, b.text]).toEqual(['a', 'b']);
    const [c, d] = await read('{"title":7,"text":"a"}\n{"other":1}\n', { textField: 'title,text' });
    expect(c.problem).toBe('Expected the fields `title` and `text` to be strings, got a number.');
    expect(d.problem).toBe(
      'Expected a field `title` or `text`, got `other`; name the right one with `textField`.',
    );
  });

  it('finds fields by dotted path, and a field whose name has a dot before that', async () => {
    const [a, b, c] = (await read(
      '{"doc":{"body":"a"},"meta":{"key":7}}\n{"doc.body":"b","doc":{"body":"no"}}\n{"doc":"x"}\n',
      { textField: 'doc.body', idField: 'meta.key' },
    )) as ReadDocument[];
    expect(a).toMatchObject({ text: 'a', id: '7' });
    expect(b.text).toBe('b');
    expect(c.problem).toContain('Expected a field `doc.body`');
  });

  it('the jsonl reader never takes what an object inherits for a field', async () => {
    const items = await read('{"a":1}\n', { textField: 'constructor.name' });
    expect(items[0].problem).toContain('Expected a field');
  });

  it('keeps every digit of a long numeric id', async () => {
    const items = (await read(
      '{"id":1234567890123456789,"text":"a"}\n{"text":"b","user":{"id": 5},"id" : -9007199254740993}\n{"id":0,"text":"c"}\n{"id":1.5,"text":"d"}\n',
    )) as ReadDocument[];
    expect(items.map(({ id }) => id)).toEqual(['1234567890123456789', '-9007199254740993', '0', '1.5']);
  });

  it('takes the digits of a long id from its own field, not from one inside another object', async () => {
    const [item] = (await read(
      '{"user":{"id":9007199254740993},"id":9007199254740992,"text":"a"}\n',
    )) as ReadDocument[];
    expect(item.id).toBe('9007199254740992');
  });

  it('takes a missing, null or empty id for none', async () => {
    const items = (await read(
      '{"text":"a"}\n{"text":"b","id":null}\n{"text":"c","id":""}',
    )) as ReadDocument[];
    expect(items.map(({ id }) => id)).toEqual([undefined, undefined, undefined]);
  });

  it('reads names, ids and texts beyond ASCII alike, escaped or not', async () => {
    const line = { id: 'ід-1', text: 'Їжак', тема: { назва: ['ліс', 1, null] } };
    const plain = JSON.stringify(line);
    const escaped = plain.replace(
      /[^\0-\x7f]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const mixed = plain.replace('Ї', '\\u0407');
    for (const item of (await read([plain, escaped, mixed].join('\n'))) as ReadDocument[]) {
      expect({ ...item, text: textOf(item) }).toMatchObject({
        id: 'ід-1',
        text: 'Їжак',
        meta: { тема: { назва: ['ліс', 1, null] } },
      });
    }
    const [named] = await read('{"текст":"Їжак"}', { textField: 'текст' });
    expect(textOf(named)).toBe('Їжак');
    const [missing] = await read('{"назва":"Їжак"}');
    expect(missing.problem).toContain('got `назва`');
  });

  it('reads lines that are nested deeper than a stack', async () => {
    const deep = `${'['.repeat(50_000)}"ї"${']'.repeat(50_000)}`;
    const items = await read(`{"text":"ґ","deep":${deep}}\n{"text":"next"}\n`);
    expect(items.map(textOf)).toEqual(['ґ', 'next']);
  });

  it('gives the other fields as meta, and lang if the line has it', async () => {
    const [item] = (await read('{"id":"x","text":"t","lang":"uk","n":{"a":[1]}}')) as ReadDocument[];
    expect(item.meta).toEqual({ lang: 'uk', n: { a: [1] } });
    expect(item.lang).toBe('uk');
  });

  it('takes the tags out of texts with markup: html', async () => {
    const [item] = await read('{"text":"<p>A &amp; <b>B</b></p><script>x()</script>"}', { markup: 'html' });
    expect(textOf(item)).toBe('A & B');
  });

  it('reports a line longer than maxDocument and reads on', async () => {
    const items = await read(`{"text":"${'x'.repeat(100)}"}\n{"text":"short"}\n`, { maxDocument: 50 });
    expect(items[0]).toMatchObject({
      line: 1,
      problem: 'Expected a line of at most 50 bytes, got 111; raise the limit with `maxDocument`.',
    });
    expect(textOf(items[1])).toBe('short');
  });

  it('reports a line of 300 MB and continues after it', async () => {
    const source = {
      name: 'huge.jsonl',
      size: 300 << 20,
      async *open() {
        const chunk = Buffer.alloc(1 << 20, 'x');
        yield Buffer.from('{"text":"');
        for (let i = 0; i < 300; i++) yield chunk;
        yield Buffer.from('"}\n{"text":"after"}\n');
      },
    };
    const items = await read(source);
    expect(items[0].problem).toContain(`at most 104857600 bytes, got ${(300 << 20) + 11}`);
    expect(textOf(items[1])).toBe('after');
  });

  it('recognizes JSON lines by their first line, even if it is longer than the head', () => {
    const recognizes = (text: string) => jsonl.recognizes!(Buffer.from(text));
    expect(recognizes('\ufeff\n {"a": 1}\nrest')).toBe(true);
    expect(recognizes(`{"a": "${'x'.repeat(4090)}`)).toBe(true);
    expect(recognizes('{"a": 1,\n "b": 2}')).toBe(false);
    expect(recognizes('{a: 1}')).toBe(false);
    expect(recognizes('{"a": oops}\n')).toBe(false);
    expect(recognizes('Dear {"name"},')).toBe(false);
  });
});
