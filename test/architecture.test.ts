/** The rules of docs/architecture.md that a machine can check. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { layerViolations } from '../scripts/check-layers.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

test('every import follows the layers', () => {
  expect(layerViolations()).toEqual([]);
});

test('every link between the documents and into the code leads somewhere', () => {
  const pages = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !path.includes('node_modules') && !path.startsWith('.'),
  );
  const broken = pages.flatMap((page) => {
    const links = readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g);
    return [...links]
      .map(([, target]) => target)
      .filter((target) => !existsSync(join(ROOT, dirname(page), target)))
      .map((target) => `${page}: ${target}`);
  });
  expect(broken).toEqual([]);
});
