/**
 * Every link of the documents leads somewhere, to the heading that it names, and every block of code in them compiles.
 *
 * The blocks of a page are one file, in which `neardup` is this package. A comment before a block changes that, unseen by readers:
 * `<!-- file: src/read/fortune.ts -->` says which file it is, and `<!-- given: declare const files: File[]; -->` what is before it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && !/(^|\/)(node_modules|dist)\/|^\./.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

test('every link between the documents and into the code leads to a file, and to a heading if it names one', () => {
  const anchors = new Map(PAGES.map(({ path, text }) => [path, anchorsOf(text)]));
  const broken = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?[^)]*\)/g)]
      // pages of the site link to its pages: test/site follows these
      .filter(([, file]) => !(path.startsWith('site/pages/') && file.endsWith('.html')))
      .filter(([, file, anchor]) => {
        const target = file === '' ? path : join(dirname(path), file);
        return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors.get(target)?.has(anchor));
      })
      .map(([link]) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** Much more than this nobody reads. What `--help`, a schema, a comment or another page says is linked to instead. */
const MOST_WORDS = 31_500;

test('all documents together have at most 31,500 words', () => {
  const words = PAGES.map(({ text }) => text.split(/\s+/).filter((word) => word !== '').length);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_WORDS);
});

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ +(.+?) *$/gm)) {
    const words = heading.replaceAll(/\]\([^)]*\)/g, '').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let free = anchor;
    for (let times = 1; anchors.has(free); times++) free = `${anchor}-${times}`;
    anchors.add(free);
  }
  return anchors;
}

test('every block of code in the documents compiles', () => {
  const files = new Map<string, string>();
  for (const { path, text } of PAGES) {
    for (const [, file, given = '', code] of text.matchAll(
      /(?:<!-- file: (\S+) -->\n\n?)?(?:<!-- given: ([\s\S]*?) -->\n\n?)?^```[tj]s\n([\s\S]*?)^```/gm,
    )) {
      const name = join(ROOT, file ?? `${path}.ts`);
      files.set(name, `${files.get(name) ?? ''}${given}\n${code}`);
    }
  }
  // programs that pages show, each a file of its own
  for (const name of readdirSync(join(ROOT, 'examples/library')))
    files.set(
      join(ROOT, `examples/library/${name}.ts`),
      readFileSync(join(ROOT, 'examples/library', name), 'utf8'),
    );
  expect(files.size).toBeGreaterThan(5);
  expect(errorsOf(files)).toEqual([]);
});

/** What the compiler finds in files that are nowhere on the disk. */
function errorsOf(files: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ROOT);
  Object.assign(options, { noUnusedLocals: false, noUnusedParameters: false });
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const code = files.get(name);
    return code === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, code, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map((each) => ts.formatDiagnostic(each, { ...host, getCurrentDirectory: () => ROOT }));
  });
}
