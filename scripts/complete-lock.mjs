// Completes package-lock.json: with the optional packages of other platforms, which `npm install` leaves out if the registry (a mirror
// of one platform) does not have them and which `npm ci` then needs; and with an integrity for every entry, so that no other
// package can be installed. It fails if the registry has no integrity: then choose a version that it has for all platforms.
// Run it after every change of dependencies: node scripts/complete-lock.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPU = {
  arm64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  arm: 'arm',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  wasm32: 'wasm32',
};

/** What is wrong with the entries of a lock file: a sentence each. */
export function lockProblems({ packages }) {
  return Object.entries(packages).flatMap(([name, { integrity, resolved }]) => {
    if (name === '') return [];
    const missing = /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : [`${name} has no integrity`];
    return resolved === undefined ? missing : [...missing, `${name} names a registry`];
  });
}

/** Adds the optional packages of other platforms that are not in the lock file. Returns how many. */
function addPlatforms(lock) {
  let added = 0;
  for (const [parent, entry] of Object.entries({ ...lock.packages })) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`;
      const words = name.split(/[/-]/);
      const os = words.filter((word) => OS.includes(word));
      const cpu = words.flatMap((word) => CPU[word] ?? []);
      if (parent === '' || lock.packages[key] !== undefined || os.length + cpu.length === 0) continue;
      lock.packages[key] = {
        version,
        ...(cpu.length > 0 && { cpu }),
        ...(entry.dev === true && { dev: true }),
        ...(words.includes('musl') && { libc: ['musl'] }),
        ...(words.includes('gnu') && os.includes('linux') && { libc: ['glibc'] }),
        optional: true,
        ...(os.length > 0 && { os }),
      };
      added++;
    }
  }
  const { '': root, ...others } = lock.packages;
  const sorted = Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = { '': root, ...Object.fromEntries(sorted) };
  return added;
}

/** Asks the registry for the integrity of every entry that has none. */
function addIntegrities(lock) {
  for (const [key, entry] of Object.entries(lock.packages)) {
    if (key === '' || entry.integrity !== undefined) continue;
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const integrity = integrityOf(`${name}@${entry.version}`);
    if (integrity !== undefined) entry.integrity = integrity;
  }
}

function integrityOf(wanted) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    const answer = execFileSync('npm', ['view', wanted, 'dist.integrity'], { encoding: 'utf8', stdio });
    return answer.trim() || undefined;
  } catch {
    // the registry does not have it: `lockProblems` names it
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = new URL('../package-lock.json', import.meta.url);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const added = addPlatforms(lock);
  addIntegrities(lock);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${added} packages of other platforms added to package-lock.json`);
  const problems = lockProblems(lock);
  for (const problem of problems) console.error(`error: ${problem}`);
  process.exit(problems.length === 0 ? 0 : 1);
}
