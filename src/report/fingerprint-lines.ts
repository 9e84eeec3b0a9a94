/** Fingerprints as lines of text, written as bytes: a million lines take a tenth of a second, a million objects more than one. */
import type { Corpus } from '../corpus.ts';

/** `text`: fingerprint, tab, id. `json`: an object a line. */
export type FingerprintFormat = 'text' | 'json';

/** Bytes of lines that are given at once. */
const PIECE = 1 << 18;
const DIGITS = 16;

/** Lines of the documents numbered from `from` up to `to`. They must all be taken before the corpus grows. */
export function* fingerprintLines(
  corpus: Corpus,
  format: FingerprintFormat,
  from = 0,
  to = corpus.length,
): Generator<Uint8Array> {
  const { ids } = corpus;
  const besideId = (format === 'text' ? 1 : AROUND_ID) + DIGITS + 1;
  const values = corpus.fingerprints.view();
  // two halves each, the lower one first
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  let left = besideId * (to - from);
  for (let number = from; number < to; number++) left += ids.byteLength(number);
  let piece = Buffer.alloc(0);
  let view = viewOf(piece);
  let at = 0;
  for (let number = from; number < to; number++) {
    const room = ids.byteLength(number) + besideId;
    if (at + room > piece.length) {
      if (at > 0) yield piece.subarray(0, at);
      piece = Buffer.allocUnsafe(Math.max(Math.min(PIECE, left), room));
      view = viewOf(piece);
      at = 0;
    }
    if (format === 'text') {
      at = writeHex(halves, number, view, at);
      piece[at++] = TAB;
      at = ids.copy(number, piece, at);
    } else {
      at = write(BEFORE_ID, piece, at);
      const start = at;
      at = ids.copy(number, piece, at);
      if (needsEscapes(piece, start, at)) {
        yield piece.subarray(0, start);
        yield Buffer.from(JSON.stringify(ids.get(number)).slice(1, -1));
        piece = piece.subarray(at);
        view = viewOf(piece);
        at = 0;
      }
      at = write(BEFORE_FINGERPRINT, piece, at);
      at = writeHex(halves, number, view, at);
      at = write(AFTER, piece, at);
    }
    piece[at++] = LF;
    left -= room;
  }
  if (at > 0) yield piece.subarray(0, at);
}

const TAB = 0x09;
const LF = 0x0a;
const BEFORE_ID = Buffer.from('{"id":"');
const BEFORE_FINGERPRINT = Buffer.from('","fingerprint":"');
const AFTER = Buffer.from('"}');
const AROUND_ID = BEFORE_ID.length + BEFORE_FINGERPRINT.length + AFTER.length;
/** The two digits of every byte, the first one lowest. */
const HEX = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16LE(),
);

function viewOf(piece: Buffer): DataView {
  return new DataView(piece.buffer, piece.byteOffset, piece.length);
}

function write(bytes: Uint8Array, target: Uint8Array, at: number): number {
  for (let i = 0; i < bytes.length; i++) target[at + i] = bytes[i];
  return at + bytes.length;
}

/** 16 hexadecimal digits, most significant first. */
function writeHex(halves: Uint32Array, number: number, target: DataView, at: number): number {
  writeHalf(halves[2 * number + 1], target, at);
  writeHalf(halves[2 * number], target, at + DIGITS / 2);
  return at + DIGITS;
}

function writeHalf(half: number, target: DataView, at: number): void {
  target.setUint16(at, HEX[half >>> 24], true);
  target.setUint16(at + 2, HEX[(half >>> 16) & 0xff], true);
  target.setUint16(at + 4, HEX[(half >>> 8) & 0xff], true);
  target.setUint16(at + 6, HEX[half & 0xff], true);
}

/** Whether JSON writes any of these bytes in another way. */
function needsEscapes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++)
    if (bytes[i] < 0x20 || bytes[i] === 0x22 || bytes[i] === 0x5c) return true;
  return false;
}
