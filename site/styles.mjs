// The style sheets of the site: those of the reports, with a theme that can be chosen, and its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './contents.mjs';

const SHEETS = {
  'site.css': ['src/report/pages/base.css', 'site/style/site.css'],
  'comparison.css': ['src/report/pages/comparison/comparison.css'],
  'playground.css': ['site/style/playground.css'],
};

export function writeStyles(out) {
  for (const [name, sheets] of Object.entries(SHEETS)) {
    const style = sheets.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    writeFileSync(join(out, name), withTheme(style));
  }
}

/** Sheets follow the system's theme; on the site `data-theme` can choose the other one. */
export function withTheme(style) {
  return style.replaceAll(
    /@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/g,
    '@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) {$1} }\n:root[data-theme=dark] {$1}',
  );
}
