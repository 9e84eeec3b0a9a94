/**
 * Chinese words instead of character n-grams, by `@node-rs/jieba` if it is installed: spaces are put between the
 * words before a text goes to the kernels. Slow (a few MB/s), and never the default.
 */
import { NeardupError } from '../errors.ts';
import { loadPackage } from '../platform/packages.ts';
import { lazyPattern, UNSPACED_LETTER } from '../unspaced.ts';
import { option, wording } from '../wording.ts';
import { foldText } from './fold-text.ts';
import { normalizeText } from './normalize.ts';

/** The n-grams that words are cut into afterwards: nearly all words are shorter and stay whole. */
export const SEGMENTED_NGRAM = 3;

/** A text in NFC, with spaces between its Chinese words. */
export type Segmenter = (text: string) => string;

interface JiebaModule {
  Jieba: { withDict(dictionary: Uint8Array): { cut(text: string, hmm?: boolean): string[] } };
}

/** Loads the segmenter (11 MB, a quarter of a second); a missing package is an error that says how to get it. */
export function openSegmenter(load: (name: string) => unknown = loadPackage): Segmenter {
  const { Jieba } = found(load, '@node-rs/jieba') as JiebaModule;
  const { dict } = found(load, '@node-rs/jieba/dict') as { dict: Uint8Array };
  const jieba = Jieba.withDict(dict);
  return (text) =>
    normalizeText(text)
      .replace(lineBreak(), '')
      .replace(/\p{sc=Han}+/gu, (run) => ` ${jieba.cut(simplified(run), true).join(' ')} `);
}

/** A line break that separates nothing: one line break between letters of scripts without spaces, with the spaces around it. */
const lineBreak = lazyPattern(
  `(?<=${UNSPACED_LETTER})[ \\t]{0,16}(?:\\r\\n?|[\\n\\v\\u2028])[ \\t]{0,16}(?=${UNSPACED_LETTER})`,
  'gu',
);

function found(load: (name: string) => unknown, name: string): unknown {
  try {
    return load(name);
  } catch (cause) {
    throw new NeardupError('NOT_INSTALLED', 'Expected the package `@node-rs/jieba`, found none.', {
      advice: wording`Install it (npm i @node-rs/jieba), or leave out ${option('segment', 'words')}.`,
      option: 'segment',
      cause,
    });
  }
}

const folds = new Map<string, string>();

/** The dictionary has simplified characters; both scripts must be cut alike. */
function simplified(run: string): string {
  let text = '';
  for (const char of run) {
    let fold = folds.get(char);
    if (fold === undefined) {
      fold = foldText(char, 1);
      folds.set(char, fold);
    }
    text += fold;
  }
  return text;
}
