// Stems of Ukrainian words against lemmas.
//
// How well stems bring the forms of Ukrainian words together, and how well they keep different words apart.
// The rules were written by the misses of one half of the lemmas (train); the other half (test) is what counts, and
// docs/adding-a-language.md says how far it was left alone.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { foldText } from '../../dist/canonicalize/fold-text.js';
import { openUkrainianDictionary } from '../../dist/canonicalize/languages/uk/dictionary.js';
import { ukrainian } from '../../dist/canonicalize/languages/uk/stemmer.js';
import { collisions, halfOf, meeting, readLexemes } from '../data/lemmas.mjs';

const LEMMAS = fileURLToPath(
  new URL('../../../shared/data/ukrainian-lemmas/form_lemma_pos_freq.tsv', import.meta.url),
);
/** Where the dictionary lies, if not where the system puts it. */
const DICTIONARY = process.env.HUNSPELL_FOLDER ?? '/usr/share/hunspell';

export async function run(emit) {
  const path = process.env.UKRAINIAN_LEMMAS ?? LEMMAS;
  if (!existsSync(path)) {
    console.error(`stemmer: skipped, there is no ${path}`);
    return;
  }
  const lexemes = readLexemes(path, (word) => foldText(word, 2));
  const stemmers = { none: { stem: (word) => word }, rules: ukrainian };
  if (existsSync(`${DICTIONARY}/uk_UA.dic`)) stemmers.dictionary = openUkrainianDictionary(DICTIONARY);
  else console.error(`stemmer: no dictionary in ${DICTIONARY}, so without it`);
  for (const half of ['train', 'test']) {
    const set = lexemes.filter(({ lemma }) => halfOf(lemma) === half);
    for (const [name, stemmer] of Object.entries(stemmers)) {
      const stem = (word) => stemmer.stem(word);
      const start = performance.now();
      let words = 0;
      for (const { forms } of set) for (const [form] of forms) words += stem(form) === '' ? 0 : 1;
      const seconds = (performance.now() - start) / 1000;
      const met = meeting(set, stem);
      const apart = collisions(set, stem);
      emit({
        case: `${half}, ${name}: pairs of running words that meet`,
        value: met.tokens,
        unit: '',
        'pairs of forms': met.pairs,
        'lemmas that collide': apart.lemmas,
        'with unrelated ones': apart.unrelated,
        'words under a stem of others': apart.tokens,
        'words/s': Math.round(words / seconds),
      });
    }
  }
}
