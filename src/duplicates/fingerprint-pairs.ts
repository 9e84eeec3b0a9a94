/**
 * `pairs --fingerprints`: candidates among fingerprints that were computed elsewhere, by an FPGA for example. There are no
 * texts, so nothing is proved: every result says `verified: false`.
 */
import { untilAborted } from '../abort.ts';
import type { CandidatePair } from '../answers/copies.ts';
import type { Summary } from '../answers/runs.ts';
import { DocumentIds, growingU32, growingU64, IdTable } from '../corpus/index.ts';
import { type Place, problemAt } from '../document.ts';
import { openEngine } from '../engines/index.ts';
import { PAIR_WORDS } from '../engines/scalar/join/pair-sink.ts';
import type { Engine } from '../engines.ts';
import { badOption, NeardupError } from '../errors.ts';
import { parseFingerprint } from '../fingerprint/index.ts';
import { resolveOptions, uselessOption } from '../option-rules.ts';
import { openSources, readFingerprintLines } from '../read/index.ts';
import { RunStream } from '../run-stream.ts';
import { summaryOf } from '../summary.ts';
import { pairsOfPositions } from './candidates/candidates.ts';
import { eightBlockPairs } from './candidates/eight-blocks.ts';
import { nearPairs } from './candidates/join/join-pairs.ts';
import { arraySource } from './candidates/join/pieces.ts';
import { type BareOptions, FINGERPRINT_PAIRS_RULES, type FingerprintPairsOptions } from './options.ts';

/**
 * Finds all pairs of fingerprints within `maxDistance` bits (3 unless given). Of equal fingerprints each is paired with the
 * first one only. The fingerprint of a document without words is 0; it is counted as empty and paired with none.
 *
 * @example
 * for await (const { a, b, distance } of fingerprintPairs('fingerprints.jsonl')) console.log(a, b, distance);
 */
export function fingerprintPairs(
  paths: string | readonly string[],
  options: FingerprintPairsOptions = {},
): RunStream<CandidatePair> {
  const complete = resolveOptions(FINGERPRINT_PAIRS_RULES, options);
  if (complete.index === 'eight-blocks') {
    if (options.tables !== undefined)
      throw uselessOption('tables', 'eight blocks have lists of their own', 'Leave it out.');
    if (complete.maxDistance! > 3)
      throw badOption('maxDistance', 'at most 3 with eight blocks', complete.maxDistance);
  }
  return new RunStream(flow([paths].flat(), complete), complete.signal);
}

async function* flow(paths: readonly string[], options: BareOptions): AsyncGenerator<CandidatePair, Summary> {
  const start = performance.now();
  const table = new FingerprintTable();
  const unreadable = await load(table, paths, options);
  const engine = await openEngine(options);
  try {
    const pairs = yield* candidates(table, engine, options);
    const { documents, empty } = table;
    return { ...summaryOf(start, { documents, empty, unreadable, engine: engine.name }), pairs };
  } finally {
    await engine.close();
  }
}

/** Each document's id and place, and its fingerprint unless it is empty. */
class FingerprintTable {
  readonly ids = new IdTable();
  readonly fingerprints = growingU64();
  /** The documents of `fingerprints`, by number. */
  readonly numbers = growingU32();
  /** Of every document: its line, and its source as a position in `sources`. */
  private readonly lines = growingU32();
  private readonly sourceOf = growingU32();
  private readonly sources: string[] = [];

  get documents(): number {
    return this.ids.length;
  }

  get empty(): number {
    return this.documents - this.fingerprints.length;
  }

  /** Call it after the id was added. */
  add(place: Place, fingerprint: bigint): void {
    if (this.sources.at(-1) !== place.source) this.sources.push(place.source);
    this.lines.push(place.line!);
    this.sourceOf.push(this.sources.length - 1);
    if (fingerprint === 0n) return;
    this.numbers.push(this.documents - 1);
    this.fingerprints.push(fingerprint);
  }

  place(number: number): Place {
    return { source: this.sources[this.sourceOf.get(number)], line: this.lines.get(number) };
  }
}

/** Reads all lines. Returns how many could not be read; each was reported with its place. */
async function load(
  table: FingerprintTable,
  paths: readonly string[],
  { temp, signal, idField, duplicateIds, onProblem, onProgress }: BareOptions,
): Promise<number> {
  const { sources, problems, close } = await openSources(paths, { temp, signal });
  for (const problem of problems) onProblem(problem);
  const ids = new DocumentIds(table, duplicateIds, '');
  let unreadable = problems.length;
  try {
    for (const source of sources) {
      const lines = readFingerprintLines(source, idField);
      for await (const { place, id, fingerprint, problem } of untilAborted(lines, signal)) {
        const value = problem === undefined ? parse(fingerprint) : problem;
        if (typeof value === 'string') {
          unreadable++;
          onProblem(problemAt(place, { problem: value }));
          continue;
        }
        ids.add(id, true, place);
        table.add(place, value);
      }
      onProgress({ stage: 'read', documents: table.documents });
    }
  } finally {
    await close();
  }
  return unreadable;
}

/** The fingerprint, or why it is none. */
function parse(fingerprint: string): bigint | string {
  try {
    return parseFingerprint(fingerprint);
  } catch (error) {
    if (error instanceof NeardupError) return error.message;
    throw error;
  }
}

/** Gives the candidates, in the order of the documents, and returns their number. */
async function* candidates(
  { ids, fingerprints, numbers }: FingerprintTable,
  engine: Engine,
  { maxDistance, tables, index, onProgress }: BareOptions,
): AsyncGenerator<CandidatePair, number> {
  onProgress({ stage: 'match', documents: ids.length });
  const all = fingerprints.view();
  const pairs =
    index === 'eight-blocks'
      ? pairsOfPositions(eightBlockPairs(all, { maxDistance }))
      : await nearPairs(engine, arraySource(all), { maxDistance, tables });
  for (let at = 0; at < pairs.length; at += PAIR_WORDS) {
    const [a, b, distance] = pairs.subarray(at, at + PAIR_WORDS);
    yield { a: ids.get(numbers.get(a)), b: ids.get(numbers.get(b)), distance, verified: false };
  }
  return pairs.length / PAIR_WORDS;
}
