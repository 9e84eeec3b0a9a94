import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { collect, textOf } from './contract.cases.ts';
import { type InputDocuments, readDocuments } from './read-documents.ts';

const documents = [{ id: 'a', text: 'one', lang: 'en', meta: { n: 1 } }, { id: 2, text: 'two' }, 'three'];

describe('readDocuments', () => {
  it('reads arrays, iterables, async iterables, Node streams and web streams alike', async () => {
    async function* generate() {
      yield* documents;
    }
    for (const input of [
      documents,
      new Set(documents),
      generate(),
      Readable.from(documents),
      new ReadableStream({
        start(controller) {
          for (const document of documents) controller.enqueue(document);
          controller.close();
        },
      }),
    ] as InputDocuments[]) {
      const items = await collect(readDocuments(input));
      expect(items.map(({ place }) => place)).toEqual(
        [1, 2, 3].map((line) => ({ source: 'documents', line })),
      );
      expect(items.map(({ item }) => item)).toEqual([
        { id: 'a', text: 'one', lang: 'en', meta: { n: 1 }, line: 1 },
        { id: '2', text: 'two', line: 2 },
        { text: 'three', line: 3 },
      ]);
    }
  });

  it('keeps the fields beside id and text, and those of meta, as a JSON line keeps its other fields', async () => {
    const input = [{ id: 'a', text: 'one', title: 'Lighthouse', score: 3, meta: { score: 4 } }];
    const [{ item }] = await collect(readDocuments(input));
    expect(item).toMatchObject({ meta: { title: 'Lighthouse', score: 4 } });
  });

  it('reports values that are not documents and continues', async () => {
    const input = [
      null,
      5,
      {},
      { text: 1 },
      { id: {}, text: 'x' },
      { text: 'ok' },
    ] as unknown as InputDocuments;
    const items = await collect(readDocuments(input));
    expect(items.map(({ item }) => item.problem === undefined)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('reports texts longer than maxDocument in bytes', async () => {
    const items = await collect(readDocuments(['їїїї', 'її'], { maxDocument: 7 }));
    expect(items[0].item.problem).toContain('at most 7 bytes, got 8');
    expect(textOf(items[1].item)).toBe('її');
  });

  it('takes tags out with markup: html', async () => {
    const [{ item }] = await collect(readDocuments(['<p>a<p>b'], { markup: 'html' }));
    expect(textOf(item)).toBe('a\n\nb');
  });

  it('raises BAD_OPTION for anything else and says what it expects', () => {
    for (const input of [
      'text',
      5,
      null,
      undefined,
      {},
      Buffer.from('x'),
      Readable.from('x', { objectMode: false }),
    ]) {
      expect(() => readDocuments(input as unknown as InputDocuments)).toThrow(
        expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringContaining('{ id, text }') }),
      );
    }
  });
});
