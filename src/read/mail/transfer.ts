/** Transfer encodings, which protect the bytes of a mail on their way. */

export function transferDecoded(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding === 'quoted-printable') return quotedPrintable(body);
  return body;
}

/** `=D0=87`, and `=` at the end of a line that continues. Everything else is kept. */
function quotedPrintable(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; ) {
    const next = body.indexOf(0x3d, at);
    const end = next === -1 ? body.length : next;
    length += body.copy(out, length, at, end);
    if (next === -1) break;
    const code = hex(body[end + 1]) * 16 + hex(body[end + 2]);
    if (!Number.isNaN(code)) {
      out[length++] = code;
      at = end + 3;
    } else {
      const lineEnd = softLineEnd(body, end + 1);
      if (lineEnd === -1) out[length++] = 0x3d;
      at = lineEnd === -1 ? end + 1 : lineEnd;
    }
  }
  return out.subarray(0, length);
}

/** The place after the line end, if only white space is before it. */
function softLineEnd(body: Buffer, from: number): number {
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
