// Texts that are hard to find again: stubs of 20 to 60 words of which a third was changed, and Chinese texts with half their sentences
// rewritten. Made from real text with a fixed seed.
import { generator } from './words.mjs';

/** Share of the words of a stub that are left out, and that are replaced by other words of the set. */
const LEFT_OUT = 0.15;
const REPLACED = 0.15;
/** Share of the characters of a rewritten sentence that are replaced. */
const REPLACED_CHARACTERS = 0.5;

/** Two stubs of every document that is long enough: the second begins a few words later and is edited. */
export function stubs(documents, most, seed) {
  const next = generator(seed);
  const vocabulary = documents.slice(0, 500).flatMap(({ text }) => text.split(/\s+/));
  const some = () => vocabulary[next() % vocabulary.length];
  const made = { documents: [], pairs: [] };
  for (const { id, text } of documents) {
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (words.length < 90 || made.pairs.length === most) continue;
    const length = 20 + (next() % 41);
    const from = next() % (words.length - 75);
    const shift = next() % Math.ceil(length / 5);
    const edited = words.slice(from + shift, from + shift + length).flatMap((word) => {
      const chance = next() / 2 ** 32;
      return chance < LEFT_OUT ? [] : [chance < LEFT_OUT + REPLACED ? some() : word];
    });
    addPair(made, id, words.slice(from, from + length).join(' '), edited.join(' '));
  }
  return made;
}

/** Chinese documents and the same with every second sentence rewritten: clauses in another order, half of the characters others. */
export function rewrittenChinese(documents, most, seed) {
  const next = generator(seed);
  const letters = documents
    .slice(0, 300)
    .flatMap(({ text }) => [...text].filter((letter) => /\p{Script=Han}/u.test(letter)));
  const made = { documents: [], pairs: [] };
  for (const { id, text } of documents) {
    const sentences = text.split(/(?<=[。！？\n])/u).filter((sentence) => /\p{Script=Han}/u.test(sentence));
    if (sentences.length < 4 || made.pairs.length === most) continue;
    const rewritten = sentences.map((sentence) => {
      if (next() % 2 === 0) return sentence;
      const clauses = sentence
        .split(/(?<=[，、])/u)
        .reverse()
        .join('');
      return [...clauses]
        .map((letter) => {
          if (!/\p{Script=Han}/u.test(letter) || next() / 2 ** 32 >= REPLACED_CHARACTERS) return letter;
          return letters[next() % letters.length];
        })
        .join('');
    });
    addPair(made, id, text, rewritten.join(''), 'zh');
  }
  return made;
}

function addPair(made, id, text, other, lang) {
  made.documents.push({ id: `${id} a`, text, lang }, { id: `${id} b`, text: other, lang });
  made.pairs.push([`${id} a`, `${id} b`]);
}
