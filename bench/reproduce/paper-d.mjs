// Texts for paper D's experiments: sentences as word numbers for the matrix, and pairs of texts with planted similar sentences.
import { ENGLISH_THESAURUS } from '../../dist/passages/thesaurus/english.js';
import { generator, vocabulary, zipf } from '../data/words.mjs';

export const SEED = 13;
/** Table 1: words of the text, similar words found, similar words that there are. */
export const TABLE_1 = [
  [561, 78, 78],
  [1129, 112, 128],
  [2358, 175, 175],
  [3136, 286, 309],
  [4623, 271, 271],
  [5716, 241, 264],
  [7086, 407, 438],
  [7897, 329, 329],
  [8865, 498, 538],
  [10_849, 594, 659],
];
/** How a planted sentence differs from its source, in turn. */
export const KINDS = ['verbatim', 'edited', 'synonyms', 'synonyms that no thesaurus has'];
const [LEAST, MOST] = [8, 24];

/** Sentences of 5 to 35 words, drawn by Zipf's law; a fifth of B's are A's with one word in ten changed. */
export function numberedTexts(words) {
  const next = generator(words);
  const draw = zipf(20_000, next);
  const sentences = (source) => {
    const starts = [0];
    const numbers = [];
    while (numbers.length < words) {
      if (source !== undefined && next() % 5 === 0) {
        const s = next() % (source.starts.length - 1);
        for (const word of source.numbers.subarray(source.starts[s], source.starts[s + 1])) {
          numbers.push(next() % 10 === 0 ? draw() : word);
        }
      } else for (let length = 5 + (next() % 31); length > 0; length--) numbers.push(draw());
      starts.push(numbers.length);
    }
    return { numbers: Uint32Array.from(numbers), starts: Uint32Array.from(starts) };
  };
  const a = sentences();
  return [a, sentences(a)];
}

/**
 * A text of about `words` words of which about `similar` are planted from a source of the same length: { text, source, sentences }, the
 * sentences of the text as { kind, words }, without a kind if they are its own. A tenth of the words are of the built-in thesaurus, so
 * that some have synonyms.
 */
export function plantedTexts(words, similar) {
  const next = generator(SEED + words);
  const invented = vocabulary(20_000)
    .map(String)
    .filter((word) => word.length > 2);
  const groups = ENGLISH_THESAURUS.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .filter((group) => group.length > 1);
  const draw = zipf(invented.length, next);
  const word = () => {
    if (next() % 10 !== 0) return invented[draw()];
    const group = groups[next() % groups.length];
    return group[next() % group.length];
  };
  const sentence = (length) => Array.from({ length }, word);
  const source = [];
  for (let count = 0; count < words; count += source.at(-1).length)
    source.push(sentence(LEAST + (next() % (MOST - LEAST))));
  const text = [];
  for (let left = similar, s = 0; left >= LEAST; s++) {
    const kind = KINDS[text.length % KINDS.length];
    const changed = change(kind, source[s].slice(0, left), { next, groups, word });
    text.push({ kind, sentence: changed });
    left -= changed.length;
  }
  for (let count = similar; count < words; count += text.at(-1).sentence.length)
    text.push({ sentence: sentence(LEAST + (next() % (MOST - LEAST))) });
  const mixed = shuffled(text, next);
  return {
    text: written(mixed.map(({ sentence }) => sentence)),
    source: written(source),
    sentences: mixed.map(({ kind, sentence }) => ({ kind, words: sentence.length })),
  };
}

/** Changes a sentence: nothing, one word in eight, or three in ten by synonyms, known or not. */
function change(kind, sentence, { next, groups, word }) {
  const synonym = (old) => {
    const group = groups.find((each) => each.includes(old));
    return group === undefined ? old : group[(group.indexOf(old) + 1) % group.length];
  };
  switch (kind) {
    case 'verbatim':
      return [...sentence];
    case 'edited':
      return sentence.map((old) => (next() % 8 === 0 ? word() : old));
    case 'synonyms':
      return sentence.map(synonym);
    default:
      // "-ish" words mean the same by agreement, and no thesaurus knows it
      return sentence.map((old) => (next() % 10 < 3 ? `${old}ish` : old));
  }
}

/** A paragraph for every sentence: the period of a last word such as "red" may end an abbreviation. */
function written(sentences) {
  return sentences.map((words) => `${words[0][0].toUpperCase()}${words.join(' ').slice(1)}.`).join('\n\n');
}

function shuffled(items, next) {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = next() % (i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}
