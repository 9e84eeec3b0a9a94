// The reference of the library: TypeDoc writes it as Markdown, and it becomes pages of this site, with its search, themes and content policy.
// What TypeDoc wrote is kept in dist/.site/api until the declarations change.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Application } from 'typedoc';
import { ROOT } from './contents.mjs';
import { anchorOf } from './markdown.mjs';

const KEPT = join(ROOT, 'dist/.site/api');
const OPTIONS = {
  outputFileStrategy: 'modules',
  ...Object.fromEntries(
    [
      'parameters',
      'properties',
      'interfaceProperties',
      'classProperties',
      'typeAliasProperties',
      'enumMembers',
      'typeDeclaration',
    ].map((what) => [`${what}Format`, 'table']),
  ),
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
};
/** A longer page is divided at its headings of the second level. */
const LONGEST = 80_000;
/** The functions in the order in which users need them; the command line and the service use the others. */
const FUNCTIONS = [
  'dedup',
  'pairs',
  'groups',
  'compare',
  'compareAll',
  'compareIn',
  'search',
  'openCollection',
  'createCollection',
  'trim',
  'decontaminate',
  'texts',
  'fingerprint',
  'signatures',
  'documentImages',
  'canonicalText',
  'canonicalTexts',
  'splitSentences',
  'simhashOf',
  'evaluate',
  'filterLines',
];
/** The name by which users import what is in a module of TypeDoc's. */
const importedAs = (module) => `neardup${module === 'index' ? '' : `/${module.replace('public/', '')}`}`;

/** @returns {Promise<{ index: string, pages: { name: string, text: string }[] }>} */
export async function apiPages() {
  await refresh();
  const modules = filesIn(KEPT).map((path) => ({ path, text: readFileSync(join(KEPT, path), 'utf8') }));
  const pages = modules.filter(({ path }) => path !== 'README.md').flatMap(divided);
  const places = placesOf(pages);
  const named = pages.map(({ name, title, path, text }) => ({
    name: `api/${name}`,
    text: `# ${title}\n\n${withLinks(text, path, name, places)}`,
  }));
  const rows = pages.map(
    ({ name, title, about }) => `- [${title}](api/${name}.html)${about === '' ? '' : `: ${about}`}`,
  );
  return {
    index: `# The library\n\nMade from the comments of the code.\n\n${rows.join('\n')}\n`,
    pages: named,
  };
}

/** Runs TypeDoc if the declarations have changed. */
async function refresh() {
  const hash = createHash('sha256').update(JSON.stringify(OPTIONS));
  for (const path of filesIn(join(ROOT, 'src')))
    if (/^(?!.*\.(?:test|cases)\.).*\.ts$/.test(path)) hash.update(readFileSync(join(ROOT, 'src', path)));
  const stamp = join(KEPT, '.made-from');
  const from = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === from) return;
  rmSync(KEPT, { recursive: true, force: true });
  const app = await Application.bootstrapWithPlugins({
    options: join(ROOT, 'typedoc.json'),
    plugin: ['typedoc-plugin-markdown'],
    readme: 'none',
    out: KEPT,
    logLevel: 'Error',
    ...OPTIONS,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the library: run `npm run api`.');
  app.validate(project);
  if (app.logger.hasErrors()) throw new Error('TypeDoc found errors: run `npm run api`.');
  await app.generateOutputs(project);
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(stamp, from);
}

/** A module as one page, or as one for each kind of thing in it. */
function divided({ path, text }) {
  const module = path.slice(0, -'.md'.length);
  const title = importedAs(module);
  const flat = module.replace('public/', '');
  const body = text.replace(/^# [^\n]*\n/, '');
  if (body.length < LONGEST) return [{ name: flat, title, path, text: body, about: aboutOf(body) }];
  const [head, ...sections] = body.split(/^(?=## )/m);
  return sections.map((section, at) => {
    const [, kind] = /^## ([^\n]*)/.exec(section);
    const slug = anchorOf(kind, new Set());
    const rest = section
      .replace(/^## [^\n]*\n/, '')
      .replaceAll(/^(#{3,6}) /gm, (_, marks) => `${marks.slice(1)} `);
    const whole = kind === 'Functions' ? inOrder(rest) : rest;
    return {
      name: `${flat}-${slug}`,
      title: `${title}: ${kind.toLowerCase()}`,
      path,
      text: at === 0 ? `${head}${whole}` : whole,
      about: '',
    };
  });
}

/** What most users call comes first; the others follow a heading. */
function inOrder(text) {
  const [head, ...sections] = text.split(/^(?=## )/m);
  const rankOf = (section) => FUNCTIONS.indexOf(/^## (\w+)/.exec(section)?.[1]);
  const known = sections.filter((section) => rankOf(section) >= 0).sort((a, b) => rankOf(a) - rankOf(b));
  if (known.length !== FUNCTIONS.length)
    throw new Error(
      `site/api.mjs lists ${FUNCTIONS.length} functions, the library has ${known.length} of them.`,
    );
  const rest = sections.filter((section) => rankOf(section) < 0);
  const more = '## More functions\n\nThe command line and the service are built with these.\n\n';
  return [head, ...known, more, ...rest].join('');
}

function aboutOf(text) {
  const line = text.split('\n').find((each) => /^[A-Z`]/.test(each)) ?? '';
  return /^`neardup\//.test(line) ? line.replace(/^[^:]*: /, '') : '';
}

/** For each module and anchor of TypeDoc's: the page, and the anchor that it has there. */
function placesOf(pages) {
  const places = new Map();
  const used = new Map();
  for (const { name, path, text } of pages) {
    // TypeDoc numbers equal headings through the whole module, a page of this site through itself
    const there = used.get(path) ?? new Set();
    used.set(path, there);
    const here = new Set();
    anchorOf(`x`, here);
    for (const [, heading] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ +(.+?) *$/gm)) {
      const title = heading
        .replaceAll(/\\(.)/g, '$1')
        .replaceAll(/\]\([^)]*\)/g, '')
        .replaceAll('`', '');
      places.set(`${path}#${anchorOf(title, there)}`, `${name}.html#${anchorOf(title, here)}`);
    }
    for (const [, id] of text.matchAll(/<a id="([^"]+)">/g))
      places.set(`${path}#${id}`, `${name}.html#${id}`);
    if (!places.has(path)) places.set(path, `${name}.html`);
  }
  return places;
}

function withLinks(text, path, name, places) {
  return text.replaceAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g, (_, file, anchor = '') => {
    const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
    const place = places.get(`${target}${anchor}`) ?? places.get(target);
    if (place === undefined)
      throw new Error(`The reference links to ${target}${anchor} from ${name}, which is not there.`);
    return `](${place})`;
  });
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile() && !path.includes('.made-from'))
    .sort();
}
