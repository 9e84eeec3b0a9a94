/** Fingerprints as lines of text, written as bytes: a million lines take a tenth of a second, a million objects more than one. */
import type { Corpus } from '../corpus/index.ts';
import { formatFingerprint } from '../fingerprint/index.ts';
import { visible, visibleJson } from '../visible.ts';

/** `text`: fingerprint, tab, id. `json`: an object a line. */
export type FingerprintFormat = 'text' | 'json';

/** Bytes of lines that are yielded at once. */
const PIECE = 1 << 18;
const DIGITS = 16;

/** Lines of the documents numbered from `from` up to `to`. They must all be read before the corpus grows. */
export function* formatFingerprintLines(
  corpus: Corpus,
  format: FingerprintFormat,
  from = 0,
  to = corpus.length,
): Generator<Uint8Array> {
  const besideId = format === 'text' ? TEXT_BESIDE_ID : JSON_BESIDE_ID;
  for (let first = from, last = from; first < to; first = last) {
    last = endOfPiece(corpus, first, to, besideId);
    const piece = new Uint8Array(lineBytes(corpus, first, last, besideId));
    const isPlain =
      format === 'text' ? writeText(corpus, first, last, piece) : writeJson(corpus, first, last, piece);
    yield isPlain ? piece : ENCODER.encode(escapedLines(corpus, format, first, last));
  }
}

/** The document after the last one whose line has room in a piece that begins with the first one's. */
function endOfPiece({ ids }: Corpus, first: number, to: number, besideId: number): number {
  let last = first;
  let bytes = 0;
  do bytes += ids.byteLength(last++) + besideId;
  while (last < to && bytes + ids.byteLength(last) + besideId <= PIECE);
  return last;
}

function lineBytes({ ids }: Corpus, first: number, last: number, besideId: number): number {
  let bytes = 0;
  for (let number = first; number < last; number++) bytes += ids.byteLength(number) + besideId;
  return bytes;
}

/** False if an id may have characters that a terminal obeys. */
function writeText(corpus: Corpus, first: number, last: number, piece: Uint8Array): boolean {
  const { ids } = corpus;
  const halves = halvesOf(corpus);
  const view = viewOf(piece);
  let at = 0;
  for (let number = first; number < last; number++) {
    at = writeHex(halves, number, view, at);
    piece[at++] = TAB;
    const start = at;
    at = ids.copy(number, piece, at);
    if (maySteer(piece, start, at)) return false;
    piece[at++] = LF;
  }
  return true;
}

/** False if an id may have characters that JSON escapes or a terminal obeys. */
function writeJson(corpus: Corpus, first: number, last: number, piece: Uint8Array): boolean {
  const { ids } = corpus;
  const halves = halvesOf(corpus);
  const view = viewOf(piece);
  let at = 0;
  for (let number = first; number < last; number++) {
    at = write(BEFORE_ID, piece, at);
    const start = at;
    at = ids.copy(number, piece, at);
    if (hasQuotes(piece, start, at) || maySteer(piece, start, at)) return false;
    at = write(BEFORE_FINGERPRINT, piece, at);
    at = writeHex(halves, number, view, at);
    at = write(AFTER, piece, at);
    piece[at++] = LF;
  }
  return true;
}

function escapedLines(corpus: Corpus, format: FingerprintFormat, first: number, last: number): string {
  const { ids, fingerprints } = corpus;
  let lines = '';
  for (let number = first; number < last; number++) {
    const line = { id: ids.get(number), fingerprint: formatFingerprint(fingerprints.get(number)) };
    lines += format === 'text' ? `${line.fingerprint}\t${visible(line.id)}\n` : `${visibleJson(line)}\n`;
  }
  return lines;
}

const TAB = 0x09;
const LF = 0x0a;
const ENCODER = new TextEncoder();
const BEFORE_ID = ENCODER.encode('{"id":"');
const BEFORE_FINGERPRINT = ENCODER.encode('","fingerprint":"');
const AFTER = ENCODER.encode('"}');
/** Bytes of a line without its id. */
const TEXT_BESIDE_ID = DIGITS + 2;
const JSON_BESIDE_ID = BEFORE_ID.length + BEFORE_FINGERPRINT.length + DIGITS + AFTER.length + 1;
/** The two digits of every byte, the first one lowest. */
const HEX = Uint16Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(16).padStart(2, '0');
  return digits.charCodeAt(0) | (digits.charCodeAt(1) << 8);
});

/** The fingerprints, two halves each, the lower one first. */
function halvesOf({ fingerprints }: Corpus): Uint32Array {
  const values = fingerprints.view();
  return new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
}

function viewOf(piece: Uint8Array): DataView {
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

/** Whether any of these bytes is a quotation mark or a backslash. */
function hasQuotes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === 0x22 || bytes[i] === 0x5c) return true;
  return false;
}

/** Whether any of these bytes is a control character, or may begin one that `visible` escapes. */
function maySteer(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte < 0x20 || byte === 0x7f || byte === 0xc2 || byte === 0xd8 || byte === 0xe2) return true;
  }
  return false;
}
