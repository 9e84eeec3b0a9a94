/** Kept rows of Arrow data have the values and types that they had: PyArrow writes them and judges what comes out. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dedup } from '../../src/index.ts';

const PYTHON = process.env.NEARDUP_PYTHON ?? 'python3';
const JUDGE = fileURLToPath(new URL('arrow_types.py', import.meta.url));

function hasPyArrow(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import pyarrow'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!hasPyArrow() && !process.env.NEARDUP_REQUIRE_ALL)(
  'kept rows of 49 types of Arrow columns, in files and streams of every compression and version, are those that PyArrow wrote (needs PyArrow; NEARDUP_PYTHON names its Python)',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'neardup-arrow-'));
    try {
      const { files, columns, kept } = JSON.parse(
        execFileSync(PYTHON, [JUDGE, 'write', root], { encoding: 'utf8' }),
      );
      expect(columns).toBe(49);
      expect(files.length).toBe(15);
      for (const folder of ['kept', 'folder']) mkdirSync(join(root, folder));
      for (const file of files) {
        const input = join(root, `${file}.arrow`);
        const problems: unknown[] = [];
        const onProblem = (problem: unknown) => problems.push(problem);
        const output = join(root, 'kept', `${file}.arrow`);
        expect((await dedup(input, { output, onProblem }).summary).kept, file).toBe(kept);
        const folder = join(root, file);
        await dedup(input, { output: `${folder}/`, onProblem }).summary;
        renameSync(join(folder, `${file}.arrow`), join(root, 'folder', `${file}.arrow`));
        expect(problems, file).toEqual([]);
      }
      const judged = execFileSync(PYTHON, [JUDGE, 'judge', root], { encoding: 'utf8' });
      expect(judged).toBe('equal\n');
    } finally {
      rmSync(root, { recursive: true });
    }
  },
  120_000,
);
