// Builds the wheel for Python: npm run build:wheel [-- --out FOLDER]. The program goes into a copy of python/, which pip makes the wheel of.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyProgram } from './program-files.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist/release') } } });

const work = mkdtempSync(join(tmpdir(), 'neardup-wheel-'));
try {
  cpSync(join(ROOT, 'python'), work, { recursive: true });
  copyProgram(join(work, 'src/neardup/_program'));
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  execFileSync('python3', ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', out, work], {
    stdio: 'inherit',
  });
} finally {
  rmSync(work, { recursive: true });
}
