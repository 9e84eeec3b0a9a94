/**
 * Words in which letters of Latin, Cyrillic and Greek stand side by side: the specification of `assembly/mixed-scripts.ts`.
 *
 * Such a word becomes a word of the script that most of its letters belong to (of two with as many, Cyrillic goes before Greek, and Greek
 * before Latin), if each of its other letters is taken for one of that script. If not, the next script is tried that has half of the letters, or two of them: a
 * disguise may replace every letter that has a look-alike, and then the few that are left tell what was written (реасеful). One letter tells nothing (nВам). With
 * Greek letters among them, the script must have three, or the word five: Cα and αx are no disguises. Nor are two words of three letters and more
 * without a space between them (τηςPython): letters of Greek are taken for others so freely that most would find some. A word for which no script does
 * stays as it is.
 */
import { LOOK_ALIKE_LETTERS, LOOK_ALIKES_AT, Script } from '../layouts/letter-table.ts';

/** The script of a letter that begins with this byte of UTF-8, as far as it matters here. */
export function scriptOf(lead: number): Script {
  if (lead < 0x80) return lead >= 0x61 && lead <= 0x7a ? Script.latin : Script.other;
  if (lead >= 0xc3 && lead <= 0xc9) return Script.latin;
  if (lead >= 0xce && lead <= 0xcf) return Script.greek;
  return lead >= 0xd0 && lead <= 0xd4 ? Script.cyrillic : Script.other;
}

/** Whether the letter at `at` of a word that begins at `start` is of another script than the letter before it. */
export function meetsOtherScript(u8: Uint8Array, start: number, at: number): boolean {
  if (at === start) return false;
  const before = scriptOf(u8[at - 1] < 0x80 ? u8[at - 1] : u8[at - 2]);
  const script = scriptOf(u8[at]);
  return script !== Script.other && before !== Script.other && script !== before;
}

/** Writes the word [start, end) in one script, if it can be. Returns its new end. */
export function toOneScript(u8: Uint8Array, letters: number, start: number, end: number): number {
  const counts = [0, 0, 0, 0];
  for (let at = start; at < end; at++) if ((u8[at] & 0xc0) !== 0x80) counts[scriptOf(u8[at])]++;
  if (counts[Script.greek] > 0 && isTwoWords(u8, start, end)) return end;
  const all = counts[Script.latin] + counts[Script.cyrillic] + counts[Script.greek];
  const scripts = [Script.cyrillic, Script.greek, Script.latin].sort((a, b) => counts[b] - counts[a]);
  for (const script of scripts) {
    if (2 * counts[script] < all && counts[script] < 2) continue;
    if (counts[Script.greek] > 0 && counts[script] < 3 && all < 5) continue;
    const word = inScript(u8, letters + LOOK_ALIKES_AT + 2 * LOOK_ALIKE_LETTERS * (script - 1), start, end);
    if (word === undefined) continue;
    u8.set(word, start);
    return start + word.length;
  }
  return end;
}

/** Letters of one of two words that are written together. */
const PART_LETTERS = 3;

/** Whether the script changes once only, between two parts that are long enough to be words. */
function isTwoWords(u8: Uint8Array, start: number, end: number): boolean {
  let script = Script.other;
  let letters = 0;
  let changes = 0;
  for (let at = start; at < end; at++) {
    const own = (u8[at] & 0xc0) === 0x80 ? Script.other : scriptOf(u8[at]);
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

/** The bytes of a word in the script whose look-alikes are at `table`; undefined if a letter has no counterpart there. */
function inScript(u8: Uint8Array, table: number, start: number, end: number): number[] | undefined {
  const word: number[] = [];
  for (let at = start; at < end; ) {
    const code = u8[at] < 0x80 ? u8[at] : ((u8[at] & 0x1f) << 6) | (u8[at + 1] & 0x3f);
    // letters of three and four bytes are not in the table
    if (u8[at] >= 0xe0 || code >= LOOK_ALIKE_LETTERS) return undefined;
    const to = u8[table + 2 * code] | (u8[table + 2 * code + 1] << 8);
    if (to === 0) return undefined;
    if (to < 0x80) word.push(to);
    else word.push(0xc0 | (to >>> 6), 0x80 | (to & 0x3f));
    at += u8[at] < 0x80 ? 1 : 2;
  }
  return word;
}
