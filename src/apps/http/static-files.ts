/** The files of the page, listed when the service starts: an address is looked up in that list, never on disk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface StaticFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** True if its name changes with its content. */
  readonly isFixed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

const FOLDER = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** The files by their addresses; `/` is the page. */
export function staticFiles(folder = FOLDER): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of paths) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const address = `/${relative(folder, path).replaceAll('\\', '/')}`;
    files.set(address, { type, bytes: readFileSync(path), isFixed: address.startsWith('/assets/') });
  }
  const page = files.get('/index.html') ?? withoutPage();
  return files.set('/', page);
}

function withoutPage(): StaticFile {
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>neardup</title>
<h1>neardup</h1>
<p>The service runs. This build has no page: <a href="openapi.json">openapi.json</a> describes its addresses.</p>
</html>
`;
  return { type: TYPES['.html'], bytes: Buffer.from(html), isFixed: false };
}
