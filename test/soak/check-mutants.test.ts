/** A short form of `check-mutants.mjs`: a fault is noticed, and one that no test can notice is told. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('check-mutants.mjs', import.meta.url));
const FILE = 'src/duplicates/proof/evidence.ts';
const FAULTS = [
  {
    what: 'a weaker proof is enough',
    from: 'resemblance >= options.threshold) return true;',
    to: 'resemblance >= 0) return true;',
  },
  { what: 'another comment', from: '/** |A ∩ B| / |A ∪ B| */', to: '/** A ratio. */' },
].map((fault) => ({ ...fault, file: FILE, tests: [FILE.replace('.ts', '.test.ts')] }));

test('planting faults tells which ones a test notices, and by its exit code that one lives', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-faults-'));
  try {
    const path = join(folder, 'own.mjs');
    writeFileSync(path, `export const faults = ${JSON.stringify(FAULTS)};`);
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, path], { encoding: 'utf8' });
    expect(stdout.split('\n').map((line) => line.replace(path, 'own').replace(/\d+ s, /, ''))).toEqual([
      'own: a weaker proof is enough',
      '    noticed  a pair exactly at the threshold is proved, and one below it is not',
      'own: another comment',
      `    lives    ${FILE}`,
      'own: 1 of 2 faults were noticed',
      '',
    ]);
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
