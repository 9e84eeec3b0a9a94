// Random batches of documents for comparing kernels: texts of all scripts, and what an attacker would send.

/** Gives one batch after the other: `documents`, the `kind` they are of, and the source of random numbers they were made with. */
export function batchMaker(seed) {
  const random = generator(seed);
  const vocabularies = SIZES.map((size, i) => vocabulary(size, generator(i)));
  return () => {
    const kind = pick(Object.keys(KINDS), random);
    return { documents: KINDS[kind](random, vocabularies), kind, random };
  };
}

/** Distinct words of the vocabularies. */
const SIZES = [3, 50, 2000, 20_000, 100_000];
const LONGEST = 500_000;
const SCRIPTS = [
  'etaoinshrdlu',
  'ETAOINshrdlu',
  'оанітиверслк',
  'ОАНІєїґюґ’',
  '天地玄黃宇宙洪荒',
  'あいうカキク',
  'กขคงจฉ',
  'éèßñøİﬁ',
  '0123456789',
].map((alphabet) => [...alphabet]);
const SEPARATORS = [
  ' ',
  ' ',
  ' ',
  ' ',
  '',
  ', ',
  '. ',
  '\n',
  '  ',
  '—',
  '。',
  '\u00a0',
  '\u00ad',
  '\u200b',
  "'",
  '’',
];
const ODD = [
  '\u0301',
  '\u0308\u0323',
  '\u00ad',
  '\ufeff',
  'e\u0301',
  '\u1e9b\u0323',
  '\u0344',
  '\u2126',
  "м'ята",
  'м’ята',
  "don't",
  '𝒜',
  '😀',
  '한국어',
  'ไทย',
  'עִברִית',
  'ｆｕｌｌ',
  '\ud800',
];

/** Mostly small batches; large ones are rare, because the plain twins take long for them. */
const KINDS = {
  ordinary: (random, words) => texts(1 + random(12), random, words, 1 + random(2000)),
  tweets: (random, words) => texts(1 + random(200), random, words, 1 + random(60)),
  long: (random, words) =>
    texts(1 + random(3), random, words, 1 + random(random(4) === 0 ? LONGEST : 12_000)),
  distinct: (random, words) => [everyWord(random, words), ...texts(1 + random(3), random, words, 200)],
  bytes: (random) => Array.from({ length: 1 + random(20) }, () => randomBytes(random(600), random)),
  repeated: (random) => [Buffer.from(pick(ODD, random).repeat(random(3000))), ...repeats(random)],
  empty: (random) =>
    Array.from({ length: 1 + random(5000) }, () => Buffer.from(random(9) === 0 ? pick(ODD, random) : '')),
};

function texts(count, random, vocabularies, bytes) {
  const words = pick(vocabularies, random);
  const glue = random(4) === 0 ? [' '] : SEPARATORS;
  return Array.from({ length: count }, () => text(random, words, glue, random(bytes)));
}

/** A text of about `bytes` bytes. Some words occur far more often than others. */
function text(random, words, glue, bytes) {
  const parts = [];
  const isPlain = random(3) !== 0;
  for (let length = 0; length < bytes; ) {
    const word =
      !isPlain && random(30) === 0
        ? Buffer.from(pick(ODD, random))
        : words[Math.min(random(words.length), random(words.length))];
    const separator = Buffer.from(pick(glue, random));
    parts.push(word, separator);
    length += word.length + separator.length;
  }
  return Buffer.concat(parts);
}

/** More distinct words than the tables of a kernel hold, or nearly, then single letters, which collide with them. */
function everyWord(random, vocabularies) {
  if (random(8) !== 0) return text(random, vocabularies[2], [' '], 20_000);
  const words = vocabularies[3 + random(2)];
  const parts = [];
  let length = 0;
  for (
    let i = random(words.length);
    parts.length < words.length && length < LONGEST - 9000;
    i = (i + 1) % words.length
  ) {
    parts.push(words[i], SPACE);
    length += words[i].length + 1;
  }
  return Buffer.concat([...parts, Buffer.from('a b c d e f g h i j k l m n '.repeat(random(300)))]);
}

const SPACE = Buffer.from(' ');

/** Words, separators and runs longer than what a kernel takes at once. */
function repeats(random) {
  return Array.from({ length: 1 + random(4) }, () =>
    Buffer.from(
      `${pick(pick(SCRIPTS, random), random).repeat(random(6000))}${pick(SEPARATORS, random).repeat(random(6000))}b`,
    ),
  );
}

function randomBytes(length, random) {
  const top = pick([256, 128, 0x40], random);
  return Uint8Array.from({ length }, () => random(top));
}

function vocabulary(size, random) {
  const words = new Set();
  while (words.size < size) {
    const script = pick(SCRIPTS, random);
    const length = 1 + Math.min(random(12), random(12)) + (random(40) === 0 ? random(70) : 0);
    words.add(Array.from({ length }, () => pick(script, random)).join(''));
  }
  return Array.from(words, (word) => Buffer.from(word));
}

function pick(list, random) {
  return list[random(list.length)];
}

/** A generator of integers below n that needs no state but its seed. */
function generator(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
