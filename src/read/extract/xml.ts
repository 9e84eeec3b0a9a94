/** The text of an XML file. */
import { latin1, utf8Text } from '../../platform/bytes.ts';
import { byteOrderMark } from '../charsets/charset.ts';
import { decodeCharset } from '../charsets/decode-charset.ts';
import { knownCharset } from '../charsets/decoders.ts';

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
