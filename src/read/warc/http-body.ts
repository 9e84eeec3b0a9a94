/** The body of an HTTP response as a crawler stores it: chunks joined, compression removed. */
import { findByte, latin1 } from '../../platform/bytes.ts';
import { inflatedBody, TooLarge } from '../../platform/inflate.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import type { Told } from '../../wording.ts';
import type { Headers } from '../mail/headers.ts';
import { quote, tooLong } from '../messages.ts';

/** @param max Bytes that the body may inflate to. */
export function httpBody(body: Uint8Array, headers: Headers, max: number): Uint8Array | Told {
  const whole = headers.value('transfer-encoding')?.includes('chunked') ? dechunked(body) : body;
  const encoding = headers.value('content-encoding') ?? 'identity';
  try {
    switch (encoding) {
      case 'gzip':
      case 'x-gzip':
        // some crawlers store the body as it was before, and leave the field
        return whole[0] === 0x1f && whole[1] === 0x8b ? inflatedBody(whole, 'gzip', max) : whole;
      case 'deflate':
        return inflatedBody(whole, (whole[0] & 0x0f) === 8 ? 'zlib' : 'raw', max);
      case 'br':
        return inflatedBody(whole, 'br', max);
      case 'identity':
      case '':
        return whole;
      default:
        return { problem: `Expected a body compressed with gzip, deflate or br, got ${quote(encoding)}.` };
    }
  } catch (error) {
    if (error instanceof TooLarge) return tooLong('a body', undefined, max);
    return { problem: `Expected a body compressed with ${encoding}, got damaged data.` };
  }
}

/** `1a4\r\n…\r\n0\r\n`. A body that does not look like this was joined already. */
function dechunked(body: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < body.length; ) {
    const lineEnd = findByte(body, 0x0a, at);
    const [, digits] =
      /^([0-9a-f]{1,8})\s*(?:;.*)?\r?$/i.exec(latin1(body, at, Math.min(lineEnd, at + 100))) ?? [];
    if (lineEnd === -1 || digits === undefined) return at === 0 ? body : joinBytes(pieces);
    const size = Number.parseInt(digits, 16);
    if (size === 0) break;
    pieces.push(body.subarray(lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + 1 + size;
    if (body[at] === 0x0d) at++;
    if (body[at] === 0x0a) at++;
  }
  return joinBytes(pieces);
}
