/**
 * Sources found as paper D finds them: sentences whose weighted fingerprints differ in at most three bits, looked up by eight blocks of
 * which five are equal. Only sentences that are nearly the same meet; anchors (`sources.ts`) find what was edited more, too.
 *
 * The index holds the sentences of the one text; those of the documents go past it. Memory: as `levelPrints`, and the places that meet.
 */
import type { Boilerplate, FoundSources, SharedPart, SourceCandidate, WordRange } from '../../comparison.ts';
import { EightBlocks } from '../../duplicates/index.ts';
import { FINGERPRINT_RULES, simhashMode, WordLevels } from '../../fingerprint/index.ts';
import { defaultsOf } from '../../option-rules.ts';
import type { GivenText } from '../../passages.ts';
import type { SentenceSteps } from '../canonical-sentences.ts';
import { type LevelPrint, levelPrints } from '../level-prints.ts';
import type { SentenceWords } from './sentence-words.ts';
import { SourceTexts } from './source-texts.ts';

const MOST_BITS = 3;
/** Different sentences of the text that one sentence is near, at most: fingerprints can be forged. */
const MOST_NEAR = 100;
const BITS = 64;

export class FingerprintSources {
  private constructor(
    private readonly texts: SourceTexts,
    readonly found: FoundSources,
  ) {}

  /**
   * Reads all documents and finds those with sentences of the text.
   * @param boilerplate A sentence of the text that meets more places than this leads to no source.
   */
  static async search(
    query: Pick<GivenText, 'text' | 'lang'>,
    documents: AsyncIterable<GivenText>,
    steps: SentenceSteps,
    { boilerplate, temp }: { readonly boilerplate: number; readonly temp?: string },
  ): Promise<FingerprintSources> {
    const texts = await SourceTexts.open(temp);
    try {
      const mode = simhashMode(defaultsOf(FINGERPRINT_RULES));
      const given = first({ id: '', ...query }, documents);
      const options = { level: 'sentence', mode, levelsFrom: WordLevels.from } as const;
      const meetings = new Meetings(texts, boilerplate);
      for await (const print of levelPrints(given, steps, options, texts)) meetings.take(print);
      return new FingerprintSources(texts, meetings.found());
    } catch (error) {
      texts.close();
      throw error;
    }
  }

  get documents(): number {
    return this.texts.documents - 1;
  }

  text(document: number): string {
    return this.texts.text(document + 1);
  }

  close(): void {
    this.texts.close();
  }
}

/** Where a document first has a sentence of the text, or one that is near it. */
interface Meeting {
  readonly distance: number;
  readonly print: LevelPrint;
}

/**
 * The text is document 0. Its sentences come first, and every other is asked which of them it is near. Equal sentences are looked up
 * and noted once for each document: a sentence that is said a hundred thousand times costs no more than one.
 */
class Meetings {
  private readonly index = new EightBlocks({ maxDistance: MOST_BITS });
  private readonly positions = new Map<bigint, number>();
  /** The sentences of the text at each position of the index. */
  private readonly sentences: number[][] = [];
  private readonly places: number[] = [];
  /** By document, then by position. */
  private readonly ofDocuments = new Map<number, Map<number, Meeting>>();

  constructor(
    private readonly texts: SourceTexts,
    private readonly boilerplate: number,
  ) {}

  take(print: LevelPrint): void {
    // a sentence without words has no fingerprint
    if (print.start === print.end) return;
    if (print.document === 0) this.enter(print);
    else this.meet(print);
  }

  private meet(print: LevelPrint): void {
    for (const { position, distance } of this.index.query(print.fingerprint, MOST_NEAR)) {
      if (++this.places[position] > this.boilerplate) {
        this.index.remove(position);
        continue;
      }
      const own = this.ofDocuments.get(print.document) ?? new Map<number, Meeting>();
      this.ofDocuments.set(print.document, own);
      if (!own.has(position)) own.set(position, { distance, print });
    }
  }

  found(): FoundSources {
    const words = this.texts.wordsOf(0);
    const isCommon = (position: number) => this.places[position] > this.boilerplate;
    const candidates: SourceCandidate[] = [];
    for (const [document, all] of this.ofDocuments) {
      const meetings = [...all].filter(([position]) => !isCommon(position));
      if (meetings.length === 0) continue;
      const parts = meetings.map(([position, meeting]) =>
        partOf(this.sentences[position][0], meeting, words),
      );
      const met = meetings.flatMap(([position]) => this.sentences[position]);
      const ranges = rangesOf(met, words);
      const shared = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
      const share = shared / words.length;
      const [[, { print }]] = meetings;
      parts.sort((x, y) => x.a.start - y.a.start);
      candidates.push({ document: document - 1, id: print.id, words: shared, share, ranges, parts });
    }
    candidates.sort((x, y) => y.words - x.words || x.document - y.document);
    const boilerplate = this.sentences.flatMap((own, position): Boilerplate[] =>
      isCommon(position)
        ? own.map((sentence) => ({ sentence, ...words.sentences[sentence], places: this.places[position] }))
        : [],
    );
    return { candidates, boilerplate, words: words.length };
  }

  private enter({ fingerprint, number }: LevelPrint): void {
    const position = this.positions.get(fingerprint);
    if (position !== undefined) {
      this.sentences[position].push(number);
      return;
    }
    this.positions.set(fingerprint, this.index.add(fingerprint));
    this.sentences.push([number]);
    this.places.push(0);
  }
}

function partOf(
  sentence: number,
  { distance, print }: Meeting,
  { sentences, firsts }: SentenceWords,
): SharedPart {
  return {
    a: { ...sentences[sentence], sentence, sentences: 1 },
    b: { start: print.start, end: print.end, sentence: print.number, sentences: 1 },
    words: firsts[sentence + 1] - firsts[sentence],
    kind: 'sentence',
    score: 1 - distance / BITS,
  };
}

/** The words of the sentences, each counted once; neighbors are one range. */
function rangesOf(sentences: readonly number[], { firsts }: SentenceWords): WordRange[] {
  const numbers = sentences.toSorted((x, y) => x - y);
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === firsts[number]) last[1] = firsts[number + 1];
    else ranges.push([firsts[number], firsts[number + 1]]);
  }
  return ranges;
}

async function* first(text: GivenText, others: AsyncIterable<GivenText>): AsyncGenerator<GivenText> {
  yield text;
  yield* others;
}
