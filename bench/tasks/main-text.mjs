// Main text of web pages, and trafilatura's.
//
// The main text of web pages (`--main`) against the article bodies that people marked: precision, recall, F1 by words,
// beside trafilatura where it is installed.
// Needs the labelled pages in ../shared/data/web-pages, which are not part of the repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { texts } from '../../dist/index.js';
import { PEERS_FOLDER } from '../data/peers.mjs';

const FOLDERS = ['../../../shared/data/web-pages/', '../../../../shared/data/web-pages/'];

export async function run(emit) {
  const found = FOLDERS.map((folder) => fileURLToPath(new URL(folder, import.meta.url))).find(existsSync);
  if (found === undefined) {
    console.error('main-text: skipped, there is no ../shared/data/web-pages with the labelled pages.');
    return;
  }
  const truth = JSON.parse(gunzipSync(readFileSync(`${found}ground-truth.json.gz`)));
  const pages = readdirSync(`${found}html`).map((name) => `${found}html/${name}`);
  for (const main of [true, false]) {
    const found = [];
    const start = process.cpuUsage();
    for await (const { id, text } of texts(pages, { main, format: 'html' })) {
      found.push({ page: /([^/]+)\.html\.gz$/.exec(id)[1], text });
    }
    score(main ? 'main text' : 'whole text', found, truth, cpuSeconds(start), emit);
  }
  const peer = trafilatura(`${found}html`);
  if (peer.length === 0) return;
  score(
    'trafilatura',
    peer,
    truth,
    peer.reduce((sum, { seconds }) => sum + seconds, 0),
    emit,
  );
}

/** Computing time, as trafilatura's: the machine may be busy. */
function cpuSeconds(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

function score(name, found, truth, seconds, emit) {
  const scores = found.map(({ page, text }) => ({
    page,
    ...compare(words(text), words(truth[page].articleBody)),
  }));
  for (const half of ['all', 'tuned', 'held out']) {
    const part = scores.filter(({ page }) => half === 'all' || halfOf(page) === half);
    const mean = (key) => part.reduce((sum, score) => sum + score[key], 0) / part.length;
    emit({
      case: `${name}, ${half}`,
      value: mean('f1'),
      unit: 'F1',
      precision: mean('precision'),
      recall: mean('recall'),
      pages: part.length,
      ...(half === 'all' ? { 'pages/s': part.length / seconds } : {}),
    });
  }
  if (name === 'main text' && process.env.WORST) listWorst(scores, Number(process.env.WORST));
}

/** Only of the half that may be looked at. */
function listWorst(scores, count) {
  const tuned = scores.filter(({ page }) => halfOf(page) === 'tuned').sort((a, b) => a.f1 - b.f1);
  for (const { page, precision, recall, f1 } of tuned.slice(0, count)) {
    console.log(page, precision.toFixed(3), recall.toFixed(3), f1.toFixed(3));
  }
}

/** The texts of the other extractor, or none if it is not installed. */
function trafilatura(folder) {
  const script = fileURLToPath(new URL('../peers/main_text.py', import.meta.url));
  try {
    const lines = execFileSync(join(PEERS_FOLDER, 'python/bin/python'), [script, folder], {
      maxBuffer: 1 << 30,
    });
    return lines
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    console.error('main-text: trafilatura is left out (.ci/install-peers installs it)');
    return [];
  }
}

/** Pages that are not looked at when the reader is tuned; the seed is part of what is hashed. */
function halfOf(page) {
  return createHash('sha256').update(`main 1 ${page}`).digest()[0] % 2 === 1 ? 'held out' : 'tuned';
}

function words(text) {
  const counts = new Map();
  for (const word of text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Words counted as often as they occur. */
function compare(found, expected) {
  let common = 0;
  for (const [word, count] of found) common += Math.min(count, expected.get(word) ?? 0);
  const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const precision = common / Math.max(1, total(found));
  const recall = common / Math.max(1, total(expected));
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}
