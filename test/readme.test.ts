/**
 * What README shows is what happens: its commands and its program are run and compared with what stands below them.
 * UPDATE_README=1 writes the real output into the page; look at the difference before you commit it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MAIN, ROOT } from './cli/run-neardup.ts';
import { TABLES } from './readme-tables.ts';
import { comparable } from './shown-output.ts';

const PAGE = join(ROOT, 'README.md');
const readme = readFileSync(PAGE, 'utf8');
const work = mkdtempSync(join(tmpdir(), 'neardup-readme-'));
afterAll(() => rmSync(work, { recursive: true }));

test.each(
  [...readme.matchAll(/```console\n\$ neardup ([^\n]*)\n([\s\S]*?)```/g)].map((m) => [m[1], m[2], m[0]]),
)('neardup %s', (command, shown, block) => {
  const args = command.split(' ').map((word) => (word.startsWith('clean') ? join(work, word) : word));
  const { stdout } = spawnSync(process.execPath, [MAIN, ...args], { cwd: ROOT, encoding: 'utf8' });
  check(block, `\`\`\`console\n$ neardup ${command}\n`, shown, stdout);
});

test('the program prints what README says', () => {
  const [block, code, shown] = /```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(readme)!;
  // beside package.json, so that `neardup` means this package
  const path = join(ROOT, `readme-example-${process.pid}.mjs`);
  writeFileSync(path, code);
  try {
    const stdout = execFileSync(process.execPath, [path], { cwd: ROOT, encoding: 'utf8' });
    check(block, `\`\`\`js\n${code}\`\`\`\n\n\`\`\`text\n`, shown, stdout);
  } finally {
    rmSync(path);
  }
});

test.each(Object.keys(TABLES))('the table of %s says what the command line says', (name) => {
  const [block, head, shown] = new RegExp(`(<!-- ${name} -->\n)([\\s\\S]*?)<!-- end -->`).exec(readme)!;
  const made = `\n${TABLES[name]()}\n\n`;
  if (process.env.UPDATE_README !== '1') return expect(shown).toBe(made);
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(block, () => `${head}${made}<!-- end -->`),
  );
});

function check(block: string, head: string, shown: string, stdout: string): void {
  if (process.env.UPDATE_README === '1') {
    writeFileSync(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(block, () => `${head}${stdout}\`\`\``),
    );
  } else expect(comparable(stdout)).toBe(comparable(shown));
}
