// The scripts of the site: small ones for every page, the playground with its two engines (texts; files of all formats), and the pictures of the ideas.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { singleFile } from '../scripts/bundle-browser.mjs';
import { ROOT } from './contents.mjs';

const WORKER = 'site/browser/playground/worker.ts';
/** Characters of Base64, a multiple of four. */
const PART = 96 * 1024;

/** The documents that the playground begins with: by name, their files. */
const SAMPLES = {
  essay: ['examples/compare/essay.txt', 'examples/compare/guide.md'],
  'essay-uk': ['examples/compare/uk/tvir.txt', 'examples/compare/uk/stattia.txt'],
  articles: ['examples/articles.jsonl'],
  'news-uk': ['examples/news-uk.jsonl'],
  versions: ['examples/versions.jsonl'],
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
  writeEngine(write, 'texts', await singleFile(WORKER, { scripts: false, without: ['pdfium.wasm'] }));
  writeEngine(write, 'files', await singleFile(WORKER));
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

/**
 * The script of a worker inside scripts: a page from a disk can start no other. The playground unpacks and starts it. It is in parts, because
 * a page stands still while a long script is read.
 */
function writeEngine(write, name, code) {
  const packed = gzipSync(code, { level: 9 }).toString('base64');
  const parts = Math.ceil(packed.length / PART);
  for (let part = 0; part < parts; part++) {
    const text = packed.slice(PART * part, PART * (part + 1));
    write(
      `engine-${name}-${part}.js`,
      `((globalThis.neardupEngines??={}).${name}??={parts:${parts}})[${part}]='${text}';\n`,
    );
  }
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
