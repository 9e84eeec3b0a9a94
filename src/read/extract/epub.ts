/** EPUB: the chapters of a book in the order in which they are read (the spine). */
import type { ReadItem } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { HEAD_BYTES, isBinary, unsupportedFormat } from '../foreign-formats.ts';
import { extractHtml, languageOf } from '../html/html-to-text.ts';
import { TextBuilder } from '../html/text-builder.ts';
import { walkXml } from '../html/walk-tags.ts';
import { binary, quote } from '../messages.ts';
import type { ExtractOptions } from './extractor.ts';
import { decodeXml } from './xml.ts';
import type { Zip } from './zip.ts';
import { folderOf, pathIn } from './zip-paths.ts';

export function epubDocument(zip: Zip, { maxDocument }: ExtractOptions): ReadItem {
  const packagePath = packageDocument(zip);
  const { chapters, lang } = readPackage(zip, packagePath);
  const encrypted = encryptedFiles(zip);
  const builder = new TextBuilder(maxDocument);
  let found = 0;
  for (const chapter of chapters) {
    if (encrypted.has(chapter)) {
      throw new BadDocument('It is encrypted (DRM): only the program it was bought for can read it.');
    }
    const content = zip.read(chapter);
    // some books call a picture a page
    if (content === undefined || unsupportedFormat(content.subarray(0, HEAD_BYTES)) !== undefined) continue;
    if (isBinary(content)) throw new BadDocument(binary(`the chapter ${quote(chapter)}`));
    found++;
    builder.append(extractHtml(withoutHead(decodeXml(content)), maxDocument).text);
  }
  if (found === 0) throw new BadDocument('Expected chapters in the EPUB, got none of the files it names.');
  return { text: builder.finish(), lang };
}

function packageDocument(zip: Zip): string {
  let path: string | undefined;
  walkXml(decodeXml(zip.read('META-INF/container.xml')!), {
    attributesOf: new Set(['rootfile']),
    open(name, attributes) {
      if (name === 'rootfile') path ??= attributes.get('full-path');
    },
    close() {},
    text() {},
  });
  if (path !== undefined && zip.has(path)) return path;
  throw new BadDocument(
    `Expected a package document in the EPUB, got ${path === undefined ? 'none' : `no ${quote(path)}`}.`,
  );
}

function readPackage(zip: Zip, path: string): { chapters: string[]; lang: string | undefined } {
  const folder = folderOf(path);
  const items = new Map<string, string>();
  const spine: string[] = [];
  let inLanguage = false;
  let language = '';
  walkXml(decodeXml(zip.read(path)!), {
    attributesOf: new Set(['item', 'itemref']),
    open(name, attributes) {
      // pictures may be separate pages
      if (name === 'item' && isMarkup(attributes.get('media-type')))
        items.set(attributes.get('id') ?? '', attributes.get('href') ?? '');
      else if (name === 'itemref') spine.push(attributes.get('idref') ?? '');
      else if (name === 'language') inLanguage = language === '';
    },
    close(name) {
      if (name === 'language') inLanguage = false;
    },
    text(text) {
      if (inLanguage) language += text;
    },
  });
  const chapters = spine.flatMap((id) => {
    const href = items.get(id);
    return href === undefined ? [] : [pathIn(folder, decodeHref(href))];
  });
  return { chapters, lang: languageOf(language) };
}

function isMarkup(type: string | undefined): boolean {
  return type === undefined || /(?:html|xml|dtbook)/i.test(type) ? !/svg/i.test(type ?? '') : false;
}

/** The titles of chapters repeat that of the book, or the heading below. */
function withoutHead(page: string): string {
  const body = page.search(/<body[\s>]/i);
  return body === -1 ? page : page.slice(body);
}

/** Fonts are often obfuscated; that does not matter. */
function encryptedFiles(zip: Zip): Set<string> {
  const files = new Set<string>();
  const content = zip.read('META-INF/encryption.xml');
  if (content === undefined) return files;
  walkXml(decodeXml(content), {
    attributesOf: new Set(['CipherReference']),
    open(name, attributes) {
      if (name === 'CipherReference') files.add(decodeHref(attributes.get('URI') ?? ''));
    },
    close() {},
    text() {},
  });
  return files;
}

function decodeHref(href: string): string {
  const path = href.replace(/[#?].*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
