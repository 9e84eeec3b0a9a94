/** The worker comes from dist/: build first. */
import { describe, expect, it } from 'vitest';
import type { ReadOptions } from '../../../read.ts';
import { collect, DEFAULTS, textOf } from '../../contract.cases.ts';
import { readSources } from '../../read-sources.ts';
import { memorySource } from '../../sources/memory-source.ts';
import { docxOf, pdfOf } from '../extract.cases.ts';

async function told(
  files: Record<string, string | Uint8Array>,
  options: Partial<ReadOptions> = {},
): Promise<string[]> {
  const sources = Object.entries(files).map(([name, content]) => memorySource(name, content));
  const items = await collect(readSources(sources, { ...DEFAULTS, ...options }));
  return items.map(({ source, item }) => `${source.name} ${item.problem ?? textOf(item).slice(-200)}`);
}

const rtf = (text: string) => `{\\rtf1 ${text}}`;

describe('extraction workers', () => {
  it('extraction workers give documents in the order of the sources, however long each takes', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `${i}.rtf`,
        rtf(`${'{\\b x}'.repeat(i % 3 === 0 ? 50_000 : 1)} number ${i}`),
      ]),
    );
    for (const threads of [1, 2, 5]) {
      const items = await told(files, { threads });
      expect(items.map((item) => /number \d+$/.exec(item)?.[0])).toEqual(
        Array.from({ length: 12 }, (_, i) => `number ${i}`),
      );
    }
  });

  it('extraction workers are ended and replaced when a document takes too long; the others are read', async () => {
    const slow = await told({ 'slow.rtf': rtf('{\\b x}'.repeat(300_000)) }, { documentSeconds: 1e-3 });
    expect(slow).toEqual([
      expect.stringMatching(/slow\.rtf Expected it to be read within .*`documentSeconds`/),
    ]);
    expect(await told({ 'a.rtf': rtf('fine') })).toEqual(['a.rtf fine']);
  });

  it('extraction workers are replaced when a document takes too much memory; the others are read', async () => {
    // 2 million words of which each is a string of its own
    const greedy = Buffer.alloc(26 << 20, '{\\b a word}\n');
    greedy.write('{\\rtf1 ');
    const items = await told(
      { 'a.rtf': rtf('before'), 'greedy.rtf': greedy, 'b.rtf': rtf('after') },
      { documentMemory: 64 << 20, documentSeconds: 600 },
    );
    expect(items).toEqual([
      'a.rtf before',
      expect.stringMatching(/greedy\.rtf Expected it to be read in 64 MB/),
      'b.rtf after',
    ]);
  });

  it('extraction workers cannot end this process, even if one step of an extractor overflows the heap', async () => {
    // one array of 25 million numbers: in a thread, V8 ends the whole process when it grows
    const greedy = Buffer.alloc(25 << 20, 'word ');
    greedy.write('{\\rtf1 ');
    expect(
      await told(
        { 'greedy.rtf': greedy, 'b.rtf': rtf('after') },
        { documentMemory: 128 << 20, documentSeconds: 600 },
      ),
    ).toEqual([expect.stringMatching(/greedy\.rtf Expected it to be read in 128 MB/), 'b.rtf after']);
  });

  it('extraction workers tell what is wrong with a document by its name, and read on', async () => {
    const bomb = docxOf(`<w:p>${' '.repeat(40 << 20)}</w:p>`);
    expect(
      await told(
        {
          'bomb.docx': bomb,
          'cut.docx': docxOf('<w:p/>').subarray(0, 100),
          'cut.pdf': pdfOf(['x']).slice(0, 50),
          'long.rtf': rtf('x'.repeat(5000)),
          'good.docx': docxOf('<w:p><w:r><w:t>good</w:t></w:r></w:p>'),
        },
        { maxDocument: 4000 },
      ),
    ).toEqual([
      expect.stringContaining('bomb.docx Expected a document or a compressed archive of at most 4000 bytes'),
      expect.stringContaining('cut.docx Expected a whole zip archive'),
      expect.stringContaining('cut.pdf Expected a whole PDF'),
      expect.stringContaining('long.rtf Expected a document of at most 4000 bytes'),
      'good.docx good',
    ]);
  });

  it('extraction workers keep working for others if one caller stops reading early', async () => {
    const sources = ['a', 'b', 'c'].map((name) => memorySource(`${name}.rtf`, rtf(name)));
    for await (const { item } of readSources(sources, DEFAULTS)) {
      expect(textOf(item)).toBe('a');
      break;
    }
    expect(await told({ 'd.rtf': rtf('d') })).toEqual(['d.rtf d']);
  });
});
