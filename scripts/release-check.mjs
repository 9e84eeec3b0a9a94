// Builds what users get, and tries it: npm run release:check -- [--quick] [--out FOLDER]
// The tarball is checked by publint and are-the-types-wrong, then installed and run on every Node that is supported (--quick: on this one, without the
// wheel, the executable and the container's steps). docs/releasing.md says what is made, and what a person does.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { manPage } from './man-page.mjs';
import { atMost, exec, hasFailed, MB, neardup, ROOT, read, run, same, size, step } from './release-steps.mjs';
import { tryExecutable, tryTarball, tryWheel } from './release-tries.mjs';

/** Bounds of what is downloaded and installed. */
const MOST = { tarball: 12 * MB, unpacked: 28 * MB, page: 6 * MB, site: 24 * MB };
/** One release of every line that is supported. */
const NODES = ['20.19.0', '22.23.3', '24.9.0'];
const OF_THE_OWNER = ['repository', 'homepage', 'bugs'];
const PAGES = ['SECURITY.md', 'CODE_OF_CONDUCT.md', 'CITATION.cff', 'LICENSE', 'docs/releasing.md'];

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, out: { type: 'string' } } });
const out = resolve(values.out ?? join(ROOT, 'dist/release'));
const about = JSON.parse(read('package.json'));
const work = mkdtempSync(join(tmpdir(), 'neardup-release-'));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
let tarball = '';
await step('the version is the same everywhere', () => {
  const versions = {
    'package-lock.json': JSON.parse(read('package-lock.json')).version,
    'CHANGELOG.md': /^## \[([^\]]+)\]/m.exec(read('CHANGELOG.md'))?.[1],
    'CITATION.cff': /^version: (.+)$/m.exec(read('CITATION.cff'))?.[1],
  };
  for (const [file, version] of Object.entries(versions)) same(file, version, about.version);
  return about.version;
});
await step('the pages that a project has are there', () => {
  for (const page of PAGES) if (!existsSync(join(ROOT, page))) throw new Error(`${page} is missing`);
});
await step('the tarball holds what it should, within its size', () => {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out]));
  tarball = join(out, packed.filename);
  const foreign = packed.files
    .map(({ path }) => path)
    .filter((path) => /\.(?:test|cases)\.|\.map$|^(?:src\/.*\.ts|test|bench)\b/.test(path));
  if (foreign.length > 0) throw new Error(`it holds ${foreign.slice(0, 5).join(', ')}`);
  atMost('the tarball', packed.size, MOST.tarball);
  atMost('what is unpacked', packed.unpackedSize, MOST.unpacked);
  return `${size(packed.size)}, ${size(packed.unpackedSize)} unpacked, ${packed.entryCount} files`;
});
await step('publint finds no fault', () => exec('publint@0.3.25', ['publint', 'run', tarball, '--strict']));
await step('types resolve from ES modules', () =>
  exec('@arethetypeswrong/cli@0.18.5', [
    'attw',
    tarball,
    '--profile',
    'esm-only',
    '--format',
    'ascii',
    '--no-emoji',
  ]),
);
for (const version of values.quick ? [undefined] : NODES) {
  await step(`it is installed and runs on Node ${version ?? process.versions.node}`, () =>
    tryTarball(tarball, about, version, join(work, version ?? 'this')),
  );
}
await step('the page that needs no server is one file', () => {
  const page = join(out, 'neardup.html');
  neardup('app', '-o', page);
  atMost('the page', statSync(page).size, MOST.page);
  return size(statSync(page).size);
});
await step('the site is built', () => {
  run(process.execPath, [join(ROOT, 'site/build.mjs'), ...(values.quick ? ['--without-api'] : [])]);
  const folder = join(ROOT, 'dist/site');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  atMost('the site', bytes, MOST.site);
  if (!values.quick)
    run('tar', ['-czf', join(out, `neardup-site-${about.version}.tar.gz`), '-C', folder, '.']);
  return `${files.filter((path) => path.endsWith('.html')).length} pages, ${size(bytes)}`;
});
if (!values.quick) {
  await step('the wheel is installed, and runs in Python', () => tryWheel(about, out, join(work, 'python')));
  await step(`one executable of Node ${NODES.at(-1)} runs where nothing is installed`, () =>
    tryExecutable(about, NODES.at(-1), join(out, `neardup-linux-${process.arch}`), join(work, 'executable')),
  );
  await step('the steps of the container file work', () => {
    const tests = ['--project', 'service-heavy', 'test/service-heavy/container.test.ts'];
    run('npm', ['exec', '--', 'vitest', 'run', ...tests]);
  });
}
await step('shells get completions, and `man` a page', () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(out, `neardup.${shell}`), neardup('completion', shell));
  const page = manPage(about.version, neardup);
  for (const words of ['neardup dedup', 'neardup trim', 'neardup mcp'])
    if (!page.includes(`.SH "${words}"`)) throw new Error(`the manual has no section on ${words}`);
  writeFileSync(join(out, 'neardup.1'), page);
});
await step('a bill of materials names every package that is installed or bundled', () => {
  const bill = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
  const { components } = JSON.parse(bill);
  for (const name of ['fastify', ...Object.keys(about.dependencies ?? {})])
    if (!components.some((each) => each.name === name)) throw new Error(`${name} is missing`);
  writeFileSync(join(out, 'sbom.cdx.json'), bill);
  return `${components.length} packages`;
});
await step('checksums are written', () => {
  const files = readdirSync(out).sort();
  const lines = files.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')}  ${name}`,
  );
  writeFileSync(join(out, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  return `${files.length} files in ${out}`;
});
const blank = OF_THE_OWNER.filter((name) => about[name] === undefined);
if (blank.length > 0)
  console.log(`blank     ${blank.join(', ')} of package.json: only the owner can fill them in`);
rmSync(work, { recursive: true, force: true });
process.exitCode = hasFailed() ? 1 : 0;
