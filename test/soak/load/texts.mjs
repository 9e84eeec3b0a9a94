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
  const own = mixed(n);
  let place = 0;
  // not one long sequence: texts would share a part of it now and then
  const word = () => WORDS[mixed(own ^ mixed(place++)) % WORDS.length];
  let text = '';
  for (let sentence = 0; sentence < sentences; sentence++) {
    for (let i = 0; i < 12; i++) text += i === 0 ? word() : ` ${word()}`;
    text += '. ';
  }
  return text;
}

/** A 32-bit number that tells nothing of the one given (the end of MurmurHash3). */
function mixed(number) {
  let value = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** A near-duplicate of a text: one word is another. */
export function editedText(n) {
  return textOf(n).replace(/ \w+\. $/, ' otherwise. ');
}
