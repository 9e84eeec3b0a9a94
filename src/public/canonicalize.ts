/** `neardup/canonicalize`: the one form in which texts are compared. */
export {
  type CanonicalTextOptions,
  canonicalText,
  findDisguises,
  languageOfText,
  STEMMED_LANGUAGES,
} from '../canonicalize/index.ts';
export type { CanonicalizeOptions, TextTreatment } from '../canonicalize.ts';
