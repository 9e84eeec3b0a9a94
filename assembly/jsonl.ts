// JSON lines become a batch of texts with their ids; the twin of src/engines/scalar/jsonl.ts, which is its specification.
//
// A line is read once, and everything in it is checked. A line with anything unusual is marked odd and left to the host, which parses it
// with JSON.parse.
import { JsonlRecord, JsonlScan } from '../src/engines/layouts/jsonl-scan';
import { idHash } from './jsonl/id-hash';
import { copyString, hasEscapes, skipString, stringEnd } from './jsonl/strings';
import { isDigit, skipNumber, skipSpace, skipValue } from './jsonl/values';

const LF: u8 = 0x0a;
const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const COLON: u8 = 0x3a;
const OPEN: u8 = 0x7b;
const CLOSE: u8 = 0x7d;
// The most digits that a JavaScript number holds exactly, whatever they are.
const EXACT_DIGITS: usize = 15;

export function scanJsonl(scan: JsonlScan): void {
  const end = scan.lines + scan.bytes;
  let p = scan.lines;
  let line: u32 = 0;
  let records: u32 = 0;
  let documents: usize = 0;
  textEnd = scan.text;
  idEnd = scan.ids;
  const seed = <u64>scan.idSeedLow | ((<u64>scan.idSeedHigh) << 32);
  store<u32>(scan.offsets, 0);
  store<u32>(scan.idOffsets, 0);
  while (p < end && records < scan.maxRecords) {
    const start = p;
    line++;
    p = skipSpace(p);
    if (load<u8>(p) === LF && p - start <= scan.maxLine) {
      p++;
      continue;
    }
    const text = textEnd;
    const id = idEnd;
    let lineEnd = readDocument(scan, p);
    const isOdd = lineEnd === 0 || lineEnd - start > scan.maxLine;
    if (isOdd) {
      textEnd = text;
      idEnd = id;
      lineEnd = findLineEnd(p);
    } else {
      store<u8>(textEnd++, 0);
      store<u32>(scan.idHashes + (documents << 2), idHash(id, idEnd, seed));
      documents++;
      store<u32>(scan.offsets + (documents << 2), <u32>(textEnd - scan.text));
      store<u32>(scan.idOffsets + (documents << 2), <u32>(idEnd - scan.ids));
    }
    const record = changetype<JsonlRecord>(scan.records + <usize>records * offsetof<JsonlRecord>());
    records++;
    record.start = <u32>(start - scan.lines);
    record.bytes = <u32>(lineEnd - start);
    record.line = line;
    record.odd = <u32>isOdd;
    p = lineEnd + 1;
  }
  scan.doneBytes = p - scan.lines;
  scan.doneLines = line;
  scan.recordCount = records;
  scan.documents = <u32>documents;
}

// Where the texts and ids written so far end.
let textEnd: usize = 0;
let idEnd: usize = 0;

// Writes text and id of the object at p. Returns where its line ends, or 0 if it is odd; then anything may have been written. If a field
// occurs twice, the last one counts.
function readDocument(scan: JsonlScan, p: usize): usize {
  const textStart = textEnd;
  const idStart = idEnd;
  let hasText = false;
  let oddId = false;
  if (load<u8>(p) !== OPEN) return 0;
  do {
    p = skipSpace(p + 1);
    if (load<u8>(p++) !== QUOTE) return 0;
    const isText = isName(p, scan.textName, scan.textNameBytes);
    const isId = !isText && isName(p, scan.idName, scan.idNameBytes);
    if (isText) p += scan.textNameBytes + 1;
    else if (isId) p += scan.idNameBytes + 1;
    else {
      p = skipString(p);
      // with its escapes resolved it might be the name of text or id
      if (p === 0 || hasEscapes) return 0;
    }
    p = skipSpace(p);
    if (load<u8>(p) !== COLON) return 0;
    p = skipSpace(p + 1);
    const isString = load<u8>(p) === QUOTE;
    if (isText) hasText = isString;
    if (isText && isString) {
      textEnd = copyString(p + 1, textStart);
      p = textEnd === 0 ? 0 : stringEnd;
    } else if (isId) {
      idEnd = isString ? copyString(p + 1, idStart) : copyPlainId(p, idStart);
      oddId = idEnd === 0;
      p = isString && !oddId ? stringEnd : skipValue(p);
    } else p = skipValue(p);
    if (p === 0) return 0;
    p = skipSpace(p);
  } while (load<u8>(p) === COMMA);
  if (!hasText || oddId || load<u8>(p) !== CLOSE) return 0;
  p = skipSpace(p + 1);
  return load<u8>(p) === LF ? p : 0;
}

// Whether the name that begins at p, after its quote, is this one.
// @inline
function isName(p: usize, name: usize, length: usize): bool {
  for (let i: usize = 0; i < length; i++) if (load<u8>(p + i) !== load<u8>(name + i)) return false;
  return load<u8>(p + length) === QUOTE;
}

// Copies the id at p to o if it is null (an empty id) or an integer written as JavaScript writes it. Returns where the copy ends, or 0 if
// the id is anything else.
function copyPlainId(p: usize, o: usize): usize {
  if (load<u32>(p) === 0x6c6c756e) return o;
  const digits = p + <usize>(load<u8>(p) === 0x2d);
  const first = load<u8>(digits);
  if (!isDigit(first)) return 0;
  const end = skipNumber(p);
  // a fraction, an exponent and -0 are written in other ways
  if (end === 0 || end - digits > EXACT_DIGITS || (first === 0x30 && digits > p)) return 0;
  for (; p < end; p++) {
    const character = load<u8>(p);
    if (!isDigit(character) && character !== 0x2d) return 0;
    store<u8>(o++, character);
  }
  return o;
}

function findLineEnd(p: usize): usize {
  while (true) {
    const ends = i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(LF)));
    if (ends !== 0) return p + ctz(ends);
    p += 16;
  }
}
