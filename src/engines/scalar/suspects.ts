/**
 * Which texts may have disguised words (`canonicalize/disguises.ts` decides)? The specification of `assembly/suspects.ts`. It may say yes in
 * vain, but misses none: letters of two of Latin, Greek and Cyrillic side by side, and characters that nobody sees.
 */
import type { Twin } from '../kernels.ts';
import { Script } from '../layouts/letter-table.ts';

export const suspects: Twin<'suspects'> = (heap, text, offsets, count, out) => {
  const { u8, u32 } = heap;
  for (let i = 0; i < count; i++) {
    const end = text + u32[(offsets >>> 2) + i + 1] - 1;
    let p = text + u32[(offsets >>> 2) + i];
    while (p < end && !isSuspect(u8, p, end)) p++;
    u8[out + i] = p < end ? 1 : 0;
  }
};

function isSuspect(u8: Uint8Array, p: number, end: number): boolean {
  if (isHidden(u8, p, end)) return true;
  const script = scriptAt(u8, p, end);
  if (script === Script.other) return false;
  let next = p + sizeOf(u8[p]);
  while (next + 1 < end && isMark(u8, next)) next += 2;
  const other = scriptAt(u8, next, end);
  return other !== Script.other && other !== script;
}

/** The script of the letter that begins at p. */
function scriptAt(u8: Uint8Array, p: number, end: number): Script {
  const lead = p < end ? u8[p] : 0;
  if (lead < 0xc3) return (lead | 0x20) >= 0x61 && (lead | 0x20) <= 0x7a ? Script.latin : Script.other;
  const size = sizeOf(lead);
  const code = p + size > end ? 0 : size === 2 ? codeOfTwo(u8, p) : size === 3 ? codeOfThree(u8, p) : 0;
  if ((code >= 0xc0 && code <= 0x24f) || (code >= 0x1e00 && code <= 0x1eff)) return Script.latin;
  if ((code >= 0x370 && code <= 0x3ff) || (code >= 0x1f00 && code <= 0x1fff)) return Script.greek;
  if ((code >= 0x400 && code <= 0x52f) || (code >= 0x1c80 && code <= 0x1c8f)) return Script.cyrillic;
  if (code >= 0xa640 && code <= 0xa69f) return Script.cyrillic;
  return code >= 0xff21 && code <= 0xff5a ? Script.latin : Script.other;
}

/** A control character that ends no line and separates nothing, a default ignorable one, a hair space or a blank of Braille. */
function isHidden(u8: Uint8Array, p: number, end: number): boolean {
  const lead = u8[p];
  if (lead < 0x20) return lead < 9 || (lead > 13 && lead < 0x1c);
  if (lead < 0xcd) return lead === 0x7f;
  if (lead < 0xe0) return p + 1 < end && (codeOfTwo(u8, p) === 0x34f || codeOfTwo(u8, p) === 0x61c);
  if (lead >= 0xf0) return lead === 0xf3 && p + 1 < end && u8[p + 1] === 0xa0;
  if (p + 2 >= end) return false;
  const code = codeOfThree(u8, p);
  if (code < 0x2000)
    return code === 0x115f || code === 0x1160 || (code & ~1) === 0x17b4 || (code >= 0x180b && code <= 0x180f);
  if (code <= 0x2800) {
    if (code < 0x202a) return code >= 0x200a && code <= 0x200f;
    return code <= 0x202e || (code >= 0x2060 && code <= 0x206f) || code === 0x2800;
  }
  return code === 0x3164 || (code >= 0xfe00 && code <= 0xfe0f) || code === 0xfeff || code === 0xffa0;
}

function isMark(u8: Uint8Array, p: number): boolean {
  return u8[p] === 0xcc || (u8[p] === 0xcd && u8[p + 1] < 0xb0);
}

function sizeOf(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function codeOfTwo(u8: Uint8Array, p: number): number {
  return ((u8[p] & 0x1f) << 6) | (u8[p + 1] & 0x3f);
}

function codeOfThree(u8: Uint8Array, p: number): number {
  return ((u8[p] & 0xf) << 12) | ((u8[p + 1] & 0x3f) << 6) | (u8[p + 2] & 0x3f);
}
