// `compare --in` among 20,000 newswire stories.
//
// Sources in a collection of 20,000 newswire stories: sentences of eight or more words are planted into other stories, as they are,
// with words replaced, and in another order. How many of the documents that have them are found, and how long does it take once the
// collection is fingerprinted? Needs ../shared/data/newswire, which is not part of the repository.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { canonicalText, compareIn, SourceIndex, splitSentences } from '../../dist/index.js';

const FILES = [
  '../../../shared/data/newswire/docs.jsonl.gz',
  '../../../../shared/data/newswire/docs.jsonl.gz',
];
const DOCUMENTS = 20_000;
const LEAST_WORDS = 8;

export async function run(emit, { quick, threads }) {
  const file = FILES.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync);
  if (file === undefined) {
    console.error('sources: skipped, there is no ../shared/data/newswire.');
    return;
  }
  const documents = readStories(file).slice(0, DOCUMENTS);
  const index = await measureBuild(emit, documents, threads);
  const sentences = await listSentences(documents);
  for (const [name, edit] of Object.entries(EDITS)) {
    await measureFind(emit, index, documents, sentences, name, edit, quick ? 50 : 400);
  }
  await measureCompare(emit, index, documents, sentences, quick ? 5 : 40);
  await measureLong(emit, index, documents);
  await index.close();
}

function readStories(file) {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line)).map(({ id, text }) => ({ id: String(id), text: text ?? '' }));
}

async function measureBuild(emit, documents, threads) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const index = await SourceIndex.build(documents, { threads });
  const used = process.cpuUsage(cpu);
  const { size } = index;
  emit({
    case: `fingerprint ${documents.length} stories`,
    value: (performance.now() - start) / 1000,
    unit: 's',
    threads,
    engine: 'wasm',
    'CPU s': (used.user + used.system) / 1e6,
    'MB of text': documents.reduce((sum, { text }) => sum + text.length, 0) / 1e6,
    sentences: size.sentences,
    'bytes a sentence': size.memory / size.sentences,
    'memory MB': size.memory / 1e6,
    'disk MB': size.disk / 1e6,
  });
  return index;
}

/** Sentences of at least eight words of canonical text, and in which documents each of them stands (as canonical text). */
async function listSentences(documents) {
  const places = new Map();
  const all = [];
  for (const [document, { text }] of documents.entries()) {
    for (const { start, end } of splitSentences(text)) {
      const sentence = text.slice(start, end).replaceAll(/\s+/g, ' ');
      const key = await canonicalText(sentence);
      if (key.split(' ').length < LEAST_WORDS) continue;
      if (!places.has(key)) places.set(key, new Set());
      places.get(key).add(document);
      all.push({ sentence, documents: places.get(key) });
    }
  }
  return all;
}

const replaced = (words, random, count) => {
  for (let i = 0; i < count; i++) words[random(words.length)] = `replacement${i}`;
  return words;
};
const EDITS = {
  verbatim: (words) => words,
  'one word replaced': (words, random) => replaced(words, random, 1),
  'two words replaced': (words, random) => replaced(words, random, 2),
  'a word deleted': (words, random) => words.toSpliced(random(words.length), 1),
  'halves swapped': (words) => [...words.slice(words.length >> 1), ...words.slice(0, words.length >> 1)],
  'words shuffled': (words, random) => {
    for (let i = words.length - 1; i > 0; i--) {
      const j = random(i + 1);
      [words[i], words[j]] = [words[j], words[i]];
    }
    return words;
  },
};

/** Plants one sentence into a story that does not have it, and asks for the sources. */
async function measureFind(emit, index, documents, sentences, name, edit, rounds) {
  const random = generator(11);
  let wanted = 0;
  let found = 0;
  let candidates = 0;
  const times = [];
  const cpu = [];
  for (let round = 0; round < rounds; round++) {
    const { sentence, documents: truth } = sentences[random(sentences.length)];
    const text = plant(documents[random(documents.length)].text, changed(sentence, edit, random), random);
    const before = process.cpuUsage();
    const start = performance.now();
    const answer = await index.find(text);
    times.push(performance.now() - start);
    const used = process.cpuUsage(before);
    cpu.push((used.user + used.system) / 1000);
    const got = new Set(answer.candidates.map(({ document }) => document));
    candidates += got.size;
    for (const document of truth) {
      wanted++;
      if (got.has(document)) found++;
    }
  }
  times.sort((a, b) => a - b);
  cpu.sort((a, b) => a - b);
  emit({
    case: `planted: ${name}`,
    value: found / wanted,
    unit: 'recall',
    reference: name === 'verbatim' ? { goal: 1, 'goal ms': 200 } : undefined,
    'documents to find': wanted,
    'candidates a query': candidates / rounds,
    'ms median': times[rounds >> 1],
    'ms 95 %': times[Math.floor(0.95 * rounds)],
    'ms most': times.at(-1),
    'CPU ms median': cpu[rounds >> 1],
  });
}

/** A sentence with its words changed, a capital first and its full stop last. */
function changed(sentence, edit, random) {
  const [, body, stop] = /^(.*?)([.!?"')]*)$/.exec(sentence);
  const text = edit(body.split(' '), random).join(' ');
  return `${text[0].toUpperCase()}${text.slice(1)}${stop || '.'}`;
}

function plant(host, sentence, random) {
  const spans = splitSentences(host);
  const at = spans.length === 0 ? 0 : spans[random(spans.length)].end;
  return `${host.slice(0, at)} ${sentence} ${host.slice(at)}`;
}

/** The whole of `compareIn`: the search, and the comparison with the best ten. */
async function measureCompare(emit, index, documents, sentences, rounds) {
  const random = generator(12);
  const times = [];
  const cpu = [];
  for (let round = 0; round < rounds; round++) {
    const { sentence } = sentences[random(sentences.length)];
    const text = plant(documents[random(documents.length)].text, sentence, random);
    const before = process.cpuUsage();
    const start = performance.now();
    await compareIn({ text }, index, { lang: 'en' });
    times.push(performance.now() - start);
    const used = process.cpuUsage(before);
    cpu.push((used.user + used.system) / 1000);
  }
  times.sort((a, b) => a - b);
  cpu.sort((a, b) => a - b);
  emit({
    case: 'compareIn: search and comparison with the best 10',
    value: times[rounds >> 1],
    unit: 'ms',
    reference: { goal: 200 },
    'ms 95 %': times[Math.floor(0.95 * rounds)],
    'CPU ms median': cpu[rounds >> 1],
    'CPU ms least': cpu[0],
  });
}

/** A long text: a hundred stories that stand in the collection. */
async function measureLong(emit, index, documents) {
  const text = documents
    .slice(5000, 5100)
    .map((document) => document.text)
    .join('\n\n');
  const times = [];
  let answer;
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    answer = await index.find(text);
    const used = process.cpuUsage(before);
    times.push((used.user + used.system) / 1000);
  }
  emit({
    case: 'a text of a hundred stories',
    value: Math.min(...times),
    unit: 'CPU ms',
    words: answer.words,
    candidates: answer.candidates.length,
    boilerplate: answer.boilerplate.length,
  });
}

/** Seeded integers below n. */
function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
