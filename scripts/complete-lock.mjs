// Completes package-lock.json with the optional packages of other platforms. A registry that does not carry them (a mirror
// of one platform) lets `npm install` write a lock file without them, which `npm ci` then refuses. Run it after every
// change of dependencies: node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
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
lock.packages = {
  '': root,
  ...Object.fromEntries(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))),
};
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);
