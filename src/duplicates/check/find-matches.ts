/**
 * Which stored documents is a text a near-duplicate of? Candidates are those that share a band with it, and each is proved as `pairs`
 * proves: by the shingles of both canonical texts. Documents with the same text are compared once. Bands say nothing of containment: if
 * that counts, all documents are candidates.
 */
import { pauses } from '../../abort.ts';
import { type DocumentView, type HeapText, here } from '../../collection/index.ts';
import type { Evidence, VerifyOptions } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { ordered } from '../../ordered.ts';
import type { RunOptions } from '../../run-options.ts';
import { MOST_COMPARED } from '../candidates/limit.ts';
import { compareTexts } from '../proof/compare-texts.ts';

/** A text that is asked about, on the heap. */
export interface TextQuery extends HeapText {
  readonly words: number;
  /** The low halves of its band keys. */
  readonly keys: Uint32Array;
  /** False for a document that it must not be compared with. @default all */
  readonly accepts?: (number: number) => boolean;
}

/** Documents that are stored, and how to get at their texts. */
export interface StoredDocuments {
  readonly view: DocumentView;
  /** Documents that expire by this second are no candidates. */
  readonly now: number;
  /** Bytes of a document's text, about. */
  bytes(number: number): number;
  /** A hash of its canonical text that cannot be forged. */
  content(number: number): readonly [bigint, bigint];
  /** The canonical texts of documents on the heap, until they are released. */
  texts(numbers: readonly number[]): Promise<{ text(i: number): HeapText; release(): void }>;
}

/** Documents with one text that was proved to be a near-duplicate. */
export interface Match {
  /** Ascending; the first one stands for the others. */
  readonly documents: readonly number[];
  readonly evidence: Evidence;
}

export interface Matches {
  /** The most alike first, then by number. */
  readonly matches: readonly Match[];
  /** Texts that were compared. */
  readonly candidates: number;
  readonly truncated: boolean;
}

/** Bounds of one job: comparisons, and bytes of text. Text of all jobs under way together. */
const JOB_PAIRS = 4096;
const JOB_BYTES = 4 << 20;
const BYTES_AT_A_TIME = 64 << 20;
/** So few bytes of text are compared on this thread: a worker would answer later. */
const BYTES_HERE = 1 << 16;

/** Asks about many texts at once. */
export async function findMatches(
  queries: readonly TextQuery[],
  stored: StoredDocuments,
  engine: Engine,
  options: VerifyOptions & Pick<RunOptions, 'signal'>,
): Promise<Matches[]> {
  const found =
    options.containment === undefined
      ? queries.map((query) => candidatesOf(query, stored))
      : all(queries, stored);
  const matches: Match[][] = queries.map(() => []);
  const limits = { items: 2 * engine.threads, weigh: bytesOf, budget: BYTES_AT_A_TIME };
  const jobs = ordered(planJobs(found, stored), limits, (job) =>
    prove(job, queries, stored, engine, options),
  );
  const pause = pauses(options.signal);
  for await (const proved of jobs) {
    for (const { query, match } of proved) matches[query].push(match);
    await pause();
  }
  return found.map(({ texts, truncated }, query) => ({
    matches: matches[query].sort(
      (a, b) => b.evidence.resemblance - a.evidence.resemblance || a.documents[0] - b.documents[0],
    ),
    candidates: texts.length,
    truncated,
  }));
}

interface CandidateText {
  /** Documents that have it, ascending. */
  readonly documents: number[];
  readonly shared: number;
}

/** The candidates of a text: those that share most bands with it first, as many as may be compared. */
function candidatesOf(
  query: TextQuery,
  stored: StoredDocuments,
): { readonly texts: CandidateText[]; readonly truncated: boolean } {
  // a text without words resembles nothing
  if (query.words === 0) return { texts: [], truncated: false };
  const shared = new Map<number, number>();
  const isWhole = stored.view.shareBands(query.keys, stored.now, shared);
  const accepted = [...shared.keys()].filter((number) => query.accepts?.(number) !== false);
  const texts = distinctTexts(accepted, stored, (number) => shared.get(number)!);
  for (const { documents } of texts) if (documents.length > 1) documents.sort((a, b) => a - b);
  const truncated = !isWhole || texts.length > MOST_COMPARED;
  if (texts.length > MOST_COMPARED) {
    texts.sort((a, b) => b.shared - a.shared || a.documents[0] - b.documents[0]);
    texts.length = MOST_COMPARED;
  }
  return { texts, truncated };
}

/** All documents with words as the candidates of every text. */
function all(queries: readonly TextQuery[], stored: StoredDocuments) {
  const { view, now } = stored;
  const withWords: number[] = [];
  for (const number of view.living(now)) {
    const { table, document } = view.locate(number);
    if (table.columns.words[document] > 0) withWords.push(number);
  }
  const texts = distinctTexts(withWords, stored, () => 0);
  return queries.map(({ words, accepts = () => true }) => ({
    texts:
      words === 0
        ? []
        : texts.flatMap((text) => {
            const documents = text.documents.filter(accepts);
            return documents.length > 0 ? [{ ...text, documents }] : [];
          }),
    truncated: false,
  }));
}

/** Documents, by their texts. */
function distinctTexts(
  numbers: readonly number[],
  stored: StoredDocuments,
  sharedBy: (number: number) => number,
): CandidateText[] {
  const byContent = new Map<bigint, CandidateText>();
  for (const number of numbers) {
    const [low, high] = stored.content(number);
    const content = low | (high << 64n);
    const text = byContent.get(content);
    if (text === undefined) byContent.set(content, { documents: [number], shared: sharedBy(number) });
    else text.documents.push(number);
  }
  return [...byContent.values()];
}

/** Texts to compare: pairs of a query and a stored text, each text loaded once. */
interface CheckPlan {
  readonly pairs: { readonly query: number; readonly stored: number; readonly text: CandidateText }[];
  /** A document of every stored text. */
  readonly documents: number[];
  bytes: number;
}

function bytesOf({ bytes }: CheckPlan): number {
  return bytes;
}

function* planJobs(
  found: readonly { readonly texts: readonly CandidateText[] }[],
  stored: StoredDocuments,
): Generator<CheckPlan> {
  let plan: CheckPlan = { pairs: [], documents: [], bytes: 0 };
  let slots = new Map<number, number>();
  for (const [query, { texts }] of found.entries()) {
    for (const text of texts) {
      const document = text.documents[0];
      let slot = slots.get(document);
      if (slot === undefined) {
        slot = plan.documents.push(document) - 1;
        slots.set(document, slot);
        plan.bytes += stored.bytes(document);
      }
      plan.pairs.push({ query, stored: slot, text });
      if (plan.bytes < JOB_BYTES && plan.pairs.length < JOB_PAIRS) continue;
      yield plan;
      plan = { pairs: [], documents: [], bytes: 0 };
      slots = new Map();
    }
  }
  if (plan.pairs.length > 0) yield plan;
}

async function prove(
  { pairs, documents, bytes }: CheckPlan,
  queries: readonly TextQuery[],
  stored: StoredDocuments,
  engine: Engine,
  options: VerifyOptions,
): Promise<{ readonly query: number; readonly match: Match }[]> {
  const texts = await stored.texts(documents);
  try {
    const asked = [...new Set(pairs.map(({ query }) => query))];
    const slots = new Map(asked.map((query, i) => [query, i]));
    const all = [...asked.map((query) => queries[query]), ...documents.map((_, i) => texts.text(i))];
    const jobPairs = pairs.flatMap((pair) => [slots.get(pair.query)!, asked.length + pair.stored]);
    const { run } = bytes < BYTES_HERE ? here(engine) : engine;
    const found = await compareTexts(all, jobPairs, engine, options, run);
    return pairs.flatMap(({ query, text }, p) => {
      const evidence = found[p];
      return evidence === undefined ? [] : [{ query, match: { documents: text.documents, evidence } }];
    });
  } finally {
    texts.release();
  }
}
