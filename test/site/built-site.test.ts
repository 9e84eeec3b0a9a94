/** The site as `npm run site` builds it, without the reference of the library, which takes TypeDoc: what a page may have and where it leads. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MiniSearch, { type Options } from 'minisearch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEARCH } from '../../site/search-settings.mjs';
import { ROOT } from '../cli/run-neardup.ts';
import { brokenLinks, filesIn, pagesIn, type SitePage } from './site-files.ts';

let folder: string;
let pages: SitePage[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-site-'));
  execFileSync(process.execPath, [join(ROOT, 'site/build.mjs'), '--without-api', '--out', folder], {
    cwd: ROOT,
  });
  pages = pagesIn(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every link of the site leads to a page, and to a heading if it names one', () => {
  expect(pages.length).toBeGreaterThan(40);
  expect(brokenLinks(pages, new Set(filesIn(folder)))).toEqual([]);
});

test('a link to a page or a heading that is not there is found', () => {
  const planted = {
    name: 'x.html',
    html: '<a href="start.html#gone">x</a><img src="none.png">',
    ids: new Set<string>(),
  };
  expect(brokenLinks([...pages, planted], new Set(filesIn(folder)))).toEqual([
    'x.html: start.html#gone',
    'x.html: none.png',
  ]);
});

test('no page has a script, a style or a handler of its own: its content policy would refuse it', () => {
  for (const { name, html } of pages) {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)!;
    expect(policy, name).toMatch(
      /^default-src 'none'; script-src 'self'(?: 'wasm-unsafe-eval')?; style-src 'self'; /,
    );
    expect(policy, name).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|connect-src/);
    expect(html, name).not.toMatch(/<script(?![^>]* src=)|<style|<[a-z][^>]*? (?:style|on[a-z]+)=/i);
  }
});

test('no page loads anything from another address', () => {
  for (const { name, html } of pages)
    expect(html, name).not.toMatch(/<(?:img|script|link|source)[^>]*? (?:src|href|srcset)="(?:https?:)?\/\//);
});

test('every page of docs is on the site, and every page has one heading of the first level and another name', () => {
  const titles = pages.map(({ name, html }) => {
    expect(html.match(/<h1/g), name).toHaveLength(1);
    return /<title>(.*?)<\/title>/.exec(html)![1];
  });
  expect(new Set(titles).size).toBe(titles.length);
  const names = new Set(pages.map(({ name }) => name));
  for (const doc of filesIn(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')))
    expect(names).toContain(doc.replace('.md', '.html'));
});

test('the start and the comparison are there in English and Ukrainian, and each leads to the other', () => {
  for (const name of ['start', 'comparing']) {
    const of = (file: string) => readFileSync(join(folder, file), 'utf8');
    expect(of(`${name}.html`)).toContain(`href="${name}.uk.html" lang="uk"`);
    expect(of(`${name}.uk.html`)).toContain('<html lang="uk">');
    expect(of(`${name}.uk.html`)).toContain(`href="${name}.html" lang="en"`);
  }
});

test('whoever only wants to compare essays finds the page that needs no server, first on the first page and in Ukrainian', () => {
  for (const [name, words] of [
    ['index.html', 'Compare essays now'],
    ['start.html', 'Compare essays now'],
    ['start.uk.html', 'Порівняти роботи'],
    ['page.html', 'Compare essays now'],
    ['page.uk.html', 'Порівняти роботи'],
  ]) {
    const { html } = pages.find((page) => page.name === name)!;
    const first = html.slice(html.indexOf('<main'));
    expect(first.slice(0, 900), name).toMatch(
      new RegExp(`<div class="door"[^>]*><a href="neardup.html">${words}`),
    );
  }
});

test.each([
  ['teacher', 'page.html'],
  ['plagiarism', 'page.html'],
  ['essays', 'page.html'],
  ['Turnitin', 'page.html'],
  ['вчитель', 'page.uk.html'],
  ['плагіат', 'page.uk.html'],
])('a search for %s leads to %s', (words, place) => {
  const script = readFileSync(join(folder, 'search-index.js'), 'utf8');
  const json = JSON.parse(/neardupSearch = (.*);\n/.exec(script)![1]);
  expect(MiniSearch.loadJSON(json, SEARCH as Options).search(words)[0].place).toBe(place);
});

test('on Ukrainian pages the contents and the buttons are Ukrainian, and English pages are named as such', () => {
  const { html } = pages.find(({ name }) => name === 'start.uk.html')!;
  const list = html.slice(html.indexOf('id="contents"'), html.indexOf('<main'));
  expect(html).toContain('data-copy="Копіювати|');
  const names = [...list.matchAll(/<a href="([^"]+)"([^>]*)>([^<]*)</g)];
  expect(names.length).toBeGreaterThan(40);
  for (const [, href, attributes, title] of names)
    if (!/\p{Script=Cyrillic}/u.test(title))
      expect(`${href} ${attributes}`).toMatch(/^(?:python|redis|json)\.html| lang="en"/);
});

test('a plot has a form for phones, which is not scaled down to unreadable letters', () => {
  const plots = [...filesIn(join(ROOT, 'docs/plots')), 'peers.svg', 'search.svg'];
  expect(plots.length).toBeGreaterThan(8);
  for (const plot of plots) {
    const narrow = readFileSync(join(folder, 'pictures', plot.replace('.svg', '-narrow.svg')), 'utf8');
    expect(Number(/ width="(\d+)"/.exec(narrow)![1])).toBeLessThan(420);
  }
});

test('every command of the command line is in the reference', () => {
  const { html } = pages.find(({ name }) => name === 'options.html')!;
  for (const command of [
    'dedup',
    'compare',
    'collection check',
    'worker keys',
    'serve',
    'keys create',
    'mcp',
    'app',
  ])
    expect(html).toContain(`>${command} <a class="anchor"`);
});
