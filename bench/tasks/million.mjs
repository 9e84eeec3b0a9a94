// `fingerprint` and `dedup` on a million documents: time, peak memory.
//
// A million documents of about 2 KB through the whole command: time, processor time, peak memory; the run with the least processor time.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leastOf, runMeasured } from '../data/measured.mjs';
import { generator, vocabulary, zipf } from '../data/words.mjs';

const MAIN = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
const ROUNDS = 3;

export async function run(emit, { quick, threads }) {
  const documents = quick ? 50_000 : 1_000_000;
  const path = corpus(documents);
  const bytes = statSync(path).size;
  const output = join(tmpdir(), 'neardup-bench', `kept-${process.pid}.jsonl`);
  for (const [name, ...more] of [['fingerprint'], ['dedup'], ['dedup', '--output', output]]) {
    const args = [name, path, ...more, '--json', '--quiet', '--threads', String(threads)];
    const { seconds, cpu, megabytes, summary } = await leastOf(quick ? 1 : ROUNDS, () => runOnce(args));
    emit({
      case: `${name}${more.length > 0 ? ', kept documents written' : ''}, ${documents.toLocaleString('en')} documents, ${(bytes / 1e9).toFixed(2)} GB`,
      value: seconds,
      unit: 's',
      threads,
      engine: summary.engine,
      'cpu s': cpu,
      MB: Math.round(megabytes),
      'GB/s': bytes / 1e9 / seconds,
      removed: summary.removed,
      groups: summary.groups,
    });
  }
  for (const path of [output, `${output}.removed.jsonl`]) rmSync(path, { force: true });
}

async function runOnce(args) {
  const run = await runMeasured(process.execPath, [MAIN, ...args]);
  if (run.code !== 0) throw new Error(`neardup ${args.join(' ')} ended with ${run.code}: ${run.stderr}`);
  return { ...run, summary: JSON.parse(run.stdout.trim().split('\n').at(-1)).summary };
}

/** The corpus as JSON lines in a temporary folder, made once: every tenth document is a copy with up to six words changed. */
function corpus(documents) {
  const folder = join(tmpdir(), 'neardup-bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `million-v1-${documents}.jsonl`);
  if (existsSync(path)) return path;
  const next = generator(42);
  const words = vocabulary(60_000).map((word) => word.toString());
  const draw = zipf(words.length, next);
  const file = openSync(`${path}.${process.pid}.tmp`, 'w');
  const recent = [];
  let waiting = '';
  for (let i = 0; i < documents; i++) {
    let text;
    if (recent.length > 100 && next() % 10 === 0) {
      text = recent[next() % recent.length].slice();
      for (let edits = next() % 7; edits > 0; edits--) text[next() % text.length] = words[draw()];
    } else {
      text = Array.from({ length: 60 + (next() % 300) + (next() % 300) }, () => words[draw()]);
      recent[recent.length < 5000 ? recent.length : next() % 5000] = text;
    }
    waiting += `{"id":"doc-${i}","text":"${text.join(' ')}"}\n`;
    if (waiting.length > 1 << 22) {
      writeSync(file, waiting);
      waiting = '';
    }
  }
  writeSync(file, waiting);
  closeSync(file);
  renameSync(`${path}.${process.pid}.tmp`, path);
  return path;
}
