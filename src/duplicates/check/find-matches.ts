/**
 * Which stored documents is a text a near-duplicate of? Each candidate is proved as `pairs` proves: by the shingles of both canonical
 * texts. Documents with the same text are compared once.
 */
import { pauses } from '../../abort.ts';
import { here } from '../../corpus/index.ts';
import type { Evidence, VerifyOptions } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { ordered } from '../../ordered.ts';
import type { RunOptions } from '../../run-options.ts';
import { proveTexts } from '../proof/compare-texts.ts';
import { likelyTexts } from './likely-texts.ts';
import { BYTES_AT_A_TIME, BYTES_HERE, JOB_BYTES, JOB_PAIRS } from './limits.ts';
import {
  allCandidates,
  type ChosenTexts,
  type StoredDocuments,
  storedCandidates,
  type TextQuery,
} from './stored-candidates.ts';

/** Documents with one text that was proved to be a near-duplicate. */
export interface Match {
  /** Ascending; the first one stands for the others. */
  readonly documents: readonly number[];
  readonly evidence: Evidence;
}

export interface Matches {
  /** The most alike first, then by number. */
  readonly matches: readonly Match[];
  /** How many texts were compared. */
  readonly candidates: number;
  readonly truncated: boolean;
  /** If there were more: a document of every text that was compared. */
  readonly compared?: Uint32Array;
}

export interface MatchQuery extends TextQuery {
  /** Matches found for the same text when more documents counted. They are not compared again. */
  readonly known?: Matches;
}

/** Asks about many texts at once. */
export async function findMatches(
  queries: readonly MatchQuery[],
  stored: StoredDocuments,
  engine: Engine,
  options: VerifyOptions & Pick<RunOptions, 'signal'>,
): Promise<Matches[]> {
  stored.lists.begin();
  const found =
    options.containment === undefined
      ? queries.map((query) => storedCandidates(query, stored))
      : allCandidates(queries, stored);
  const matches = found.map((texts, query) => knownMatches(texts, queries[query].known));
  const limits = { items: 2 * engine.threads, weigh: bytesOf, budget: BYTES_AT_A_TIME };
  const likely = await likelyTexts(found, unknownTexts(found, queries), queries, stored, engine, options);
  const jobs = ordered(planJobs(found, likely, stored), limits, (job) =>
    prove(job, queries, stored, engine, options),
  );
  const pause = pauses(options.signal);
  for await (const proved of jobs) {
    for (const { query, place, evidence } of proved)
      matches[query].push({ documents: found[query].documents(place), evidence });
    await pause();
  }
  return found.map((texts, query) => ({
    matches: matches[query].sort(
      (a, b) => b.evidence.resemblance - a.evidence.resemblance || a.documents[0] - b.documents[0],
    ),
    candidates: texts.firsts.length,
    truncated: texts.truncated,
    ...(texts.truncated && { compared: texts.firsts }),
  }));
}

/** The known matches among these texts. */
function knownMatches(texts: ChosenTexts, known: Matches | undefined): Match[] {
  if (known === undefined) return [];
  const byDocument = new Map(
    known.matches.flatMap((match) => match.documents.map((number) => [number, match])),
  );
  return [...texts.firsts].flatMap((first, place) => {
    const match = byDocument.get(first);
    return match === undefined ? [] : [{ ...match, documents: texts.documents(place) }];
  });
}

/** For every query the places of the texts that it was not compared with yet. */
function unknownTexts(found: readonly ChosenTexts[], queries: readonly MatchQuery[]): Uint32Array[] {
  return found.map(({ firsts }, query) => {
    const places = firsts.map((_, place) => place);
    const { known } = queries[query];
    if (known === undefined) return places;
    const compared = new Set([
      ...(known.compared ?? []),
      ...known.matches.flatMap(({ documents }) => documents),
    ]);
    return places.filter((place) => !compared.has(firsts[place]));
  });
}

/** Texts to compare: pairs of a query and a stored text, each text loaded once. */
interface CheckPlan {
  readonly pairs: { readonly query: number; readonly place: number; readonly stored: number }[];
  /** A document of every stored text. */
  readonly documents: number[];
  bytes: number;
}

function bytesOf({ bytes }: CheckPlan): number {
  return bytes;
}

function* planJobs(
  found: readonly ChosenTexts[],
  likely: readonly Uint32Array[],
  stored: StoredDocuments,
): Generator<CheckPlan> {
  let plan: CheckPlan = { pairs: [], documents: [], bytes: 0 };
  let slots = new Map<number, number>();
  for (const [query, places] of likely.entries()) {
    for (const place of places) {
      const document = found[query].firsts[place];
      let slot = slots.get(document);
      if (slot === undefined) {
        slot = plan.documents.push(document) - 1;
        slots.set(document, slot);
        plan.bytes += stored.bytes(document);
      }
      plan.pairs.push({ query, place, stored: slot });
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
): Promise<{ readonly query: number; readonly place: number; readonly evidence: Evidence }[]> {
  const texts = await stored.texts(documents);
  try {
    const asked = [...new Set(pairs.map(({ query }) => query))];
    const slots = new Map(asked.map((query, i) => [query, i]));
    const all = [...asked.map((query) => queries[query]), ...documents.map((_, i) => texts.text(i))];
    const jobPairs = pairs.flatMap((pair) => [slots.get(pair.query)!, asked.length + pair.stored]);
    const { run } = bytes < BYTES_HERE ? here(engine) : engine;
    const found = await proveTexts(all, jobPairs, engine, options, run);
    return pairs.flatMap(({ query, place }, p) => {
      const evidence = found[p];
      return evidence === undefined ? [] : [{ query, place, evidence }];
    });
  } finally {
    texts.release();
  }
}
