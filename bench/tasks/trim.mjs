// Repeated passages cut, beside `dedup` on the same file: processor time, memory.
//
// `trim` beside `dedup` on the same file: processor time and memory of the whole commands, in turn, for growing texts in which every fifth document
// has the same footer. FILE=corpus.jsonl measures a file of your own instead.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spent } from '../data/spent.mjs';
import { generator, vocabulary, zipf } from '../data/words.mjs';

const DOCUMENT_WORDS = 330;

export async function run(emit, { quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-trim-'));
  try {
    if (process.env.FILE !== undefined) return measure(emit, process.env.FILE, folder, quick ? 1 : 3);
    for (const documents of quick ? [2000, 8000] : [8000, 32_000, 128_000]) {
      const path = join(folder, `${documents}.jsonl`);
      writeFileSync(path, corpus(documents));
      measure(emit, path, folder, quick ? 1 : 3);
      rmSync(path);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(emit, path, folder, rounds) {
  const out = join(folder, 'out.jsonl');
  const best = { trim: Number.POSITIVE_INFINITY, dedup: Number.POSITIVE_INFINITY };
  let memory = 0;
  for (let round = 0; round < rounds; round++) {
    for (const command of Object.keys(best)) {
      const { cpu, peak } = spent([command, path, '-o', out, '--quiet', '--threads', '1']);
      best[command] = Math.min(best[command], cpu);
      if (command === 'trim') memory = peak;
    }
  }
  const megabytes = statSync(path).size / 1e6;
  emit({
    case: `trim, ${megabytes.toFixed(0)} MB`,
    value: (1000 * best.trim) / megabytes,
    unit: 'CPU ms/MB',
    threads: 1,
    engine: 'wasm',
    'dedup, CPU ms/MB': (1000 * best.dedup) / megabytes,
    'trim / dedup': best.trim / best.dedup,
    'peak MB': memory,
  });
}

function corpus(documents) {
  const words = vocabulary(50_000).map((word) => word.toString());
  const next = zipf(words.length, generator(7));
  const text = (count) => Array.from({ length: count }, () => words[next()]).join(' ');
  const footer = text(200);
  const lines = Array.from({ length: documents }, (_, i) => {
    const own = `${text(DOCUMENT_WORDS)}.`;
    return `${JSON.stringify({ id: `d${i}`, text: i % 5 === 0 ? `${own}\n\n${footer}.` : own })}\n`;
  });
  return lines.join('');
}
