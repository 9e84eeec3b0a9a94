// Bundles the browser code of the pages. src/report/pages imports the result as `bundled.js` (typed by bundled.d.ts): the build
// writes that module to dist/, and the plugin makes it for other bundlers and for vitest, always from the sources.
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = resolve(root, 'src/report/pages');
/** For every page the folder of its script, and those of its styles. */
const PAGES = {
  groupsPage: ['groups'],
  comparisonPage: ['comparison'],
  classPage: ['class', 'comparison'],
  cutsPage: ['cuts'],
};

/** A plugin for rolldown and Vite that gives `src/report/pages/bundled.js`. */
export function bundledPages() {
  const path = resolve(folder, 'bundled.js');
  return {
    name: 'bundled pages',
    resolveId: (source, importer) =>
      importer !== undefined && resolve(importer, '..', source) === path ? path : undefined,
    async load(id) {
      if (id !== path) return undefined;
      const { code, files } = await bundledModule();
      for (const file of files) this.addWatchFile(file);
      return code;
    },
  };
}

/** The module's code, and the files that it was made of. */
async function bundledModule() {
  const files = [];
  let code = '';
  for (const [name, [page, ...others]] of Object.entries(PAGES)) {
    const script = await bundle(`${folder}/${page}/browser/main.ts`);
    const styles = [...others, page].map((each) => `${folder}/${each}/${each}.css`);
    const sheets = [`${folder}/base.css`, ...styles];
    const style = sheets.map((path) => readFileSync(path, 'utf8')).join('');
    const bundled = { style, script: script.code, policy: contentPolicy(style, script.code) };
    code += `export const ${name} = ${JSON.stringify(bundled)};\n`;
    files.push(...script.files, ...sheets);
  }
  return { code, files };
}

async function bundle(entry) {
  const made = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await made.generate({ format: 'iife', minify: true });
  await made.close();
  const [{ code, moduleIds }] = output;
  // inside an HTML script element these would end it, or change what its hash is of
  if (output.length !== 1 || /<\/script|<!--|\r|\0/i.test(code))
    throw new Error(`bundle-pages: the bundle of ${entry} cannot be embedded in a page.`);
  return { code, files: moduleIds };
}

/**
 * The content security policy of a page: nothing is loaded, and only this very style and script count. Anything else that gets
 * into the page does not run, does not style and requests nothing.
 */
function contentPolicy(style, script) {
  return [
    "default-src 'none'",
    `style-src '${sha256(style)}'`,
    `script-src '${sha256(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

export function sha256(source) {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code } = await bundledModule();
  writeFileSync(resolve(root, 'dist/report/pages/bundled.js'), code);
  copyFileSync(resolve(folder, 'bundled.d.ts'), resolve(root, 'dist/report/pages/bundled.d.ts'));
}
