/**
 * Bytes of a known charset as text. Windows-1252 is corrected: Node 20 decodes it as Latin-1, so that quotation marks, dashes
 * and the apostrophe would become control characters.
 */
import { type CharsetDecoder, charsetDecoder } from './decoders.ts';

/** @param charset A name from `knownCharset`. */
export function decodeCharset(charset: string, bytes: Uint8Array): string {
  let decoder = decoders.get(charset);
  if (decoder === undefined) {
    decoder = charsetDecoder(charset);
    decoders.set(charset, decoder);
  }
  const text = decoder.decode(bytes);
  return charset === 'windows-1252'
    ? text.replace(/[\x80-\x9f]/g, (char) => C1[char.charCodeAt(0) - 0x80])
    : text;
}

/** Making one takes longer than decoding a short text. */
const decoders = new Map<string, CharsetDecoder>();

/** U+0080 to U+009F; the five that are not used stay as they are. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
