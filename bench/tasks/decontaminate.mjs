// 28,000 items looked for: the kernel beside its plain twin, the command beside `dedup`.
//
// The kernel `itemProbe` alone on canonical text, one thread; then the whole command on the same texts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spent } from '../data/spent.mjs';
import { generator, vocabulary, zipf } from '../data/words.mjs';

const ITEMS = 28_000;
const MB = 1e6;

export async function run(emit, { quick }) {
  const words = vocabulary(50_000).map((word) => word.toString());
  const next = zipf(words.length, generator(11));
  const text = (count) => Array.from({ length: count }, () => words[next()]).join(' ');
  const items = Array.from({ length: ITEMS }, () => text(12 + (next() % 100)));
  const documents = Array.from({ length: quick ? 4000 : 40_000 }, (_, i) =>
    i % 200 === 0 ? `${text(100)} ${items[i % ITEMS]} ${text(100)}` : text(330),
  );
  await probe(emit, items, documents, quick ? 2 : 7);
  command(emit, items, documents, quick ? 1 : 3);
}

/** The kernel, and what is found with it. */
async function probe(emit, items, documents, rounds) {
  const { openEngine } = await import('../../dist/engines/index.js');
  const { findItems } = await import('../../dist/repeats/items/find-items.js');
  const { ItemSeeds } = await import('../../dist/repeats/items/item-seeds.js');
  const { ItemTexts } = await import('../../dist/repeats/items/item-texts.js');
  const encoder = new TextEncoder();
  const texts = [...items, ...documents].map((text) => encoder.encode(text));
  const bytes = documents.reduce((sum, text) => sum + text.length, 0);
  const canonicalText = (i) => texts[i];
  const corpus = {
    ...{ length: texts.length, references: items.length },
    ...{ canonicalText, textsInOrder: () => canonicalText },
  };
  for (const name of ['wasm', 'scalar']) {
    const engine = await openEngine({ engine: name, threads: 1 });
    let start = process.cpuUsage();
    const seconds = () => {
      const { user, system } = process.cpuUsage(start);
      start = process.cpuUsage();
      return (user + system) / 1e6;
    };
    const known = new ItemTexts(texts.slice(0, items.length), 6);
    const weighed = seconds();
    const seeds = new ItemSeeds(known, engine.heap);
    const tables = seconds();
    let probe = Number.POSITIVE_INFINITY;
    let found = 0;
    const search = { share: 0.8, pause: () => undefined };
    for (let round = 0; round < rounds; round++) {
      found = 0;
      seconds();
      await findItems(corpus, { items: known, seeds }, engine, search, (_, matches) => {
        found += matches.filter(({ contaminated }) => contaminated).length;
      });
      probe = Math.min(probe, seconds());
    }
    seeds.close();
    await engine.close();
    emit({
      case: `items in canonical text, ${(bytes / MB).toFixed(0)} MB`,
      value: (1000 * probe) / (bytes / MB),
      unit: 'CPU ms/MB',
      threads: 1,
      engine: name,
      items: items.length,
      found,
      'GB/s': bytes / 1e9 / probe,
      'words and weights of the items, CPU s': weighed,
      'their tables, CPU s': tables,
    });
  }
}

/** The whole command. */
function command(emit, items, documents, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-items-'));
  try {
    const lines = (texts) => texts.map((text, i) => `${JSON.stringify({ id: `${i}`, text })}\n`).join('');
    const [input, against, out] = ['in.jsonl', 'items.jsonl', 'out.jsonl'].map((name) => join(folder, name));
    writeFileSync(input, lines(documents));
    writeFileSync(against, lines(items));
    const one = ['--quiet', '--threads', '1'];
    const calls = {
      decontaminate: ['decontaminate', input, '--against', against, '-o', out, ...one],
      dedup: ['dedup', input, '-o', out, ...one],
    };
    const best = {};
    let memory = 0;
    for (let round = 0; round < rounds; round++) {
      for (const [name, args] of Object.entries(calls)) {
        const { cpu, peak } = spent(args);
        best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, cpu);
        if (name === 'decontaminate') memory = peak;
      }
    }
    const megabytes = documents.reduce((sum, text) => sum + text.length, 0) / MB;
    emit({
      case: `decontaminate, ${megabytes.toFixed(0)} MB`,
      value: (1000 * best.decontaminate) / megabytes,
      unit: 'CPU ms/MB',
      threads: 1,
      engine: 'wasm',
      'dedup, CPU ms/MB': (1000 * best.dedup) / megabytes,
      'peak MB': memory,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
