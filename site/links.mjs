// Where a link of a page leads on the site: a page for a document, a copied file for a picture, and nothing for a path into the code.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { ROOT } from './contents.mjs';

export class Links {
  /** Pictures that the pages show: by the path of the file, its name on the site. */
  pictures = new Map();
  /** The plots among them, by name: they are drawn for phones, too. */
  plots = new Set();
  /** By the path of a document, the address of its page from the root of the site. */
  #pages = new Map();

  /** @param repository Where the code is shown, if package.json names it: paths into the code lead there. */
  constructor(contents, repository) {
    for (const { name, source } of contents.flatMap(({ pages }) => pages))
      if (source !== undefined) this.#pages.set(source, `${name}.html`);
    this.repository = repository;
  }

  /** The links of one document. @param source Its path. @param up From its page to the root of the site, such as `../`. */
  of(source, up = '') {
    const resolve = (href) => posix.normalize(posix.join(posix.dirname(source), href));
    return {
      link: (href) => {
        if (/^(?:https?:|mailto:|#)/.test(href)) return href;
        const [path, anchor] = href.split('#');
        if (/\.html$/.test(path)) return href;
        const page = this.#pages.get(resolve(path));
        const hash = anchor === undefined ? '' : `#${anchor}`;
        if (page !== undefined) return `${up}${page}${hash}`;
        return this.repository === undefined
          ? undefined
          : `${this.repository}/blob/main/${resolve(path)}${hash}`;
      },
      picture: (src) => {
        const path = resolve(src);
        if (!existsSync(join(ROOT, path))) throw new Error(`${source} shows ${path}, which does not exist.`);
        const name = basename(path);
        this.pictures.set(path, name);
        const isPlot = path.startsWith('docs/plots/');
        if (isPlot) this.plots.add(name.replace('.svg', ''));
        return { src: `${up}pictures/${name}`, isPlot, ...sizeOf(join(ROOT, path)) };
      },
    };
  }
}

/** A picture with a known size does not move the text when it is loaded. */
function sizeOf(path) {
  const bytes = readFileSync(path);
  if (path.endsWith('.png')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [, width, height] = /<svg[^>]*? width="(\d+)" height="(\d+)"/.exec(bytes.toString('latin1')) ?? [];
  return { width, height };
}
