// Builds what users get, and tries it: npm run release:check -- [--quick] [--out FOLDER]
// The tarball is checked by publint and are-the-types-wrong, then installed and run on every Node that is supported (--quick: on this one);
// the single page, the bill of materials and the checksums are written beside it. docs/releasing.md says what a person does.
import { execFileSync } from 'node:child_process';
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
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { manPage } from './man-page.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MB = 1e6;
/** Bounds of what is downloaded and installed. */
const MOST = { tarball: 12 * MB, unpacked: 28 * MB, page: 6 * MB };
/** One release of every line that is supported. */
const NODES = ['20.19.0', '22.23.3', '24.9.0'];
const OF_THE_OWNER = ['repository', 'homepage', 'bugs'];
const PAGES = ['SECURITY.md', 'CODE_OF_CONDUCT.md', 'CITATION.cff', 'LICENSE', 'docs/releasing.md'];

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, out: { type: 'string' } } });
const out = resolve(values.out ?? join(ROOT, 'dist/release'));
const about = JSON.parse(read('package.json'));
const work = mkdtempSync(join(tmpdir(), 'neardup-release-'));
let failed = 0;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
let tarball = '';
// the tarball holds the reference of the library
if (!values.quick) run('npm', ['run', 'api']);
step('the version is the same everywhere', () => {
  const versions = {
    'package-lock.json': JSON.parse(read('package-lock.json')).version,
    'CHANGELOG.md': /^## \[([^\]]+)\]/m.exec(read('CHANGELOG.md'))?.[1],
    'CITATION.cff': /^version: (.+)$/m.exec(read('CITATION.cff'))?.[1],
  };
  for (const [file, version] of Object.entries(versions)) same(file, version, about.version);
  return about.version;
});
step('the pages that a project has are there', () => {
  for (const page of PAGES) if (!existsSync(join(ROOT, page))) throw new Error(`${page} is missing`);
});
step('the tarball holds what it should, within its size', () => {
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
step('publint finds no fault', () => exec('publint@0.3.25', ['publint', 'run', tarball, '--strict']));
step('types resolve from ES modules', () =>
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
  step(`it is installed and runs on Node ${version ?? process.versions.node}`, () => tryOn(version));
}
step('the page that needs no server is one file', () => {
  const page = join(out, 'neardup.html');
  neardup('app', '-o', page);
  atMost('the page', statSync(page).size, MOST.page);
  return size(statSync(page).size);
});
step('shells get completions, and `man` a page', () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(out, `neardup.${shell}`), neardup('completion', shell));
  const page = manPage(about.version, neardup);
  for (const words of ['neardup dedup', 'neardup trim', 'neardup mcp'])
    if (!page.includes(`.SH "${words}"`)) throw new Error(`the manual has no section on ${words}`);
  writeFileSync(join(out, 'neardup.1'), page);
});
step('a bill of materials names every package that is installed or bundled', () => {
  const bill = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
  const { components } = JSON.parse(bill);
  for (const name of ['fastify', ...Object.keys(about.dependencies ?? {})])
    if (!components.some((each) => each.name === name)) throw new Error(`${name} is missing`);
  writeFileSync(join(out, 'sbom.cdx.json'), bill);
  return `${components.length} packages`;
});
step('checksums are written', () => {
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
process.exitCode = failed > 0 ? 1 : 0;

function step(what, check) {
  try {
    const found = check();
    console.log(`ok        ${what}${typeof found === 'string' && found !== '' ? `: ${found}` : ''}`);
  } catch (error) {
    failed++;
    const told = [error.stdout, error.stderr].filter(Boolean).join('\n').trim();
    console.log(`NOT OK    ${what}: ${error.message.split('\n')[0]}${told === '' ? '' : `\n${told}`}`);
  }
}

/** Installs the tarball in a folder of its own, with a Node from npm, and uses command and library. */
function tryOn(version) {
  const folder = join(work, version ?? 'this');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const packages = version === undefined ? [tarball] : [tarball, `node-linux-${process.arch}@${version}`];
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], folder);
  const node =
    version === undefined
      ? process.execPath
      : join(folder, `node_modules/node-linux-${process.arch}/bin/node`);
  const command = (...args) =>
    run(node, [join(folder, 'node_modules/neardup/dist/apps/cli/main.cjs'), ...args], folder);
  same('--version', command('--version').trim(), about.version);
  const articles = join(folder, 'node_modules/neardup/examples/articles.jsonl');
  const { summary } = JSON.parse(command('dedup', articles, '--json').trim().split('\n').at(-1));
  same('documents that dedup removes of the example', summary.removed, 19);
  writeFileSync(
    join(folder, 'use.js'),
    `import { dedup } from 'neardup';
     import 'neardup/fingerprint'; import 'neardup/nearest'; import 'neardup/client';
     const run = dedup([{ id: 'a', text: 'One text.' }, { id: 'b', text: 'One text!' }]);
     for await (const { id, keptId } of run) console.log(id, keptId);`,
  );
  same('what the library prints', run(node, ['use.js'], folder), 'b a\n');
  if (version !== undefined) same('Node', run(node, ['--version'], folder).trim(), `v${version}`);
}

function neardup(...args) {
  return run(process.execPath, [join(ROOT, 'dist/apps/cli/main.cjs'), ...args]);
}

function exec(name, command) {
  run('npm', ['exec', '--yes', `--package=${name}`, '--', ...command]);
}

function run(command, args, cwd = ROOT) {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
}

function read(name) {
  return readFileSync(join(ROOT, name), 'utf8');
}

function same(what, found, expected) {
  if (found !== expected) throw new Error(`expected ${what} to be ${expected}, found ${found}`);
}

function atMost(what, found, most) {
  if (found > most) throw new Error(`expected ${what} to have at most ${size(most)}, found ${size(found)}`);
}

function size(bytes) {
  return `${(bytes / MB).toFixed(1)} MB`;
}
