/** The blocks of docs/library.md print what the page says. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/library.md`, 'utf8');
const BLOCKS = [...PAGE.matchAll(/## (.+)\n[\s\S]*?```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)];

test('the page of the library has the four methods, each in at most 30 lines', () => {
  expect(BLOCKS.map(([, title]) => title)).toEqual([
    'Simhash and permuted tables',
    'Signatures and slice lists',
    'Shingles and document images',
    'The comparison matrix',
  ]);
  for (const [, , code] of BLOCKS) expect(code.split('\n').length).toBeLessThanOrEqual(31);
});

test.each(BLOCKS.map(([, title, code, printed]) => [title, code, printed]))(
  'the block on "%s" prints what is below it',
  async (_, code, printed) => {
    // the package finds itself by its name from its own folder
    const child = spawn(process.execPath, ['--input-type=module'], { cwd: ROOT });
    child.stdin.end(code);
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(errors).toBe('');
    expect(out).toBe(printed);
  },
);
