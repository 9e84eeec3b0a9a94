/** The class of every UTF-16 unit for the search for sentences, in one table. */
import { letterTable } from '../../canonicalize/index.ts';
import { CLASS_MASK, CYRILLIC, LetterClass } from '../../engines/layouts/letter-table.ts';
import { letterEntry } from '../../engines/scalar/letters.ts';

/** Bits of a unit's class. */
export const Unit = {
  space: 1,
  /** Counts in the canonical text: a letter or a digit. */
  letter: 2,
  /** A letter of a script without spaces between words; a letter too. */
  unspaced: 4,
  /** Joins the letter before it. */
  mark: 8,
  upper: 16,
  lower: 32,
  digit: 64,
  /** May end a sentence: . ! ? … and those of other scripts. */
  stop: 128,
  /** Ends a sentence everywhere: 。！？； */
  fullStop: 256,
  /** Closes quotes and brackets: belongs to the sentence before it. */
  closer: 512,
  /** A sentence that is too long may be cut after it: , ; : — and similar marks. */
  weak: 1024,
  greek: 2048,
  /** The first half of a surrogate pair: `pairClass` gives its class. */
  pair: 4096,
  /** A superscript or subscript digit. */
  raised: 8192,
  /** Ends a clause: , ; and those of other scripts. */
  clause: 16384,
} as const;

const STOPS = '.!?…．‼⁇⁈⁉‽؟۔।॥።፧։՜՞།༎။៕᙮᠃⸮\u037e;';
const FULL_STOPS = '。！？；｡︒︕︖';
const CLOSERS = '"\'”’»›“)]}）］｝】〉》」』〕〗＂＇';
const CLAUSE_ENDS = ',;，、､،؛';
const WEAK = ',;:，、：､،؛—–―‒⸺';
/** Characters that open or close a quotation. */
export const QUOTES = '"“”„«»「」『』‹›‘’＂';

/** The units that `\s` matches; testing all units when a run starts takes 10 ms. */
const SPACES = [...'\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'].map((unit) =>
  unit.charCodeAt(0),
);
for (let unit = 0x2000; unit <= 0x200a; unit++) SPACES.push(unit);

/** The blocks of 256 units in which letters have upper and lower case; to ask for the case of all letters takes 10 ms. */
const CASED_BLOCKS = [
  0, 1, 2, 3, 4, 5, 0x10, 0x13, 0x1c, 0x1d, 0x1e, 0x1f, 0x21, 0x24, 0x2c, 0x2d, 0xa6, 0xa7, 0xab, 0xfb, 0xff,
];

let made: Uint16Array | undefined;
let bytes: Uint8Array | undefined;
let entries: Uint32Array | undefined;

export function unitClasses(): Uint16Array {
  made ??= makeClasses();
  return made;
}

/** The class of the character whose first half is at `at`. */
export function pairClass(text: string, at: number): number {
  return classOf(entryAt(text, at));
}

/**
 * Whether the unit at `at` belongs to a word of the canonical text that began before it: characters that are deleted, raised digits and the
 * apostrophes of Cyrillic words end none. @param from Nothing before it counts.
 */
export function continuesWord(text: string, at: number, from: number): boolean {
  let next = at;
  while (next < text.length && (entryAt(text, next) & CLASS_MASK) === LetterClass.deleted) next++;
  if (next === text.length || !isJoined(entryAt(text, next))) return false;
  let before = at - 1;
  while (before >= from && (entryAt(text, before) & CLASS_MASK) === LetterClass.deleted) before--;
  if (before >= from && (entryAt(text, before) & CLASS_MASK) === LetterClass.apostrophe) {
    if ((entryAt(text, next) & CYRILLIC) === 0) return false;
    before--;
  }
  if (before < from) return false;
  const isPair = before > from && text.codePointAt(before - 1)! > 0xffff;
  return isJoined(entryAt(text, isPair ? before - 1 : before));
}

/** Whether a character with this entry is joined with others of its kind to a word. */
function isJoined(entry: number): boolean {
  const unit = classOf(entry);
  return (unit & (Unit.letter | Unit.mark | Unit.raised)) !== 0 && (unit & Unit.unspaced) === 0;
}

function entryAt(text: string, at: number): number {
  bytes ??= letterTable();
  entries ??= new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  return letterEntry(bytes, entries, 0, text.codePointAt(at)!);
}

function makeClasses(): Uint16Array {
  const classes = new Uint16Array(0x10000);
  const table = letterTable();
  const kinds = new Uint32Array(table.buffer, table.byteOffset, 0x10000);
  const classOfKind = Uint16Array.from({ length: CLASS_MASK + 1 }, (_, kind) => classOf(kind));
  for (let unit = 0; unit < 0x10000; unit++) classes[unit] = classOfKind[kinds[unit] & CLASS_MASK];
  for (const block of CASED_BLOCKS) {
    for (let unit = block << 8; unit < (block + 1) << 8; unit++) {
      if ((classes[unit] & Unit.letter) !== 0) classes[unit] |= caseOf(unit);
    }
  }
  classes.fill(Unit.pair, 0xd800, 0xdc00);
  for (let unit = 0x370; unit < 0x400; unit++) classes[unit] |= Unit.greek;
  for (const match of '0123456789０１２３４５６７８９') classes[match.charCodeAt(0)] |= Unit.digit;
  for (const unit of SPACES) classes[unit] = Unit.space;
  const add = (units: string, bit: number) => {
    for (const unit of units) classes[unit.charCodeAt(0)] |= bit;
  };
  add(STOPS, Unit.stop);
  add(FULL_STOPS, Unit.stop | Unit.fullStop);
  add(CLOSERS, Unit.closer);
  add(WEAK, Unit.weak);
  add(CLAUSE_ENDS, Unit.clause);
  return classes;
}

function classOf(entry: number): number {
  switch (entry & CLASS_MASK) {
    case LetterClass.letter:
      return Unit.letter;
    case LetterClass.unspaced:
      return Unit.letter | Unit.unspaced;
    case LetterClass.mark:
      return Unit.mark;
    case LetterClass.raised:
      return Unit.raised;
    default:
      return 0;
  }
}

function caseOf(unit: number): number {
  const letter = String.fromCharCode(unit);
  if (letter !== letter.toLowerCase()) return Unit.upper;
  return letter !== letter.toUpperCase() ? Unit.lower : 0;
}
