// A million documents of about 2 KB through the whole command: time, stages, peak memory.
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generator, vocabulary, zipf } from '../data/words.mjs';

const MAIN = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));

export async function run(emit, { quick, threads }) {
  const documents = quick ? 50_000 : 1_000_000;
  const path = corpus(documents);
  const bytes = statSync(path).size;
  const output = join(tmpdir(), 'neardup-bench', `kept-${process.pid}.jsonl`);
  for (const [name, ...more] of [['fingerprint'], ['dedup'], ['dedup', '--output', output]]) {
    const { seconds, peak, summary } = await measure([
      name,
      path,
      ...more,
      '--json',
      '--quiet',
      '--threads',
      String(threads),
    ]);
    emit({
      case: `${name}${more.length > 0 ? ', kept documents written' : ''}, ${documents.toLocaleString('en')} documents, ${(bytes / 1e9).toFixed(2)} GB`,
      value: seconds,
      unit: 's',
      threads,
      engine: summary.engine,
      reference: { 'peak MB': Math.round(peak / 1e6), 'GB/s': Number((bytes / 1e9 / seconds).toFixed(3)) },
      removed: summary.removed,
      groups: summary.groups,
    });
  }
  for (const path of [output, `${output}.removed.jsonl`]) rmSync(path, { force: true });
}

/** Peak resident memory of the process, as the kernel counts it, and its result. */
function measure(args) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let last = '';
    child.stdout.on('data', (chunk) => {
      last = (last + chunk).slice(-4096);
    });
    let peak = 0;
    const timer = setInterval(() => {
      try {
        peak = Math.max(
          peak,
          1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]),
        );
      } catch {
        // it has just ended
      }
    }, 50);
    child.on('close', (code) => {
      clearInterval(timer);
      if (code !== 0) return reject(new Error(`neardup ${args.join(' ')} ended with ${code}`));
      const { summary } = JSON.parse(last.trim().split('\n').at(-1));
      resolve({ seconds: (performance.now() - start) / 1000, peak, summary });
    });
  });
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
  const file = openSync(`${path}.tmp`, 'w');
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
  renameSync(`${path}.tmp`, path);
  return path;
}
