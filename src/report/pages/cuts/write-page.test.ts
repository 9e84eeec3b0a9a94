import { expect, test } from 'vitest';
import { writeCutsPage } from './write-page.ts';

async function page(passages: Parameters<typeof writeCutsPage>[1]['passages']): Promise<string> {
  let html = '';
  const target = {
    write(chunk: string) {
      html += chunk;
    },
  };
  const histogram = [5, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1];
  const figures = [
    ['Documents', 8],
    ['Words cut', 1200, '12%'],
  ] as const;
  const table = [
    ['suite', 'found'],
    ['<b>quiz', '3'],
  ];
  await writeCutsPage(target, { title: 'Cut <here>', figures, histogram, table, passages, unlisted: 2 });
  return html;
}

const hostile = '<script>alert(1)</script>"\'&';
const excerpt = { id: hostile, before: hostile, text: hostile, after: hostile };

test('texts, ids and names are on the page of cuts as text, never as markup', async () => {
  const html = await page([{ count: 3, words: 12, cut: excerpt, kept: excerpt, name: hostile }]);
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<b>quiz');
  expect(html).toContain('Cut &lt;here&gt;');
  expect(html.match(/&lt;script&gt;alert/g)).toHaveLength(10);
});

test('the page of cuts says how often, how much and where, and draws how many documents lost how much', async () => {
  const kept = { id: 'a', before: 'before ', text: 'the notice', after: ' after' };
  const html = await page([{ count: 1234, words: 56, cut: { ...kept, id: 'b' }, kept }]);
  expect(html).toContain('cut 1,234 times · 56 words');
  expect(html).toMatch(
    /stayed in <span class="id" dir="auto">a<.*\n.*before <mark class="kept">the notice<\/mark> after/,
  );
  expect(html).toMatch(/cut from <span class="id" dir="auto">b</);
  expect(html).toContain('<th scope="row">nothing cut</th><td>5</td>');
  expect(html).toContain('<th scope="row">90–100 %</th><td>1</td>');
  expect(html).toContain('2 more are not listed.');
  expect(await page([])).toContain('Nothing was found.');
});
