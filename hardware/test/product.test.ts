/** Hardware and software in one index: the engine's fingerprints are those of the command, and `pairs --fingerprints` joins them. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canonicalText } from '../../src/canonicalize/index.ts';
import { describeWith, VERILATOR } from './tools.ts';
import { compile, HARDWARE, simulate } from './verilator.ts';

const MAIN = join(HARDWARE, '..', 'dist', 'apps', 'cli', 'main.cjs');
const ARTICLES = new URL('../../examples/articles.jsonl', import.meta.url);

describeWith(VERILATOR, 'The engine and the product', () => {
  it('hardware and software give the same fingerprints, which `neardup pairs --fingerprints` joins', async () => {
    const lines = readFileSync(ARTICLES, 'utf8').trim().split('\n');
    const documents: { id: string; text: string }[] = [];
    for (const line of lines) {
      const { id, text } = JSON.parse(line) as { id: string; text: string };
      documents.push({ id, text: await canonicalText(text) });
    }
    const program = compile({ top: 'fingerprint_engine', parameters: { LANES: 8, BEAT_BYTES: 16 } });
    const bytes = documents.map(({ text }) => new TextEncoder().encode(text));
    const board = simulate(program, bytes).fingerprints.map((fingerprint, at) => ({
      id: documents[at].id,
      fingerprint,
    }));

    const folder = mkdtempSync(join(tmpdir(), 'neardup-board-'));
    try {
      const write = (name: string, objects: object[]) => {
        const path = join(folder, name);
        writeFileSync(path, objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
        return path;
      };
      const method = ['--canonical', '--features', 'counts', '--hash', 'sdbm'];
      const printed = neardup('fingerprint', write('texts.jsonl', documents), ...method);
      expect(board).toEqual(printed.slice(0, -1));

      const pairs = neardup('pairs', '--fingerprints', write('board.jsonl', board));
      expect(pairs.at(-1)).toMatchObject({
        summary: { documents: documents.length, pairs: pairs.length - 1 },
      });
      expect(pairs.length).toBeGreaterThan(1);
      for (const pair of pairs.slice(0, -1)) expect(pair).toMatchObject({ verified: false });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** What the built command prints with --json, line by line. */
function neardup(...args: string[]): Record<string, unknown>[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args, '--json'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
