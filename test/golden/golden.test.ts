/**
 * Golden results: what the bundled corpora give, pair by pair. A change that moves a result shows here.
 * UPDATE_GOLDEN=1 writes them anew; look at the difference before you commit it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dedup, pairs } from '../../src/index.ts';

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
  const golden = join(HERE, `${name}.jsonl`);
  const found = `${lines.join('\n')}\n`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, found);
  else expect(found).toBe(readFileSync(golden, 'utf8'));
});
