// Texts of several languages for planting passages: a host and a source are two of them that share no run of words so far. From
// ../shared/data; none where the data are not there.
import { findWords, WordNumbers } from '../../dist/canonicalize/index.js';
import { sharedDocuments } from './shared-sets.mjs';
import { generator } from './words.mjs';

/** Two texts that already have a run of this many words (of Chinese: characters) in common are not used. */
const NATURAL_RUN = { zh: 20 };
const NATURAL_WORDS = 12;
/** Texts are cut to this many characters. */
const LIMIT = 12_000;
/** Descriptions of packages in one German text, and documents from one to the next, because neighbors are alike. */
const DESCRIPTIONS = 30;

/** By language, a function that gives its texts. */
export const TEXTS = {
  en: () => [
    ...long(texts(sharedDocuments('newswire')), 3000),
    ...long(
      sharedDocuments('standards')
        .slice(0, 200)
        .map(({ text }) => text.slice(4000)),
      3000,
    ),
  ],
  uk: () => [
    ...long(texts(sharedDocuments('uk-corrections').filter(({ id }) => /gec-only\/.*target/.test(id))), 2000),
    ...long(latest(sharedDocuments('doc-revisions'), 'uk'), 2000),
  ],
  zh: () => long(latest(sharedDocuments('doc-revisions'), 'zh'), 1200),
  ru: () => long(texts(sharedDocuments('bible').filter(({ lang }) => lang === 'ru')), 2000),
  de: () => {
    const all = texts(sharedDocuments('package-descriptions').filter(({ lang }) => lang === 'de'));
    const step = Math.floor(all.length / DESCRIPTIONS);
    const own = Array.from({ length: Math.min(60, step) }, (_, n) =>
      Array.from({ length: DESCRIPTIONS }, (_, i) => all[i * step + n * Math.floor(step / 60)]).join('\n\n'),
    );
    return long(own, 2000);
  },
};

/** `count` pairs [host, source]; fewer if there are not enough texts. */
export function pickPairs(list, count, lang, folder, seed = 77) {
  const next = generator(seed);
  const pairs = [];
  for (let tries = 0; pairs.length < count && tries < 50 * count; tries++) {
    const [host, source] = [list[next() % list.length], list[next() % list.length]];
    if (host !== source && !shareRun(host, source, lang, folder)) pairs.push([host, source]);
  }
  return pairs;
}

function shareRun(a, b, lang, folder) {
  const length = NATURAL_RUN[lang] ?? NATURAL_WORDS;
  const runs = (text) => {
    const numbers = new WordNumbers();
    const { numbers: found } = findWords(folder, text, numbers);
    const words = [...found].map((number) => numbers.words[number]);
    return words.slice(length - 1).map((_, i) => words.slice(i, i + length).join(' '));
  };
  const known = new Set(runs(a));
  return runs(b).some((run) => known.has(run));
}

function texts(documents) {
  return documents.map(({ text }) => text);
}

function long(list, least) {
  return list.map((text) => text.slice(0, LIMIT)).filter((text) => text.length >= least);
}

/** The last revision of every page. */
function latest(documents, lang) {
  const byFamily = new Map();
  for (const document of documents) {
    const known = byFamily.get(document.family);
    if (document.lang === lang && (known === undefined || known.rev < document.rev))
      byFamily.set(document.family, document);
  }
  return [...byFamily.values()].map(({ text }) => prose(text));
}

/** A page without its head, code, comments and short codes. */
function prose(markdown) {
  return markdown
    .replace(/^---\n.*?\n---\n/s, '')
    .replace(/^```.*?^```/gms, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/\{\{.*?\}\}/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\]\([^)]*\)/g, ']');
}
