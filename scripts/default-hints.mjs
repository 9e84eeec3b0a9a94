// Writes the defaults of options into the hints of editors: `@default` in the declarations of dist/, from the rules. So a default is said once.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** A table of rules, and the interfaces whose options it has. */
const TABLE = /^export declare const (\w+): OptionRules<([\w\s&]+)>;/gm;
const INTERFACE = /^(export interface (\w+)[^{]*\{\n)([\s\S]*?)^\}/gm;
/** A commented option; its default may have been written by an earlier build. */
const OPTION = /( @default `[^`]*`)?(\s*\*\/\n {4}readonly (\w+)\??:)/g;

const paths = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.d.ts'),
);
const files = paths.map((path) => ({ path, text: readFileSync(join(DIST, path), 'utf8') }));
const defaults = await collectDefaults();

for (const { path, text } of files) {
  const hinted = text.replace(INTERFACE, (_, head, name, body) => `${head}${withHints(name, body)}}`);
  if (hinted !== text) writeFileSync(join(DIST, path), hinted);
}

/** The interface and those that it extends. */
function lineOf(name) {
  const heads = files
    .flatMap(({ text }) => [...text.matchAll(INTERFACE)])
    .filter(([, , each]) => each === name);
  const words = heads.flatMap(([, head]) => head.split(/\bextends\b/)[1]?.match(/\b[A-Z]\w+/g) ?? []);
  return [name, ...words.flatMap(lineOf)];
}

/** `INTERFACE.OPTION` → its default; undefined if tables differ. */
async function collectDefaults() {
  const found = new Map();
  for (const { path, text } of files) {
    for (const [, table, interfaces] of text.matchAll(TABLE)) {
      const module = await import(pathToFileURL(join(DIST, path.replace(/\.d\.ts$/, '.js'))));
      const names = new Set(interfaces.split('&').flatMap((each) => lineOf(each.trim())));
      for (const [option, rule] of Object.entries(module[table])) {
        for (const name of names) {
          const key = `${name}.${option}`;
          const known = found.has(key) ? found.get(key) : rule.default;
          found.set(key, known === rule.default ? known : undefined);
        }
      }
    }
  }
  return found;
}

function withHints(name, body) {
  return body.replace(OPTION, (_, _old, end, option) => {
    const value = defaults.get(`${name}.${option}`);
    const isShown = ['number', 'string', 'boolean'].includes(typeof value) && value !== '';
    return `${isShown ? ` @default \`${JSON.stringify(value)}\`` : ''}${end}`;
  });
}
