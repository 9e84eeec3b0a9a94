#!/usr/bin/env node
// Builds the site: npm run site -- [--out FOLDER] [--without-api]. The result, dist/site, is static files that work from a server and from a disk.
// It needs a build (`npm run build`). `--without-api` leaves out the reference of the library, which takes TypeDoc 15 s to read when src/ has changed.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { NARROW, plot } from '../bench/reproduce/plots.mjs';
import { tableOf, withTables } from '../bench/tables.mjs';
import { apiPages } from './api.mjs';
import { contents, MADE, ROOT } from './contents.mjs';
import { drawingsPage } from './drawings/page.mjs';
import { framed } from './frame.mjs';
import { door, withActions } from './home.mjs';
import { Links } from './links.mjs';
import { pictureMarkup, rendered } from './markdown.mjs';
import { PLOTS, sitePlot } from './plots.mjs';
import { optionsPage } from './reference.mjs';
import { writeScripts } from './scripts.mjs';
import { searchIndex } from './search-index.mjs';
import { writeStyles } from './styles.mjs';
import { WORDS } from './words.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' }, 'without-api': { type: 'boolean' } } });
const out = resolve(values.out ?? join(ROOT, 'dist/site'));
const about = JSON.parse(read('package.json'));

/** What pages load and need besides the rest of the site. */
const EXTRAS = {
  playground: {
    room: 'full',
    computes: true,
    scripts: ['playground.js'],
    styles: ['comparison.css', 'playground.css'],
  },
  // their tables have eight columns and more
  benchmarks: { room: 'wide' },
  papers: { room: 'wide' },
  quality: { room: 'wide' },
  scaling: { room: 'wide' },
  drawings: { room: 'wide' },
  ideas: { computes: true, scripts: ['ideas.js'], styles: ['playground.css'] },
};

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'pictures'), { recursive: true });
const parts = contents();
const links = new Links(parts, about.repository?.url?.replace(/^git\+|\.git$/g, ''));
const api = values['without-api'] ? undefined : await apiPages();
const made = {
  options: () => optionsPage(),
  drawings: () => drawingsPage(),
  api: () => api?.index ?? '# The library\n\nThis build has no reference of the library.\n',
};
const pages = [];
for (const page of parts.flatMap(({ pages }) => pages)) {
  const text = MADE.includes(page.name)
    ? await made[page.name]()
    : withDrawn(withTables(read(page.source)), page.lang);
  const name = page.source ?? `docs/${page.name}.md`;
  pages.push({ ...page, ...rendered(text, links.of(name), WORDS[page.lang]), ...EXTRAS[page.name] });
}
for (const page of pages) Object.assign(page, facts(page));
const listed = parts.map(({ title, pages: names }) => ({
  title,
  pages: names.map(({ name }) => pages.find((page) => page.name === name)),
}));
for (const [at, page] of pages.entries()) {
  const base = page.name.replace(/\.uk$/, '');
  const others = pages.filter(({ name }) => name !== page.name && name.replace(/\.uk$/, '') === base);
  const isOfLanguage = ({ lang }) => lang === page.lang;
  const [previous, next] = [
    pages.slice(0, at).findLast(isOfLanguage),
    pages.slice(at + 1).find(isOfLanguage),
  ];
  write(
    `${page.name}.html`,
    framed({
      ...page,
      html: page.name === 'index' ? withActions(page.html) : page.html,
      parts: listed,
      others,
      previous,
      next,
    }),
  );
}
const more = (api?.pages ?? []).map(({ name, text }) => {
  const page = { name, lang: 'en', ...rendered(text, links.of('docs/api/x.md', '../'), WORDS.en) };
  return { ...page, ...facts(page) };
});
for (const page of more)
  write(
    `${page.name}.html`,
    framed({ ...page, parts: listed, others: [], previous: undefined, next: undefined }),
  );
for (const [path, name] of links.pictures) copyFileSync(join(ROOT, path), join(out, 'pictures', name));
for (const name of Object.keys(PLOTS)) {
  write(`pictures/${name}.svg`, sitePlot(name));
  write(`pictures/${name}-narrow.svg`, sitePlot(name, NARROW));
}
for (const name of links.plots) write(`pictures/${name}-narrow.svg`, plot(name, NARROW));
cpSync(join(ROOT, 'dist/neardup.html'), join(out, 'neardup.html'));
cpSync(join(ROOT, 'web/public/icon.svg'), join(out, 'icon.svg'));
write('search-index.js', searchIndex([...pages, ...more]));
writeStyles(out);
await writeScripts(out);
console.log(`${pages.length + more.length} pages in ${out}`);

/** A short name for lists, and a description for search engines: the first sentences of the page. */
function facts({ title, parts: text, name }) {
  if (title === undefined) throw new Error(`${name} has no heading of the first level.`);
  const first = text.map((part) => part.text.trim()).find((part) => part.length > 20) ?? title;
  return {
    short: title.replace(/[:—].*$/, '').trim(),
    description: first.slice(0, 160).replace(/\s+\S*$/, ''),
  };
}

/**
 * Comments become what they name: `plot: NAME` and `table: NAME` of the results, `paths` of a document, `code: FILE`, `door` to the page that
 * needs no server. Markdown leaves these out.
 */
function withDrawn(text, lang) {
  return text
    .replaceAll('<!-- door -->', door(lang))
    .replaceAll(/<!-- table: ([\w-]+) -->/g, (_, name) => tableOf(name))
    .replaceAll('<!-- paths -->', documentPaths)
    .replaceAll(/<!-- code: (\S+) -->/g, (_, path) => `\`\`\`js\n${read(path)}\`\`\``)
    .replaceAll(
      /<!-- plot: ([\w-]+) -->/g,
      (_, name) =>
        `<p>${pictureMarkup({ src: `pictures/${name}.svg`, width: 700, height: PLOTS[name].height, isPlot: true }, PLOTS[name].title)}</p>`,
    );
}

/** The paths of a document through the code, as lists. */
function documentPaths() {
  return Object.entries(JSON.parse(read('docs/paths.json')))
    .map(([title, steps]) => `### ${title}\n\n${steps.map((step) => `1. ${step}\n`).join('')}`)
    .join('\n');
}

function read(name) {
  return readFileSync(join(ROOT, name), 'utf8');
}

function write(name, text) {
  const path = join(out, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
