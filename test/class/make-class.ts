/**
 * A class of 60 essays, the same in every run. Every essay has the cover sheet, the task and the declaration of the class, a body of its own and some
 * entries of the reading list; pairs copied from each other in six ways are planted.
 */
import { CHINESE, ENGLISH, type Language, UKRAINIAN } from './words.ts';

export const LANGUAGES = { en: ENGLISH, uk: UKRAINIAN, zh: CHINESE } as const;
export type LanguageName = keyof typeof LANGUAGES;

export interface Essay {
  readonly id: string;
  readonly text: string;
}

/** What was planted in a pair of essays. */
export const PLANTED = {
  verbatim: [3, 17],
  edited: [8, 29],
  synonyms: [12, 46],
  reordered: [21, 54],
  templateOnly: [33, 38],
  translated: [40, 59],
} as const;

/** The planted pairs that share something of their own. */
export const COPIED = ['verbatim', 'edited', 'synonyms', 'reordered'] as const;

const ESSAYS = 60;
const SENTENCES = 70;
/** Sentences that a copying essay has of the other one. */
const TAKEN = 16;

export function makeClass(name: LanguageName): Essay[] {
  const language = LANGUAGES[name];
  const bodies = Array.from({ length: ESSAYS }, (_, i) => body(halfOf(language, i), i));
  const plant = (kind: keyof typeof PLANTED, change: (sentence: string, i: number) => string) => {
    const [from, to] = PLANTED[kind];
    bodies[to].splice(20, TAKEN, ...bodies[from].slice(30, 30 + TAKEN).map(change));
  };
  const draw = random(7);
  plant('verbatim', (sentence) => sentence);
  plant('edited', (sentence, i) => edited(sentence, i, language, draw));
  plant('synonyms', (sentence) => withSynonyms(sentence, language, draw));
  const [from, to] = PLANTED.reordered;
  bodies[to].splice(10, 2 * TAKEN, ...shuffled(bodies[from].slice(10, 10 + 2 * TAKEN), draw));
  const other = LANGUAGES[name === 'en' ? 'uk' : 'en'];
  bodies[PLANTED.translated[1]] = body(other, PLANTED.translated[0]);
  return bodies.map((sentences, i) => ({ id: idOf(i), text: essay(language, i, sentences) }));
}

export function idOf(number: number): string {
  return `essay-${String(number + 1).padStart(2, '0')}`;
}

/** The ids of a planted pair. */
export function plantedIds(kind: keyof typeof PLANTED): string[] {
  return PLANTED[kind].map(idOf);
}

function essay(language: Language, number: number, sentences: readonly string[]): string {
  const { names, entries, heading, space, cover } = language;
  const paragraphs: string[] = [];
  for (let at = 0; at < sentences.length; at += 8) paragraphs.push(sentences.slice(at, at + 8).join(space));
  // no two of those that share the template alone have an entry in common
  const own = entries.filter((_, i) => (i + number) % 3 === 0);
  const name = `${names[number % names.length]}${number >= names.length ? ` ${'IVX'[Math.floor(number / 10) % 3]}${number}` : ''}`;
  return [cover(name, 20_000 + 37 * number), ...paragraphs, [heading, ...own].join('\n')].join('\n\n');
}

/** The two that share the template alone have no phrase in common; all others use all phrases. */
function halfOf(language: Language, number: number): Language {
  const half = PLANTED.templateOnly.indexOf(number as 33);
  if (half === -1) return language;
  const own = (words: readonly string[]) => words.filter((_, i) => i % 2 === half);
  const { starts, adjectives, people, verbs, kinds, things, places } = language;
  return {
    ...language,
    ...{ starts: own(starts), adjectives: own(adjectives), people: own(people), verbs: own(verbs) },
    ...{ kinds: own(kinds), things: own(things), places: own(places) },
  };
}

/** Sentences that are in no other body: the same in every run. */
function body(language: Language, seed: number): string[] {
  const draw = random(1000 + seed);
  const one = (words: readonly string[]) => words[draw(words.length)];
  const { starts, adjectives, people, verbs, kinds, things, places, space, stop } = language;
  return Array.from({ length: SENTENCES }, () => {
    const subject = [one(adjectives), one(people)];
    const object = [one(kinds), one(things)];
    const words =
      draw(2) === 0
        ? [one(starts), ...subject, one(verbs), ...object, one(places)]
        : [...subject, one(places), one(verbs), ...object, one(kinds), one(things)];
    const sentence = words.join(space);
    return sentence[0].toUpperCase() + sentence.slice(1) + stop;
  });
}

/** A tenth to a third of the words are others. */
function edited(sentence: string, i: number, language: Language, draw: Draw): string {
  const { kinds, adjectives, places } = language;
  const replace = (text: string, list: readonly string[]) => {
    const found = list.find((word) => text.includes(word));
    return found === undefined ? text : text.replace(found, list[draw(list.length)]);
  };
  const once = replace(sentence, [kinds, adjectives][i % 2]);
  return i % 3 === 0 ? replace(once, places) : once;
}

function withSynonyms(sentence: string, { synonyms }: Language, draw: Draw): string {
  return Object.entries(synonyms).reduce(
    (text, [word, other]) => (draw(4) > 0 ? text.replace(word, other) : text),
    sentence,
  );
}

function shuffled(sentences: readonly string[], draw: Draw): string[] {
  const left = [...sentences];
  return Array.from(sentences, () => left.splice(draw(left.length), 1)[0]);
}

type Draw = (below: number) => number;

function random(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
