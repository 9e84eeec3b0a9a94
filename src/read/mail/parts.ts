/** Where header, body and the parts of a message begin and end. All are views of the same bytes. */
import { findByte, findBytes, fromLatin1 } from '../../platform/bytes.ts';

export interface Entity {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
}

const LF = 0x0a;
const CR = 0x0d;

/** The first empty line separates header and body. */
export function splitEntity(bytes: Uint8Array): Entity {
  let lineStart = 0;
  while (lineStart < bytes.length) {
    const end = findByte(bytes, LF, lineStart);
    const lineEnd = end === -1 ? bytes.length : end;
    const empty = lineEnd === lineStart || (lineEnd === lineStart + 1 && bytes[lineStart] === CR);
    if (empty)
      return {
        header: bytes.subarray(0, lineStart),
        body: bytes.subarray(lineEnd + 1),
      };
    lineStart = lineEnd + 1;
  }
  return {
    header: bytes,
    body: bytes.subarray(bytes.length),
  };
}

/** The parts of a multipart body. A missing end is tolerated; text before the first part is not shown. */
export function childParts(body: Uint8Array, boundary: string, max: number): Uint8Array[] {
  const mark = fromLatin1(`--${boundary}`);
  const parts: Uint8Array[] = [];
  let partStart = -1;
  for (
    let at = findBytes(body, mark);
    at !== -1 && parts.length < max;
    at = findBytes(body, mark, at + mark.length)
  ) {
    if (at > 0 && body[at - 1] !== LF) continue;
    if (partStart !== -1) parts.push(body.subarray(partStart, withoutLineEnd(body, at)));
    const after = at + mark.length;
    const isLast = body[after] === 0x2d && body[after + 1] === 0x2d;
    const lineEnd = findByte(body, LF, after);
    partStart = isLast || lineEnd === -1 ? -1 : lineEnd + 1;
    if (isLast) break;
  }
  if (partStart !== -1) parts.push(body.subarray(partStart));
  return parts;
}

/** The line end before a boundary belongs to the boundary. */
function withoutLineEnd(body: Uint8Array, at: number): number {
  const end = at - 1;
  return body[end - 1] === CR ? end - 1 : end;
}
