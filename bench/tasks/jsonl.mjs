// The whole command `fingerprint` on 2 GB of JSON lines; a plain read and `JSON.parse`.
//
// From a JSON lines file to printed fingerprints: the whole command, beside a plain read of the file and JSON.parse per line.
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generator, vocabulary, zipf } from '../data/words.mjs';

const MAIN = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
const ROUNDS = 9;
/** The part of the file that is parsed line by line: more would only take longer. */
const PARSED = 200e6;

export async function run(emit, { quick, threads }) {
  const documents = quick ? 44_000 : 900_000;
  const path = corpus(documents);
  const bytes = statSync(path).size;
  const rate = (seconds) => bytes / 1e9 / seconds;

  const read = await rounds(async () => plainRead(path));
  emit({
    case: 'plain read of the file (the limit)',
    ...spread(read, rate),
    threads: 1,
    engine: 'node',
    documents,
  });

  const parsed = Math.min(bytes, PARSED);
  const parse = await rounds(async () => parseLines(path, parsed), 2);
  emit({
    case: `JSON.parse per line, ${(parsed / 1e6).toFixed(0)} MB of it`,
    ...spread(parse, (seconds) => parsed / 1e9 / seconds),
    threads: 1,
    engine: 'node',
  });

  for (const json of [false, true]) {
    let cpu = Number.POSITIVE_INFINITY;
    const whole = await rounds(async () => {
      const result = await command([
        'fingerprint',
        path,
        '--quiet',
        '--threads',
        String(threads),
        ...(json ? ['--json'] : []),
      ]);
      if (result.lines !== documents + (json ? 1 : 0))
        throw new Error(`expected ${documents} lines, got ${result.lines}`);
      cpu = Math.min(cpu, result.cpu);
    });
    emit({
      case: `neardup fingerprint${json ? ' --json' : ''}, ${(bytes / 1e9).toFixed(2)} GB, whole command`,
      ...spread(whole, rate),
      threads,
      engine: 'wasm',
      reference: { goal: 1, 'not under': 0.8 },
      documents,
      seconds: Math.min(...whole),
      'CPU s': cpu,
    });
  }
}

async function rounds(step, count = ROUNDS) {
  const seconds = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await step();
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds;
}

/** The best round as the value, the median beside it. */
function spread(seconds, rate) {
  const sorted = [...seconds].sort((a, b) => a - b);
  return { value: rate(sorted[0]), unit: 'GB/s', median: rate(sorted[sorted.length >> 1]) };
}

function plainRead(path) {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(1 << 20);
  while (readSync(file, buffer, 0, buffer.length, null) > 0);
  closeSync(file);
}

function parseLines(path, bytes) {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(1 << 20);
  let rest = '';
  let characters = 0;
  for (let done = 0; done < bytes; done += buffer.length) {
    const lines = (rest + buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, null))).split(
      '\n',
    );
    rest = lines.pop();
    for (const line of lines) characters += JSON.parse(line).text.length;
  }
  closeSync(file);
  return characters;
}

/** Runs the command as a user would into a pipe, and counts its lines. */
function command(args) {
  return new Promise((resolve, reject) => {
    // the child's own processor time comes on descriptor 3
    const hook = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(3,String((user+system)/1e6))})`;
    const child = spawn(process.execPath, ['--import', hook, MAIN, ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    let lines = 0;
    let cpu = '';
    child.stdout.on('data', (chunk) => {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
    });
    child.stdio[3].on('data', (chunk) => {
      cpu += chunk;
    });
    child.on('close', (code) => {
      if (code === 0) resolve({ lines, cpu: Number(cpu) });
      else reject(new Error(`neardup ${args.join(' ')} ended with ${code}`));
    });
  });
}

/**
 * Documents of about 2.2 KB with the fields that crawls have, in a temporary folder, made once. Texts are drawn from 20,000
 * sentences with capital letters and punctuation, some with quotes or a letter beyond ASCII, in paragraphs of one to six.
 */
function corpus(documents) {
  const folder = join(tmpdir(), 'neardup-bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `jsonl-v1-${documents}.jsonl`);
  if (existsSync(path)) return path;
  const next = generator(7);
  const sentences = sentencesOf(next);
  const file = openSync(`${path}.${process.pid}.tmp`, 'w');
  let waiting = '';
  for (let i = 0; i < documents; i++) {
    let text = '';
    for (let left = 4 + (next() % 44); left > 0; left--) {
      text += sentences[next() % sentences.length];
      text += left === 1 ? '' : next() % 4 === 0 ? '\n\n' : ' ';
    }
    const number = String(i).padStart(7, '0');
    const date = new Date(1.6e12 + 1e6 * (next() % 1e5)).toISOString();
    const record = {
      id: `doc-${number}`,
      url: `https://example.org/${number}`,
      date,
      text,
      lang: 'en',
      tags: ['a', 'b'],
    };
    waiting += `${JSON.stringify(record)}\n`;
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

function sentencesOf(next) {
  const words = vocabulary(60_000).map((word) => word.toString());
  const draw = zipf(words.length, next);
  return Array.from({ length: 20_000 }, () => {
    const sentence = Array.from({ length: 5 + (next() % 20) }, () => words[draw()]);
    if (next() % 10 === 0) sentence[2] = `"${sentence[2]}"`;
    if (next() % 30 === 0) sentence[1] += 'é';
    if (next() % 3 === 0) sentence[3] += ',';
    return `${sentence[0][0].toUpperCase()}${sentence.join(' ').slice(1)}.`;
  });
}
