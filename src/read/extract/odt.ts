/**
 * OpenDocument text (ODT, and its predecessor SXW): the body with tables and text boxes, then the notes.
 * Left out: headers and footers (they are in another file), comments, deleted text, descriptions of pictures, numbers of
 * lists and headings, which only some programs store.
 */
import { findBytes, fromLatin1, latin1 } from '../../platform/bytes.ts';
import type { ReadItem } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { TextBuilder } from '../html/text-builder.ts';
import { type Attributes, type TagHandler, walkXml } from '../html/walk-tags.ts';
import { foreignFormat } from '../messages.ts';
import { type ExtractOptions, oneDocument } from './extractor.ts';
import { isWhite, LEAST_POINTS, UnseenLetters } from './unseen-text.ts';
import { decodeXml } from './xml.ts';
import { PASSWORD, type Zip } from './zip.ts';

export function odtDocument(zip: Zip, options: ExtractOptions): ReadItem {
  // spreadsheets and drawings have no running text
  const type = zip.read('mimetype');
  if (type !== undefined && !TEXT.test(latin1(type)))
    throw new BadDocument(foreignFormat('This OpenDocument format'));
  if (isEncrypted(zip)) throw new BadDocument(PASSWORD);
  return bodyOf(zip.read('content.xml')!, options);
}

const TEXT = /^application\/vnd\.(?:oasis\.opendocument\.text|sun\.xml\.writer)/;

/** The same document as one XML file (`.fodt`). */
export const flatOdt = oneDocument(bodyOf);

function bodyOf(content: Uint8Array, { maxDocument }: ExtractOptions): ReadItem {
  const body = new OpenDocumentText(maxDocument);
  walkXml(decodeXml(content), body);
  return { text: body.finish(), ...body.unseen.meta() };
}

/** The manifest names encrypted files; the files themselves do not show it. */
function isEncrypted(zip: Zip): boolean {
  const manifest = zip.read('META-INF/manifest.xml');
  return manifest !== undefined && findBytes(manifest, ENCRYPTION) !== -1;
}

const ENCRYPTION = fromLatin1('encryption-data');

class OpenDocumentText implements TagHandler {
  readonly attributesOf = new Set(['s', 'span', 'p', 'h', 'style', 'text-properties']);
  readonly #body: TextBuilder;
  readonly #notes: TextBuilder;
  #builder: TextBuilder;
  #paragraphs = 0;
  #row = 0;
  /** The style that is being defined, styles of raised text and of letters that nobody sees, and those of the open spans. */
  #style = '';
  readonly #raisedStyles = new Set<string>();
  readonly #unseenStyles = new Set<string>();
  readonly #spans: string[] = [];
  #paragraphStyle = '';
  readonly unseen = new UnseenLetters();
  /** The last character of the paragraph. */
  #last = '';
  /** Paragraphs that a note interrupts. */
  readonly #interrupted: number[] = [];

  constructor(max: number) {
    this.#body = new TextBuilder(max);
    this.#notes = new TextBuilder(max);
    this.#builder = this.#body;
  }

  skip(name: string): boolean {
    return SKIPPED.has(name);
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'p':
      case 'h':
        this.#paragraphs++;
        this.#paragraphStyle = attributes.get('style-name') ?? '';
        return;
      case 'style':
        this.#style = attributes.get('name') ?? '';
        return;
      case 'text-properties':
        if (/^super/.test(attributes.get('text-position') ?? '')) this.#raisedStyles.add(this.#style);
        if (isUnseen(attributes)) this.#unseenStyles.add(this.#style);
        return;
      case 'span':
        this.#spans.push(attributes.get('style-name') ?? '');
        return;
      case 's':
        this.#builder.text(attributes.get('c') === '0' ? '' : ' ');
        return;
      case 'tab':
      case 'tab-stop':
        this.#builder.cell();
        return;
      case 'line-break':
        this.#builder.line();
        return;
      case 'table-row':
        this.#builder.paragraph();
        this.#row = this.#builder.length;
        return;
      case 'table-cell':
        if (this.#builder.length > this.#row) this.#builder.nextCell();
        return;
      case 'note-body':
      case 'footnote-body':
      case 'endnote-body':
        this.#interrupted.push(this.#paragraphs);
        this.#paragraphs = 0;
        this.#builder = this.#notes;
    }
  }

  close(name: string): void {
    switch (name) {
      case 'p':
      case 'h':
        this.#last = '';
        if (this.#paragraphs > 0) this.#paragraphs--;
        this.#builder.paragraph();
        return;
      case 'span':
        this.#spans.pop();
        return;
      case 'note-body':
      case 'footnote-body':
      case 'endnote-body':
        this.#paragraphs = this.#interrupted.pop() ?? 0;
        if (this.#interrupted.length === 0) this.#builder = this.#body;
    }
  }

  /** Text is in paragraphs only; white space between them is the layout of the file. */
  text(text: string): void {
    if (this.#paragraphs === 0) return;
    const style = this.#spans.at(-1) ?? '';
    const read = this.#unseenStyles.has(style === '' ? this.#paragraphStyle : style)
      ? this.unseen.read(text, this.#last)
      : text;
    this.#last = read.slice(-1);
    if (this.#raisedStyles.has(style)) this.#builder.superscript(read);
    else this.#builder.text(read);
  }

  finish(): string {
    this.#body.append(this.#notes.finish());
    return this.#body.finish();
  }
}

/** White letters without a ground of their own, tiny ones, and hidden ones. */
function isUnseen(properties: Attributes): boolean {
  const ground = properties.get('background-color') ?? 'transparent';
  const points = /^([\d.]+)pt$/.exec(properties.get('font-size') ?? '')?.[1];
  const isOnWhite = ground === 'transparent' || isWhite(ground);
  return (
    (isWhite(properties.get('color')) && isOnWhite) ||
    (points !== undefined && Number(points) < LEAST_POINTS) ||
    properties.get('display') === 'none'
  );
}

const SKIPPED = new Set(
  (
    'tracked-changes annotation note-citation footnote-citation endnote-citation ruby-text title desc ' +
    'number forms event-listeners sequence-decls master-styles font-face-decls scripts binary-data'
  ).split(' '),
);
