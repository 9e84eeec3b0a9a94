// Words in which letters of Latin, Cyrillic and Greek stand side by side; src/engines/scalar/mixed-scripts.ts specifies it.
import { LOOK_ALIKE_LETTERS, LOOK_ALIKES_AT, Script } from '../src/engines/layouts/letter-table';

// The script of a letter that begins with this byte.
function scriptOf(lead: u32): u32 {
  if (lead < 0x80) return lead - 0x61 <= 25 ? Script.latin : Script.other;
  if (lead - 0xc3 <= 6) return Script.latin;
  if (lead - 0xce <= 1) return Script.greek;
  return lead - 0xd0 <= 4 ? Script.cyrillic : Script.other;
}

// Whether the letter written at `at` is of another script than the letter before it in its word; [start, at) was written before.
export function meetsOtherScript(start: usize, at: usize): bool {
  if (at === start) return false;
  const last = <u32>load<u8>(at - 1);
  const before = scriptOf(last < 0x80 ? last : <u32>load<u8>(at - 2));
  const script = scriptOf(load<u8>(at));
  return script !== Script.other && before !== Script.other && script !== before;
}

// Writes the word that ends at `end` in one script, if it can be; [start, end) was written of the text. Returns its new end.
export function toOneScript(letters: usize, start: usize, end: usize): usize {
  let word = end;
  while (word > start && load<u8>(word - 1) > 0x20) word--;
  let latin: u32 = 0;
  let cyrillic: u32 = 0;
  let greek: u32 = 0;
  for (let p = word; p < end; p++) {
    const lead = <u32>load<u8>(p);
    if ((lead & 0xc0) === 0x80) continue;
    const script = scriptOf(lead);
    latin += <u32>(script === Script.latin);
    cyrillic += <u32>(script === Script.cyrillic);
    greek += <u32>(script === Script.greek);
  }
  if (greek > 0 && isTwoWords(word, end)) return end;
  const all = latin + cyrillic + greek;
  const least: u32 = greek > 0 && all < 5 ? 3 : min<u32>((all + 1) >> 1, 2);
  // the most letters first; of two with as many, Cyrillic goes before Greek, and Greek before Latin
  for (let tries = 0; tries < 3; tries++) {
    const most = max(max(cyrillic, greek), latin);
    if (most < least) break;
    if (cyrillic === most) {
      if (isIn(Script.cyrillic, letters, word, end)) return widen(Script.cyrillic, letters, word, end);
      cyrillic = 0;
    } else if (greek === most) {
      if (isIn(Script.greek, letters, word, end)) return widen(Script.greek, letters, word, end);
      greek = 0;
    } else {
      if (isIn(Script.latin, letters, word, end)) return narrow(letters, word, end);
      latin = 0;
    }
  }
  return end;
}

// Letters of one of two words that are written together.
const PART_LETTERS: u32 = 3;

// Whether the script changes once only, between two parts that are long enough to be words.
function isTwoWords(word: usize, end: usize): bool {
  let script: u32 = Script.other;
  let letters: u32 = 0;
  let changes: u32 = 0;
  for (let p = word; p < end; p++) {
    const lead = <u32>load<u8>(p);
    const own: u32 = (lead & 0xc0) === 0x80 ? Script.other : scriptOf(lead);
    if (own === Script.other) continue;
    if (script !== Script.other && own !== script) {
      if (letters < PART_LETTERS || changes > 0) return false;
      changes++;
      letters = 0;
    }
    script = own;
    letters++;
  }
  return changes === 1 && letters >= PART_LETTERS;
}

// The letter of a script that the letter at p is taken for, or 0.
function taken(script: u32, letters: usize, p: usize): u32 {
  const lead = <u32>load<u8>(p);
  const code = lead < 0x80 ? lead : ((lead & 0x1f) << 6) | (<u32>load<u8>(p, 1) & 0x3f);
  if (lead >= 0xe0 || code >= LOOK_ALIKE_LETTERS) return 0;
  return <u32>load<u16>(letters + ((<usize>((script - 1) * LOOK_ALIKE_LETTERS + code)) << 1), LOOK_ALIKES_AT);
}

// @inline
function sizeAt(p: usize): usize {
  return load<u8>(p) < 0x80 ? 1 : 2;
}

function isIn(script: u32, letters: usize, word: usize, end: usize): bool {
  for (let p = word; p < end; p += sizeAt(p)) if (taken(script, letters, p) === 0) return false;
  return true;
}

// A word of Cyrillic or Greek: no letter becomes shorter, so it is written from its end.
function widen(script: u32, letters: usize, word: usize, end: usize): usize {
  let wider = end;
  for (let p = word; p < end; p += sizeAt(p)) wider += <usize>(load<u8>(p) < 0x80 && taken(script, letters, p) >= 0x80);
  let o = wider;
  for (let p = end; p > word; ) {
    p--;
    if ((load<u8>(p) & 0xc0) === 0x80) p--;
    const to = taken(script, letters, p);
    if (to < 0x80) {
      store<u8>(--o, <u8>to);
    } else {
      o -= 2;
      store<u16>(o, <u16>(0x80c0 | (to >> 6) | ((to & 0x3f) << 8)));
    }
  }
  return wider;
}

// A word of Latin: no letter becomes longer.
function narrow(letters: usize, word: usize, end: usize): usize {
  let o = word;
  for (let p = word; p < end; ) {
    const to = taken(Script.latin, letters, p);
    p += sizeAt(p);
    if (to < 0x80) {
      store<u8>(o++, <u8>to);
    } else {
      store<u16>(o, <u16>(0x80c0 | (to >> 6) | ((to & 0x3f) << 8)));
      o += 2;
    }
  }
  return o;
}
