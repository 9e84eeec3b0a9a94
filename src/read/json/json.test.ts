import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadDocument } from '../../read.ts';
import { itemsOf, textOf } from '../contract.cases.ts';
import { json } from './json.ts';

const read = (content: Parameters<typeof itemsOf>[1], options?: Parameters<typeof itemsOf>[2]) =>
  itemsOf(json, content, options);

describe('json reader', () => {
  it('gives the elements of any array of objects, indented or not, however the bytes are cut', async () => {
    const element = fc.record({ text: fc.string({ unit: 'binary' }), more: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(element),
        fc.nat(3),
        fc.integer({ min: 1, max: 9 }),
        async (array, indent, size) => {
          const bytes = Buffer.from(JSON.stringify(array, null, indent));
          const chunks: Buffer[] = [];
          for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
          const items = (await read(chunks)) as ReadDocument[];
          expect(items.map(textOf)).toEqual(array.map(({ text }) => text));
          for (const [index, { record }] of items.entries()) {
            const line = Buffer.from(record!).toString();
            expect(line).not.toContain('\n');
            expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(array[index])));
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('tells the line on which an element begins, and reports the bad ones', async () => {
    const items = await read('[\n  {"text": "a"},\n  {\n "text": 1},\n\n 5, "x",\n {"text": "b"}\n]\n');
    expect(items.map((item) => `${item.line} ${item.problem ?? textOf(item)}`)).toEqual([
      '2 a',
      '3 Expected the field `text` to be a string, got a number.',
      '6 Expected a JSON object, got a number.',
      '6 Expected a JSON object, got a string.',
      '7 b',
    ]);
  });

  it('reads a single object as one document', async () => {
    const [item] = (await read('{\n "id": 1,\n "text": "a\\nb"\n}\n')) as ReadDocument[];
    expect(item).toMatchObject({ id: '1', text: 'a\nb', line: 1 });
    expect(Buffer.from(item.record!).toString()).toBe('{"id": 1,"text": "a\\nb"}');
  });

  it('gives what comes before the place where the file is cut off', async () => {
    const items = await read('[{"text":"a"},\n{"text":"b"},\n{"text":"c');
    expect(items.map((item) => item.problem ?? textOf(item))).toEqual([
      'a',
      'b',
      'Expected the array to be closed with `]`, got the end of the file.',
    ]);
  });

  it('reports what follows the array, and elements longer than maxDocument', async () => {
    const items = await read(`[{"text":"${'x'.repeat(99)}"},{"text":"b"}] []`, { maxDocument: 50 });
    expect(items.map((item) => item.problem ?? textOf(item))).toEqual([
      expect.stringContaining('element of at most 50 bytes, got 110'),
      'b',
      'Expected the end of the file after the array, got something else.',
    ]);
  });

  it('an empty array has no documents', async () => {
    expect(await read('[]')).toEqual([]);
  });
});
