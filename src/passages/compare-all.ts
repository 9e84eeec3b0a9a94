/**
 * `compareAll`: who shares what with whom? All documents of an input are compared with each other, such as the essays of a class.
 *
 * Candidates come from shared anchors (`sources.ts`), so that the time does not grow with the number of all pairs. What an
 * excluded text has, such as a form or an assignment, counts neither as shared nor as written; text that most of the documents share
 * (`common-text.ts`) is left out in the same way.
 */
import { abortable, pauses } from '../abort.ts';
import type { ComparisonOfAll, JsonComparison, SharingPair, UnreadFile } from '../answers/comparisons.ts';
import type { SourceCandidate } from '../comparison.ts';
import { UniqueIds } from '../corpus/index.ts';
import { formatPlace, type Problem } from '../document.ts';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { uselessOption } from '../option-rules.ts';
import type { GivenText } from '../passages.ts';
import { type Input, readTexts } from '../read/index.ts';
import { byShare, comparisonObjects, sharedWords } from '../report/index.ts';
import { option, wording } from '../wording.ts';
import type { ClassOutputs } from './class-outputs.ts';
import { leftOutTexts } from './common-text.ts';
import { compareLabeled, label } from './compare-labeled.ts';
import type { LabeledText } from './comparison.ts';
import { bibliographySpans, blankSpans, quotationSpans } from './excluded-parts.ts';
import { ExclusionOffers } from './exclusion-offers.ts';
import { Exclusions } from './exclusions.ts';
import {
  COMPARE_ALL_RULES,
  COMPLETE_CLASS,
  type CompareAllOptions,
  PARTNERS,
  type ResolvedCompareAll,
  resolveCompareOptions,
} from './options.ts';
import { isSourceCollection, type SourceCollection, SourceIndex } from './sources.ts';

/**
 * Compares all documents of an input with each other, and with those of a collection if one is named. The texts of the collection are read,
 * unless it is open and is asked for sources (`Collection.sourceIndex`). A document of the collection with the name of a text is one like all
 * others; only a document that both inputs read from the same place is left out.
 *
 * @example
 * const { pairs } = await compareAll('essays/', { exclude: ['assignment.docx'] });
 * for (const { a, b, similarity } of pairs) console.log(a, b, similarity.a, similarity.b);
 */
export function compareAll(
  input: Input,
  given: CompareAllOptions & { readonly in?: Input | SourceCollection } = {},
): Promise<ComparisonOfAll> {
  const { in: collection, ...rest } = given;
  const options = resolveCompareOptions(COMPARE_ALL_RULES, rest);
  if (options.onlyIn && collection === undefined)
    throw uselessOption('onlyIn', 'there is no collection', wording`Leave it out, or add ${option('in')}.`);
  return abortable(options.signal, async () => {
    const inputs = [...pathsOf(input), ...pathsOf(collection ?? []), ...pathsOf(options.exclude)];
    const outputs = await openOutputs(options, inputs);
    const engine = await openEngine(options);
    try {
      const compared = await new AllTexts(engine, options, outputs).compare(input, collection);
      await outputs?.write(compared);
      return compared;
    } finally {
      await outputs?.abort();
      await engine.close();
    }
  });
}

/** Undefined if nothing is written, as in browsers: they do not load the writers. */
async function openOutputs(
  options: ResolvedCompareAll,
  inputs: readonly string[],
): Promise<ClassOutputs | undefined> {
  if (options.csv === undefined && options.html === undefined) return undefined;
  const { ClassOutputs } = await import('./class-outputs.ts');
  return ClassOutputs.open(options, inputs);
}

/** Problems that are kept for the summary; all are reported. */
const MOST_UNREAD = 1000;

/** A pair that shares words, before it is compared. */
interface Candidate {
  readonly a: LabeledText;
  /** Reads the other one, if it is in the collection. */
  b(): Promise<LabeledText>;
  readonly inCollection: boolean;
}

class AllTexts {
  constructor(
    private readonly engine: Engine,
    private readonly options: ResolvedCompareAll,
    private readonly outputs: ClassOutputs | undefined,
  ) {}

  async compare(input: Input, collection: Input | SourceCollection | undefined): Promise<ComparisonOfAll> {
    const { options } = this;
    const given = await Exclusions.read(this.engine, options);
    const whole: LabeledText[] = [];
    const places: string[] = [];
    const unread: UnreadFile[] = [];
    for await (const each of this.read(input, places, unread)) whole.push(await label(each, options.lang));
    const common = await given.common(whole);
    const exclusions = options.countCommon ? given : await given.with(leftOutTexts(common));
    const texts: LabeledText[] = [];
    for (const text of whole) texts.push(await exclusions.ofText(text));
    const own = new Map(texts.map(({ id, text }, i) => [placeAndId(places[i], id), text]));
    const inside = options.onlyIn ? { candidates: [], notCompared: 0 } : await this.inside(texts);
    const outside = collection === undefined ? undefined : await this.inCollection(texts, own, collection);
    const found = [...inside.candidates, ...(outside?.candidates ?? [])];
    const pairs: SharingPair[] = [];
    const offers = new ExclusionOffers(this.engine, options);
    const pause = pauses(options.signal);
    const totalBytes = found.reduce((sum, { a }) => sum + a.text.length, 0);
    let bytes = 0;
    const totalPairs = found.length;
    for (const [done, { a, b, inCollection }] of found.entries()) {
      await pause();
      const documents = texts.length;
      options.onProgress({ stage: 'verify', documents, bytes, totalBytes, pairs: done, totalPairs });
      bytes += a.text.length;
      const other = inCollection ? await exclusions.ofSource(await b()) : await b();
      const comparison = await compareLabeled(this.engine, [a, other], options);
      if (comparison.passages.length === 0) continue;
      const [object] = comparisonObjects(comparison) as JsonComparison[];
      const pair = inCollection ? { ...object, inCollection } : object;
      await offers.add(comparison, pair, [a, other], inCollection);
      this.outputs?.add(pair, comparison);
      pairs.push(pair);
    }
    return {
      pairs: pairs.sort((x, y) => byShare(x, y) || sharedWords(y.passages) - sharedWords(x.passages)),
      documents: texts.length,
      notCompared: inside.notCompared + (outside?.notCompared ?? 0),
      excluded: given.names,
      ...(options.excludeQuotations && { excludeQuotations: true }),
      ...(options.excludeBibliography && { excludeBibliography: true }),
      withQuotations: whole.filter(({ text }) => quotationSpans(text).length > 0).length,
      withBibliography: whole.filter(({ text }) => bibliographySpans(text).length > 0).length,
      ...offers.remaining,
      ...(unread.length > 0 && { unread }),
      common,
      ...(options.countCommon && leftOutTexts(common).length > 0 && { countCommon: true }),
      engine: this.engine.name,
    };
  }

  private async inside(texts: readonly LabeledText[]) {
    const counted = texts.map((text) => ({ ...text, text: countedText(text) }));
    const index = await this.build(counted);
    try {
      const { partners = texts.length <= COMPLETE_CLASS ? texts.length : PARTNERS } = this.options;
      return await this.candidates(texts, index, partners);
    } finally {
      await index.close();
    }
  }

  /** @param own The texts by place and id: a document that is in both is not its own source. One that only has its name is. */
  private async inCollection(
    texts: readonly LabeledText[],
    own: ReadonlyMap<string, string>,
    collection: Input | SourceCollection,
  ) {
    const { partners = PARTNERS } = this.options;
    if (isSourceCollection(collection))
      return this.candidates(texts, collection, partners, ({ id, document }) => ({
        id,
        text: collection.text(document),
      }));
    const others: GivenText[] = [];
    const places: string[] = [];
    let read = 0;
    for await (const each of this.read(collection, places)) {
      if (own.get(placeAndId(places[read++], each.id)) !== each.text) others.push(each);
    }
    const index = await this.build(others);
    try {
      return await this.candidates(texts, index, partners, ({ document }) => others[document]);
    } finally {
      await index.close();
    }
  }

  private build(texts: readonly GivenText[]): Promise<SourceIndex> {
    const { engine, threads, temp, signal } = this.options;
    return SourceIndex.build(texts, { engine, threads, temp, signal });
  }

  /**
   * @param places Where each document is from, in their order.
   * @param unread What could not be read.
   */
  private read(input: Input, places: string[], unread: UnreadFile[] = []) {
    const ids = new UniqueIds();
    const onProblem = (problem: Problem) => {
      if (unread.length < MOST_UNREAD) unread.push({ source: formatPlace(problem), reason: problem.reason });
      this.options.onProblem(problem);
    };
    return readTexts(input, { ...this.options, onProblem }, (item, sourced) => {
      places.push(sourced.place.source);
      return ids.add(item, sourced);
    });
  }

  /**
   * Pairs that share words: each text with the others, or with those of a collection.
   * @param partners How many others each text is compared with.
   * @param textOf The text of a document of a collection. Without it the index has the texts themselves.
   */
  private async candidates(
    texts: readonly LabeledText[],
    index: SourceCollection,
    partners: number,
    textOf?: (candidate: NumberedId) => GivenText,
  ): Promise<{ readonly candidates: readonly Candidate[]; readonly notCompared: number }> {
    const { minWords, similarWeight: similar, boilerplate, signal, lang, onProgress } = this.options;
    const pairs = new Map<string, { readonly a: number; readonly b: NumberedId }>();
    const chosen = new Set<string>();
    for (const [number, text] of texts.entries()) {
      onProgress({ stage: 'match', documents: number });
      const limits = { minWords, similar, boilerplate, signal, lang: text.lang || undefined };
      const found = await index.find(countedText(text), limits);
      const shared = found.candidates.filter(({ document }) => textOf !== undefined || document !== number);
      shared.forEach(({ id, document }, rank) => {
        const isBefore = textOf === undefined && document < number;
        const [a, b] = isBefore ? [document, number] : [number, document];
        const key = `${a} ${b}`;
        pairs.set(key, { a, b: { id, document: b } });
        if (rank < partners) chosen.add(key);
      });
    }
    const candidates = [...chosen].map((key): Candidate => {
      const { a, b } = pairs.get(key)!;
      const read = async () => (textOf === undefined ? texts[b.document] : label(textOf(b), lang));
      return { a: texts[a], b: read, inCollection: textOf !== undefined };
    });
    return { candidates, notCompared: pairs.size - candidates.length };
  }
}

type NumberedId = Pick<SourceCandidate, 'id' | 'document'>;

function placeAndId(place: string, id: string): string {
  return JSON.stringify([place, id]);
}

/** The text without its excluded parts: everything else stays in its place. */
function countedText({ text, excluded }: LabeledText): string {
  return blankSpans(text, excluded ?? []);
}

/** Files that a page must not replace. */
function pathsOf(input: unknown): string[] {
  return (Array.isArray(input) ? input : [input]).filter((each) => typeof each === 'string');
}
