// Does `neardup filter --window` pass what a plain loop passes, in constant memory and disk, also if it is killed?
//
//   node test/soak/check-filter-window.mjs LINES WINDOW KILLS [--time] [--refresh]
//   node test/soak/check-filter-window.mjs 1000000 100000 3
//
// Needs a built neardup. A text is that of its subject with one of 120 words changed: two of one subject resemble each other by 0.90 and more, so that
// bands miss one in a hundred million (of 60 words, with 0.81, they miss some, as those of `pairs` do). The
// process is killed (kill -9) while it works, and fed again from the last line that came out. Memory and disk are printed every 50,000 lines; when the window
// has been full twice, memory may not grow to more than MOST_GROWTH times what it was. (A new process begins with little memory: few kills show more.)
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [lines, window, kills] = process.argv.slice(2, 5).map(Number);
const byTime = process.argv.includes('--time');
const refresh = process.argv.includes('--refresh');
const COMMAND = join(import.meta.dirname, '../../dist/apps/cli/main.cjs');
const PRINT_EVERY = 50_000;
const WORDS = 120;
const MOST_GROWTH = 2;
const folder = mkdtempSync(join(tmpdir(), 'neardup-filter-'));
const path = join(folder, 'seen.nd');

/** A number that follows from another one, up to a limit. */
const scramble = (i, limit) => {
  let mixed = Math.imul(i ^ (i >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
};
/** A third of the subjects come again after a while; others are new. */
const subjectOf = (i) => (i % 3 === 0 ? scramble(i, 2 * window) : 4 * window + i);
const timeOf = (i) => 1_000_000 + 10 * i - (i % 7 === 0 ? 35 : 0);

function lineOf(i) {
  const subject = subjectOf(i);
  const words = Array.from({ length: WORDS }, (_, w) => (w === i % WORDS ? `e${i}` : `s${subject}w${w}`));
  return JSON.stringify({ id: `d${i}`, text: words.join(' '), date: timeOf(i) });
}

/** The ids that a plain loop passes. */
function* expected() {
  const last = new Map();
  const seconds = 10 * window;
  let reached = 0;
  for (let i = 0; i < lines; i++) {
    const now = byTime ? Math.max(reached, timeOf(i)) : reached;
    const at = last.get(subjectOf(i));
    if (at !== undefined && (byTime ? now - at <= seconds : now - at < window)) {
      if (!refresh) continue;
      last.set(subjectOf(i), now);
      reached = now;
    } else {
      reached = byTime ? now : now + 1;
      last.set(subjectOf(i), reached);
      yield i;
    }
  }
}

function run(words) {
  return spawn(process.execPath, [COMMAND, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Lines with their LF: what a killed process has written of one is none. */
async function* wholeLines(input) {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    yield* lines;
  }
}

function bytesIn(where) {
  let sum = 0;
  for (const entry of readdirSync(where, { withFileTypes: true, recursive: true })) {
    // a file may go meanwhile
    if (entry.isFile())
      sum += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return sum;
}

function checkGrowth(line, memory) {
  if (line <= Math.max(3 * window, 2 * PRINT_EVERY)) usual = Math.max(usual, memory);
  else if (memory > MOST_GROWTH * usual)
    throw new Error(`After ${line} lines, it has ${memory} MB in memory; it had at most ${usual} MB before.`);
}

function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
}

await new Promise((resolve) => run(['collection', 'create', path]).on('exit', resolve));
const wanted = expected();
let passed = 0;
let from = 0;
let printed = 0;
/** The most memory, in MB, until the window was full twice. */
let usual = 0;
const asked = ['filter', path, '--window', byTime ? `${10 * window}s` : `${window}`, '--quiet'];
if (byTime) asked.push('--time-field', 'date');
if (refresh) asked.push('--refresh');
const start = performance.now();
for (let round = 0; round <= kills; round++) {
  const end = round === kills ? lines : Math.floor((lines * (round + 1)) / (kills + 1));
  const child = run(asked);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.stdin.on('error', () => {});
  const feed = async () => {
    for (let i = from; i < lines && child.exitCode === null && !child.killed; i++) {
      if (!child.stdin.write(`${lineOf(i)}\n`)) {
        await Promise.race([new Promise((resolve) => child.stdin.once('drain', resolve)), ended]);
      }
    }
    child.stdin.end();
  };
  const feeding = feed();
  const first = from;
  for await (const line of wholeLines(child.stdout)) {
    const i = Number(JSON.parse(line).id.slice(1));
    // the line that it was fed from comes out again
    if (round > 0 && i === first) continue;
    const next = wanted.next().value;
    if (i !== next) throw new Error(`Expected d${next} to come out, got d${i} (round ${round}).`);
    passed++;
    from = i;
    if (i >= printed + PRINT_EVERY && !child.killed) {
      printed = i - (i % PRINT_EVERY);
      const [memory, disk] = [memoryOf(child.pid), bytesIn(path)].map((bytes) => Math.round(bytes / 1e6));
      checkGrowth(i, memory);
      console.log(
        JSON.stringify({
          lines: i,
          passed,
          memoryMB: memory,
          diskMB: disk,
          seconds: Math.round((performance.now() - start) / 1000),
        }),
      );
    }
    if (round < kills && i >= end) child.kill('SIGKILL');
  }
  await Promise.all([ended, feeding]);
}
if (!wanted.next().done) throw new Error('Lines that should come out are missing.');
console.log(
  JSON.stringify({
    lines,
    window,
    byTime,
    refresh,
    kills,
    passed,
    seconds: Math.round((performance.now() - start) / 1000),
  }),
);
rmSync(folder, { recursive: true });
