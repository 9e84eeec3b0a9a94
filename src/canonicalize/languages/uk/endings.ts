/**
 * The endings of Ukrainian words: what changes when a word is inflected. They are listed as in a grammar, by declension and conjugation;
 * the longest that fits is removed.
 */

/** An ending, and the part that stays: `аємо` leaves `а`, so that читаємо gets the stem of читати but not of читець. */
export interface Ending {
  readonly leaves: string;
  /** Of verbs, and so also before -ся. */
  readonly verbal: boolean;
  /** The rest must have a vowel: `ах` is an ending in словах, not in дах. */
  readonly needsVowel: boolean;
}

/** Nouns, adjectives, participles, numerals: hard, soft and mixed, all cases. */
const NOMINAL = `
  а я у ю і ї и е є о ь й
  ом ем єм ам ям ах ях ами ями ою ею єю ів їв ьми има
  ея еї еєю еям еях еями ей еєм еїв
  ий ій ого ому им ої их ими ім їй їм їх їми ього ьому ьої ьою іх іми його йому йої йою єму єї ия ию
`;
/** Nouns in -ія and -ій keep the і: гарантія is not гарант. */
const NOMINAL_I = 'ія ії ію ією ієм іям іях іями іїв ієві';
/** Nouns in -ай. */
const NOMINAL_AI = 'аєм аї аїв аям аях аями аєві';
/** Of those above, what words of one syllable end in: страх, дим, слів. */
const NEED_VOWEL = new Set('ам ям ах ях ом ем єм их іх им ім їх їм ів їв ей ій ий їй'.split(' '));

/** Present and imperative of verbs without a vowel before the ending. */
const VERBAL = 'у ю е є еш єш емо ємо ете єте уть ють и ь ьте ьмо й йте ймо учи ючи ачи ячи';
/** Verbs with и or і: present, imperative, -ено. */
const PRESENT_I = 'иш ить имо ите їш їть їмо їте іть імо іте їм ієш іє іємо ієте іють ійте іючи ено єно';
/** Infinitive, past and -то, after the vowel of the verb. */
const PAST = 'ти в ла ло ли вши то';
/** Present of verbs with а or я. */
const AFTER_A = 'ть ю єш є ємо єте ють й йте ймо ючи но';
/** Verbs in -увати and -ювати, after у or ю. */
const AFTER_U = 'вати вав вала вало вали вавши вано ю єш є ємо єте ють й йте ймо ючи';

export const ENDINGS: ReadonlyMap<string, Ending> = table();

export const LONGEST_ENDING = Math.max(...[...ENDINGS.keys()].map((ending) => ending.length));

function table(): Map<string, Ending> {
  const endings = new Map<string, Ending>();
  const add = (list: string, leaves: string, verbal: boolean, needsVowel = true) => {
    for (const ending of split(list)) {
      // an ending that nouns have too may be all of a short word
      endings.set(ending, { leaves, verbal, needsVowel: endings.get(ending)?.needsVowel ?? needsVowel });
    }
  };
  const after = (vowels: string, list: string) => {
    return [...vowels].flatMap((vowel) => split(list).map((ending) => vowel + ending)).join(' ');
  };
  for (const ending of split(NOMINAL)) add(ending, '', false, NEED_VOWEL.has(ending));
  add(NOMINAL_I, 'і', false);
  add(NOMINAL_AI, 'а', false);
  add(VERBAL, '', true);
  add(after('у', PAST), '', true);
  add(after('иії', PAST), 'и', true);
  add(PRESENT_I, 'и', true);
  for (const vowel of 'ая') add(after(vowel, `${PAST} ${AFTER_A}`), vowel, true);
  for (const vowel of 'ую') add(after(vowel, AFTER_U), vowel, true);
  add('овано', 'у', true);
  // more often the genitive plural of a noun than the past of a verb; or the third person plural of a verb with и
  add('ів їв ій', '', true);
  add('ать ять', 'и', true);
  return endings;
}

function split(text: string): string[] {
  return text.trim().split(/\s+/);
}
