// Texts of the load test: a text of its own for every number, and the same one again for the same number.
const [CONSONANTS, VOWELS] = ['bcdfghjklmnprstvwz', 'aeiou'];
const WORDS = Array.from({ length: 8000 }, (_, n) => {
  let word = '';
  for (let rest = n * 104729 + 1, i = 0; i < 4 + (n % 5); i++, rest = Math.floor(rest / 3)) {
    const letters = i % 2 === 0 ? CONSONANTS : VOWELS;
    word += letters[rest % letters.length];
  }
  return word;
});

/** @param n Texts of different numbers have no passage in common. @param sentences Of twelve words each. */
export function textOf(n, sentences = 20) {
  let state = (Math.imul(n + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
  const word = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return WORDS[(state >>> 8) % WORDS.length];
  };
  let text = '';
  for (let sentence = 0; sentence < sentences; sentence++) {
    for (let i = 0; i < 12; i++) text += i === 0 ? word() : ` ${word()}`;
    text += '. ';
  }
  return text;
}

/** A near-duplicate of a text: one word is another. */
export function editedText(n) {
  return textOf(n).replace(/ \w+\. $/, ' otherwise. ');
}
