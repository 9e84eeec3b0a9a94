// JSON values that are not wanted: they are skipped, but checked as JSON.parse would.
import { skipString } from './strings';

// Arrays and objects may be nested this deep; the containers that are open are the bits of one number.
const DEEPEST: u32 = 64;

// Skips the value at p. Returns where the line continues, or 0 if this is not a value (or one nested too deeply).
export function skipValue(p: usize): usize {
  let depth: u32 = 0;
  let objects: u64 = 0; // bit 0: the innermost container is an object
  while (true) {
    const first = load<u8>(p);
    if (first === 0x7b || first === 0x5b) {
      const isObject = first === 0x7b;
      if (depth === DEEPEST) return 0;
      p = skipSpace(p + 1);
      if (load<u8>(p) === first + 2) p++;
      else {
        depth++;
        objects = (objects << 1) | <u64>isObject;
        if (isObject) {
          p = skipName(p);
          if (p === 0) return 0;
        }
        continue;
      }
    } else {
      p = skipScalar(p);
      if (p === 0) return 0;
    }
    // a value has ended, and the containers that end with it
    while (true) {
      if (depth === 0) return p;
      const inObject = (objects & 1) !== 0;
      p = skipSpace(p);
      const next = load<u8>(p++);
      if (next === 0x2c) {
        p = skipSpace(p);
        if (inObject) {
          p = skipName(p);
          if (p === 0) return 0;
        }
        break;
      }
      if (next !== <u8>(inObject ? 0x7d : 0x5d)) return 0;
      objects >>= 1;
      depth--;
    }
  }
}

// Skips the number at p. Returns where the line continues, or 0 if this is not a number.
export function skipNumber(p: usize): usize {
  if (load<u8>(p) === 0x2d) p++;
  if (load<u8>(p) === 0x30) p++;
  else {
    p = skipDigits(p);
    if (p === 0) return 0;
  }
  if (load<u8>(p) === 0x2e) {
    p = skipDigits(p + 1);
    if (p === 0) return 0;
  }
  if ((load<u8>(p) | 0x20) === 0x65) {
    p++;
    const sign = load<u8>(p);
    if (sign === 0x2b || sign === 0x2d) p++;
    p = skipDigits(p);
  }
  return p;
}

// White space within a line.
// @inline
export function skipSpace(p: usize): usize {
  while (true) {
    const character = load<u8>(p);
    if (character !== 0x20 && character !== 0x09 && character !== 0x0d) return p;
    p++;
  }
}

// @inline
export function isDigit(character: u8): bool {
  return <u32>character - 0x30 <= 9;
}

// From the name of a field in an object to its value.
function skipName(p: usize): usize {
  if (load<u8>(p) !== 0x22) return 0;
  p = skipString(p + 1);
  if (p === 0) return 0;
  p = skipSpace(p);
  return load<u8>(p) === 0x3a ? skipSpace(p + 1) : 0;
}

function skipScalar(p: usize): usize {
  const first = load<u8>(p);
  if (first === 0x22) return skipString(p + 1);
  if (first === 0x2d || isDigit(first)) return skipNumber(p);
  const word = load<u32>(p);
  if (word === 0x65757274 || word === 0x6c6c756e) return p + 4; // true, null
  return word === 0x736c6166 && load<u8>(p, 4) === 0x65 ? p + 5 : 0; // false
}

// One digit or more.
function skipDigits(p: usize): usize {
  if (!isDigit(load<u8>(p))) return 0;
  do p++;
  while (isDigit(load<u8>(p)));
  return p;
}
