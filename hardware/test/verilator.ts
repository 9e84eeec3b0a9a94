/** Compiles a design with Verilator and runs it: documents in, fingerprints out. What was compiled before is used again. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const HARDWARE = fileURLToPath(new URL('..', import.meta.url));
export const BUILD = join(HARDWARE, 'build');
export const RTL = readdirSync(join(HARDWARE, 'rtl')).map((name) => join(HARDWARE, 'rtl', name));

const MAX_OUTPUT = 1 << 28;

/** How the C++ compiler optimizes. The matcher is large and runs for few cycles; with -Os it compiles twice as long. */
const OPTIMIZE = { simhash_core: '-Os', fingerprint_engine: '-Os', fingerprint_matcher: '-O0' };

export interface Model {
  /** The module, and the program in `sim/` that drives it. */
  top: keyof typeof OPTIMIZE;
  parameters?: Record<string, number>;
}

/** What the programs in `sim/` take; see `sim/simulation.h`. */
export interface Gaps {
  seed?: number;
  inputGaps?: number;
  outputGaps?: number;
  nullBytes?: number;
  goRound?: number;
}

export interface Run {
  /** One line for each document: 16 hexadecimal digits, and ` overflow` if there were too many words. */
  fingerprints: string[];
  bytes: number;
  cycles: number;
  bytesPerCycle: number;
}

/** The path of the compiled program. */
export function compile({ top, parameters = {} }: Model): string {
  const sources = [...RTL, join(HARDWARE, 'sim', `${top}.cpp`), join(HARDWARE, 'sim', 'simulation.h')];
  const key = createHash('sha256').update(JSON.stringify(parameters));
  for (const source of sources) key.update(readFileSync(source));
  const folder = join(BUILD, `${top}-${key.digest('hex').slice(0, 16)}`);
  const program = join(folder, `V${top}`);
  if (existsSync(program)) return program;
  mkdirSync(BUILD, { recursive: true });
  const unfinished = `${folder}.${process.pid}`;
  const defines = Object.entries(parameters).map(([name, value]) => `-D${name}=${value}`);
  const result = spawnSync(
    'verilator',
    [
      ...['-O3', '--cc', '--exe', '--build', '-j', '2', '--Mdir', unfinished, '--top-module', top],
      ...[
        '-CFLAGS',
        [`-I${join(HARDWARE, 'sim')}`, ...defines].join(' '),
        '-MAKEFLAGS',
        `OPT_FAST=${OPTIMIZE[top]}`,
      ],
      ...Object.entries(parameters).map(([name, value]) => `-G${name}=${value}`),
      ...sources.filter((source) => !source.endsWith('.h')),
    ],
    { encoding: 'utf8', maxBuffer: MAX_OUTPUT },
  );
  if (result.status !== 0) throw new Error(`Verilator could not compile ${top}:\n${result.stderr}`);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // another test compiled the same program in the meantime
    if (!existsSync(program)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return program;
}

/** Runs a compiled program with these bytes as standard input. */
export function run(
  program: string,
  input: Uint8Array | string,
  gaps: Gaps = {},
): { lines: string[]; statistics: string } {
  const { seed = 1, inputGaps = 0, outputGaps = 0, nullBytes = 0, goRound = 0 } = gaps;
  const result = spawnSync(
    program,
    [
      ...['--seed', seed, '--input-gaps', inputGaps, '--output-gaps', outputGaps],
      ...['--null-bytes', nullBytes, '--go-round', goRound],
    ].map(String),
    { input, maxBuffer: MAX_OUTPUT, encoding: 'utf8' },
  );
  if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr}`);
  const lines = result.stdout.split('\n');
  lines.pop();
  return { lines, statistics: result.stderr };
}

/** The fingerprints of these documents from a core or an engine. */
export function simulate(program: string, documents: Uint8Array[], gaps: Gaps = {}): Run {
  const { lines, statistics } = run(program, records(documents), gaps);
  return { fingerprints: lines, ...JSON.parse(statistics) };
}

/** Each document with its length in four bytes before it. */
function records(documents: Uint8Array[]): Uint8Array {
  const length = documents.reduce((sum, document) => sum + 4 + document.length, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const document of documents) {
    view.setUint32(at, document.length, true);
    bytes.set(document, at + 4);
    at += 4 + document.length;
  }
  return bytes;
}
