// The contents of the site: which pages there are, in which part, and where their text is. The pages of docs/ are used as they are.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The parts in their order. A name is a page of site/pages or docs; made pages have their text from a function of `build.mjs`. */
const PARTS = [
  { title: 'Start', pages: ['index', 'start', 'start.uk', 'guide', 'playground', 'page', 'page.uk'] },
  {
    title: 'Tasks',
    pages: ['recipes', 'cleaning', 'comparing', 'comparing.uk', 'collection', 'search', 'reading', 'remote'],
  },
  {
    title: 'Run it elsewhere',
    pages: ['python', 'browser', 'service', 'mcp', 'ci', 'scaling', 'redis', 'opensearch', 'worker', 'gpu'],
  },
  { title: 'Reference', pages: ['commands', 'options', 'json', 'library', 'api'] },
  {
    title: 'How it works',
    pages: ['ideas', 'drawings', 'algorithms', 'papers', 'benchmarks', 'quality', 'hardware', 'glossary'],
  },
  {
    title: 'The project',
    pages: [
      'architecture',
      'decisions',
      'collection-format',
      'letters',
      'adding-a-reader',
      'adding-a-language',
    ],
  },
];
/** Pages of docs/ that are in no part above are added to this one. */
const REST = 'The project';

/** Pages beside docs/: by name, the file with their text. */
const ELSEWHERE = {
  index: 'README.md',
  contributing: 'CONTRIBUTING.md',
  changelog: 'CHANGELOG.md',
  security: 'SECURITY.md',
  'code-of-conduct': 'CODE_OF_CONDUCT.md',
};
/** Pages whose text is made by the build. */
export const MADE = ['options', 'api', 'drawings'];

/**
 * The parts with their pages. A page has a name, which is that of its file without `.html`, and the path of its text (none if it is made).
 *
 * @returns {{ title: string, pages: { name: string, source?: string, lang: string }[] }[]}
 */
export function contents() {
  const own = namesIn('site/pages');
  const docs = namesIn('docs');
  const listed = PARTS.flatMap(({ pages }) => pages);
  const pageOf = (name) => ({ name, source: sourceOf(name), lang: name.endsWith('.uk') ? 'uk' : 'en' });
  const sourceOf = (name) => {
    if (MADE.includes(name)) return undefined;
    if (Object.hasOwn(ELSEWHERE, name)) return ELSEWHERE[name];
    if (own.includes(name)) return `site/pages/${name}.md`;
    if (docs.includes(name)) return `docs/${name}.md`;
    throw new Error(
      `site/contents.mjs names the page "${name}", but there is no docs/${name}.md: take its name out of PARTS.`,
    );
  };
  const rest = [...docs, ...Object.keys(ELSEWHERE), ...own].filter((name) => !listed.includes(name));
  return PARTS.map(({ title, pages }) => ({
    title,
    pages: [...pages, ...(title === REST ? rest : [])].map(pageOf),
  }));
}

function namesIn(folder) {
  return readdirSync(`${ROOT}${folder}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length));
}
