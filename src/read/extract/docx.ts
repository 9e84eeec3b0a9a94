/**
 * DOCX (Office Open XML, transitional and strict): the body with tables and text boxes, then footnotes and endnotes.
 * Left out: headers, footers, comments, deleted and moved text, field codes, hidden text, which is told.
 */
import { utf8Text } from '../../platform/bytes.ts';
import type { ReadItem } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { htmlToText, languageOf } from '../html/html-to-text.ts';
import { TextBuilder } from '../html/text-builder.ts';
import { walkXml } from '../html/walk-tags.ts';
import { WordText } from './docx-text.ts';
import type { ExtractOptions } from './extractor.ts';
import { UnseenLetters } from './unseen-text.ts';
import { decodeXml } from './xml.ts';
import type { Zip } from './zip.ts';
import { folderOf, pathIn } from './zip-paths.ts';

/** The name of the part with the document, as the package states it, or the usual one. */
export function mainPart(zip: Zip): string | undefined {
  const main = relations(zip, '').find(({ type }) => type.endsWith('/officeDocument'))?.target;
  if (main !== undefined && zip.has(main)) return main;
  return zip.has('word/document.xml') ? 'word/document.xml' : undefined;
}

export function docxDocument(zip: Zip, main: string, { maxDocument }: ExtractOptions): ReadItem {
  const builder = new TextBuilder(maxDocument);
  const related = relations(zip, main);
  const body = read(zip, main);
  const unseen = new UnseenLetters();
  const document = new WordText(builder, unseen, (id) =>
    embedded(zip, related.find((each) => each.id === id)?.target),
  );
  walkXml(body, document);
  for (const kind of ['/footnotes', '/endnotes']) {
    const part = related.find(({ type }) => type.endsWith(kind))?.target;
    if (part === undefined || !zip.has(part)) continue;
    builder.paragraph();
    walkXml(read(zip, part), new WordText(builder, unseen));
  }
  const lang = document.lang && languageOf(document.lang);
  return { text: builder.finish(), lang, ...unseen.meta() };
}

/** Text that was inserted as a separate file (altChunk); Word merges it when it saves. */
function embedded(zip: Zip, part: string | undefined): string {
  if (part === undefined || !/\.(?:x?html?|txt)$/i.test(part)) return '';
  const content = zip.read(part);
  if (content === undefined) return '';
  return part.endsWith('.txt') ? utf8Text(content) : htmlToText(decodeXml(content));
}

function read(zip: Zip, part: string): string {
  const content = zip.read(part);
  if (content === undefined) throw new BadDocument(`Expected a part ${part} in it, got none.`);
  return decodeXml(content);
}

interface Relation {
  readonly id: string;
  readonly type: string;
  /** The name of a part. */
  readonly target: string;
}

/** The parts that a part refers to inside the package. References to the outside are never followed. */
function relations(zip: Zip, part: string): Relation[] {
  const folder = folderOf(part);
  const content = zip.read(pathIn(folder, `_rels/${part.slice(part.lastIndexOf('/') + 1)}.rels`));
  if (content === undefined) return [];
  const found: Relation[] = [];
  walkXml(decodeXml(content), {
    attributesOf: new Set(['Relationship']),
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
      const target = attributes.get('Target') ?? '';
      found.push({
        id: attributes.get('Id') ?? '',
        type: attributes.get('Type') ?? '',
        target: target.startsWith('/') ? target.slice(1) : pathIn(folder, target),
      });
    },
    close() {},
    text() {},
  });
  return found;
}
