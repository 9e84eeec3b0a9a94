/** The answers of the browser bundle are those of Node, byte for byte: on isolated pages and others, on the page and in a worker. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DedupOptions } from '../../src/index.ts';
import { clusteredDocuments } from '../flow/clustered-documents.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { LibraryPage, type Place, ROOT, type Site, serve } from './library-pages.ts';

/** The built library: its own tests are of the sources. */
const node: typeof import('../../src/index.ts') = await import(join(ROOT, 'dist/index.js'));

const INPUTS = {
  articles: 'examples/articles.jsonl',
  'news-uk': 'examples/news-uk.jsonl',
  'news-zh': 'examples/news-zh.jsonl',
  mixed: 'examples/mixed',
  corpus: 'test/corpus/documents.jsonl',
};
const COMPARED = {
  'compare-en': ['essay.txt', 'lighthouse.html', 'guide.md'],
  'compare-uk': ['uk/tvir.txt', 'uk/stattia.txt'],
  'compare-zh': ['zh/zuowen.txt', 'zh/wenzhang.txt'],
};
const OPTIONS: DedupOptions[] = [
  {},
  { engine: 'scalar' },
  { keep: 'longest', containment: 0.7 },
  { method: 'simhash', maxDistance: 6 },
  { method: 'bands', order: 'free', stopWords: true, stems: true },
  { method: 'exact', unit: 'sentence', order: 'free', shingle: 1 },
];

describe.skipIf(!hasChromium('the browser bundle')).each([
  { isolated: true, place: 'page' },
  { isolated: true, place: 'worker' },
  { isolated: false, place: 'page' },
  { isolated: false, place: 'worker' },
] as { isolated: boolean; place: Place }[])('isolated: $isolated, in a $place', ({ isolated, place }) => {
  let browser: Browser;
  let site: Site;
  let library: LibraryPage;
  beforeAll(async () => {
    browser = await launchChromium();
    site = await serve(ROOT, isolated);
    library = await LibraryPage.open(browser, site, place);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(Object.entries(INPUTS))('%s gives the pairs and removals that Node gives', async (name, input) => {
    const { lines, problems } = await library.run(async ({ dedup, pairs }, files) => {
      const given = files.map(({ name, content }) => new File([Uint8Array.from(content)], name));
      const problems: string[] = [];
      const onProblem = ({ source }: { source: string }) => problems.push(source);
      const lines = [
        ...(await pairs(given, { threshold: 0.5 }).toArray()),
        ...(await dedup(given, { onProblem }).toArray()),
      ].map((result) => JSON.stringify(result));
      return { lines, problems };
    }, filesIn(input));
    expect(problems).toEqual(name === 'mixed' ? ['examples/mixed/en/empty.txt'] : []);
    expect(`${lines.join('\n')}\n`).toBe(golden(name));
  });

  it.each(Object.values(INPUTS))('a search in %s finds what it finds in Node', async (input) => {
    const found = ({ search }: Pick<typeof node, 'search'>, files: { name: string; content: number[] }[]) => {
      const given = files.map(({ name, content }) => new File([Uint8Array.from(content)], name));
      const queries = ['the harbor and the bridge', 'місто і люди', '城市的人们'];
      return search(queries, { in: given, k: 5 }).toArray();
    };
    const answer = await library.run(found, filesIn(input));
    expect(answer.length).toBeGreaterThan(4);
    expect(JSON.stringify(answer)).toBe(JSON.stringify(await found(node, filesIn(input))));
  });

  it.each(Object.entries(COMPARED))('%s gives the passages that Node gives', async (name, files) => {
    const lines = await library.run(
      async ({ compare, comparisonObjects }, files) => {
        const [text, ...sources] = files.map(
          ({ name, content }) => new File([Uint8Array.from(content)], name),
        );
        const comparison = await compare(text, sources, { main: true, thesaurus: 'built-in', threads: 1 });
        return comparisonObjects(comparison).map((object) => JSON.stringify(object));
      },
      files.flatMap((file) => filesIn(`examples/compare/${file}`)),
    );
    expect(`${lines.join('\n')}\n`).toBe(golden(name));
  });

  it('any option gives the removals that Node gives, on two threads if the page is isolated', async () => {
    const documents = clusteredDocuments(300, 1);
    for (const options of OPTIONS) {
      const { removed, engine } = await library.run(
        async ({ dedup }, { documents, options }) => {
          const run = dedup(documents, options);
          return { removed: await run.toArray(), engine: (await run.summary).engine };
        },
        { documents, options: { ...options, threads: 2, batch: { bytes: 50_000, documents: 100 } } },
      );
      expect(removed).toEqual(await node.dedup(documents, options).toArray());
      expect(engine).toMatch(engineName(isolated, options));
    }
  });

  it('trim and decontaminate give the cuts and items that Node gives, and write no files', async () => {
    const sentence = (n: number) => `Sentence ${n} has ${n} words like no${n} other${n} anywhere${n}.`;
    const given = Array.from({ length: 60 }, (_, i) => ({
      id: `d${i}`,
      text: `${sentence(i % 7)} ${sentence(100 + i)}\n\n${sentence(200)} 漢字${'很多人在河邊散步'.repeat(1 + (i % 3))}`,
    }));
    const items = [3, 100, 200].map((n) => ({ id: `q${n}`, text: sentence(n) }));
    type Library = Pick<typeof import('../../src/browser.ts'), 'decontaminate' | 'trim'>;
    type Given = { documents: typeof given; against: typeof items };
    const all = async ({ decontaminate, trim }: Library, { documents, against }: Given) => ({
      cuts: await trim(documents, { least: 6 }).toArray(),
      lines: await trim(documents, { unit: 'line', least: 3, keep: 'longest' }).toArray(),
      found: await decontaminate(documents, { against }).toArray(),
    });
    const expected = await all(node, { documents: given, against: items });
    expect(Object.values(expected).map(({ length }) => length > 9)).toEqual([true, true, true]);
    expect(await library.run(all, { documents: given, against: items })).toEqual(expected);
    const refused = library.run(
      async ({ trim }, documents) => trim(documents, { report: 'x.html' }).toArray(),
      given,
    );
    await expect(refused).rejects.toThrow('to be left out in a browser');
  });

  it('search, groups, fingerprint, compareIn, compareAll and canonicalText give what Node gives', async () => {
    const documents = clusteredDocuments(200, 2);
    const text = `${documents[3].text} ${documents[50].text}`;
    type Library = Pick<
      typeof import('../../src/browser.ts'),
      'search' | 'groups' | 'fingerprint' | 'compareIn' | 'compareAll' | 'canonicalText'
    >;
    const all = async (
      neardup: Library,
      { documents, text }: { documents: typeof documents_; text: string },
    ) => ({
      found: await neardup.search([text], { in: documents, k: 5 }).toArray(),
      groups: await neardup.groups(documents).toArray(),
      prints: (await neardup.fingerprint(documents).toArray()).map(
        ({ id, fingerprint }) => `${id} ${fingerprint}`,
      ),
      all: (await neardup.compareAll(documents.slice(0, 60), { thesaurus: 'built-in' })).pairs,
      compared: JSON.stringify((await neardup.compareIn({ id: 'own', text }, documents)).passages),
      canonical: await neardup.canonicalText('The Свіжа м’ЯТА of these, soft­ware!', {
        stopWords: true,
        stems: true,
      }),
    });
    const documents_ = documents;
    expect(await library.run(all, { documents, text })).toEqual(await all(node, { documents, text }));
  });
});

/** A file, or the files of a folder, with the names that they have in Node. */
function filesIn(input: string): { name: string; content: number[] }[] {
  const folder = join(ROOT, input);
  const names = /\.\w+$/.test(input)
    ? [input]
    : readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.\w+$/.test(name))
        .map((name) => `${input}/${name}`)
        .sort();
  return names.map((name) => ({ name, content: [...readFileSync(join(ROOT, name))] }));
}

function golden(name: string): string {
  return readFileSync(join(ROOT, 'test/golden', `${name}.jsonl`), 'utf8');
}

function engineName(isolated: boolean, { engine }: DedupOptions): RegExp {
  if (!isolated) return /, 1 thread \(the page is not cross-origin isolated\)$/;
  return engine === 'scalar'
    ? /^scalar, 1 thread \(the scalar engine has no workers here\)$/
    : /^wasm, 2 threads$/;
}
