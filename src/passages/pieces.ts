/**
 * Cuts regions into pieces of one kind: sentences that were copied word by word are separated from the edited sentences around
 * them. Short stretches that happen to be the same inside an edited part stay with it.
 */
import type { PassageKind } from '../comparison.ts';
import type { Region } from './regions.ts';
import type { TextWords } from './text-words.ts';
import type { Synonyms } from './thesaurus.ts';

/** Whole sentences with at least this many words in a row are a separate piece if they are the same on both sides. */
const IDENTICAL_WORDS = 15;

/** A region with its kind and score. */
export interface Piece extends Region {
  readonly kind: PassageKind;
  /** Words that are the same on both sides, and words that are synonyms of each other. */
  readonly same: number;
  readonly related: number;
}

export function cutPieces(region: Region, a: TextWords, b: TextWords, synonyms: Synonyms): Piece[] {
  return stretches(region, a, b).map((part) => describe(part, a, b, synonyms));
}

/** How much of the longer side is the same, in its order: p of paper D, as if each side were one sentence. */
export function sameShare({ aStart, aEnd, bStart, bEnd, same }: Piece): number {
  return same / Math.max(aEnd - aStart, bEnd - bStart);
}

function describe(region: Region, a: TextWords, b: TextWords, synonyms: Synonyms): Piece {
  const { aStart, aEnd, bStart, bEnd, partners } = region;
  let same = 0;
  let related = 0;
  for (let at = 0; at < partners.length; at++) {
    if (partners[at] === -1) continue;
    const [word, other] = [a.numbers[aStart + at], b.numbers[partners[at]]];
    if (word === other) same++;
    else if (synonyms.are(word, other)) related++;
  }
  const words = aEnd - aStart;
  const isIdentical = same === words && bEnd - bStart === words;
  return { ...region, kind: isIdentical ? 'identical' : kindOfEdited(words, same, related), same, related };
}

/** Synonyms explain at least half of the differences, or they do not. */
export function kindOfEdited(words: number, same: number, related: number): PassageKind {
  return related > 0 && 2 * related >= words - same ? 'synonyms' : 'edited';
}

/** The region, cut before and after long stretches of identical sentences. */
function stretches(region: Region, a: TextWords, b: TextWords): Region[] {
  const { aStart, aEnd, bStart, bEnd, partners } = region;
  // [from, to) of words of A that are the same one after the other, from the beginning of a sentence to the end of one
  const identical: [number, number][] = [];
  for (let at = aStart; at < aEnd; ) {
    const end = Math.min(aEnd, a.sentenceStarts[a.sentenceOf[at] + 1]);
    const last = identical[identical.length - 1];
    const follows = last !== undefined && last[1] === at;
    if (isIdentical(region, at, end, a, b, follows)) {
      if (follows) last[1] = end;
      else identical.push([at, end]);
    }
    at = end;
  }
  const long = identical.filter(([from, to]) => to - from >= IDENTICAL_WORDS);
  if (long.length === 0) return [region];
  const parts: Region[] = [];
  const add = (from: number, to: number, fromB: number, toB: number): void => {
    const own = partners.subarray(from - aStart, to - aStart);
    // words that only one side has between two stretches belong to neither
    if (own.every((partner) => partner === -1)) return;
    const strength = (region.strength * (to - from)) / (aEnd - aStart);
    parts.push({
      aStart: from,
      aEnd: to,
      bStart: fromB,
      bEnd: Math.max(toB, fromB + 1),
      partners: own,
      strength,
    });
  };
  let [next, nextB] = [aStart, bStart];
  for (const [from, to] of long) {
    const [first, last] = [partners[from - aStart], partners[to - 1 - aStart]];
    add(next, from, Math.min(nextB, first), first);
    add(from, to, first, last + 1);
    [next, nextB] = [to, last + 1];
  }
  add(next, aEnd, Math.min(nextB, bEnd - 1), bEnd);
  return parts;
}

/** True if these words of A are in B unchanged, and directly after the word before them if they continue it. */
function isIdentical(
  { aStart, partners }: Region,
  from: number,
  to: number,
  a: TextWords,
  b: TextWords,
  follows: boolean,
): boolean {
  for (let word = from; word < to; word++) {
    const partner = partners[word - aStart];
    if (partner === -1 || a.numbers[word] !== b.numbers[partner]) return false;
    if ((word > from || follows) && partner !== partners[word - 1 - aStart] + 1) return false;
  }
  return true;
}
