// The bundle for browsers beside Node, in turn: `fingerprint` and `dedup` of JSON lines, in a worker of an isolated page of Chromium.
// The file is in the browser before the clock starts, as one that a user chose.
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { dedup, fingerprint } from '../../dist/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const WORKER = `
  import * as neardup from '/dist/browser/index.js';
  let file;
  self.onmessage = async ({ data: { verb, options } }) => {
    file ??= new File([await (await fetch('/documents.jsonl')).blob()], 'documents.jsonl');
    const start = performance.now();
    const run = neardup[verb](file, options);
    let results = 0;
    for await (const _ of run) results++;
    const seconds = (performance.now() - start) / 1000;
    postMessage({ seconds, results, engine: (await run.summary).engine });
  };`;
const VERBS = { fingerprint, dedup };

export async function run(emit, { quick, threads }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
  const path = join(folder, 'documents.jsonl');
  writeFileSync(path, lines(quick ? 4_000 : 40_000));
  const megabytes = statSync(path).size / 1e6;
  const server = createServer((request, response) => serve(request, response, path));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.evaluate(() => {
      globalThis.worker = new Worker('/worker.js', { type: 'module' });
    });
    for (const verb of Object.keys(VERBS)) {
      const best = { node: Number.POSITIVE_INFINITY, browser: Number.POSITIVE_INFINITY };
      let found;
      for (let round = 0; round < 4; round++) {
        const here = await inNode(verb, path, { threads });
        const there = await inBrowser(page, verb, { threads });
        if (here.results !== there.results)
          throw new Error(`${verb}: ${here.results} results, ${there.results} in the browser`);
        best.node = Math.min(best.node, here.seconds);
        best.browser = Math.min(best.browser, there.seconds);
        found = there;
      }
      emit({
        ...{
          case: `${verb}, ${Math.round(megabytes)} MB`,
          value: megabytes / best.browser,
          unit: 'MB/s',
          engine: found.engine,
        },
        ...{ node: megabytes / best.node, ratio: best.node / best.browser, results: found.results },
      });
    }
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inNode(verb, path, options) {
  const start = performance.now();
  let results = 0;
  for await (const _ of VERBS[verb](path, options)) results++;
  return { seconds: (performance.now() - start) / 1000, results };
}

function inBrowser(page, verb, options) {
  return page.evaluate(
    (job) =>
      new Promise((resolve, reject) => {
        globalThis.worker.onmessage = ({ data }) => resolve(data);
        globalThis.worker.onerror = ({ message }) => reject(new Error(message));
        globalThis.worker.postMessage(job);
      }),
    { verb, options },
  );
}

function serve({ url }, response, path) {
  if (url === '/documents.jsonl') return createReadStream(path).pipe(response.writeHead(200, HEADERS));
  const made = { '/': '<!doctype html><title>bench</title>', '/worker.js': WORKER }[url];
  const type = url === '/' ? 'text/html' : 'text/javascript';
  try {
    response.writeHead(200, { ...HEADERS, 'Content-Type': type }).end(made ?? readFileSync(join(ROOT, url)));
  } catch {
    response.end();
  }
}

/** English-like documents of some 2.4 KB; every fifth is a copy with some words changed. */
function lines(count) {
  let state = 7;
  const random = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const words = Array.from({ length: 5_000 }, () =>
    Array.from({ length: 2 + random(8) }, () => String.fromCharCode(97 + random(26))).join(''),
  );
  const text = () => Array.from({ length: 380 }, () => words[Math.min(random(5_000), random(5_000))]);
  let last = text();
  const made = Array.from({ length: count }, (_, i) => {
    last = i % 5 === 4 ? last.map((word) => (random(100) === 0 ? words[random(5_000)] : word)) : text();
    return JSON.stringify({ id: `d${i}`, text: last.join(' ') });
  });
  return `${made.join('\n')}\n`;
}
