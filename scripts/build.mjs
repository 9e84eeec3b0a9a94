// Builds dist/ in parts, and remembers what each was built from: `node scripts/build.mjs [wasm] [debug] [js]` builds these parts,
// with --if-changed only those whose sources have changed. The tests begin with that, so they never run old code.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** For every part: its npm script, and the files and folders it is made from. */
const KERNELS = [
  'assembly',
  'src/engines/layouts',
  'asconfig.json',
  'scripts/assembly-dialect.mjs',
  'package-lock.json',
];
const PARTS = {
  wasm: { script: 'build:wasm', sources: KERNELS },
  debug: { script: 'build:debug', sources: KERNELS },
  js: {
    script: 'build:js',
    sources: ['src', 'web', 'tsconfig.json', 'tsconfig.build.json', 'scripts', 'package-lock.json'],
  },
};

export function build(names, { ifChanged = false } = {}) {
  for (const name of names) {
    const { script, sources } = PARTS[name];
    const stamp = join(ROOT, 'dist', `.${name}-sources`);
    const hash = hashOf(sources);
    if (ifChanged && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
    rmSync(stamp, { force: true });
    if (name === 'js') removeOrphans();
    execFileSync('npm', ['run', '--silent', script], { cwd: ROOT, stdio: 'inherit' });
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    writeFileSync(stamp, hash);
  }
}

/** A hash of the names and contents of files; those of tests do not count. */
function hashOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesIn(join(ROOT, source))) {
      if (/\.(test|cases)\./.test(file)) continue;
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** tsc leaves what it made from a file that is gone. */
function removeOrphans() {
  if (!existsSync(join(ROOT, 'dist'))) return;
  for (const file of filesIn(join(ROOT, 'dist'))) {
    if (!file.endsWith('.d.ts')) continue;
    const module = relative(join(ROOT, 'dist'), file).slice(0, -'.d.ts'.length);
    if (existsSync(join(ROOT, 'src', `${module}.ts`))) continue;
    for (const ending of ['.d.ts', '.js']) rmSync(join(ROOT, 'dist', module + ending), { force: true });
  }
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { 'if-changed': { type: 'boolean' } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) throw new Error(`Expected ${Object.keys(PARTS).join(', ')}, got ${unknown}.`);
  build(positionals, { ifChanged: values['if-changed'] });
}
