/**
 * Documents for the simulations: random, hostile and real ones, from 0 bytes to 100 KB, most under 1 KB. The same seed gives
 * the same documents.
 */

import { readFileSync } from 'node:fs';

/** NEARDUP_HARDWARE_LONG=1 is the long form. */
export const LONG = process.env.NEARDUP_HARDWARE_LONG === '1';

/** How many documents a simulation gets. */
export const DOCUMENTS = LONG ? 100_000 : 2000;

const MAX_LENGTH = 100_000;
const SPACE = 0x20;

/** A small generator of random numbers (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}

type Draw = (below: number) => number;

function fill(length: number, byte: (at: number) => number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => byte(at));
}

/** The texts of a file of the examples, in lower case and without punctuation. */
export function exampleTexts(name: string): string[] {
  const lines = readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) =>
    (JSON.parse(line).text as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
  );
}

const REAL = ['articles.jsonl', 'news-uk.jsonl', 'news-zh.jsonl']
  .flatMap(exampleTexts)
  .map((text) => new TextEncoder().encode(text));

/** Each kind of document, given its length. */
const KINDS: ((length: number, draw: Draw) => Uint8Array)[] = [
  // the beginning of a real text
  (length, draw) => REAL[draw(REAL.length)].subarray(0, length),
  // any bytes, NUL included
  (length, draw) => fill(length, () => draw(256)),
  // words of some five letters, as in canonical text
  (length, draw) => fill(length, () => (draw(6) === 0 ? SPACE : 0x61 + draw(26))),
  // words of one letter and runs of separators: the most words that can come
  (length, draw) => fill(length, () => (draw(2) === 0 ? draw(SPACE + 1) : 0x61)),
  // a word of one letter in every second cycle
  (length, draw) => {
    const first = draw(2);
    return fill(length, (at) => (at % 2 === first ? SPACE : 0xff));
  },
  // few long words, and bytes just above the separators
  (length, draw) => fill(length, () => (draw(200) === 0 ? SPACE : SPACE + 1 + draw(3))),
  // two words only, so that bits are often tied
  (length, draw) => fill(length, (at) => (at % 3 === 2 ? SPACE : 0x61 + draw(2))),
  // only separators
  (length, draw) => fill(length, () => draw(SPACE + 1)),
  // only one word
  (length, draw) => fill(length, () => 0x80 + draw(128)),
];

function randomLength(draw: Draw): number {
  const size = draw(1000);
  if (size < 100) return draw(10);
  if (size < 990) return draw(900);
  if (size < 998) return draw(10_000);
  return draw(MAX_LENGTH + 1);
}

/** Documents with a reason to go wrong, short ones first. */
const HOSTILE = [
  ...['', ' ', '\0', '\0\0', 'a', 'a ', 'a  ', ' a', '  a  b  ', 'a\0b'],
  ...['alpha beta gamma', 'alpha beta gamma ', 'school students school teachers'],
  ...['a '.repeat(4096), 'ab '.repeat(1023), 'x'.repeat(10_000), ' '.repeat(1000), 'a'.repeat(MAX_LENGTH)],
];

/** The documents of a run: the hostile ones, then parts of real texts and random ones. */
export function testDocuments(count: number, seed: number): Uint8Array[] {
  const draw = random(seed);
  const documents = HOSTILE.map((text): Uint8Array => new TextEncoder().encode(text));
  while (documents.length < count) documents.push(KINDS[draw(KINDS.length)](randomLength(draw), draw));
  return documents.slice(0, count);
}
