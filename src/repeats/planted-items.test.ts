/**
 * Made-up evaluation items, planted in the articles of examples/: as they are, with other case, punctuation and lines, and near misses, which have the
 * same templates and other facts.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decontaminate } from './decontaminate.ts';

/** The same numbers in every run, from 0 up to a limit. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const below = randomNumbers(7);
const one = (list: string) => list.split('|').at(below(list.split('|').length))!;
const NAMES = 'Orla|Tomas|Ingrid|Bashir|Mei|Calder|Yusuf|Petra|Noor|Anselm|Dagny|Ruben|Sefa|Ilse|Marek|Odile';
const TOWNS =
  'Harrowgate|Velsk|Portamar|Quillon|Estrany|Dunmere|Kastrup|Olvera|Brevik|Saltash|Tiverne|Maldin';
const THINGS =
  'lanterns|kites|barrels of cider|clay pots|violin strings|brass hinges|paper boats|copper bells';
const SUBJECTS =
  'the boiling point of a salt solution|the hinge ligament of a clam|the drift of a glacier|the pitch of an organ pipe|the albedo of fresh snow|the viscosity of cold honey';
const EFFECTS = 'rises|falls|stays the same|doubles|is halved|vanishes|oscillates|reverses';
const CASES =
  'the pressure is raised at constant volume|the lamp is moved two metres away|the second coil is removed from the circuit|the rain comes three weeks late|the tank is opened to the outside air';

const MAKERS: Readonly<Record<string, () => string>> = {
  trivia: () =>
    [
      () => `Who founded the ${one('glass|salt|bell|paper|silk')} works at ${one(TOWNS)}, and when was it?`,
      () => `In which year did ${one(NAMES)} of ${one(TOWNS)} cross the ${one('Amber|Green|Lower')} Pass?`,
      () => `What is the old name of the river at ${one(TOWNS)} near ${one(TOWNS)}?`,
    ][below(3)](),
  mathematics: () =>
    `${one(NAMES)} carries ${3 + below(90)} ${one(THINGS)} to the market of ${one(TOWNS)} and sells ${one('a third|a quarter|two fifths|half')} of them before noon. ${one(NAMES)} brings ${3 + below(90)} ${one(THINGS)} and trades every ${2 + below(7)} of them for one. If ${3 + below(90)} visitors buy one piece each, how many ${one(THINGS)} are left when the stalls close?`,
  choice: () =>
    `Which of the following statements best describes what happens to ${one(SUBJECTS)} when ${one(CASES)}? (A) It ${one(EFFECTS)}. (B) It ${one(EFFECTS)}. (C) It ${one(EFFECTS)}. (D) It ${one(EFFECTS)}.`,
};

function distinct(count: number, taken: Set<string>): { suite: string; text: string }[] {
  const made: { suite: string; text: string }[] = [];
  while (made.length < count) {
    const suite = Object.keys(MAKERS)[made.length % 3];
    const text = MAKERS[suite]();
    if (taken.has(text)) continue;
    taken.add(text);
    made.push({ suite, text });
  }
  return made;
}

test('planted items are all found, as they are and reformatted; of near misses at most 3 % are taken for items, and of other text none', async () => {
  const articles = readFileSync('examples/articles.jsonl', 'utf8').trim().split('\n');
  const pages = articles.map((line): string => JSON.parse(line).text);
  const taken = new Set<string>();
  const items = distinct(180, taken);
  const misses = distinct(300, taken);
  const plant = (text: string, i: number) => {
    const page = pages[i % pages.length];
    const middle = page.indexOf('\n', page.length / 2);
    return middle === -1 ? `${page}\n${text}` : `${page.slice(0, middle)}\n${text}\n${page.slice(middle)}`;
  };
  const reformatted = (text: string) =>
    text
      .toUpperCase()
      .replaceAll(/[.,?()]/g, '')
      .replaceAll(' the ', '\nthe  ');
  const documents = [
    ...pages.map((text, i) => ({ id: `page ${i}`, text })),
    ...items.map(({ text }, i) => ({ id: `verbatim ${i}`, text: plant(text, i) })),
    ...items.map(({ text }, i) => ({ id: `reformatted ${i}`, text: plant(reformatted(text), i + 7) })),
    ...misses.map(({ text }, i) => ({ id: `miss ${i}`, text: plant(text, i + 13) })),
  ];
  const against = items.map(({ suite, text }, i) => ({ id: `${i}`, text, meta: { suite } }));
  const results = await decontaminate(documents, { against, suiteField: 'suite' }).toArray();
  const found = results.filter(({ contaminated }) => contaminated);
  const own = new Set(found.map(({ id, item }) => `${id} ${item}`));
  items.forEach((_, i) => {
    for (const kind of ['verbatim', 'reformatted']) expect(own).toContain(`${kind} ${i} ${i}`);
  });
  expect(found.filter(({ id }) => id.startsWith('page'))).toEqual([]);
  const missed = new Set(found.filter(({ id }) => id.startsWith('miss')).map(({ id }) => id));
  expect(missed.size).toBeLessThanOrEqual(0.03 * misses.length);
});
