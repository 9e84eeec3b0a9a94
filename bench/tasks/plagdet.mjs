// PAN's measures (`--seed 5 --sentences 2-5 --heavy 15-30 …`).
//
// Are passages found in one piece, at their true place of the source? Passages are planted as in `passages`, and what `compare` gives is
// measured as in the PAN competitions: PlagDet = F1 / log2(1 + granularity), by characters of both texts. Needs ../shared/data.
import { Stemmers, TextFolder } from '../../dist/canonicalize/index.js';
import { openEngine } from '../../dist/engines/index.js';
import { compareTexts, openThesauri } from '../../dist/passages/index.js';
import { PanMeasures } from '../data/pan-measures.mjs';
import { isWord, pieces, plant, plantFragments, repetitive } from '../data/passages.mjs';
import { pairedThesaurus, synonymOf, ZH_THESAURUS } from '../data/planting-synonyms.mjs';
import { pickPairs, TEXTS } from '../data/planting-texts.mjs';
import { generator } from '../data/words.mjs';

const SETTINGS = { similarWeight: 0.6, rightWeight: 0.8, minWords: 8 };
const LANGUAGES = ['en', 'uk', 'ru', 'de', 'zh'];
/** A Chinese character is a word; this many stand for one of another language. */
const CHARACTERS_PER_WORD = 1.6;

/** What can be set on the command line. */
export const options = {
  seed: { type: 'string', default: '1' },
  /** Pairs of texts for each kind and language, and passages in each. */
  pairs: { type: 'string', default: '5' },
  passages: { type: 'string', default: '3' },
  /** Sentences of a passage, from … to. */
  sentences: { type: 'string', default: '3-8' },
  /** The share of edited words in percent, light and heavy. */
  light: { type: 'string', default: '5' },
  heavy: { type: 'string', default: '10-30' },
  /** The share of the words with synonyms that are replaced by one, in percent. */
  replaced: { type: 'string', default: '40' },
  /** Words of a short passage, and the entries and sentences of a text that repeats itself. */
  short: { type: 'string', default: '30' },
  entries: { type: 'string', default: '12' },
  templates: { type: 'string', default: '5' },
  /** Languages and kinds, separated by commas; all if empty. */
  langs: { type: 'string', default: '' },
  kinds: { type: 'string', default: '' },
  /** `tuned` or `held-out`: one half of kinds and languages, like the fields of a chessboard. */
  half: { type: 'string', default: '' },
};

/** By name: how a passage is planted. */
const KINDS = {
  verbatim: (case_) => plant(case_.host, case_.source, { ...case_, kind: 'verbatim' }),
  'light edit': (case_) => plant(case_.host, case_.source, { ...case_, kind: `edited ${case_.light} %` }),
  'heavy edit': (case_) => plant(case_.host, case_.source, { ...case_, kind: `edited ${case_.heavy} %` }),
  reordered: (case_) => plant(case_.host, case_.source, { ...case_, kind: 'reordered' }),
  synonyms: (case_) => {
    const next = generator(case_.seed);
    const synonyms = (word) => (next() % 100 < case_.replaced ? case_.synonyms(word) : undefined);
    return plant(case_.host, case_.source, { ...case_, kind: 'synonyms', synonyms });
  },
  'cut or joined': (case_) => plant(case_.host, case_.source, { ...case_, kind: 'cut or joined' }),
  repetitive: (case_) => plantRepetitive({ ...case_, kind: 'verbatim' }),
  'repetitive edited': (case_) => plantRepetitive({ ...case_, kind: `edited ${case_.light} %` }),
  'repetitive reordered': (case_) => plantRepetitive({ ...case_, kind: 'reordered' }),
  several: (case_) =>
    plant(case_.host, case_.source, { ...case_, kind: 'verbatim', count: 2 * case_.count, lengths: [1, 3] }),
  short: (case_) =>
    plantFragments(case_.host, case_.source, {
      ...case_,
      kind: 'verbatim',
      lengths: [case_.short, case_.short],
    }),
};

function plantRepetitive(case_) {
  const source = repetitive(case_.source, case_);
  return { ...plant(case_.host, source, case_), source };
}

export async function run(emit, { options: given }) {
  const settings = readSettings(given);
  const engine = await openEngine({ threads: 1 });
  const folder = new TextFolder(engine.heap, engine.kernels);
  const kinds = new Map();
  const all = new Sums();
  for (const lang of settings.langs) {
    const texts = TEXTS[lang]();
    if (texts.length === 0) {
      console.error(`plagdet: ${lang} skipped, there is no ../shared/data.`);
      continue;
    }
    const words = await wordsOf(lang, texts);
    for (const [i, kind] of Object.keys(KINDS).entries()) {
      const half = (LANGUAGES.indexOf(lang) + i) % 2 === 0 ? 'tuned' : 'held-out';
      if (!settings.kinds.includes(kind) || (settings.half !== '' && settings.half !== half)) continue;
      const own = new Sums();
      const chosen = pickPairs(texts, settings.pairs, lang, folder, 77 + settings.seed);
      for (const [n, [host, source]] of chosen.entries()) {
        const seed = 1000 * settings.seed + n;
        const unit = lang === 'zh' ? CHARACTERS_PER_WORD : 1;
        const [least, most] = settings.heavy;
        const planted = KINDS[kind]({
          ...{ ...settings, host, source, lang, seed, count: settings.passages, lengths: settings.sentences },
          ...{ ...words, heavy: least + (n % (most - least + 1)), short: Math.round(unit * settings.short) },
        });
        const result = await compareTexts(
          engine,
          { id: 'a', text: planted.text, lang },
          [{ id: 'b', text: planted.source ?? source, lang }],
          SETTINGS,
          words,
        );
        if (process.env.SHOW) show(`${kind}, ${lang}, ${n}`, planted, result);
        for (const sums of [own, all, sumsOf(kinds, kind)]) sums.add(planted.spans, result);
      }
      emit({ case: `${kind}, ${lang}`, ...own.line() });
    }
  }
  for (const [kind, sums] of kinds) emit({ case: `${kind}, all languages`, ...sums.line() });
  emit({ case: 'all', ...all.line() });
  folder.close();
  await engine.close();
}

/** Sums over pairs: PAN's measures, and words of the text that were planted and marked. */
class Sums {
  pan = new PanMeasures();
  planted = 0;
  marked = 0;
  both = 0;

  add(spans, { text, passages }) {
    const cases = spans.map(({ start, end, source }) => ({ a: { start, end }, b: source }));
    this.pan.add(cases, passages);
    const inside = (list, at) => list.some(({ a }) => at >= a.start && at < a.end);
    for (const at of text.wordStarts) {
      const [isPlanted, isMarked] = [inside(cases, at), inside(passages, at)];
      this.planted += Number(isPlanted);
      this.marked += Number(isMarked);
      this.both += Number(isPlanted && isMarked);
    }
  }

  line() {
    const { granularity, macro, micro } = this.pan.figures();
    return {
      ...{ value: macro.plagdet, unit: 'plagdet' },
      'word F1': (2 * this.both) / Math.max(1, this.planted + this.marked),
      ...{ granularity, precision: macro.precision, recall: macro.recall },
      ...{ micro: micro.plagdet, 'micro precision': micro.precision, 'micro recall': micro.recall },
      ...{ cases: this.pan.cases, passages: this.pan.detections },
    };
  }
}

function sumsOf(byKind, kind) {
  if (!byKind.has(kind)) byKind.set(kind, new Sums());
  return byKind.get(kind);
}

async function wordsOf(lang, texts) {
  const vocabulary = [...new Set(pieces(texts.slice(0, 50).join(' '), lang).filter(isWord))];
  const builtIn = await openThesauri('built-in', [lang]);
  const own = () => (lang === 'zh' ? ZH_THESAURUS : pairedThesaurus(lang, vocabulary));
  const thesauri = builtIn.length > 0 ? builtIn : [own()];
  const stemmer = new Stemmers().of(lang);
  const stem = (word) => stemmer?.stem(word) ?? word;
  return { vocabulary, thesauri, stem, synonyms: synonymOf(thesauri, lang) };
}

function readSettings(given) {
  const range = (text) => {
    const [least, most = least] = text.split('-').map(Number);
    return [least, most];
  };
  const list = (text, known) => {
    const unknown = text.split(',').find((name) => name !== '' && !known.includes(name));
    if (unknown !== undefined) throw new Error(`Expected one of ${known.join(', ')}, got ${unknown}.`);
    return text === '' ? known : text.split(',');
  };
  const { sentences, heavy, langs, kinds, half, ...numbers } = given;
  return {
    ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])),
    ...{ sentences: range(sentences), heavy: range(heavy), half },
    ...{ langs: list(langs, LANGUAGES), kinds: list(kinds, Object.keys(KINDS)) },
  };
}

/** With SHOW=1: what was found of every planted passage. */
function show(name, { spans }, { passages, text, sources: [source] }) {
  console.log(`== ${name}`);
  const brief = (whole, { start, end }) =>
    `${start}-${end} ${JSON.stringify(whole.slice(start, end).replace(/\s+/g, ' ')).replace(/(.{60}).*(.{30})/, '$1 … $2')}`;
  for (const span of spans) console.log('  case', brief(text.text, span), '|', span.source);
  for (const { a, b, kind, parts } of passages) {
    console.log('  found', kind, parts?.length ?? '', brief(text.text, a), '|', brief(source.text, b));
  }
}
