/**
 * README does what it shows: its commands and its program are run, its terminal shows real output, and the table of docs/commands.md
 * is made. UPDATE_README=1 writes the real output into the pages; look at the difference before you commit it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { shownIn, TERMINAL } from '../docs/pictures/terminal.mjs';
import { MAIN, ROOT } from './cli/run-neardup.ts';
import { commandsTable } from './readme-tables.ts';
import { comparable } from './shown-output.ts';

const PAGE = join(ROOT, 'README.md');
const MOST_WORDS = 950;
const MOST_BYTES_OF_A_PICTURE = 150 * 1024;
const readme = readFileSync(PAGE, 'utf8');
const work = mkdtempSync(join(tmpdir(), 'neardup-readme-'));
symlinkSync(join(ROOT, 'examples'), join(work, 'examples'));
afterAll(() => rmSync(work, { recursive: true }));

/** The tasks use what earlier ones made, so they are one test. */
test('the commands of README run one after the other in a folder with the examples, and write the files that they name', () => {
  const commands = [...readme.matchAll(/```sh\n(neardup [^\n]*)\n```/g)].map(([, command]) => command);
  expect(commands.length).toBeGreaterThanOrEqual(5);
  for (const command of commands) {
    const script = `neardup() { '${process.execPath}' '${MAIN}' "$@"; }\n${command}`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: work, encoding: 'utf8' });
    expect(status, `${command}\n${stderr}`).toBe(0);
    expect(stdout, command).not.toBe('');
    for (const [, file] of command.matchAll(/(?:-o|--report|--html) (\S+)/g))
      expect(existsSync(join(work, file)), file).toBe(true);
  }
});

test('the program prints what README says', () => {
  const [block, code, shown] = /```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(readme)!;
  // beside package.json, so that `neardup` means this package
  const path = join(ROOT, `readme-example-${process.pid}.mjs`);
  writeFileSync(path, code);
  try {
    const stdout = execFileSync(process.execPath, [path], { cwd: ROOT, encoding: 'utf8' });
    if (process.env.UPDATE_README === '1')
      writeFileSync(
        PAGE,
        readme.replace(block, () => `\`\`\`js\n${code}\`\`\`\n\n\`\`\`text\n${stdout}\`\`\``),
      );
    else expect(comparable(stdout)).toBe(comparable(shown));
  } finally {
    rmSync(path);
  }
});

test('the terminal of README shows what the command prints', () => {
  const [command, ...lines] = shownIn(readFileSync(join(ROOT, 'docs/pictures/terminal.svg'), 'utf8'));
  expect(command).toBe(`$ ${TERMINAL}`);
  const stdout = execFileSync(process.execPath, [MAIN, ...TERMINAL.split(' ').slice(1)], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(comparable(`${lines.join('\n')}\n`)).toBe(comparable(stdout));
});

test('README is short, and its pictures are small and in both themes', () => {
  const words = readme.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word));
  expect(words.length).toBeLessThan(MOST_WORDS);
  const pictures = [...readme.matchAll(/docs\/pictures\/[\w.-]+/g)].map(([path]) => path);
  for (const path of pictures)
    expect(statSync(join(ROOT, path)).size, path).toBeLessThan(MOST_BYTES_OF_A_PICTURE);
  const lights = pictures.filter((path) => path.includes('-light'));
  expect(lights.length).toBeGreaterThan(1);
  for (const light of lights) expect(pictures).toContain(light.replace('-light', '-dark'));
});

test('the table of commands says what the command line says', () => {
  const path = join(ROOT, 'docs/commands.md');
  const page = readFileSync(path, 'utf8');
  const [block, shown] = /<!-- commands -->\n([\s\S]*?)<!-- end -->/.exec(page)!;
  const made = `\n${commandsTable()}\n\n`;
  if (process.env.UPDATE_README === '1')
    writeFileSync(
      path,
      page.replace(block, () => `<!-- commands -->\n${made}<!-- end -->`),
    );
  else expect(shown).toBe(made);
});
