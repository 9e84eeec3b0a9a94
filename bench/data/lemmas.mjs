// How well a stemmer brings the forms of a word together, and how well it keeps different words apart, on a list of
// forms with their lemmas. See bench/tasks/stemmer.mjs.
import { readFileSync } from 'node:fs';

/** Forms by lexeme: [{ lemma, pos, forms: [[form, count], …] }], one for each lemma and part of speech. */
export function readLexemes(path, fold) {
  const lexemes = new Map();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [form, lemma, pos, count] = line.split('\t');
    if (!INFLECTED.has(pos)) continue;
    const [word, base] = [fold(form), fold(lemma)];
    // hyphenated words are several words to a stemmer
    if (!/^[а-яіїєґʼ]+$/.test(word) || !/^[а-яіїєґʼ]+$/.test(base)) continue;
    const key = `${base} ${pos}`;
    if (!lexemes.has(key)) lexemes.set(key, { lemma: base, pos, forms: new Map() });
    const { forms } = lexemes.get(key);
    forms.set(word, (forms.get(word) ?? 0) + Number(count));
  }
  return [...lexemes.values()].map((lexeme) => ({ ...lexeme, forms: [...lexeme.forms] }));
}

const INFLECTED = new Set(['noun', 'adj', 'verb', 'advp', 'adv', 'numr']);

/** Which half of the lemmas a lemma belongs to: `train`, to write rules by, or `test`, to report on. */
export function halfOf(lemma) {
  let hash = 7;
  for (const char of lemma) hash = (Math.imul(hash, 31) + char.codePointAt(0)) | 0;
  return ((hash ^ (hash >>> 15)) & 1) === 0 ? 'train' : 'test';
}

/**
 * Pairs of different forms of one lexeme that meet:
 * - `pairs`: share of all such pairs;
 * - `tokens`: share of such pairs of running words: a lexeme counts by its occurrences, and inside it a pair by those of both
 *   forms.
 */
export function meeting(lexemes, stem, onMiss) {
  let pairs = 0;
  let met = 0;
  let weight = 0;
  let weightMet = 0;
  for (const { lemma, pos, forms } of lexemes) {
    const stems = forms.map(([form]) => stem(form));
    let all = 0;
    let same = 0;
    let tokens = 0;
    for (let i = 0; i < forms.length; i++) {
      tokens += forms[i][1];
      for (let j = 0; j < i; j++) {
        pairs++;
        all += forms[i][1] * forms[j][1];
        if (stems[i] === stems[j]) {
          met++;
          same += forms[i][1] * forms[j][1];
        }
      }
    }
    if (all === 0) continue;
    weight += tokens;
    weightMet += (tokens * same) / all;
    if (same < all) onMiss?.({ lemma, pos, lost: tokens * (1 - same / all), forms, stems });
  }
  return { pairs: met / pairs, tokens: weightMet / weight };
}

/**
 * Different words that become one:
 * - `lemmas`: share of lemmas whose stem is also that of another lemma;
 * - `unrelated`: the same without pairs that are forms of one word to most people: verb and its gerund, verb with and without
 *   -ся, adjective and its adverb, adjective used as a noun, owner and possessive adjective;
 * - `tokens`: share of running words that meet a more frequent lemma under their stem (of unstemmed forms: homographs).
 */
export function collisions(lexemes, stem) {
  const byStem = new Map();
  const lemmas = new Set(lexemes.map(({ lemma }) => lemma));
  for (const lemma of lemmas) {
    const key = stem(lemma);
    const list = byStem.get(key);
    if (list === undefined) byStem.set(key, [lemma]);
    else list.push(lemma);
  }
  let colliding = 0;
  let unrelated = 0;
  const families = familiesOf(lexemes);
  const examples = [];
  for (const list of byStem.values()) {
    if (list.length > 1) colliding += list.length;
    if (new Set(list.map((lemma) => families.get(lemma))).size > 1) {
      unrelated += list.length;
      examples.push(list);
    }
  }
  const counts = new Map();
  let tokens = 0;
  for (const { lemma, forms } of lexemes) {
    for (const [form, count] of forms) {
      const key = stem(form);
      if (!counts.has(key)) counts.set(key, new Map());
      const of = counts.get(key);
      of.set(lemma, (of.get(lemma) ?? 0) + count);
      tokens += count;
    }
  }
  let minor = 0;
  for (const of of counts.values()) {
    const values = [...of.values()];
    minor += values.reduce((sum, value) => sum + value, 0) - Math.max(...values);
  }
  return {
    lemmas: colliding / lemmas.size,
    unrelated: unrelated / lemmas.size,
    tokens: minor / tokens,
    examples,
  };
}

/** For every lemma the lemma that stands for its family. */
function familiesOf(lexemes) {
  const lemmas = new Set(lexemes.map(({ lemma }) => lemma));
  const families = new Map();
  for (const { lemma, pos } of lexemes) {
    if (families.has(lemma) && pos !== 'advp' && pos !== 'adv' && pos !== 'verb') continue;
    families.set(lemma, lemma);
    const candidates = [];
    if (pos === 'verb' && /с[яь]$/.test(lemma)) candidates.push(lemma.slice(0, -2));
    if (pos === 'adv') {
      candidates.push(lemma.replace(/о$/, 'ий'), lemma.replace(/ьо$/, 'ій'), lemma.replace(/е$/, 'ий'));
    }
    if (pos === 'advp') {
      const verb = lemma.replace(/с[яь]$/, '');
      const end = verb === lemma ? 'ти' : 'тися';
      const stems = [verb.replace(/вши$/, ''), verb.replace(/ючи$/, ''), verb.replace(/ши$/, '')];
      candidates.push(...stems.map((stem) => `${stem}${end}`), verb.replace(/([ую])ючи$/, `$1ва${end}`));
      candidates.push(verb.replace(/[ая]чи$/, `и${end}`), verb.replace(/[ая]чи$/, `і${end}`));
    }
    if (pos === 'noun') {
      candidates.push(lemma.replace(/а$/, 'ий'), lemma.replace(/е$/, 'ий'), lemma.replace(/я$/, 'ій'));
    }
    if (pos === 'adj' && /[іїи][вн]$/.test(lemma)) {
      const owner = lemma.slice(0, -2);
      candidates.push(owner, ...['о', 'ь', 'й', 'а', 'я'].map((end) => owner + end));
    }
    const base = candidates.find((candidate) => candidate !== lemma && lemmas.has(candidate));
    if (base !== undefined) families.set(lemma, base);
  }
  const root = (lemma) => {
    for (let i = 0; i < 4 && families.get(lemma) !== lemma; i++) lemma = families.get(lemma) ?? lemma;
    return lemma;
  };
  return new Map([...families.keys()].map((lemma) => [lemma, root(lemma)]));
}
