// Makes dist/neardup.html, the page that needs no server (src/apps/page): everything is in it, and its content policy allows no connection.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { groupsPage } from '../dist/report/pages/bundled.js';
import { pageEnd, pageStart } from '../dist/report/pages/html-page.js';
import { singleFile } from './bundle-browser.mjs';
import { sha256 } from './bundle-pages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path) => readFileSync(`${root}src/${path}`, 'utf8');

const pages = ['base.css', 'comparison/comparison.css', 'class/class.css'].map(
  (sheet) => `report/pages/${sheet}`,
);
const style = [...pages, 'apps/page/page.css'].map(read).join('');
const script = await singleFile('src/apps/page/main.ts');
if (/<\/script|<!--|\r|\0/i.test(script))
  throw new Error('bundle-app: the script cannot be embedded in a page.');

/** The page itself, and the page of groups that it shows in a frame, which is bound by its policy as well. */
const scripted = [{ style, script }, groupsPage];
const policy = [
  "default-src 'none'",
  `style-src ${scripted.map((page) => `'${sha256(page.style)}'`).join(' ')}`,
  // kernels are compiled in workers, whose scripts are in the page
  `script-src ${scripted.map((page) => `'${sha256(page.script)}'`).join(' ')} 'wasm-unsafe-eval'`,
  'worker-src blob:',
  // the icon, which is in the page as well
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const icon = encodeURIComponent(readFileSync(`${root}web/public/icon.svg`, 'utf8').trim());
const start = pageStart({ style, policy }, 'neardup').replace(
  '<title>',
  `<link rel="icon" href="data:image/svg+xml,${icon}">\n<title>`,
);
const page = start + read('apps/page/page.html') + pageEnd({ script });
writeFileSync(`${root}dist/neardup.html`, page);
