// Planted passages, verbatim and changed, and paper D's rule.
//
// Passage quality: passages of one real text are planted into another, verbatim and changed; which words are found, and which are
// marked though they were not planted? Beside it the same by paper D's rule alone. Needs ../shared/data.
import { Stemmers, TextFolder } from '../../dist/canonicalize/index.js';
import { openEngine } from '../../dist/engines/index.js';
import { compareTexts, openThesauri } from '../../dist/passages/index.js';
import { isWord, KINDS, pieces, plant, plantFragments } from '../data/passages.mjs';
import { synonymOf, ZH_THESAURUS } from '../data/planting-synonyms.mjs';
import { pickPairs, TEXTS } from '../data/planting-texts.mjs';

/** With CLAUSES=1 sentences are cut at commas and semicolons, too. */
const clauses = process.env.CLAUSES === '1';
const SETTINGS = { similarWeight: 0.6, rightWeight: 0.8, minWords: 8, clauses };
const GOALS = { verbatim: 1, 'edited 10 %': 0.98, 'edited 20 %': 0.93 };
const PASSAGES = 4;
/** Passages of whole sentences, and of words in a row that begin and end anywhere. */
const CASES = [
  ...KINDS.map((kind) => ({ name: kind, kind, planter: plant, seeds: 1 })),
  ...['verbatim', 'edited 10 %', 'edited 20 %'].map((kind) => ({
    name: `fragments, ${kind}`,
    ...{ kind, planter: plantFragments, seeds: 3 },
  })),
];
export async function run(emit, { quick }) {
  const engine = await openEngine({ threads: 1 });
  const folder = new TextFolder(engine.heap, engine.kernels);
  const pairs = quick ? 10 : 60;
  for (const lang of ['en', 'uk', 'zh']) {
    if (process.env.ONLY && process.env.ONLY !== lang) continue;
    const texts = TEXTS[lang]();
    if (texts.length === 0) {
      console.error(`passages: ${lang} skipped, there is no ../shared/data.`);
      continue;
    }
    const thesauri = lang === 'zh' ? [ZH_THESAURUS] : await openThesauri('built-in', [lang]);
    const stemmer = new Stemmers().of(lang);
    const stem = (word) => stemmer?.stem(word) ?? word;
    const vocabulary = [...new Set(pieces(texts.slice(0, 50).join(' '), lang).filter(isWord))];
    for (const { name, kind, planter, seeds } of CASES) {
      const sum = {
        planted: 0,
        found: 0,
        marked: 0,
        wrong: 0,
        paperFound: 0,
        paperMarked: 0,
        paperWrong: 0,
        words: 0,
      };
      const kinds = {};
      let ms = 0;
      const chosen = pickPairs(texts, pairs, lang, folder);
      for (const n of Array.from({ length: seeds * chosen.length }, (_, n) => n)) {
        const [host, source] = chosen[n % chosen.length];
        const planted = planter(host, source, {
          ...{ kind, lang, vocabulary, count: PASSAGES, seed: 1000 + n },
          synonyms: synonymOf(thesauri, lang),
        });
        const start = performance.now();
        const result = await compareTexts(
          engine,
          { id: 'a', text: planted.text, lang },
          [{ id: 'b', text: source, lang }],
          SETTINGS,
          { thesauri, stem },
        );
        ms += performance.now() - start;
        count(sum, planted, result);
        for (const passage of result.passages) kinds[passage.kind] = (kinds[passage.kind] ?? 0) + 1;
        if (process.env.SHOW) show(planted, result);
      }
      const [found, wrong] = [sum.found / sum.planted, sum.wrong / sum.marked];
      emit({
        case: `${lang}, ${name}`,
        value: found,
        unit: 'found',
        reference: GOALS[kind] === undefined ? undefined : `goal ${GOALS[kind].toFixed(2)}`,
        wrong,
        F1: (2 * sum.found) / (sum.planted + sum.marked),
        'wrong of others': sum.wrong / (sum.words - sum.planted),
        paper: sum.paperFound / sum.planted,
        'paper wrong': sum.paperWrong / Math.max(1, sum.paperMarked),
        'planted words': sum.planted,
        kinds,
        'ms/pair': ms / (seeds * chosen.length),
      });
    }
  }
  await engine.close();
}

/** Words of A: planted or not, marked or not; by passages, and by the similar sentences of the matrix. */
function count(sum, { spans }, result) {
  const { matrix } = result.sources[0];
  const similar = new Set();
  matrix.row.forEach((row, i) => {
    if (matrix.mark[i] > 0) similar.add(row);
  });
  const sentences = result.text.sentences.filter((_, i) => similar.has(i));
  const inside = (list, at) => list.some(({ start, end }) => at >= start && at < end);
  const passages = result.passages.map(({ a }) => a);
  for (const at of result.text.wordStarts) {
    const isPlanted = inside(spans, at);
    sum.words++;
    if (isPlanted) sum.planted++;
    if (inside(passages, at)) {
      sum.marked++;
      if (isPlanted) sum.found++;
      else sum.wrong++;
    }
    if (inside(sentences, at)) {
      sum.paperMarked++;
      if (isPlanted) sum.paperFound++;
      else sum.paperWrong++;
    }
  }
}

/** With SHOW=1: what was missed and what was marked wrongly. */
function show({ text, spans }, result) {
  const inside = (list, start, end) => list.some((span) => start < span.end && end > span.start);
  const passages = result.passages.map(({ a }) => a);
  for (const span of spans) {
    if (!passages.some(({ start, end }) => start <= span.start + 2 && end >= span.end - 2))
      console.log(
        'MISSED',
        JSON.stringify(text.slice(span.start, span.end)),
        passages.filter((p) => inside([span], p.start, p.end)).map((p) => text.slice(p.start, p.end)),
      );
  }
  for (const { a, b, score, kind } of result.passages) {
    if (!spans.some(({ start, end }) => a.start >= start - 2 && a.end <= end + 2))
      console.log(
        'WRONG',
        kind,
        score.toFixed(2),
        JSON.stringify(text.slice(a.start, a.end)),
        '<->',
        JSON.stringify(result.sources[0].text.slice(b.start, b.end)),
      );
  }
}
