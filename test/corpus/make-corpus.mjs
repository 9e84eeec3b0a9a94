// Makes the examples and the test corpus from the sheets in test/corpus/base: `node test/corpus/make-corpus.mjs`.
// Texts and edits are written by hand in the sheets; what can be derived (exact copies, case, word order, script …) is
// derived here with seeded randomness, so that every run gives the same bytes. The form of a sheet: test/corpus/README.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Converter } from 'opencc-js';

const root = new URL('../../', import.meta.url);

/** What is made, as path → content. */
export function makeCorpus() {
  const articles = readSheet('articles');
  const ukrainian = readSheet('news-uk');
  const chinese = readSheet('news-zh');
  const versions = readSheet('versions');
  const corpus = ['en', 'uk', 'zh', 'odd'].map(readSheet);
  const mixed = readFileSync(new URL('test/corpus/base/mixed-pairs.tsv', root), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);

  const examplePairs = [
    ...pairLines(articles, 'articles.jsonl'),
    ...pairLines(ukrainian, 'news-uk.jsonl'),
    ...pairLines(chinese, 'news-zh.jsonl'),
    ...mixed.map((line) => `${line}\tmixed`),
  ];
  return {
    'examples/articles.jsonl': byDate(articles),
    'examples/news-uk.jsonl': byDate(ukrainian),
    'examples/news-zh.jsonl': byDate(chinese),
    'examples/versions.jsonl': versions.map(({ id, text }) => `${JSON.stringify({ id, text })}\n`).join(''),
    'examples/versions-pairs.tsv': tsv(versionPairs(versions)),
    'test/corpus/documents.jsonl': corpus.flat().map(corpusLine).join(''),
    'test/corpus/pairs.tsv': tsv(['a\tb\tkind', ...corpus.flatMap((entries) => pairLines(entries))]),
    'test/corpus/examples-pairs.tsv': tsv(['a\tb\tkind\tinput', ...examplePairs]),
  };
}

// --- sheets ---------------------------------------------------------------------------------------------------------

/** The documents of one sheet, derived ones included: `{ id, fields, text, base?, relation? }`. */
function readSheet(name) {
  const source = readFileSync(new URL(`test/corpus/base/${name}.txt`, root), 'utf8');
  const entries = source
    .split(/^@ /m)
    .slice(1)
    .map((block) => parseEntry(block, name));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  if (byId.size !== entries.length) throw new Error(`${name}.txt: an id is used twice.`);
  for (const entry of entries) resolve(entry, byId, name);
  return entries;
}

function parseEntry(block, sheet) {
  const [heading, ...lines] = block.split('\n');
  const [, id, relation, base] = heading.match(/^(\S+)(?: = (\S+) of (\S+))?$/) ?? [];
  if (!id) throw new Error(`${sheet}.txt: expected "@ id" or "@ id = kind of base", got "@ ${heading}".`);
  const fields = {};
  while (/^[a-z]+: /.test(lines[0] ?? '')) {
    const line = lines.shift();
    fields[line.slice(0, line.indexOf(':'))] = line.slice(line.indexOf(':') + 2);
  }
  return { id, relation, base, fields, body: lines.join('\n').trim(), text: undefined, contains: [] };
}

/** Gives an entry its text, and first the text to those it is made of. */
function resolve(entry, byId, sheet) {
  if (entry.text !== undefined) return entry.text;
  const textOf = (id) => {
    const other = byId.get(id);
    if (!other) throw new Error(`${sheet}.txt: ${entry.id} names ${id}, which the sheet does not have.`);
    return resolve(other, byId, sheet);
  };
  if ('json' in entry.fields) entry.text = JSON.parse(entry.fields.json);
  else if (entry.base) entry.text = derive(entry, textOf(entry.base));
  else {
    entry.text = entry.body.replace(/\{\{([\w-]+)\}\}/g, (_, id) => {
      entry.contains.push(id);
      return textOf(id);
    });
  }
  return entry.text;
}

// --- derived texts --------------------------------------------------------------------------------------------------

function derive(entry, text) {
  if (entry.body) return /^[-+] /.test(entry.body) ? applyEdits(entry, text) : entry.body;
  const random = seededRandom(entry.id);
  switch (entry.relation) {
    case 'exact':
      return text;
    case 'case-punctuation':
      return changeLook[entry.fields.how](text);
    case 'script':
      return toTraditional[entry.fields.how](text);
    case 'stress-marks':
      return text
        .normalize('NFD')
        .replace(/\u0301/g, '')
        .normalize('NFC');
    case 'word-order':
      return mapParagraphs(text, (sentences) => sentences.map((sentence) => shuffleWords(sentence, random)));
    case 'sentence-order':
      return mapParagraphs(text.replace(/\n\n/g, ' '), (sentences) => shuffle(sentences, random));
    default:
      throw new Error(
        `${entry.id}: kind "${entry.relation}" is not derived; write the edits or the text below it.`,
      );
  }
}

/** As written in Taiwan (tw) and in Hong Kong (hk). */
const toTraditional = { tw: Converter({ from: 'cn', to: 'tw' }), hk: Converter({ from: 'cn', to: 'hk' }) };

// Marks inside numbers (3,200 and 4:10) stay: taking them out would change a word.
const changeLook = {
  upper: (text) =>
    text
      .toUpperCase()
      .replace(/\.(?=\s|$)/g, '!')
      .replace(/[“”"«»]/g, ''),
  lower: (text) => text.toLowerCase().replace(/[,;:](?=\s)|[()“”"«»]/g, ''),
  // no punctuation and no paragraphs; apostrophes inside words stay
  bare: (text) => text.replace(/[^\p{L}\p{M}\p{N}'’ʼ]+/gu, ' ').trim(),
  // full-width punctuation becomes half-width, as in text typed in a hurry
  halfwidth: (text) => text.replace(/[，。：；？！（）、]/g, (mark) => `${HALF_WIDTH[mark]} `).trim(),
  // the apostrophes, quotation marks and dashes that a keyboard has
  typewriter: (text) =>
    text
      .replace(/[’ʼ]/g, "'")
      .replace(/[«»“”]/g, '"')
      .replace(/ [–—] /g, ' - '),
};

const HALF_WIDTH = {
  '，': ',',
  '。': '.',
  '：': ':',
  '；': ';',
  '？': '?',
  '！': '!',
  '（': '(',
  '）': ')',
  '、': ',',
};

/** `- old` / `+ new` replaces; `+ new` alone adds at the end. */
function applyEdits(entry, text) {
  let old;
  for (const line of entry.body.split('\n').filter((line) => line !== '')) {
    const words = line.slice(2);
    if (line.startsWith('- ')) {
      if (text.split(words).length !== 2)
        throw new Error(`${entry.id}: expected "${words}" once in ${entry.base}.`);
      old = words;
    } else if (line.startsWith('+ ')) {
      const glue = /[\u3000-\u9fff\uff00-\uffef]$/u.test(text) ? '' : ' ';
      text = old === undefined ? `${text}${glue}${words}` : text.replace(old, () => words);
      old = undefined;
    } else throw new Error(`${entry.id}: expected a line of "- old" or "+ new", got "${line}".`);
  }
  return text;
}

const endOfSentence = /(?<=[.!?…]["”»)]?)\s+|(?<=[。！？][”」]?)(?=[^”」])/u;

function mapParagraphs(text, change) {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const sentences = change(paragraph.split(endOfSentence).map((sentence) => sentence.trim()));
    return sentences.join(/[\u4e00-\u9fff]/.test(paragraph) ? '' : ' ');
  });
  return paragraphs.join('\n\n');
}

/** Every word stays in its sentence, hardly any in its place. */
function shuffleWords(sentence, random) {
  return shuffle(sentence.replace(/[,;:.!?«»"“”()]/g, '').split(' '), random)
    .join(' ')
    .concat('.');
}

function shuffle(items, random) {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}

/** Numbers from 0 to 1, the same for the same seed (xorshift32 over an FNV-1a hash of the seed). */
function seededRandom(seed) {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0), 0x01000193) >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state / 0x100000000;
  };
}

// --- output ---------------------------------------------------------------------------------------------------------

function byDate(entries) {
  const dated = entries.map(({ id, fields, text }) => ({ id, title: fields.title, date: fields.date, text }));
  dated.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1));
  return dated.map((document) => `${JSON.stringify(document)}\n`).join('');
}

function corpusLine({ id, fields, text }) {
  return `${JSON.stringify({ id, lang: fields.lang ?? id.slice(0, 2), kind: fields.kind ?? 'text', text })}\n`;
}

/** Who is known to resemble whom: the base first, or the contained text first. */
function pairLines(entries, input) {
  const lines = entries.flatMap((entry) => [
    ...(entry.base ? [`${entry.base}\t${entry.id}\t${entry.relation}`] : []),
    ...entry.contains.map((id) => `${id}\t${entry.id}\tcontained`),
  ]);
  return input ? lines.map((line) => `${line}\t${input}`) : lines;
}

/** Every two versions of one text, the earlier first: a version is made from the one before it. */
function versionPairs(entries) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const earlier = ({ base }) => (base === undefined ? [] : [...earlier(byId.get(base)), base]);
  return entries.flatMap((entry) => earlier(entry).map((id) => `${id}\t${entry.id}`));
}

function tsv(lines) {
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(new URL('examples', root), { recursive: true });
  for (const [path, content] of Object.entries(makeCorpus())) {
    writeFileSync(new URL(path, root), content);
    console.log(`${path}: ${content.split('\n').length - 1} lines`);
  }
}
