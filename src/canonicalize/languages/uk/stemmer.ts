/**
 * Stems of Ukrainian words, by rules: pronouns and other irregular words from a list; verbs whose root changes by their
 * root; all others lose the longest ending that fits, and changes that the ending made to the stem are undone.
 *
 * Measured on the half of a list of lemmas that was not used to write the rules: `npm run bench -- stemmer`.
 */
import type { Stemmer } from '../../stemmer.ts';
import { ENDINGS, LONGEST_ENDING } from './endings.ts';
import { rootOf } from './roots.ts';
import { IRREGULARS, keptStem } from './words.ts';

const VOWEL = /[аеєиіїоуюя]/;
/** The word before -ся and -сь is a form of a verb … */
const REFLEXIVE = /..(?:ть|в|й|и|і|у|ю|л[ао]|те|мо|ш|чи|но|[гкс])с[яь]$/;
/** … but not in these nouns. */
const IN_USIA = /(?:баб|дід|мар|тат|катр|петр)ус[яь]$/;
/** читатиму: the infinitive with -му, -меш … */
const FUTURE = /([аяиіїуй]ти)м(?:у|еш|е|емо|ете|уть|еть)$/;

export const ukrainian: Stemmer = {
  language: 'uk',
  stem(word) {
    if (!/^[абвгґдеєжзиіїйклмнопрстуфхцчшщьюяʼ]+$/.test(word)) return word;
    const reflexive = REFLEXIVE.test(word) && !IN_USIA.test(word);
    // читається is читає with -ть- added for pronunciation
    const form = reflexive ? word.slice(0, -2).replace(/([еє])ть$/, '$1') : word;
    const stem = stemOfForm(form.replace(FUTURE, '$1'), reflexive);
    return IRREGULARS.get(word) ?? (reflexive ? `${stem}ся` : stem);
  },
};

function stemOfForm(word: string, reflexive: boolean): string {
  const known = IRREGULARS.get(word) ?? (reflexive ? undefined : keptStem(word)) ?? rootOf(word);
  if (known !== undefined) return known;
  if (word.length < 3) return word;
  return settle(changedConsonant(word) ?? withoutEnding(word, reflexive));
}

/** The stem of a word whose last consonant changes with the ending: ваги, вазі; питання, питань. */
function changedConsonant(word: string): string | undefined {
  const cut = (length: number) => word.slice(0, word.length - length);
  if (/..[ая]нь$|..[жшчщн]ень$|...лень$/.test(word)) return `${cut(1)}н`;
  if (/.[ауоіяюжшч]ці$|(?:амери|афри|[тз]и)ці$/.test(word) && !/(?:пра|міся|зая)ці$/.test(word)) {
    return `${cut(2)}к`;
  }
  if (G_TO_Z.test(word)) return `${cut(2)}г`;
  // a person to whom something is given; other words in -ові are adjectives: наукові
  if (/(?:тор|ьк|тк|ник|ич|чик)ові$|цеві$/.test(word)) return cut(3);
  // genitive plural of nouns in -ія; other words in -ій are adjectives: новій
  if (OF_IA.test(word)) return cut(1);
  if (/[гз]ти$/.test(word)) return cut(2);
  return undefined;
}

const G_TO_Z = /(?:ува|пова|перева|но|доро|кни|одя|поро|обся|бере|перемо|допомо|підло|триво|подру|сму)зі$/;
const OF_IA = /(?:[цфсзхґ]|[оеі]р|др|юр|[ло]г|рг|арт|под|[уе]д|лод|пан|ем|хім|тол|тал|віт|біл|пін)ій$/;

function withoutEnding(word: string, reflexive: boolean): string {
  for (let length = Math.min(LONGEST_ENDING, word.length - 2); length > 0; length--) {
    const at = word.length - length;
    const ending = ENDINGS.get(word.slice(at));
    if (ending === undefined || (reflexive && !ending.verbal)) continue;
    const stem = word.slice(0, at);
    if (ending.needsVowel && !VOWEL.test(stem)) continue;
    return unsoftened(stem, word.slice(at)) + ending.leaves;
  }
  return word;
}

/** Verbs soften the consonant before some endings: люблю, сиджу, розміщено. */
function unsoftened(stem: string, ending: string): string {
  switch (ending) {
    case 'ю':
      return /івл$|земл$|крапл$/.test(stem) ? stem : stem.replace(/([бпвмф])л$/, '$1');
    case 'ять':
      return stem.replace(/([бпвмф])л$/, '$1');
    case 'ено':
      return stem
        .replace(/([бпвмф])л$/, '$1')
        .replace(/дж$/, 'д')
        .replace(/щ$/, 'ст');
    case 'у':
      return stem.replace(/дж$/, 'д');
    default:
      return stem;
  }
}

/** Undoes vowel changes in a last syllable: ніч and ночі, день and дні, колір and кольору. */
function settle(stem: string): string {
  return stem
    .replace(/ʼ$/, '')
    .replace(/([ая]н)ин$/, '$1')
    .replace(/^([^аеєиіїоуюя]*)і([^аеєиіїоуюя]|ст)$/, '$1о$2')
    .replace(/([аеєиіїоуюя].*)і([^аеєиіїоуюяьʼй]|ст)$/, '$1о$2')
    .replace(/([аеєиіїоуюя].*[^аеєиіїоуюя])(?:[оеє](?=[кц]$)|е(?=[нрл]$))/, '$1')
    .replace(/ь(.)$/, '$1');
}
