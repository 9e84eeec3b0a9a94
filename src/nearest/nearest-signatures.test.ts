import { existsSync, mkdtempSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Problem } from '../document.ts';
import { npyHeader } from '../read/index.ts';
import { nearestSignatures } from './nearest-signatures.ts';
import type { NearestSignaturesOptions } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-signatures-'));

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The same signatures in every run. */
function signatures(count: number, seed: number, bytes = 16): Uint8Array[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
  return Array.from({ length: count }, () => Uint8Array.from({ length: bytes }, next));
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const asLines = (all: readonly Uint8Array[], prefix: string) =>
  all.map((bytes, i) => JSON.stringify({ id: `${prefix}${i}`, signature: hex(bytes) })).join('\n');
const asArray = (all: readonly Uint8Array[]) => Buffer.concat([npyHeader(all.length, all[0].length), ...all]);

function distanceOf(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, byte, i) => sum + (byte ^ b[i]).toString(2).replaceAll('0', '').length, 0);
}

async function found(queries: string, stored: string, options: NearestSignaturesOptions = {}) {
  const problems: Problem[] = [];
  const onProblem = (problem: Problem) => problems.push(problem);
  const run = nearestSignatures(queries, { in: stored, threads: 1, onProblem, ...options });
  return { results: await run.toArray(), summary: await run.summary, problems };
}

const stored = signatures(3000, 1);
const asked = signatures(40, 2);

test('the nearest signatures of JSON lines and of arrays are those that comparing all gives, in every structure', async () => {
  const expected = asked.flatMap((query, q) =>
    stored
      .map((each, i) => ({ i, distance: distanceOf(query, each) }))
      .sort((x, y) => x.distance - y.distance || x.i - y.i)
      .slice(0, 5)
      .map(({ i, distance }, rank) => ({ q, i, distance, rank: rank + 1 })),
  );
  const lines = [written('asked.jsonl', asLines(asked, 'q')), written('stored.jsonl', asLines(stored, 'd'))];
  const arrays = [written('asked.npy', asArray(asked)), written('stored.npy', asArray(stored))];
  const ways: NearestSignaturesOptions[] = [
    {},
    { exact: true },
    { structure: 'scan' },
    { structure: 'slices', sliceBits: 8, expand: 8, candidates: 3000 },
  ];
  for (const options of ways) {
    const ofLines = await found(lines[0], lines[1], { k: 5, ...options });
    expect(ofLines.results.map(({ query, id, distance, rank }) => ({ query, id, distance, rank }))).toEqual(
      expected.map(({ q, i, distance, rank }) => ({ query: `q${q}`, id: `d${i}`, distance, rank })),
    );
    const ofArrays = await found(arrays[0], arrays[1], { k: 5, ...options });
    expect(ofArrays.results.map(({ query, id, distance }) => ({ query, id, distance }))).toEqual(
      expected.map(({ q, i, distance }) => ({
        query: `${arrays[0]}#${q}`,
        id: `${arrays[1]}#${i}`,
        distance,
      })),
    );
  }
});

test('measure says how much of everything was found', async () => {
  const path = written('stored.jsonl', asLines(stored, 'd'));
  const { summary } = await found(path, path, {
    structure: 'slices',
    sliceBits: 12,
    expand: 1,
    measure: true,
  });
  expect(summary).toMatchObject({ measured: 3000, recall: expect.any(Number), cdr: expect.any(Number) });
});

test('a signature of another width is refused, with its place', async () => {
  const mixed = written(
    'mixed.jsonl',
    `${asLines(signatures(2, 1), 'd')}\n${asLines(signatures(1, 1, 8), 'e')}`,
  );
  await expect(found(mixed, mixed)).rejects.toThrow('mixed.jsonl:3: Expected a signature of 128 bits');
  const narrow = written('narrow.jsonl', asLines(signatures(1, 1, 8), 'e'));
  await expect(found(narrow, written('d.jsonl', asLines(stored, 'd')))).rejects.toThrow(
    'queries of 128 bits',
  );
});

test('lines and arrays that hold no signatures are reported, and the rest is searched', async () => {
  const path = written(
    'broken.jsonl',
    `${asLines(stored.slice(0, 2), 'd')}\nno JSON\n{"id":"x","signature":"zz"}\n{"id":"y"}\n{"summary":{}}`,
  );
  const { results, problems, summary } = await found(path, path, { k: 1 });
  expect(results.map(({ query, id }) => [query, id])).toEqual([
    ['d0', 'd0'],
    ['d1', 'd1'],
  ]);
  expect(problems.map(({ line }) => line)).toEqual([3, 4, 5, 3, 4, 5]);
  expect(summary).toMatchObject({ documents: 2, unreadable: 6 });
});

test('an array of another type, order or shape, a cut one and no array at all are named, and closed', async () => {
  const whole = asArray(stored.slice(0, 4));
  const header = (text: string) => {
    const bytes = Uint8Array.from(whole);
    bytes.set(new TextEncoder().encode(text.padEnd(117, ' ')), 10);
    return bytes;
  };
  for (const [bytes, reason] of [
    [header("{'descr': '<f8', 'fortran_order': False, 'shape': (4, 16), }"), 'the type `<f8`'],
    [header("{'descr': '|u1', 'fortran_order': True, 'shape': (4, 16), }"), 'Fortran order'],
    [header("{'descr': '|u1', 'fortran_order': False, 'shape': (64,), }"), 'another shape'],
    [header("{'descr': '|u1', 'fortran_order': False, 'shape': (8, 7), }"), 'rows of 56 bits'],
    [header("{'descr': '|u1', 'fortran_order': False, 'shape': (999999999999, 16), }"), 'the file is cut'],
    [whole.subarray(0, whole.length - 1), 'Expected 4 rows, got 3'],
    [whole.subarray(0, 40), 'a file that is cut'],
    [new TextEncoder().encode('no array, but words'), 'no .npy file'],
    [new Uint8Array(0), 'no .npy file'],
  ] as const) {
    const path = written('bad.npy', bytes);
    const { problems } = await found(path, path);
    expect(problems[0]?.reason, reason).toContain(reason);
    expect(openFiles(path), reason).toBe(0);
  }
});

/** How often this process has a file open, where the system tells. */
function openFiles(path: string): number {
  if (!existsSync('/proc/self/fd')) return 0;
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      // the one that lists the folder is closed by now
      return '';
    }
  });
  return targets.filter((target) => target === path).length;
}
