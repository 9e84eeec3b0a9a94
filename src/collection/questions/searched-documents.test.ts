import { expect, it, vi } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import { SoughtTerm } from '../../nearest/sought-term.ts';
import { type SearchPiece, WIDTH } from '../indexes/search-index.ts';
import { blocksOf } from '../indexes/word-blocks.ts';
import { DocumentTable } from '../tables/document-table.ts';
import { SearchedDocuments } from './searched-documents.ts';

const PLACE = { file: 0, offset: 0, length: 0, crc: 0 };

/** A piece of documents from a number on. */
function piece(first: number, texts: readonly string[]) {
  const encoded = texts.map((text) => Buffer.from(text));
  const all = Buffer.concat(encoded);
  let end = 0;
  const ends = Float64Array.from(encoded, ({ length }) => (end += length));
  const read = (from: number, length: number) => all.subarray(from, from + length);
  const blocks = vi.fn(() => blocksOf(ends, read));
  const signatures = () => new Uint8Array((WIDTH / 8) * texts.length);
  const made: SearchPiece = {
    ...{ numbers: Uint32Array.from(texts, (_, i) => first + i), ends },
    ...{ signatures, texts: read, blocks },
  };
  return { made, blocks };
}

it('the words of documents are looked up once, however often more of them came', async () => {
  const engine = await openEngine({ engine: 'scalar', threads: 1 });
  const searched = new SearchedDocuments(engine);
  const table = DocumentTable.empty(1, 10);
  const texts = ['red house', 'blue house', 'red tree', 'red lamp'];
  for (const _ of texts)
    table.add({ words: 2, content: [0n, 0n], expires: 0, seen: 1, keys: Uint32Array.of(1) }, PLACE);
  const [one, two] = [piece(0, texts.slice(0, 2)), piece(2, texts.slice(2, 3))];
  expect(searched.add(0, table, [one.made])).toBe(2);
  expect(searched.add(0, table, [one.made, two.made])).toBe(1);
  // pieces became one
  const all = piece(0, texts);
  expect(searched.add(0, table, [all.made])).toBe(1);
  expect(searched.refresh(2)).toBe(true);
  for (const each of [one, two, all]) each.blocks.mockClear();
  const found: number[] = [];
  const parts = await searched.parts({ structure: 'auto' });
  parts.texts.findTerms!([new SoughtTerm('red')], (_, row) => found.push(row));
  expect(found).toEqual([0, 2, 3]);
  expect([one, two, all].map(({ blocks }) => blocks.mock.calls.length)).toEqual([0, 0, 1]);
  expect(Buffer.from(parts.textOf(3)).toString()).toBe('red lamp');
  searched.close();
  await engine.close();
});
