/** Transfer encodings, which protect the bytes of a mail on their way. */
import { fromBase64, latin1 } from '../../platform/bytes.ts';

export function transferDecoded(body: Uint8Array, encoding: string | undefined): Uint8Array {
  if (encoding === 'base64') return fromBase64(latin1(body));
  if (encoding === 'quoted-printable') return quotedPrintable(body);
  return body;
}

const EQUALS = 0x3d;

/** `=D0=87`, and `=` at the end of a line that continues. Everything else is kept. */
function quotedPrintable(body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length);
  let length = 0;
  for (let at = 0; at < body.length; ) {
    const byte = body[at++];
    if (byte !== EQUALS) {
      out[length++] = byte;
      continue;
    }
    const code = hex(body[at]) * 16 + hex(body[at + 1]);
    const lineEnd = Number.isNaN(code) ? softLineEnd(body, at) : at + 2;
    if (!Number.isNaN(code)) out[length++] = code;
    else if (lineEnd === -1) out[length++] = EQUALS;
    if (lineEnd !== -1) at = lineEnd;
  }
  return out.subarray(0, length);
}

/** The place after the line end, if only white space is before it. */
function softLineEnd(body: Uint8Array, from: number): number {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x09) at++;
  if (body[at] === 0x0d) at++;
  return body[at] === 0x0a ? at + 1 : -1;
}

function hex(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
