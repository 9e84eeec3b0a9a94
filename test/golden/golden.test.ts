/**
 * Golden results: what the bundled corpora give, pair by pair. A change that moves a result shows here.
 * UPDATE_GOLDEN=1 writes them anew; look at the difference before you commit it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compare, comparisonObjects, dedup, pairs } from '../../src/index.ts';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test.each([
  ['articles', 'examples/articles.jsonl'],
  ['news-uk', 'examples/news-uk.jsonl'],
  ['news-zh', 'examples/news-zh.jsonl'],
  ['mixed', 'examples/mixed'],
  ['corpus', 'test/corpus/documents.jsonl'],
])('%s gives the pairs and removals it gave before', async (name, input) => {
  const path = relative(process.cwd(), join(ROOT, input));
  const lines = [
    ...(await pairs(path, { threshold: 0.5 }).toArray()).map((pair) => JSON.stringify(pair)),
    ...(await dedup(path).toArray()).map((removed) => JSON.stringify(removed)),
  ];
  check(name, lines);
});

test.each([
  ['compare-en', 'essay.txt lighthouse.html guide.md'],
  ['compare-uk', 'uk/tvir.txt uk/stattia.txt'],
  ['compare-zh', 'zh/zuowen.txt zh/wenzhang.txt'],
])('%s gives the passages it gave before', async (name, files) => {
  const [text, ...sources] = files
    .split(' ')
    .map((file) => relative(process.cwd(), join(ROOT, 'examples/compare', file)));
  const options = { main: true, thesaurus: 'built-in', threads: 1 };
  const objects = comparisonObjects(await compare(text, sources, options));
  check(
    name,
    objects.map((object) => JSON.stringify(object)),
  );
});

function check(name: string, lines: readonly string[]): void {
  const golden = join(HERE, `${name}.jsonl`);
  const found = `${lines.join('\n')}\n`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, found);
  else expect(found).toBe(readFileSync(golden, 'utf8'));
}
