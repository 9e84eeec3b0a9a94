/**
 * `compareAll`: who shares what with whom? All documents of an input are compared with each other, such as the essays of a class.
 *
 * Candidates come from shared anchors (`sources.ts`), so that the time does not grow with the number of all pairs. What an
 * excluded text has, such as a form or an assignment, counts neither as shared nor as written.
 */
import { abortable, pauses } from '../abort.ts';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import type { GivenText } from '../passages.ts';
import { type Input, readTexts } from '../read/index.ts';
import {
  comparisonObjects,
  type JsonComparison,
  RESULT_TABLES,
  ResultFile,
  sharedWords,
} from '../report/index.ts';
import { compareLabeled, label } from './compare.ts';
import { readText } from './compare-input.ts';
import type { LabeledText } from './comparison.ts';
import {
  COMPARE_ALL_RULES,
  type CompareAllOptions,
  type ResolvedCompareAll,
  resolveCompareOptions,
} from './options.ts';
import { SourceIndex } from './sources.ts';

/** Two documents that share passages: what `compare` gives for them. */
export interface SharingPair extends JsonComparison {
  /** True if `b` is a document of the collection that was named besides the input. */
  readonly inCollection?: true;
}

export interface ComparisonOfAll {
  /** Those that share the largest part of either text first. */
  readonly pairs: readonly SharingPair[];
  /** Documents of the input. */
  readonly documents: number;
  /** Pairs that share words but were not compared, because both texts share more with others. */
  readonly notCompared: number;
  readonly engine: string;
}

/**
 * Compares all documents of an input with each other, and with those of a collection if one is named.
 *
 * @example
 * const { pairs } = await compareAll('essays/', { exclude: ['assignment.docx'] });
 * for (const { a, b, similarity } of pairs) console.log(a, b, similarity.a, similarity.b);
 */
export function compareAll(
  input: Input,
  given: CompareAllOptions & { readonly in?: Input } = {},
): Promise<ComparisonOfAll> {
  const { in: collection, ...rest } = given;
  const options = resolveCompareOptions(COMPARE_ALL_RULES, rest);
  return abortable(options.signal, async () => {
    const { csv } = options;
    const table = csv === undefined ? undefined : await ResultFile.open(csv, RESULT_TABLES.sharing, 'csv');
    const engine = await openEngine(options);
    try {
      const compared = await new AllTexts(engine, options).compare(input, collection);
      for (const pair of compared.pairs) await table?.write(pair);
      await table?.prepare();
      await table?.commit();
      return compared;
    } finally {
      await table?.abort();
      await engine.close();
    }
  });
}

/** A pair that shares words, before it is compared. */
interface Candidate {
  readonly a: LabeledText;
  readonly b: LabeledText;
  readonly words: number;
  readonly inCollection: boolean;
}

class AllTexts {
  constructor(
    private readonly engine: Engine,
    private readonly options: ResolvedCompareAll,
  ) {}

  async compare(input: Input, collection: Input | undefined): Promise<ComparisonOfAll> {
    const { options } = this;
    const excluded: LabeledText[] = [];
    for (const [i, text] of options.exclude.entries()) {
      excluded.push(
        await this.label(await readText(text, options, options.maxText, `excluded text ${i + 1}`)),
      );
    }
    const texts: LabeledText[] = [];
    for await (const each of readTexts(input, options)) {
      texts.push(await this.without(excluded, await this.label(each)));
    }
    const inside = await this.candidates(texts, texts);
    const outside = collection === undefined ? undefined : await this.inCollection(texts, collection);
    const found = [...inside.candidates, ...(outside?.candidates ?? [])];
    const pairs: SharingPair[] = [];
    const pause = pauses(options.signal);
    for (const { a, b, inCollection } of found) {
      await pause();
      const [object] = comparisonObjects(await compareLabeled(this.engine, [a, b], options));
      const pair = object as JsonComparison;
      if (pair.passages.length > 0) pairs.push(inCollection ? { ...pair, inCollection } : pair);
    }
    return {
      pairs: pairs.sort(byShare),
      documents: texts.length,
      notCompared: inside.notCompared + (outside?.notCompared ?? 0),
      engine: this.engine.name,
    };
  }

  /** A text in which the words that excluded texts have are blank. All others stay in their places. */
  private async without(excluded: readonly LabeledText[], text: LabeledText): Promise<LabeledText> {
    if (excluded.length === 0) return text;
    const { passages } = await compareLabeled(this.engine, [text, ...excluded], this.options);
    let blanked = '';
    let from = 0;
    for (const { a } of passages) {
      if (a.end <= from) continue;
      const start = Math.max(from, a.start);
      blanked += text.text.slice(from, start) + text.text.slice(start, a.end).replace(/\S/gu, blank);
      from = a.end;
    }
    return { ...text, text: blanked + text.text.slice(from) };
  }

  private async inCollection(texts: readonly LabeledText[], collection: Input) {
    const others: GivenText[] = [];
    const ids = new Set(texts.map(({ id }) => id));
    // a document of the input that is in the collection as well is not its own source
    for await (const each of readTexts(collection, this.options)) if (!ids.has(each.id)) others.push(each);
    return this.candidates(texts, others);
  }

  /** Pairs that share words: each text with the others, or with those of a collection. */
  private async candidates(texts: readonly LabeledText[], others: readonly GivenText[]) {
    const { engine, threads, temp, minWords, similarWeight, boilerplate, partners, signal } = this.options;
    const isInside = texts === others;
    const index = await SourceIndex.build(others, { engine, threads, temp, signal });
    const pairs = new Map<string, { readonly a: number; readonly b: number; words: number }>();
    const chosen = new Set<string>();
    try {
      for (const [number, { text, lang }] of texts.entries()) {
        const limits = { minWords, similar: similarWeight, boilerplate, signal, lang: lang || undefined };
        const { candidates } = await index.find(text, limits);
        const shared = candidates.filter(({ document }) => !isInside || document !== number);
        shared.forEach(({ document, words }, rank) => {
          const [a, b] = isInside && document < number ? [document, number] : [number, document];
          const key = `${a} ${b}`;
          const known = pairs.get(key);
          if (known === undefined) pairs.set(key, { a, b, words });
          else known.words = Math.max(known.words, words);
          if (rank < partners) chosen.add(key);
        });
      }
    } finally {
      await index.close();
    }
    const candidates: Candidate[] = [];
    for (const [key, { a, b, words }] of pairs) {
      if (!chosen.has(key)) continue;
      const other = isInside ? texts[b] : await this.label(others[b]);
      candidates.push({ a: texts[a], b: other, words, inCollection: !isInside });
    }
    return { candidates, notCompared: pairs.size - candidates.length };
  }

  private label(text: GivenText): Promise<LabeledText> {
    return label(text, this.options.lang);
  }
}

/** As many spaces as the character has UTF-16 code units. */
function blank(character: string): string {
  return ' '.repeat(character.length);
}

function byShare(x: SharingPair, y: SharingPair): number {
  return largest(y) - largest(x) || sharedWords(y.passages) - sharedWords(x.passages);
}

function largest({ similarity: { a, b } }: SharingPair): number {
  return Math.max(a, b);
}
