/**
 * Keeps the truth honest: what pairs.tsv and examples-pairs.tsv say about the documents is measured here, with a few
 * lines of its own that share nothing with src/.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { DomUtils, parseDocument } from 'htmlparser2';
import { Converter } from 'opencc-js';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

interface Known {
  id: string;
  text: string;
}
interface Truth {
  a: string;
  b: string;
  kind: string;
}

/** Kinds a deduplication must find: three-word resemblance of 0.8 or more. */
const NEAR = new Set(
  'exact case-punctuation few-edits one-sentence-added script stress-marks format'.split(' '),
);

const corpusPairs = readPairs('test/corpus/pairs.tsv');
const examplePairs = readPairs('test/corpus/examples-pairs.tsv');
const collections: { name: string; documents: Known[]; pairs: Truth[] }[] = [
  { name: 'test/corpus', documents: readJsonl('test/corpus/documents.jsonl'), pairs: corpusPairs },
  ...['articles.jsonl', 'news-uk.jsonl', 'news-zh.jsonl'].map((name) => ({
    name: `examples/${name}`,
    documents: readJsonl(`examples/${name}`),
    pairs: examplePairs.filter((pair) => pair.input === name),
  })),
  {
    name: 'examples/mixed',
    documents: readFolder('examples/mixed/'),
    pairs: examplePairs.filter((pair) => pair.input === 'mixed'),
  },
];

describe.each(collections)('$name', ({ documents, pairs }) => {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const shinglesById = new Map(documents.map(({ id, text }) => [id, shingles(text)]));
  const of = (kind: string) => pairs.filter((pair) => pair.kind === kind);

  it('gives every document an id of its own', () => {
    expect(byId.size).toBe(documents.length);
  });

  it('pairs only documents that exist, each pair once', () => {
    for (const { a, b } of pairs) {
      expect(byId.has(a), a).toBe(true);
      expect(byId.has(b), b).toBe(true);
    }
    expect(new Set(pairs.map(({ a, b }) => [a, b].sort().join(' '))).size).toBe(pairs.length);
  });

  it('lists every two documents that resemble each other by half, as a pair or in one group', () => {
    const group = groups(documents, pairs);
    const entries = [...shinglesById].filter(([, set]) => set.size > 0);
    const unlisted: string[] = [];
    entries.forEach(([a, setA], i) => {
      for (const [b, setB] of entries.slice(i + 1)) {
        if (group(a) !== group(b) && resemblance(setA, setB) >= 0.5) unlisted.push(`${a} ${b}`);
      }
    });
    expect(unlisted).toEqual([]);
  });

  it('near pairs of the set $name resemble each other by 0.8 or more', () => {
    const apart = pairs
      .filter(({ kind }) => NEAR.has(kind))
      .map(({ a, b, kind }) => ({ a, b, kind, r: resemblance(shinglesById.get(a)!, shinglesById.get(b)!) }))
      .filter(({ r }) => r < 0.8);
    expect(apart).toEqual([]);
  });

  it('exact copies of the set $name are equal character by character', () => {
    for (const { a, b } of of('exact')) expect(byId.get(b)!.text).toBe(byId.get(a)!.text);
  });

  it('changes nothing that counts in pairs of case, punctuation or stress marks', () => {
    const same = pairs.filter(({ kind }) => kind === 'case-punctuation' || kind === 'stress-marks');
    for (const { a, b } of same) expect(words(byId.get(b)!.text), b).toEqual(words(byId.get(a)!.text));
  });

  it('keeps every word, and little of the order, in pairs of word order', () => {
    for (const { a, b } of of('word-order')) {
      expect(words(byId.get(b)!.text).sort(), b).toEqual(words(byId.get(a)!.text).sort());
      expect(resemblance(shinglesById.get(a)!, shinglesById.get(b)!), b).toBeLessThan(0.2);
    }
  });

  it('keeps every sentence, but not the text, in pairs of sentence order', () => {
    for (const { a, b } of of('sentence-order')) {
      expect(words(byId.get(b)!.text).sort(), b).toEqual(words(byId.get(a)!.text).sort());
      expect(words(byId.get(b)!.text), b).not.toEqual(words(byId.get(a)!.text));
      expect(resemblance(shinglesById.get(a)!, shinglesById.get(b)!), b).toBeGreaterThan(0.5);
    }
  });

  it('contained texts of the set $name lie in the other whole', () => {
    for (const { a, b } of of('contained')) {
      const inside = [...shinglesById.get(a)!].filter((shingle) => shinglesById.get(b)!.has(shingle)).length;
      expect(inside / shinglesById.get(a)!.size, `${a} ${b}`).toBeGreaterThan(0.95);
    }
  });

  it('heavy edits of the set $name are below every threshold in use, but have words in common', () => {
    for (const { a, b } of of('heavy-edits')) {
      expect(resemblance(shinglesById.get(a)!, shinglesById.get(b)!), b).toBeLessThan(0.5);
      expect(
        resemblance(new Set(words(byId.get(a)!.text)), new Set(words(byId.get(b)!.text))),
        b,
      ).toBeGreaterThan(0.25);
    }
  });
});

describe('the files', () => {
  it('the files of the corpus are what test/corpus/make-corpus.mjs makes of the sheets', async () => {
    const script: { makeCorpus(): Record<string, string> } = await import(
      new URL('test/corpus/make-corpus.mjs', root).href
    );
    for (const [path, content] of Object.entries(script.makeCorpus())) {
      const committed = readFileSync(new URL(path, root), 'utf8');
      expect(committed === content, `${path} is stale: run node test/corpus/make-corpus.mjs`).toBe(true);
    }
  });

  it('the files of the corpus have pairs of the kinds that README.md explains, and of no others', () => {
    const readme = readFileSync(new URL('test/corpus/README.md', root), 'utf8');
    const explained = [...readme.matchAll(/^\| ([a-z][a-z-]+) +\|/gm)].map(([, kind]) => kind).filter((kind) => kind !== 'kind');
    const kinds = new Set([...corpusPairs, ...examplePairs].map(({ kind }) => kind));
    expect(explained.sort()).toEqual([...kinds].sort());
  });

  it('the files of the corpus take less than 2 MB together', () => {
    const size = ['examples/', 'test/corpus/']
      .flatMap(listFiles)
      .reduce((sum, path) => sum + statSync(path).size, 0);
    expect(size).toBeLessThan(2_000_000);
  });
});

// --- a measure of its own -------------------------------------------------------------------------------------------

const toSimplified = Converter({ from: 't', to: 'cn' });

/** Words in lower case, without stress marks, with one apostrophe; Chinese in simplified characters, each a word. */
function words(text: string): string[] {
  const plain = toSimplified(
    text
      .normalize('NFD')
      .replace(/\u0301/g, '')
      .normalize('NFC')
      .toLowerCase(),
  );
  return (
    plain.replace(/[’ʼ]/g, "'").match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}'])+/gu) ?? []
  );
}

/** Three words or, in Chinese, three characters; a shorter text is one shingle, one without words none. */
function shingles(text: string): Set<string> {
  const all = words(text);
  if (all.length > 0 && all.length < 3) return new Set([all.join(' ')]);
  return new Set(all.slice(2).map((_, i) => all.slice(i, i + 3).join(' ')));
}

function resemblance(a: Set<string>, b: Set<string>): number {
  const common = [...a].filter((shingle) => b.has(shingle)).length;
  return common / (a.size + b.size - common);
}

/** Tells the group of an id: documents joined by pairs, however far. */
function groups(documents: Known[], pairs: Truth[]): (id: string) => string {
  const parent = new Map(documents.map(({ id }) => [id, id]));
  const find = (id: string): string => (parent.get(id) === id ? id : find(parent.get(id)!));
  for (const { a, b } of pairs) parent.set(find(b), find(a));
  return find;
}

// --- reading --------------------------------------------------------------------------------------------------------

function readJsonl(path: string): Known[] {
  const lines = readFileSync(new URL(path, root), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Known);
}

function readPairs(path: string): (Truth & { input: string })[] {
  const [header, ...lines] = readFileSync(new URL(path, root), 'utf8').trimEnd().split('\n');
  expect(header).toMatch(/^a\tb\tkind/);
  return lines.map((line) => {
    const [a, b, kind, input] = line.split('\t');
    return { a, b, kind, input };
  });
}

function readFolder(folder: string): Known[] {
  return listFiles(folder).map((path) => {
    const charset = /1251/.test(path) ? 'windows-1251' : /gb18030/.test(path) ? 'gb18030' : 'utf-8';
    const text = new TextDecoder(charset).decode(readFileSync(path));
    const id = path.slice(new URL(folder, root).pathname.length);
    return { id, text: path.endsWith('.html') ? textOfPage(text) : text };
  });
}

function textOfPage(html: string): string {
  return DomUtils.textContent(parseDocument(html.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '')));
}

function listFiles(folder: string): string[] {
  const base = new URL(folder, root).pathname;
  const entries = readdirSync(base, { recursive: true, encoding: 'utf8' });
  return entries.map((entry) => base + entry).filter((path) => statSync(path).isFile());
}
