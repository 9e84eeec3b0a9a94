/** `CanonicalizeOptions`: defaults, allowed values, and options that exclude each other. */
import type { CanonicalizeOptions } from '../canonicalize.ts';
import { badOption } from '../errors.ts';
import {
  completeOptions,
  firstGiven,
  integer,
  type OptionRules,
  oneOf,
  onOrOff,
  uselessOption,
} from '../option-rules.ts';
import { option, wording } from '../wording.ts';
import { STEMMED_LANGUAGES } from './stemmers.ts';
import { LANGUAGES, languageCode } from './stop-word-languages.ts';

export const CANONICALIZE_RULES: OptionRules<CanonicalizeOptions> = {
  lang: {
    default: 'auto',
    isAllowed: (value) => value === 'auto' || isLanguage(value),
    expected: '`auto` or the code of a language, such as `en`, `uk` or `zh`',
  },
  stopWords: onOrOff(false),
  stems: onOrOff(false),
  stemDictionary: onOrOff(false),
  ngram: integer(2, 1, 3),
  segment: oneOf('ngrams', ['ngrams', 'words']),
};

/** Fills in the defaults. Refuses a language that has no stop words or stems if these are asked for. */
export function canonicalizeOptions(given: Partial<CanonicalizeOptions>): CanonicalizeOptions {
  const options = completeOptions(CANONICALIZE_RULES, given);
  const { lang, stopWords } = options;
  const stems = options.stems || options.stemDictionary;
  const code = lang === 'auto' ? lang : languageCode(lang);
  if (stopWords && code === undefined) {
    throw badOption(
      'lang',
      '`auto` or a language with stop words',
      lang,
      `These have stop words: ${LANGUAGES.join(' ')}.`,
    );
  }
  if (stems && code !== 'auto' && !STEMMED_LANGUAGES.includes(code ?? '')) {
    throw badOption(
      'lang',
      '`auto` or a language with stems',
      lang,
      `These have stems: ${STEMMED_LANGUAGES.join(' ')}.`,
    );
  }
  return { ...options, lang: code ?? lang, stems };
}

type GivenTreatment = Partial<CanonicalizeOptions> & { readonly canonical?: boolean };

/** Refuses options that have no effect together with the others. */
export function refuseUseless(given: GivenTreatment): void {
  const { canonical = false, stopWords = false, stems = false, stemDictionary = false, segment } = given;
  // off is the default: stating it does no harm
  const on = {
    ...{ stopWords: stopWords || undefined, stems: stems || undefined },
    ...{ stemDictionary: stemDictionary || undefined, ngram: given.ngram, segment },
    lang: given.lang === 'auto' ? undefined : given.lang,
  };
  const useless = firstGiven(on, ['stopWords', 'stems', 'stemDictionary', 'ngram', 'segment', 'lang']);
  if (canonical && useless !== undefined) {
    throw uselessOption(
      useless,
      wording`with ${option('canonical')} words are not changed`,
      'Leave out one of the two.',
    );
  }
  if (segment === 'words' && on.ngram !== undefined) {
    throw uselessOption(
      'ngram',
      wording`with ${option('segment', 'words')} Chinese is not cut into n-grams`,
      'Leave out one of the two.',
    );
  }
  if (on.lang !== undefined && !(stopWords || stems || stemDictionary)) {
    throw uselessOption(
      'lang',
      'only stop words and stems depend on the language',
      wording`Leave it out, or add ${option('stopWords')} or ${option('stems')}.`,
    );
  }
}

/** Whether a name such as `en`, `en-US` or `zh_Hant` begins with the code of a language. */
function isLanguage(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const code = value.toLowerCase().split(/[-_]/, 1)[0];
  if (!/^[a-z]{2,3}$/.test(code)) return false;
  // making the names of all languages takes 20 ms
  if (LANGUAGES.includes(code)) return true;
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined;
}
