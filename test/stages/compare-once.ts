/** One random corpus through `dedup`, and cut at random through the stages. */
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dedup } from '../../src/index.ts';
import { otherScores, random, randomLines, randomTexts } from './random-corpus.ts';
import { type Cut, dedupInStages, type Line } from './small-engine.ts';

export const KEEP_POLICIES = [
  ...['first', 'last', 'longest', 'shortest', 'newest', 'oldest', 'largest'],
  ...['max:score', 'min:score', 'max:date', 'min:date', 'max:name', 'min:name', 'max:id'],
];

interface Options {
  readonly keep?: string;
  readonly onlyAgainst?: boolean;
  readonly references?: number;
  /** Other options of `dedup`. */
  readonly [option: string]: unknown;
}

export async function compareOnce(
  folder: string,
  seed: number,
  { references = 0, keep = 'first', ...options }: Options,
) {
  const next = random(seed);
  const originals = randomTexts(next, 40);
  const write = (name: string, count: number) => {
    const path = join(folder, `${seed}-${name}.jsonl`);
    const lines = randomLines(next, originals, count, next() < 0.5 ? 'd' : name);
    writeFileSync(path, (name[0] === 'r' ? otherScores(lines) : lines).join('\n'));
    utimesSync(path, 1e9, 1e9 + Math.floor(1e6 * next()));
    return path;
  };
  const paths = ['a', 'b', 'c'].map((name) => write(name, 20 + Math.floor(60 * next())));
  const against = Array.from({ length: references }, (_, i) => write(`r${i}`, 40));
  const settings = { duplicateIds: 'rename' as const, keep, ...options };
  const run = dedup(paths, { threads: 1, ...settings, ...(references > 0 && { against }) });
  const removed = await run.toArray();
  const { seconds: _, engine: _engine, ...counts } = await run.summary;
  const lines = [...against, ...paths].flatMap((path) => linesOf(path, against.includes(path)));
  return { expected: { removed, counts }, got: await dedupInStages(lines, settings, cutAtRandom(next)) };
}

function linesOf(path: string, reference: boolean): Line[] {
  const { mtimeMs: modified, size } = statSync(path);
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.map((line, i) => ({ place: `${path}:${i + 1}`, line, reference, modified, size }));
}

function cutAtRandom(next: () => number): Cut {
  return (rows) => {
    const cuts = Array.from({ length: Math.floor(3 * next()) }, () => Math.floor((rows.length + 1) * next()));
    const ends = [...cuts, rows.length].sort((a, b) => a - b);
    return ends.map((end, i) => rows.slice(i === 0 ? 0 : ends[i - 1], end));
  };
}
