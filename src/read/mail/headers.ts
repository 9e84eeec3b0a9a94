/** The header of a message or of one of its parts: fields, their parameters, and words in other charsets. */
import { fromBase64, fromLatin1, latin1 } from '../../platform/bytes.ts';
import { decodeCharset } from '../charsets/decode-charset.ts';
import { knownCharset } from '../charsets/decoders.ts';
import { textOf } from '../text-as-string.ts';

export class Headers {
  readonly #fields = new Map<string, string>();

  /** @param bytes The lines before the first empty one. */
  constructor(bytes: Uint8Array) {
    // a line that begins with white space continues the field before it
    const lines = latin1(bytes)
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/);
    for (const line of lines) {
      const colon = line.indexOf(':');
      const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
      // of a field that occurs twice the first counts
      const isNew = name !== '' && !this.#fields.has(name);
      if (isNew && (this.#fields.size < MAX_FIELDS || NEEDED.test(name)))
        this.#fields.set(name, line.slice(colon + 1).trim());
    }
  }

  /** A field as it is, without its parameters: `text/plain` of `text/plain; charset=koi8-u`. */
  value(name: string): string | undefined {
    return this.#fields.get(name)?.split(';', 1)[0].trim().toLowerCase();
  }

  /** A field as text for people. */
  text(name: string): string | undefined {
    const field = this.#fields.get(name);
    return field === undefined ? undefined : decodeWords(field);
  }

  /** `charset` of `text/plain; charset="koi8-u"`; `name*=UTF-8''…` and `name*0=` are joined. */
  parameter(name: string, parameter: string): string | undefined {
    const field = this.#fields.get(name);
    if (field === undefined) return undefined;
    const parts: string[] = [];
    let charset: string | undefined;
    for (const [, key, , extended, quoted, plain] of field.matchAll(PARAMETER)) {
      if (key.toLowerCase() !== parameter) continue;
      const value = quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1');
      const [, declared, encoded] = extended ? (/^([\w.:-]*)'[^']*'(.*)$/.exec(value) ?? []) : [];
      charset ??= declared;
      parts.push(extended ? percentDecoded(encoded ?? value, charset) : decodeWords(value));
    }
    return parts.length === 0 ? undefined : parts.join('');
  }
}

/** More fields than any real message has. NEEDED fields count even beyond this limit. */
const MAX_FIELDS = 2000;
const NEEDED = /^(?:content-(?:type|disposition|transfer-encoding)|subject|from|date|message-id)$/;
const PARAMETER = /;\s*([\w-]+)(\*\d+)?(\*)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

/** `=?koi8-u?B?…?=` and `=?utf-8?Q?…?=`; plain bytes beyond ASCII are UTF-8, or Latin-1 if they are not valid UTF-8. */
function decodeWords(field: string): string {
  if (!field.includes('=?')) return fromUtf8(field);
  // white space between encoded words is not part of the text
  return field
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?([\w.:-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi, (_, charset, encoding, text) => {
      const bytes =
        encoding.toLowerCase() === 'b' ? fromBase64(text) : quotedBytes(text.replaceAll('_', ' '));
      return decoded(bytes, charset);
    });
}

function fromUtf8(wrapped: string): string {
  const text = textOf({ text: fromLatin1(wrapped) });
  return text.includes('\ufffd') ? wrapped : text;
}

function quotedBytes(text: string): Uint8Array {
  const plain = text.replace(/=([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return fromLatin1(plain);
}

function percentDecoded(text: string, charset: string | undefined): string {
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return decoded(fromLatin1(plain), charset ?? 'utf-8');
}

function decoded(bytes: Uint8Array, charset: string): string {
  const known = knownCharset(charset);
  return known === undefined ? textOf({ text: bytes }) : decodeCharset(known, bytes);
}
