// Which texts may have disguised words? src/engines/scalar/suspects.ts is the twin and the reference.
import { Script } from '../src/engines/layouts/letter-table';

export function suspects(text: usize, offsets: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    const at = offsets + ((<usize>i) << 2);
    store<u8>(out + i, <u8>hasSuspect(text + load<u32>(at), text + load<u32>(at, 4) - 1));
  }
}

function hasSuspect(start: usize, end: usize): bool {
  let p = start;
  for (; p + 18 <= end; p += 16) {
    for (let lanes = lanesAt(p); lanes !== 0; lanes &= lanes - 1) if (isSuspect(p + ctz(lanes), end)) return true;
  }
  for (; p < end; p++) if (isSuspect(p, end)) return true;
  return false;
}

// The bytes of a block that must be looked at one by one: other control characters than those of lines, letters before or after those of
// another script or before accents, and whatever is neither ASCII nor Cyrillic.
function lanesAt(p: usize): i32 {
  const bytes = v128.load(p);
  const low = i8x16.lt_s(bytes, i8x16.splat(0x20));
  const lines = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(9)), i8x16.splat(4));
  const odd = v128.or(v128.andnot(low, lines), i8x16.eq(bytes, i8x16.splat(0x7f)));
  // the last letter may be beside one of the next block
  if (!v128.any_true(odd) && load<u8>(p, 16) < 0x80) return 0;
  const control = v128.andnot(odd, i8x16.lt_s(bytes, i8x16.splat(0)));
  const cyrillic = isCyrillic(bytes);
  const foreign = v128.andnot(isLead(bytes), cyrillic);
  const after = v128.load(p, 2);
  const meets = v128.and(cyrillic, v128.or(isLetter(after), v128.andnot(isLead(after), isCyrillic(after))));
  const joined = v128.and(isLetter(bytes), isLead(v128.load(p, 1)));
  return i8x16.bitmask(v128.or(v128.or(control, foreign), v128.or(meets, joined)));
}

// @inline
function isLead(bytes: v128): v128 {
  return i8x16.ge_u(bytes, i8x16.splat(<i8>0xc2));
}

// @inline
function isCyrillic(bytes: v128): v128 {
  return i8x16.le_u(i8x16.sub(bytes, i8x16.splat(<i8>0xd0)), i8x16.splat(4));
}

// @inline
function isLetter(bytes: v128): v128 {
  const lower = v128.or(bytes, i8x16.splat(0x20));
  return i8x16.le_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(25));
}

function isSuspect(p: usize, end: usize): bool {
  if (isHidden(p, end)) return true;
  const script = scriptAt(p, end);
  if (script === Script.other) return false;
  let next = p + sizeOf(load<u8>(p));
  while (next + 1 < end && isMark(next)) next += 2;
  const other = scriptAt(next, end);
  return other !== Script.other && other !== script;
}

function scriptAt(p: usize, end: usize): u32 {
  const lead = p < end ? <u32>load<u8>(p) : 0;
  if (lead < 0xc3) return (lead | 0x20) - 0x61 <= 25 ? Script.latin : Script.other;
  const size = sizeOf(lead);
  const code: u32 = p + size > end ? 0 : size === 2 ? codeOfTwo(p) : size === 3 ? codeOfThree(p) : 0;
  if (code - 0xc0 <= 0x18f || code - 0x1e00 <= 0xff) return Script.latin;
  if (code - 0x370 <= 0x8f || code - 0x1f00 <= 0xff) return Script.greek;
  if (code - 0x400 <= 0x12f || code - 0x1c80 <= 0xf || code - 0xa640 <= 0x5f) return Script.cyrillic;
  return code - 0xff21 <= 0x39 ? Script.latin : Script.other;
}

function isHidden(p: usize, end: usize): bool {
  const lead = <u32>load<u8>(p);
  if (lead < 0x20) return lead < 9 || (lead > 13 && lead < 0x1c);
  if (lead < 0xcd) return lead === 0x7f;
  if (lead < 0xe0) return p + 1 < end && (codeOfTwo(p) === 0x34f || codeOfTwo(p) === 0x61c);
  if (lead >= 0xf0) return lead === 0xf3 && p + 1 < end && load<u8>(p, 1) === 0xa0;
  if (p + 2 >= end) return false;
  const code = codeOfThree(p);
  if (code < 0x2000) return code === 0x115f || code === 0x1160 || (code & ~1) === 0x17b4 || code - 0x180b <= 4;
  if (code <= 0x2800) {
    if (code < 0x202a) return code >= 0x200a && code <= 0x200f;
    return code <= 0x202e || code - 0x2060 <= 0xf || code === 0x2800;
  }
  return code === 0x3164 || code - 0xfe00 <= 0xf || code === 0xfeff || code === 0xffa0;
}

function isMark(p: usize): bool {
  const lead = load<u8>(p);
  return lead === 0xcc || (lead === 0xcd && load<u8>(p, 1) < 0xb0);
}

function sizeOf(lead: u32): usize {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function codeOfTwo(p: usize): u32 {
  return ((<u32>load<u8>(p) & 0x1f) << 6) | (<u32>load<u8>(p, 1) & 0x3f);
}

function codeOfThree(p: usize): u32 {
  return ((<u32>load<u8>(p) & 0xf) << 12) | ((<u32>load<u8>(p, 1) & 0x3f) << 6) | (<u32>load<u8>(p, 2) & 0x3f);
}
