/** Seeded documents for tests of the whole flow: clusters of copies with more and fewer edits, in three scripts. */
import type { InputDocument } from '../../src/index.ts';

export function clusteredDocuments(count: number, seed: number): InputDocument[] {
  const random = generator(seed);
  const originals = Array.from({ length: Math.ceil(count / 6) }, () => text(random));
  return Array.from({ length: count }, (_, i) => {
    // the first originals get most of the copies: dense clusters
    const original = originals[Math.min(random(originals.length), random(originals.length))];
    return { id: `d${i}`, text: i % 97 === 0 ? '' : edited(original, random) };
  });
}

/** Integers below n from a seed (mulberry32). */
export function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const ALPHABETS = [
  'abcdefghijklmnoprstuvwy',
  'абвгдеєжзиіїйклмнопрстуфхцчшщьюя',
  '天地玄黃宇宙洪荒日月盈昃辰宿列張',
];

function text(random: (below: number) => number): string {
  const alphabet = ALPHABETS[random(ALPHABETS.length)];
  const letters = [...alphabet];
  const word = () => Array.from({ length: 2 + random(7) }, () => letters[random(letters.length)]).join('');
  return Array.from({ length: 4 + random(120) }, word).join(' ');
}

function edited(original: string, random: (below: number) => number): string {
  const words = original.split(' ');
  for (let edits = random(4); edits > 0; edits--) words[random(words.length)] = `edit${random(1000)}`;
  if (random(5) === 0) words.push(...words.slice(0, 3));
  return random(2) === 0 ? words.join(' ') : `${words.join(', ').toUpperCase()}!`;
}
