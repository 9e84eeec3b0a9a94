/** The rules of docs/architecture.md that a machine can check. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { layerViolations } from '../scripts/check-layers.mjs';
import { FLAGS, longName } from '../src/apps/cli/flags.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

describe('the layers', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'neardup-layers-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** What is wrong in a project that consists of these files. */
  function violationsIn(files: Record<string, string>): string[] {
    for (const [path, code] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), code);
    }
    return layerViolations(root);
  }

  test('every file of the project obeys them', () => {
    expect(layerViolations()).toEqual([]);
  });

  test('a file that imports itself through others is refused', () => {
    const cycle = violationsIn({
      'src/passages/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
      'src/passages/b.ts': "export { c as b } from './c.ts';\n",
      'src/passages/c.ts': "export const c = () => import('./a.ts');\n",
    });
    const [a, b, c] = ['passages/a.ts', 'passages/b.ts', 'passages/c.ts'];
    expect(cycle).toEqual([`src/${a} imports itself: ${a} → ${b} → ${c} → ${a}`]);
  });

  test('files of a room may need each other by types alone', () => {
    const byTypes = violationsIn({
      'src/passages/a.ts': "import type { B } from './b.ts';\nexport interface A { b: B }\n",
      'src/passages/b.ts': "import { type A } from './a.ts';\nexport interface B { a: A }\n",
    });
    expect(byTypes).toEqual([]);
  });

  test('a cycle in assembly/ is refused', () => {
    const cycle = violationsIn({
      'assembly/a.ts': "import { b } from './b';\nexport const a = b;\n",
      'assembly/b.ts': "import { a } from './a';\nexport const b = a;\n",
    });
    expect(cycle).toEqual(['assembly/a.ts imports itself: a.ts → b.ts → a.ts']);
  });

  test('an import past a contract or a door is refused, of engines as of every room, but the layout and the plain form of a kernel are open', () => {
    const deep = violationsIn({
      'src/engines/heap.ts': 'export const heap = 1;\n',
      'src/engines/index.ts': "export { heap } from './heap.ts';\n",
      'src/nearest/search.ts': "import { heap } from '../engines/heap.ts';\nexport { heap };\n",
      'src/nearest/terms.ts': "import { heap } from '../engines/index.ts';\nexport { heap };\n",
      'src/engines/layouts/signatures.ts': 'export const BLOCK = 1;\n',
      'src/engines/scalar/simhash.ts': 'export const simhash = 1;\n',
      'src/nearest/blocks.ts':
        "import { BLOCK } from '../engines/layouts/signatures.ts';\nimport { simhash } from '../engines/scalar/simhash.ts';\nexport { BLOCK, simhash };\n",
    });
    expect(deep).toEqual([
      'src/nearest/search.ts imports src/engines/heap.ts: other rooms import only src/engines.ts and src/engines/index.ts',
    ]);
  });

  test('the default of an option that is said twice is refused: in a comment, a flag or another rule', () => {
    const copies = violationsIn({
      'src/duplicates/options.ts': 'export const RULES = {\n  threshold: share(0.8),\n};\n',
      'src/redis.ts':
        'export interface Settings {\n  /** Least. @default 0.8 */\n  readonly threshold: number;\n}\n',
      'src/redis/options.ts': 'export const MORE = {\n  threshold: share(0.8),\n};\n',
      'src/apps/cli/flags.ts': "export const FLAGS = [{ help: 'least resemblance (default: 0.8)' }];\n",
    });
    expect(copies).toEqual([
      'src/redis/options.ts states the rule of threshold again: it is in src/duplicates/options.ts',
      'src/apps/cli/flags.ts says a default: the rule of the option does',
      'src/redis.ts says the default of threshold (0.8): its rule does',
    ]);
  });

  test('a type or schema with the fields of a declared answer is refused', () => {
    const copies = violationsIn({
      'src/answers/copies.ts':
        'export const EVIDENCE = object({\n  resemblance: fraction,\n  distance: natural,\n});\nexport const PAIR = object({\n  ...fieldsIn(EVIDENCE),\n  a: string,\n  /** B. */\n  b: string,\n});\n',
      'src/redis/answers.ts':
        'export interface Found {\n  readonly a: string;\n  readonly b: string;\n  resemblance: number;\n  /** Bits. */\n  readonly distance?: number;\n  more: 1;\n}\n',
      'src/apps/http/request-schemas.ts':
        'export const Pair = Type.Object({ a: Type.String(), b: Type.String(), resemblance: Share, distance: Count });\n',
      'src/redis/other.ts': 'export interface Near {\n  a: string;\n  b: string;\n  distance: number;\n}\n',
    });
    expect(copies).toEqual([
      'src/apps/http/request-schemas.ts states the fields of PAIR again (a schema): they are in src/answers/copies.ts',
      'src/redis/answers.ts states the fields of PAIR again (Found): they are in src/answers/copies.ts',
    ]);
  });

  test('a second list of keep policies is refused', () => {
    const entry = (name: string) => `  ${name}: { by: 'words', order: 'least' },\n`;
    const names = ['first', 'last', 'longest', 'newest'];
    const lists = violationsIn({
      'src/duplicates/keep/policies.ts': `const KEEP = {\n${names.map(entry).join('')}};\nexport { KEEP };\n`,
      'src/apps/http/routes/tasks.ts': `export const KEEP = ['${names.join("', '")}'];\n`,
    });
    expect(lists).toEqual([
      'src/apps/http/routes/tasks.ts lists keep policies (first, last, longest, newest): src/duplicates/keep/policies.ts does',
    ]);
  });

  test('the threshold has one default, and Spark reads the keep policies from no table of its own', () => {
    const rules = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.(test|cases)\.ts$/.test(path))
      .flatMap(
        (path) => readFileSync(join(ROOT, 'src', path), 'utf8').match(/threshold: \w+\(0[^)]*\)/g) ?? [],
      );
    expect(rules).toEqual(['threshold: share(0.8)']);
    const driver = readFileSync(join(ROOT, 'src/spark/neardup_spark.py'), 'utf8');
    expect(driver).not.toMatch(/longest|newest/);
  });

  test('a name that two files export is refused, but twins for Node and browsers may share it', () => {
    const twice = violationsIn({
      'src/nearest/a.ts': 'export interface Answer {}\nexport const find = 1;\n',
      'src/passages/b.ts': 'export type Answer = string;\nconst find = 2;\nexport { find as other };\n',
      'src/platform/files.ts': 'export function open() {}\n',
      'src/platform/files.browser.ts': 'export function open() {}\n',
      'src/nearest/over.ts': 'export function f(a: 1): 1;\nexport function f(a: number) { return a; }\n',
    });
    expect(twice).toEqual(['src/nearest/a.ts and src/passages/b.ts export Answer: a name means one thing']);
  });

  test("Node's modules and globals are refused where a browser is to run", () => {
    const inBrowserRooms = violationsIn({
      'src/nearest/files.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
      'src/nearest/later.ts': "export const readLater = () => import('node:fs');\n",
      'src/nearest/bytes.ts': "export const bytes = Buffer.from('text');\n",
      'src/read/mail/bytes.ts': "export const mailBytes = Buffer.from('text');\n",
      'src/nearest/types.ts': 'export function lengthOf(bytes: Buffer) { return bytes.length; }\n',
      'src/document.ts': 'export const folder = globalThis.process ?? process.cwd();\n',
    });
    expect(inBrowserRooms).toEqual([
      'src/document.ts uses process: it is to run in a browser',
      'src/nearest/bytes.ts uses Buffer: it is to run in a browser',
      'src/nearest/files.ts imports node:fs: it is to run in a browser',
      'src/nearest/later.ts imports node:fs: it is to run in a browser',
      'src/nearest/types.ts uses Buffer: it is to run in a browser',
      'src/read/mail/bytes.ts uses Buffer: it is to run in a browser',
    ]);
  });

  test('rooms that touch files or threads may use Node, and any room may have a member of that name', () => {
    const allowed = violationsIn({
      'src/write/file.ts':
        "import { openSync } from 'node:fs';\nexport const open = [openSync, Buffer, process];\n",
      'src/platform/threads.ts': "export { Worker } from 'node:worker_threads';\n",
      'src/nearest/steps.ts': 'export const steps = { process: 1 };\nexport const step = steps.process;\n',
    });
    expect(allowed).toEqual([]);
  });

  test('a file for browsers is refused outside platform/, unless it is the door of a room that uses Node', () => {
    const twins = violationsIn({
      'src/platform/files.browser.ts': 'export const files = 1;\n',
      'src/write/index.browser.ts': 'export const write = 1;\n',
      'src/write/file.browser.ts': 'export const file = 1;\n',
      'src/nearest/files.browser.ts': 'export const found = 1;\n',
    });
    expect(twins).toEqual([
      'src/nearest/files.browser.ts is for browsers: such files are in src/platform',
      'src/write/file.browser.ts is for browsers: such files are in src/platform',
    ]);
  });

  test('a file of platform/ is imported by its own name, and imports no room', () => {
    const imports = violationsIn({
      'src/platform/bytes.ts': "import { rank } from '../nearest/index.ts';\nexport const bytes = rank;\n",
      'src/nearest/index.ts': 'export const rank = 1;\n',
      'src/engines/heap.ts': "import { bytes } from '../platform/bytes.ts';\nexport const heap = bytes;\n",
    });
    expect(imports).toEqual([
      'src/platform/bytes.ts imports src/nearest/index.ts: nearest is not below platform',
    ]);
  });

  test('a contract that passes code of its folder on is refused', () => {
    const barrel = violationsIn({
      'src/nearest.ts': "export { a } from './nearest/a.ts';\nexport type { B } from './nearest/b.ts';\n",
      'src/nearest/a.ts': 'export const a = 1;\n',
      'src/nearest/b.ts': 'export interface B {}\n',
    });
    expect(barrel).toEqual(['src/nearest.ts passes src/nearest/a.ts on: a contract is no door']);
  });

  test('an import of a room above is refused, even of a type', () => {
    const upward = violationsIn({
      'src/nearest.ts': 'export interface Neighbor {}\n',
      'src/fingerprint/simhash.ts':
        "import type { Neighbor } from '../nearest.ts';\nexport type { Neighbor };\n",
    });
    expect(upward).toEqual([
      'src/fingerprint/simhash.ts imports src/nearest.ts: nearest is not below fingerprint',
    ]);
  });
});

describe('the table of ten changes in docs/architecture.md', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const [section] = page.slice(page.indexOf('## Ten changes')).split('\n## ', 1);
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const changes = rows.slice(2).map((row) => row.split('|').map((cell) => cell.trim()));

  test.each(changes)(
    '%s%s: its files exist, and five at most have to be changed',
    (_, _change, own, others) => {
      const files = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file);
      expect(files(others).length).toBeGreaterThan(0);
      expect(files(others).length).toBeLessThanOrEqual(5);
      const exists = (file: string) => ['src', '.'].some((root) => existsSync(join(ROOT, root, file)));
      expect(files(others).filter((file) => !exists(file))).toEqual([]);
      // a new file has a place: the folder before the name that is to be chosen
      const folders = files(own).map((file) => file.split(/\b(?:FAMILY|NAME)\b/, 1)[0].replace(/[^/]*$/, ''));
      expect(folders.filter((folder) => !exists(folder))).toEqual([]);
    },
  );

  test('there are ten', () => expect(changes).toHaveLength(10));
});

describe('the paths of a document in docs/paths.json', () => {
  const paths = JSON.parse(readFileSync(join(ROOT, 'docs/paths.json'), 'utf8')) as Record<string, string[]>;
  const NAME = '(?:new )?[A-Za-z]\\w*(?:\\.\\w+)?(?![\\w/.-]*\\.ts)';
  const PLACE = new RegExp(`([\\w/.-]+\\.ts)(?:: (${NAME}(?:(?: → |, )${NAME})*))?`, 'g');

  test('every file and function that a step names exists', () => {
    const missing = Object.values(paths)
      .flat()
      .flatMap((step) =>
        [...step.matchAll(PLACE)].flatMap(([, file, names = '']) => {
          const path = [join(ROOT, 'src', file), join(ROOT, file)].find((each) => existsSync(each));
          if (path === undefined) return [file];
          const words = readFileSync(path, 'utf8')
            .replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '')
            .match(/\w+/g);
          const known = new Set(['new', 'top', '', ...(words ?? [])]);
          return names.split(/\W+/).flatMap((name) => (known.has(name) ? [] : [`${file}: ${name}`]));
        }),
      );
    expect(missing).toEqual([]);
  });

  test.each([
    ['neardup dedup', 40],
    ['neardup compare', 40],
    ['neardup collection add', 35],
    ['neardup collection check', 22],
  ])('%s has at most %i steps', (command, most) => {
    const [, steps] = Object.entries(paths).find(([title]) => title.includes(command))!;
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.length).toBeLessThanOrEqual(most);
  });
});

test('no message of the library names a flag of the command line', () => {
  const flags = new Set(FLAGS.map(longName));
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/^apps|\.(test|cases)\.ts$/.test(path),
  );
  const named = files.flatMap((path) => {
    const code = readFileSync(join(ROOT, 'src', path), 'utf8').replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '');
    return [...code.matchAll(/--[a-z][a-z-]+/g)]
      .filter(([flag]) => flags.has(flag))
      .map(([flag]) => `${path}: ${flag}`);
  });
  expect(named).toEqual([]);
});
