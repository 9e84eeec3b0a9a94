/**
 * A walk through XML by its tags. Works on tokens and not on a tree, so that nesting costs nothing; entities other than
 * XML's own five are left as they are, so that nothing is ever fetched or expanded; of broken XML, the readable part is used.
 */
import { Tokenizer } from 'htmlparser2';
import { latin1, utf8Text } from '../../platform/bytes.ts';
import { byteOrderMark } from '../charsets/charset.ts';
import { decodeCharset } from '../charsets/decode-charset.ts';
import { knownCharset } from '../charsets/decoders.ts';

export interface XmlHandler {
  /** Names without prefix whose attributes are wanted. */
  readonly attributesOf?: ReadonlySet<string>;
  /** @param name Without its prefix. @param attributes By name without prefix; empty unless `wanted`. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

export function walkXml(xml: string, handler: XmlHandler): void {
  const wanted = handler.attributesOf;
  let tag = '';
  let attributes: Map<string, string> = NONE;
  let attribute = '';
  let value = '';
  const nothing = () => {};

  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext: (start, end) => handler.text(xml.slice(start, end)),
      ontextentity: (codepoint) => handler.text(String.fromCodePoint(codepoint)),
      oncdata: (start, end, endOffset) => handler.text(xml.slice(start + 6, end - endOffset)),
      onopentagname(start, end) {
        tag = localName(xml, start, end);
        attributes = wanted?.has(tag) ? new Map() : NONE;
      },
      onopentagend: () => handler.open(tag, attributes),
      onselfclosingtag() {
        handler.open(tag, attributes);
        handler.close(tag);
      },
      onclosetag: (start, end) => handler.close(localName(xml, start, end)),
      onattribname(start, end) {
        if (attributes === NONE) return;
        attribute = localName(xml, start, end);
        value = '';
      },
      onattribdata(start, end) {
        if (attributes !== NONE) value += xml.slice(start, end);
      },
      onattribentity(codepoint) {
        if (attributes !== NONE) value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (attributes !== NONE) attributes.set(attribute, value);
      },
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
}

const NONE = new Map<string, string>();

function localName(xml: string, start: number, end: number): string {
  const name = xml.slice(start, end);
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** UTF-8, unless a byte order mark or the declaration says otherwise. */
export function decodeXml(bytes: Uint8Array): string {
  const mark = byteOrderMark(bytes);
  if (mark) return decodeCharset(mark.charset, bytes.subarray(mark.skip));
  const declared = /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]+)/.exec(
    latin1(bytes, 0, Math.min(200, bytes.length)),
  )?.[1];
  if (declared === undefined || /^utf-?8$/i.test(declared)) return utf8Text(bytes);
  const charset = knownCharset(declared);
  return charset === undefined ? utf8Text(bytes) : decodeCharset(charset, bytes);
}
