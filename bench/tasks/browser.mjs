// `fingerprint` and `dedup` in Chromium and in Node.
//
// The bundle for browsers beside Node, in turn: `fingerprint` and `dedup` of JSON lines, in a worker of a page of Chromium,
// which is isolated, and then in one that is not.
// The file is in the browser before the clock starts, as one that a user chose. The time of the processors is that of all processes of the
// browser: a busy machine changes it less than the clock.
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { dedup, fingerprint } from '../../dist/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ISOLATION = {
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
/** The best of them counts: others use this machine, too. */
const ROUNDS = 8;
const VERBS = { fingerprint, dedup };

export async function run(emit, { quick, threads }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
  const path = join(folder, 'documents.jsonl');
  writeFileSync(path, lines(quick ? 4_000 : 40_000));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    for (const headers of [ISOLATION, {}]) await measure(emit, browser, path, headers, threads);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(emit, browser, path, headers, threads) {
  const megabytes = statSync(path).size / 1e6;
  const server = createServer((request, response) => serve(request, response, path, headers));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const processes = await browser.newBrowserCDPSession();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(() => {
    globalThis.worker = new Worker('/worker.js', { type: 'module' });
  });
  for (const verb of Object.keys(VERBS)) {
    const none = { seconds: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY };
    let best = { node: none, browser: none };
    let found;
    for (let round = 0; round < ROUNDS; round++) {
      const here = await withCpu(ownCpu, () => inNode(verb, path, { threads }));
      const there = await withCpu(
        () => cpuOf(processes),
        () => inBrowser(page, verb, { threads }),
      );
      if (here.results !== there.results)
        throw new Error(`${verb}: ${here.results} results, ${there.results} in the browser`);
      best = { node: least(best.node, here), browser: least(best.browser, there) };
      found = there;
    }
    emit({
      case: `${verb}, ${Math.round(megabytes)} MB`,
      value: megabytes / best.browser.seconds,
      unit: 'MB/s',
      engine: found.engine,
      node: megabytes / best.node.seconds,
      ratio: best.node.seconds / best.browser.seconds,
      'cpu ms': 1000 * best.browser.cpu,
      'ratio of cpu': best.node.cpu / best.browser.cpu,
      results: found.results,
    });
  }
  await page.close();
  server.close();
}

async function withCpu(cpu, task) {
  const before = await cpu();
  const answer = await task();
  return { ...answer, cpu: (await cpu()) - before };
}

function ownCpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function cpuOf(processes) {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

function least(a, b) {
  return { seconds: Math.min(a.seconds, b.seconds), cpu: Math.min(a.cpu, b.cpu) };
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

function serve({ url }, response, path, headers) {
  if (url === '/documents.jsonl') return createReadStream(path).pipe(response.writeHead(200, headers));
  const made = { '/': '<!doctype html><title>bench</title>', '/worker.js': WORKER }[url];
  const type = url === '/' ? 'text/html' : 'text/javascript';
  try {
    response.writeHead(200, { ...headers, 'Content-Type': type }).end(made ?? readFileSync(join(ROOT, url)));
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
