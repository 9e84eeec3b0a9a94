/** The files of a built site, and what its pages link to and load. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface SitePage {
  /** From the root of the site: `api/read.html`. */
  readonly name: string;
  readonly html: string;
  readonly ids: ReadonlySet<string>;
}

/** All pages but the one that is a program of its own. */
export function pagesIn(folder: string): SitePage[] {
  return filesIn(folder)
    .filter((name) => name.endsWith('.html') && name !== 'neardup.html')
    .map((name) => {
      const html = readFileSync(join(folder, name), 'utf8');
      return {
        name,
        html,
        ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => unescaped(id))),
      };
    });
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
}

/** Links and loaded files of a page that lead nowhere: to no file, or to no place in it. */
export function brokenLinks(pages: readonly SitePage[], files: ReadonlySet<string>): string[] {
  const byName = new Map(pages.map((page) => [page.name, page]));
  return pages.flatMap((page) =>
    [...page.html.matchAll(/<[a-z][^>]*? (?:href|src)="([^"]*)"/g)]
      .map(([, link]) => unescaped(link))
      .filter((link) => !/^(?:https?:|mailto:|data:)/.test(link))
      .filter((link) => {
        const [path, anchor] = link.split('#');
        const target = path === '' ? page.name : posix.normalize(posix.join(posix.dirname(page.name), path));
        if (!files.has(target)) return true;
        return anchor !== undefined && byName.get(target)?.ids.has(decodeURIComponent(anchor)) !== true;
      })
      .map((link) => `${page.name}: ${link}`),
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
