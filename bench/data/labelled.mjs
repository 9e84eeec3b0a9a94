// The labelled sets that quality is measured on. They are not part of the repository: tasks that need them are skipped where the
// folder ../shared/data (or NEARDUP_DATA) is missing.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { DEFAULTS } from '../../dist/index.js';
import { readMessage } from '../../dist/read/mail/message.js';
import { generator } from './words.mjs';

const FOLDERS = [
  process.env.NEARDUP_DATA,
  ...['../../../shared/data', '../../../../shared/data'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ),
];
export const DATA = FOLDERS.find((folder) => folder !== undefined && existsSync(folder));

/** Sets with pairs that people or the making of the set vouch for, and sets without. */
export const SETS = {
  'uk-corrections': { labels: true },
  'doc-revisions/en': { labels: true, minimum: ['resemblance5', 0.5] },
  'doc-revisions/zh': { labels: true, minimum: ['resemblance5', 0.5] },
  'doc-revisions/uk': { labels: true, minimum: ['resemblance5', 0.5] },
  licences: { labels: true, minimum: ['resemblance_word4', 0.7] },
  newswire: {},
  'package-descriptions': { sample: 20_000 },
  mail: { bodies: true },
  'articles-1000': { labels: true },
  'articles-2500': { labels: true },
  'zh-scripts': { labels: true },
  'short-answers': { labels: true },
  bible: {},
};

/** Documents ({ id, text, lang }) and, where there are any, known pairs ([a, b]) of a set; undefined where it is missing. */
export async function labelledSet(name, { most } = {}) {
  const { labels, minimum, sample, bodies } = SETS[name] ?? {};
  const [folder, lang] = name.split('/');
  if (DATA === undefined || !existsSync(`${DATA}/${folder}/docs.jsonl.gz`)) {
    console.error(`${name}: skipped, there is no ../shared/data/${folder}.`);
    return undefined;
  }
  const lines = gunzipSync(readFileSync(`${DATA}/${folder}/docs.jsonl.gz`))
    .toString()
    .split('\n');
  let documents = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  if (lang !== undefined) documents = documents.filter((document) => document.lang === lang);
  documents = drawn(documents, Math.min(sample ?? documents.length, most ?? documents.length));
  if (bodies) {
    for (const document of documents) document.text = await messageText(document.text);
  }
  documents = documents.map(({ id, text, ...more }) => ({ id, text, lang: more.lang, ...more }));
  if (!labels) return { name, documents };
  const ids = new Set(documents.map(({ id }) => id));
  const rows = readFileSync(`${DATA}/${folder}/pairs.tsv`, 'utf8').trim().split('\n');
  const columns = rows[0].startsWith('a\t') ? rows.shift().split('\t') : ['a', 'b'];
  const pairs = rows
    .map((row) => row.split('\t'))
    .filter(([a, b]) => ids.has(a) && ids.has(b))
    .filter((row) => minimum === undefined || Number(row[columns.indexOf(minimum[0])]) >= minimum[1])
    .map((row) => Object.assign([row[0], row[1]], { label: row[columns.indexOf('label')], row }));
  return { name, documents, pairs };
}

/** The body of a raw message. */
async function messageText(raw) {
  const message = await readMessage(Buffer.from(raw), DEFAULTS).catch(() => ({ text: '' }));
  return message.text ?? '';
}

/** `count` of the documents, drawn with a fixed seed, in their order. */
function drawn(documents, count) {
  if (count >= documents.length) return documents;
  const next = generator(2026);
  const keys = documents.map(() => next());
  const last = Uint32Array.from(keys).sort()[count - 1];
  return documents.filter((_, i) => keys[i] <= last).slice(0, count);
}
