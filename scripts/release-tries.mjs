// Tries what users install, as they would: the tarball on a Node, the wheel in a Python, the executable where nothing else is.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { makeExecutable } from './executable.mjs';
import { atMost, MB, ROOT, run, same, size } from './release-steps.mjs';

const NODE_PACKAGE = `node-linux-${process.arch}`;
const MOST = { executable: 135 * MB, wheel: 16 * MB };
const EXAMPLE = join(ROOT, 'examples/articles.jsonl');
/** Documents that `dedup` removes of the example. */
const REMOVED = 19;
const RUNS = 5;

/** Installs the tarball in a folder of its own, with a Node from npm, and uses command and library. */
export function tryTarball(tarball, about, version, folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const packages = version === undefined ? [tarball] : [tarball, `${NODE_PACKAGE}@${version}`];
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], folder);
  const node =
    version === undefined ? process.execPath : join(folder, 'node_modules', NODE_PACKAGE, 'bin/node');
  const installed = join(folder, 'node_modules/neardup');
  const command = (...args) => run(node, [join(installed, 'dist/apps/cli/main.cjs'), ...args], folder);
  same('--version', command('--version').trim(), about.version);
  removes(command, join(installed, 'examples/articles.jsonl'));
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

/** Builds the wheel, and installs it in an environment of its own. */
export function tryWheel(about, out, folder) {
  run(process.execPath, [join(ROOT, 'scripts/build-wheel.mjs'), '--out', out]);
  const wheel = readdirSync(out).find((name) => name.endsWith('.whl'));
  same('the version of the wheel', wheel?.split('-')[1], about.version);
  const bytes = statSync(join(out, wheel)).size;
  atMost('the wheel', bytes, MOST.wheel);
  run('python3', ['-m', 'venv', folder]);
  const python = join(folder, 'bin/python');
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', join(out, wheel)]);
  const code = 'import neardup; print(neardup.dedup(["One text.", "One text!", "Another."]).kept())';
  same('what Python keeps', run(python, ['-c', code], folder), "['One text.', 'Another.']\n");
  return size(bytes);
}

/** Makes the executable of a Node from npm, and uses it without a Node in its path: command, threads, and a process that extracts. */
export function tryExecutable(about, version, out, folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', `${NODE_PACKAGE}@${version}`], folder);
  makeExecutable({
    node: join(folder, 'node_modules', NODE_PACKAGE, 'bin/node'),
    work: join(folder, 'work'),
    out,
  });
  const bytes = statSync(out).size;
  atMost('the executable', bytes, MOST.executable);
  const env = { HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), PATH: '' };
  const command = (...args) => run(out, args, folder, env);
  const first = seconds(() => same('--version', command('--version').trim(), about.version));
  const others = Array.from({ length: RUNS }, () => seconds(() => command('--version')));
  removes(command, EXAMPLE);
  writeFileSync(join(folder, 'one.docx'), docx('The ferry leaves at nine.'));
  same(
    'the text of a Word file',
    command('text', 'one.docx').trim().split('\n').at(-1),
    'The ferry leaves at nine.',
  );
  rmSync(join(folder, 'work'), { recursive: true });
  return `${size(bytes)}; starts in ${Math.min(...others).toFixed(2)} s, the first time in ${first.toFixed(1)} s`;
}

function removes(command, example) {
  const { summary } = JSON.parse(command('dedup', example, '--json').trim().split('\n').at(-1));
  same('documents that dedup removes of the example', summary.removed, REMOVED);
}

function seconds(act) {
  const start = performance.now();
  act();
  return (performance.now() - start) / 1000;
}

function docx(text) {
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
}
