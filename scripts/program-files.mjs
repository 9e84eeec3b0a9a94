// The program as others carry it (the wheel, the executable): what npm packs, without declarations and pages of docs, and the packages that it needs.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

export function copyProgram(folder) {
  for (const path of packedFiles()) copy(join(ROOT, path), join(folder, path));
  for (const [name, from] of neededPackages(join(ROOT, 'package.json'))) {
    const filter = (path) => !/\/node_modules(?:\/|$)|\.(?:map|d\.[cm]?ts)$/.test(path.slice(from.length));
    cpSync(from, join(folder, 'node_modules', name), { recursive: true, dereference: true, filter });
  }
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
