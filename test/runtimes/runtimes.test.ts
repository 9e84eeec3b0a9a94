/** Deno and Bun: the library and the command give what they give in Node. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfOf } from '../../src/read/extract/extract.cases.ts';
import { hasSwiftShader, SWIFTSHADER } from '../gpu/swiftshader.ts';

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const folderOfRuntimes = process.env.NEARDUP_RUNTIMES ?? join(homedir(), '.cache/neardup-runtimes');
const programs = join(folderOfRuntimes, 'node_modules/.bin');
const command = join(root, 'dist/apps/cli/main.cjs');

/** How a runtime starts a script. */
const RUNTIMES = {
  Deno: [join(programs, 'deno'), 'run', '--allow-all'],
  Bun: [join(programs, 'bun')],
} as const;
const NODE = [process.execPath];

const PAGE = 'BT /F1 12 Tf 72 700 Td (The harbor bridge was closed for repairs on Monday.) Tj ET';
const folder = mkdtempSync(join(tmpdir(), 'neardup-runtimes-'));
const pdf = join(folder, 'one.pdf');
beforeAll(() => writeFileSync(pdf, pdfOf([PAGE]), 'latin1'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands whose output must be the same. */
const COMMANDS = {
  'dedup of JSON lines': ['dedup', 'examples/articles.jsonl', '--json', '--quiet'],
  'groups of a folder': ['groups', 'examples/mixed', '--json', '--quiet'],
  'compare of text and Markdown': [
    'compare',
    'examples/compare/essay.txt',
    'examples/compare/guide.md',
    '--json',
    '--quiet',
  ],
  search: ['search', 'harbor bridge', '--in', 'examples/articles.jsonl', '--json', '--quiet'],
  fingerprint: ['fingerprint', 'examples/news-uk.jsonl', '--quiet'],
  'text of a PDF': ['text', pdf, '--quiet'],
};

async function run(start: readonly string[], args: readonly string[], env = {}) {
  const [program, ...first] = start;
  const options = { cwd: root, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 1 << 26 };
  const done = await promisify(execFile)(program, [...first, ...args], options).catch((error) => error);
  return { code: done.code ?? 0, stdout: withoutTimes(done.stdout), stderr: done.stderr };
}

/** Times and numbers of threads differ. */
function withoutTimes(output: string): string {
  return output.replace(/"seconds":[\d.]+,"engine":"[^"]*"/g, '');
}

function isInstalled(name: string, program: string): boolean {
  const found = existsSync(program);
  const why = `${name} is not installed; run .ci/install-runtimes`;
  if (!found && process.env.NEARDUP_REQUIRE_ALL === '1') throw new Error(why);
  if (!found) console.warn(`skipped: ${why}`);
  return found;
}

describe.each(Object.entries(RUNTIMES))('%s', (name, start) => {
  const available = isInstalled(name, start[0]);

  test.skipIf(!available).each(Object.entries(COMMANDS))(
    'the output of %s has the bytes of Node',
    async (_, args) => {
      const [there, node] = [await run(start, [command, ...args]), await run(NODE, [command, ...args])];
      expect(there).toEqual(node);
      expect(node.stdout.length).toBeGreaterThan(20);
    },
  );

  test.skipIf(!available)('the library gives what it gives in Node', async () => {
    const script = [join(root, 'test/runtimes/library.mjs'), root];
    const [there, node] = [await run(start, script), await run(NODE, script)];
    expect(there).toEqual(node);
    expect(JSON.parse(node.stdout).removed).toHaveLength(19);
  });
});

describe('Deno', () => {
  const available = isInstalled('Deno', RUNTIMES.Deno[0]);
  const pairs = [command, 'pairs', 'examples/articles.jsonl', '--json'];

  test.skipIf(!available || !hasSwiftShader('the GPU of Deno'))(
    'Deno finds the pairs of wasm with its own GPU',
    async () => {
      const gpu = await run(RUNTIMES.Deno, [...pairs, '--engine', 'gpu'], {
        NEARDUP_GPU_ADAPTER: SWIFTSHADER,
      });
      expect(gpu.stdout).toBe((await run(NODE, pairs)).stdout);
      expect(gpu.stderr).not.toContain('wasm computes');
    },
  );

  test.skipIf(!available)('says that one thread computes if more are asked for', async () => {
    const { stderr } = await run(RUNTIMES.Deno, [...pairs, '--threads', '2']);
    expect(stderr).toContain('One thread computes: in Deno, threads cannot share open files.');
  });
});
