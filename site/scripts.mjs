// The scripts of the site: small ones for every page, the playground with its two engines (texts; files of all formats), and the pictures of the ideas.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { singleFile } from '../scripts/bundle-browser.mjs';
import { ROOT } from './contents.mjs';

const WORKER = 'site/browser/playground/worker.ts';

/** The documents that the playground begins with: by name, their files. */
const SAMPLES = {
  essay: ['examples/compare/essay.txt', 'examples/compare/guide.md'],
  'essay-uk': ['examples/compare/uk/tvir.txt', 'examples/compare/uk/stattia.txt'],
  articles: ['examples/articles.jsonl'],
  'news-uk': ['examples/news-uk.jsonl'],
};

export async function writeScripts(out) {
  const write = (name, code) => writeFileSync(join(out, name), code);
  for (const name of ['theme', 'site']) write(`${name}.js`, await small(`site/browser/${name}.ts`));
  write(
    'playground.js',
    await singleFile('site/browser/playground/main.ts', { scripts: false, without: ['pdfium.wasm'] }),
  );
  write(
    'ideas.js',
    await singleFile('site/browser/ideas/main.ts', {
      scripts: false,
      without: ['pdfium.wasm', 'kernels.wasm'],
    }),
  );
  write(
    'engine-texts.js',
    engine('texts', await singleFile(WORKER, { scripts: false, without: ['pdfium.wasm'] })),
  );
  write('engine-files.js', engine('files', await singleFile(WORKER)));
  write(
    'samples.js',
    `globalThis.neardupSamples = ${JSON.stringify(samples()).replaceAll('<', '\\u003c')};\n`,
  );
}

async function small(entry) {
  const bundle = await rolldown({ input: join(ROOT, entry), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}

/** The script of a worker inside a script: a page from a disk can start no other. It is unpacked and started by the playground. */
function engine(name, code) {
  return `(globalThis.neardupEngines??={}).${name}='${gzipSync(code, { level: 9 }).toString('base64')}';\n`;
}

function samples() {
  return Object.fromEntries(
    Object.entries(SAMPLES).map(([name, paths]) => [name, paths.flatMap(documentsOf)]),
  );
}

function documentsOf(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!path.endsWith('.jsonl')) return [{ id: path, text }];
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ id, text }) => ({ id, text }));
}
