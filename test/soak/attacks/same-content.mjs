// A text with the content hash of another one. Every step of that hash (src/engines/scalar/content-hash.ts) can be undone: two blocks of
// sixteen letters and digits lead from any state to any other. Batch commands compare bytes; nothing else may rest on this hash.
import { join } from 'node:path';
import { inverse } from './keys.mjs';

const FACTORS = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f];
const TURNS = [13, 17, 11, 19];
const BLOCK = 16;
const LETTERS = [...Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789')];

/** A collection has a text with the content hash of an article, and most of its words, before the article: the article must still be found. */
export async function forgedContent({ folder, library }) {
  const { createCollection } = await library();
  if (createCollection === undefined) return { held: true, answer: 'this build has no collections' };
  const article = Array.from({ length: 120 }, (_, i) => `word${(i * 7919) % 997}`).join(' ');
  const collection = await createCollection(join(folder, 'news.nd'), {}, { threads: 1 });
  const forged = sameContent(article, startOf(article));
  await collection.add([{ id: 'forged', text: forged }]);
  await collection.add([{ id: 'article', text: article }]);
  const { pairs } = await collection.check({ text: article });
  await collection.close();
  const held = pairs.some(({ b, identical }) => b === 'article' && identical);
  return { held, answer: held ? 'the article is found' : 'the article is hidden by a forged text' };
}

/** The first words of a text, three quarters of it, as many bytes as `sameContent` takes. */
export function startOf(text) {
  const end = BLOCK * Math.floor((0.75 * text.length) / BLOCK);
  return text.slice(0, end - 1).concat(' ');
}

/** Canonical text that begins with `start` (a multiple of 16 bytes) and has the content hash of `target`, another canonical text. */
export function sameContent(target, start) {
  const [a, b, c, d] = stateAfter(Buffer.from(target));
  const head = Buffer.from(start);
  if (head.length % BLOCK !== 0)
    throw new Error(`Expected a multiple of ${BLOCK} bytes, got ${head.length}.`);
  const from = stateAfter(head, head.length + 2 * BLOCK);
  // each word of the second block depends on one word of the first, and on the words that were found before it
  const first = [0, 0, 0, 0];
  const [lane0, w0] = find((word) => {
    first[1] = word;
    const lane = (forward(1, from[1] ^ word) + from[0]) | 0;
    return [lane, back(0, d) ^ lane];
  });
  const [lane1, w1] = find((word) => {
    first[2] = word;
    const lane = (forward(2, from[2] ^ word) + from[1]) | 0;
    return [lane, back(1, (a - lane0) | 0) ^ lane];
  });
  const [lane2, w2] = find((word) => {
    first[3] = word;
    const lane = (forward(3, from[3] ^ word) + from[2]) | 0;
    return [lane, back(2, (b - lane1) | 0) ^ lane];
  });
  const [, w3] = find((word) => {
    first[0] = word;
    const lane = forward(0, from[0] ^ word);
    return [lane, back(3, (c - lane2) | 0) ^ lane];
  });
  const tail = Buffer.alloc(2 * BLOCK);
  for (const [i, word] of [...first, w0, w1, w2, w3].entries()) tail.writeInt32LE(word, 4 * i);
  return `${start}${tail.toString('latin1')}`;
}

/** Tries words of the first block until the word that the second block needs then is of letters, too. */
function find(needed) {
  for (const p of LETTERS)
    for (const q of LETTERS)
      for (const r of LETTERS)
        for (const s of LETTERS) {
          const found = needed(p | (q << 8) | (r << 16) | (s << 24));
          if (isOfLetters(found[1])) return found;
        }
  throw new Error('Expected a word of letters, found none.');
}

function isOfLetters(word) {
  return [0, 8, 16, 24].every((shift) => LETTERS.includes((word >>> shift) & 0xff));
}

/** @param length Of the whole text, of which these may be the first blocks. */
function stateAfter(bytes, length = bytes.length) {
  let lanes = [length ^ 0x2545f491, length ^ 0x68bc21eb, length ^ 0x1b873593, length ^ 0x4cf5ad43];
  const padded = Buffer.alloc(BLOCK * Math.ceil(bytes.length / BLOCK));
  bytes.copy(padded);
  for (let p = 0; p < padded.length; p += BLOCK) {
    const [a, b, c, d] = lanes;
    const word = (i) => padded.readInt32LE(p + 4 * i);
    lanes = [
      (forward(1, b ^ word(1)) + a) | 0,
      (forward(2, c ^ word(2)) + b) | 0,
      (forward(3, d ^ word(3)) + c) | 0,
      forward(0, a ^ word(0)),
    ];
  }
  return lanes;
}

function forward(i, word) {
  const product = Math.imul(word, FACTORS[i]);
  return (product << TURNS[i]) | (product >>> (32 - TURNS[i]));
}

function back(i, value) {
  return Math.imul((value >>> TURNS[i]) | (value << (32 - TURNS[i])), inverse(FACTORS[i]));
}
