/** `neardup/canonicalize`: the one form in which texts are compared. */
export {
  type CanonicalTextOptions,
  canonicalText,
  findDisguises,
  languageOfText,
} from '../canonicalize/index.ts';
export { STEMMED_LANGUAGES } from '../canonicalize/stemmers.ts';
export type { CanonicalizeOptions, TextTreatment } from '../canonicalize.ts';
