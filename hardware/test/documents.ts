/**
 * Documents for the simulations: random, hostile and real ones, from 0 bytes to 100 KB, most under 1 KB. The same seed gives
 * the same documents.
 */

import { readFileSync } from 'node:fs';

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

/** Texts of the examples as canonical text, one document for each line. */
function realDocuments(): Uint8Array[] {
  const files = ['articles.jsonl', 'news-uk.jsonl', 'news-zh.jsonl'].map(
    (name) => new URL(`../../examples/${name}`, import.meta.url),
  );
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => new TextEncoder().encode(line.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '))),
  );
}

const REAL = realDocuments();

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
  // alternating: a word ends every second cycle
  (length, draw) => fill(length, (at) => (at % 2 === draw(2) ? SPACE : 0xff)),
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

/** The documents of a run: what has gone wrong elsewhere first, then parts of real texts and random ones. */
export function testDocuments(count: number, seed: number): Uint8Array[] {
  const draw = random(seed);
  const documents = [
    ...[
      '',
      ' ',
      '\0',
      'a',
      'a ',
      'a  ',
      ' a',
      '  a  b  ',
      'alpha beta gamma',
      'alpha beta gamma ',
      'a\0b',
      '\0\0',
    ],
    'school students school teachers',
    'a '.repeat(4096),
    'ab '.repeat(1023),
    'x'.repeat(10_000),
    ' '.repeat(1000),
  ].map((text): Uint8Array => new TextEncoder().encode(text));
  documents.push(new Uint8Array(MAX_LENGTH).fill(0x61));
  while (documents.length < count) documents.push(KINDS[draw(KINDS.length)](randomLength(draw), draw));
  return documents.slice(0, count);
}
