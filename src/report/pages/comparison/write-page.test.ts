import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../comparison.ts';
import { sampleComparison } from '../../comparison/sample-comparison.cases.ts';
import { chineseTexts, threeTexts, twoTexts } from '../../comparison/texts.cases.ts';
import { CanonicalWords } from '../../word-diff/canonical-words.ts';
import { mapOf } from './map-of.ts';
import type { ComparisonRows, SegmentRow, TextRows } from './rows.ts';
import { type ComparisonPageOptions, writeComparisonPage } from './write-page.ts';

async function pageOf(comparison: Comparison, options?: ComparisonPageOptions): Promise<string> {
  const chunks: string[] = [];
  await writeComparisonPage({ write: (chunk) => void chunks.push(String(chunk)) }, comparison, options);
  return chunks.join('');
}

function dataIn(page: string): ComparisonRows {
  return JSON.parse(/<script type="application\/json" id="comparison">(.*?)<\/script>/s.exec(page)![1]);
}

describe('the page of a comparison', () => {
  it('says how much is the same without its script', async () => {
    const page = await pageOf(twoTexts());
    expect(page).toContain('<title>essay.txt – 68.8% in other texts</title>');
    expect(page).toMatch(/<output id="share">68\.8%<\/output>/);
    expect(page).toContain('What the numbers mean');
    expect(await pageOf(threeTexts())).toContain('each word counts once');
  });

  it('says which words are not what they look like, and nothing if there are none', async () => {
    const text = 'Your p\u0430ypal account.';
    const page = await pageOf(
      sampleComparison({ id: '<a>', text: 'Your paypal account.' }, [{ id: '<b>', text }], []),
    );
    expect(page).toContain(
      '<bdi class="id">&lt;b&gt;</bdi>: 1 word has letters of another script, such as “paypal”</p>',
    );
    expect(await pageOf(twoTexts())).not.toMatch(/<p class="note"><bdi/);
  });

  it('holds both texts whole, letter for letter but for blank lines', async () => {
    for (const comparison of [twoTexts(), chineseTexts()]) {
      const { text } = dataIn(await pageOf(comparison));
      const segments = text.paragraphs.flatMap((paragraph) => paragraph as readonly SegmentRow[]);
      expect(segments.map(([segment]) => segment).join('')).toBe(
        comparison.text.text.replaceAll('\n\n', '\n'),
      );
    }
  });

  it('tells its script which words of passages are only written differently', async () => {
    const comparison = sampleComparison(
      { id: 'a', text: '议会讨论新桥。Also NEW.' },
      [{ id: 'b', text: '議會討論新橋。這是 another.' }],
      [{ a: '议会讨论新桥。', b: '議會討論新橋。' }],
    );
    const { canonicalWords } = dataIn(await pageOf(comparison));
    expect(canonicalWords).toEqual([
      ['議', '议'],
      ['會', '会'],
      ['討', '讨'],
      ['論', '论'],
      ['橋', '桥'],
    ]);
  });

  it('tells its script at which places words of another region are compared as which', async () => {
    const [a, b] = ['滑鼠，鼠。使用者。', '鼠标，鼠。用户。'];
    const comparison = sampleComparison({ id: 'a', text: a }, [{ id: 'b', text: b }], [{ a, b }]);
    const { text, sources, canonicalWords } = dataIn(await pageOf(comparison));
    const canonical = new CanonicalWords(canonicalWords);
    const wordsOf = ({ paragraphs }: TextRows) =>
      paragraphs
        .flatMap((paragraph) => paragraph as readonly SegmentRow[])
        .flatMap(([segment, , , , compared]) => canonical.tokensOf(segment, compared))
        .flatMap(({ word }) => (word === '' ? [] : [word]));
    expect(wordsOf(text)).toEqual(['鼠', '标', '鼠', '用', '户']);
    expect(wordsOf(sources[0])).toEqual(['鼠', '标', '鼠', '用', '户']);
  });

  it('lets no name or text become markup', async () => {
    const attack = `</script><script>x()</script>"'><img src=x onerror=x()>`;
    const hostile = sampleComparison(
      { id: attack, text: attack, lang: attack },
      [{ id: attack, text: attack, lang: attack }],
      [{ a: attack }],
    );
    const tags = (html: string) => {
      const seen: string[] = [];
      const parser = new Parser({ onopentag: (name, { id }) => void seen.push(`${name}#${id ?? ''}`) });
      parser.end(html);
      return seen;
    };
    const harmless = sampleComparison({ id: 'a', text: 'x' }, [{ id: 'a', text: 'x' }], [{ a: 'x' }]);
    expect(tags(await pageOf(hostile))).toEqual(tags(await pageOf(harmless)));
  });

  it('shows only passages and what surrounds them if a text is too long, with the figures of the whole text', async () => {
    const filler = (name: string) => Array.from({ length: 400 }, (_, i) => `${name}${i}`).join(' ');
    const passage = 'The ferry leaves at nine from the pier.';
    const text = `${filler('a')}.\n\n${filler('b')}. ${passage} ${filler('c')}.\n\n${filler('d')}.`;
    const comparison = sampleComparison({ id: 'a', text }, [{ id: 'b', text: passage }], [{ a: passage }]);
    const page = await pageOf(comparison, { limits: { texts: 1000, context: 50 } });
    const { text: shown } = dataIn(page);
    expect(shown.words).toBe(1608);
    const flat = shown.paragraphs.map((row) =>
      typeof row === 'number' ? row : row.map(([segment]) => segment),
    );
    expect(flat).toEqual([
      800,
      [expect.stringMatching(/^….{40,}b399\. $/), passage, expect.stringMatching(/^ c0.*…$/)],
      800,
    ]);
    expect(page).toContain('shown in parts');
  });
});

describe('the map', () => {
  it('draws each cell, or the strongest of several if there is no room', () => {
    const cells = {
      rows: 300,
      columns: 2,
      row: Uint32Array.of(0, 1, 299),
      column: Uint32Array.of(0, 0, 1),
      p: Float32Array.of(0.65, 1, 0.7),
      mark: Uint8Array.of(1, 1, 0),
    };
    const map = mapOf(cells, 0.6, 100);
    expect(map).toMatchObject({ rows: 100, columns: 2, rowSentences: 3, columnSentences: 1 });
    expect(map.levels).toEqual(['M1 99h1v1h-1z', '', '', '', 'M0 0h1v1h-1z']);
    expect(mapOf(cells, 0.6, 300).levels.join('').match(/M/g)?.length).toBe(3);
  });
});
