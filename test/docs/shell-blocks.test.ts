/**
 * The commands of docs/*.md do what they say: every block of shell commands runs in a folder with the examples, those of a page one after the
 * other. Comments before a block, unseen by readers, change that: `<!-- before: mkdir notes -->` runs first, and
 * `<!-- not run: it needs a cluster -->` leaves the block out, with the reason. Files that a command names with `-o`, `--html` … must be there.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { MAIN, ROOT } from '../cli/run-neardup.ts';

/** test/service/docs.test.ts runs these blocks: it has a service to ask. */
const asksService = ({ code }: Block) => code.includes('$SERVICE');
const COMMAND = /^(?:\$ )?(?:neardup|npx|npm|curl|node|git|pip|apt-get|redis-\w+|deno|bunx|docker) /m;

interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
  readonly before?: string;
  readonly notRun?: string;
}

const BLOCKS = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) => blocksOf(page, readFileSync(join(ROOT, 'docs', page), 'utf8')));
const shell = BLOCKS.filter((block) => block.language === 'sh' && !asksService(block));

function blocksOf(page: string, text: string): Block[] {
  const found = text.matchAll(
    /(?:^<!-- (before|not run): ((?:(?!-->)[\s\S])*) -->\n\n)?^```(\w*)\n([\s\S]*?)^```$/gm,
  );
  return [...found].map(([, kind, words, language, code]) => ({
    ...{ page, language, code },
    ...(kind === 'before' && { before: words }),
    ...(kind === 'not run' && { notRun: words }),
  }));
}

describe.concurrent('the commands of docs', () => {
  const pages = new Set(shell.filter(({ notRun }) => notRun === undefined).map(({ page }) => page));
  test.for([...pages])('the commands of %s succeed and write what they name', async (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'neardup-docs-'));
    symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
    try {
      for (const { code, before = '', notRun } of shell.filter((block) => block.page === page))
        if (notRun === undefined) await run(`${before}\n${code}`, folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

async function run(code: string, cwd: string): Promise<void> {
  const script = `set -eo pipefail\nneardup() { '${process.execPath}' '${MAIN}' "$@"; }\n${code}`;
  const running = promisify(execFile)('bash', ['-c', script], { cwd });
  running.child.stdin?.end();
  await running;
  const unquoted = code.replaceAll(/'[^']*'/g, '');
  const named = [...unquoted.matchAll(/(?:-o|--html|--report|--baseline|>) (\.?\w[\w./-]*)/g)].map(
    ([, file]) => file,
  );
  expect(named.filter((file) => !existsSync(join(cwd, file)))).toEqual([]);
}

test('a block that is not run says why', () => {
  for (const { notRun } of shell) if (notRun !== undefined) expect(notRun.length).toBeGreaterThan(15);
  expect(shell.filter(({ notRun }) => notRun === undefined).length).toBeGreaterThan(14);
});

test('commands are in blocks of the language sh, so that none escapes', () => {
  const escaped = BLOCKS.filter(
    ({ language, code }) =>
      !['sh', 'console', 'text', 'yaml', 'groovy', 'json'].includes(language) && COMMAND.test(code),
  );
  expect(escaped).toEqual([]);
  // what a console shows is the subject of test/cleaning.test.ts
  expect(new Set(BLOCKS.filter(({ language }) => language === 'console').map(({ page }) => page))).toEqual(
    new Set(['cleaning.md']),
  );
});

test('a command that fails, and a file that it names and does not write, are noticed', async () => {
  const [bad] = blocksOf('x.md', 'A.\n\n```sh\nneardup dedup nowhere.jsonl\n```\n');
  await expect(run(bad.code, ROOT)).rejects.toThrow('nowhere.jsonl');
  const [missing] = blocksOf('x.md', '<!-- before: true -->\n\n```sh\necho -o none.txt\n```\n');
  expect(missing.before).toBe('true');
  await expect(run(missing.code, ROOT)).rejects.toThrow('none.txt');
});
