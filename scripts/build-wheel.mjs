// Builds the wheel for Python: npm run build:wheel [-- --out FOLDER]. The program (what npm packs, without declarations and pages of docs,
// and the packages that it needs) goes into a copy of python/, which pip makes the wheel of.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist/release') } } });

const work = mkdtempSync(join(tmpdir(), 'neardup-wheel-'));
try {
  cpSync(join(ROOT, 'python'), work, { recursive: true });
  const program = join(work, 'src/neardup/_program');
  for (const path of packedFiles()) copy(join(ROOT, path), join(program, path));
  for (const [name, folder] of neededPackages(join(ROOT, 'package.json'))) {
    const filter = (path) => !/\/node_modules(?:\/|$)|\.(?:map|d\.[cm]?ts)$/.test(path.slice(folder.length));
    cpSync(folder, join(program, 'node_modules', name), { recursive: true, dereference: true, filter });
  }
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  execFileSync('python3', ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', out, work], {
    stdio: 'inherit',
  });
} finally {
  rmSync(work, { recursive: true });
}

/** What npm packs, without what nobody runs. */
function packedFiles() {
  const json = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return JSON.parse(json)[0]
    .files.map(({ path }) => path)
    .filter((path) => /^(?:package\.json$|LICENSE$|dist\/|src\/spark\/)/.test(path))
    .filter((path) => !/\.(?:map|d\.[cm]?ts)$|^dist\/(?:api|browser)\//.test(path));
}

/** The packages that a package needs, and those that they need, with their folders. */
function neededPackages(file, found = new Map()) {
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of Object.keys(dependencies)) {
    if (found.has(name)) continue;
    const folder = createRequire(file)
      .resolve.paths(name)
      .map((place) => join(place, name))
      .find((path) => statSync(join(path, 'package.json'), { throwIfNoEntry: false }) !== undefined);
    if (folder === undefined) throw new Error(`${name} is not installed. Run npm ci.`);
    found.set(name, folder);
    neededPackages(join(folder, 'package.json'), found);
  }
  return found;
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
