// The main text of web pages (`--main`) against the article bodies that people marked: precision, recall, F1 by words.
// Needs the labelled pages in ../shared/data/web-pages, which are not part of the repository.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { texts } from '../../dist/index.js';

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
    const scores = [];
    const start = performance.now();
    for await (const { id, text } of texts(pages, { main, format: 'html' })) {
      const page = /([^/]+)\.html\.gz$/.exec(id)[1];
      scores.push({ page, ...compare(words(text), words(truth[page].articleBody)) });
    }
    const seconds = (performance.now() - start) / 1000;
    const mean = (key) => scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
    emit({
      case: main ? 'main text' : 'whole text',
      value: mean('f1'),
      unit: 'F1',
      precision: mean('precision'),
      recall: mean('recall'),
      pages: scores.length,
      'pages/s': scores.length / seconds,
    });
    for (const half of main ? ['tuned', 'held out'] : []) {
      const part = scores.filter(({ page }) => halfOf(page) === half);
      const f1 = part.reduce((sum, score) => sum + score.f1, 0) / part.length;
      emit({ case: `main text, ${half}`, value: f1, unit: 'F1', pages: part.length });
    }
    if (main && process.env.WORST) {
      const worst = scores.sort((a, b) => a.f1 - b.f1).slice(0, Number(process.env.WORST));
      for (const { page, precision, recall, f1 } of worst) {
        console.log(page, precision.toFixed(3), recall.toFixed(3), f1.toFixed(3));
      }
    }
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
