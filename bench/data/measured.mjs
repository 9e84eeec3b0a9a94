// A program with all processes that it starts: what it prints, its time, and processor time and peak memory of the whole tree
// (bench/peers/measure.py says how).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MEASURE = fileURLToPath(new URL('../peers/measure.py', import.meta.url));

/** Runs a program to its end: { code, stdout, stderr, seconds, cpu, megabytes }. */
export async function runMeasured(program, args) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-measured-'));
  const report = join(folder, 'report.json');
  try {
    const child = spawn('python3', [MEASURE, report, program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const read = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (chunk) => {
        read[name] += chunk;
      });
    }
    const code = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    return { code, ...read, ...JSON.parse(readFileSync(report, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of several runs the one with the least processor time: at most `rounds`, and no other one after `seconds`. */
export async function leastOf(rounds, once, seconds = 60) {
  let best;
  const start = performance.now();
  for (let round = 0; round < rounds && performance.now() - start < 1000 * seconds; round++) {
    const one = await once();
    if (best === undefined || one.cpu < best.cpu) best = one;
  }
  return best;
}
