/** `trim` and `decontaminate` by the stages of `neardup worker` on Spark cut and find what they do on one machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSpark, PYTHON, run } from '../soak/spark-home.mjs';
import { random } from '../stages/random-corpus.ts';

const isSkipped = !hasSpark && process.env.NEARDUP_REQUIRE_ALL !== '1';
const SCRIPT = fileURLToPath(new URL('../soak/check_spark_passages.py', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-spark-passages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const lines = (texts: readonly string[]) =>
  texts.map((text, i) => `${JSON.stringify({ id: `d${i}`, text })}\n`).join('');

it.skipIf(isSkipped)(
  'Spark cuts and finds what one machine cuts and finds, in seven partitions',
  async () => {
    const next = random(5);
    const sentence = (words: number) =>
      `${Array.from({ length: words }, () => `w${Math.floor(next() * 900)}`).join(' ')}.`;
    const shared = Array.from({ length: 12 }, () => sentence(20 + Math.floor(next() * 60)));
    const items = Array.from({ length: 20 }, () => sentence(8 + Math.floor(next() * 40)));
    // passages inside passages, copies, and documents whose source was cut itself
    const documents = Array.from({ length: 240 }, (_, i) => {
      const some = Array.from({ length: Math.floor(next() * 4) }, () => shared[Math.floor(next() * 12)]);
      const item = i % 8 === 0 ? [items[i % 20]] : [];
      return [sentence(30), ...some, ...item, sentence(10)].join(i % 2 === 0 ? ' ' : '\n\n');
    });
    const [input, against] = [join(folder, 'in.jsonl'), join(folder, 'items.jsonl')];
    writeFileSync(input, lines([...documents, documents[3], '', '漢字很多人在河邊散步。'.repeat(12)]));
    writeFileSync(against, lines(items));
    const { code, output } = await run(PYTHON, [SCRIPT, input, against]);
    expect(output).toMatch(/trim: \d{2,} documents with cuts; the same on Spark/);
    expect(output).toMatch(/decontaminate: \d{2,} items; the same on Spark/);
    expect(code).toBe(0);
  },
);
