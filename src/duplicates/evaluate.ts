/** `eval`: how well a method finds pairs that are known. */
import type { EvaluationError } from '../answers/copies.ts';
import type { Summary } from '../answers/runs.ts';
import { badOption, NeardupError } from '../errors.ts';
import { uselessOption } from '../option-rules.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import { rounded } from '../report/index.ts';
import { option, wording } from '../wording.ts';
import { EVALUATE_RULES, type EvaluateOptions, type Judged } from './evaluate-options.ts';
import { findPairs } from './find.ts';
import { countAt, measuresAt } from './measures.ts';
import { resolveDuplicateOptions } from './options.ts';
import { readTruth } from './truth.ts';

export interface Evaluation extends Judged {
  readonly summary: Summary;
}

/**
 * Compares the pairs that are found with known ones: a TSV file with two ids on each line, and any other columns.
 *
 * @example
 * const { precision, recall } = await evaluate('corpus.jsonl', 'pairs.tsv', { threshold: 0.7 });
 */
export async function evaluate(
  input: Input,
  truthPath: string,
  given: EvaluateOptions = {},
): Promise<Evaluation> {
  const options = resolveDuplicateOptions(EVALUATE_RULES, given);
  if (typeof truthPath !== 'string') throw badOption('truth', 'the path of a file of known pairs', truthPath);
  const { sweep = [], judged: onlyJudged = false } = options;
  if (sweep.length > 0 && options.containment !== undefined)
    throw uselessOption(
      'containment',
      wording`${option('sweep')} measures by resemblance`,
      'Leave out one of the two.',
    );
  const { known: truth, judged } = readTruth(truthPath, options);
  const lowest = Math.min(options.threshold, ...sweep);
  const run = runVerb<Judged>(input, options, {
    texts: 'compared',
    fingerprints: options,
    candidates: { ...options, threshold: lowest },
    async *results(loaded) {
      const { corpus } = loaded;
      // pairs of a higher threshold are among those of the lowest
      const table = await findPairs(loaded, { ...options, threshold: lowest });
      const inInput = (pairs: readonly (readonly [string, string])[]) =>
        pairs
          .map(([a, b]) => [corpus.ids.find(a), corpus.ids.find(b)] as const)
          .filter(([a, b]) => a !== -1 && b !== -1);
      const known = inInput(truth);
      if (known.length === 0) {
        throw new NeardupError(
          'BAD_TRUTH',
          `${truthPath}: none of its ${truth.length} pairs is in the input.`,
        );
      }
      const ofKnown = table.resemblances(known);
      const pairsJudged = onlyJudged ? inInput(judged) : [];
      const ofJudged = table.resemblances(pairsJudged);
      const at = (threshold: number) => {
        const least = options.containment === undefined ? threshold : 0;
        const found = onlyJudged ? countAt(ofJudged, least) : table.expandedLength(least);
        return measuresAt(threshold, countAt(ofKnown, least), found, known.length);
      };
      const { threshold: _, ...measures } = at(options.threshold);
      const least = options.containment === undefined ? options.threshold : 0;
      const isKnown = new Set(known.map(keyOf));
      const errors: EvaluationError[] = known.flatMap(([a, b], i) => {
        const resemblance = ofKnown[i];
        if (resemblance !== undefined && resemblance >= least) return [];
        const evidence = resemblance === undefined ? {} : { resemblance: rounded(resemblance) };
        return [{ kind: 'missed' as const, a: corpus.id(a), b: corpus.id(b), ...evidence }];
      });
      const wrong = (a: number, b: number, resemblance: number) => {
        if (resemblance < least || isKnown.has(keyOf([a, b]))) return;
        errors.push({ kind: 'wrong', a: corpus.id(a), b: corpus.id(b), resemblance: rounded(resemblance) });
      };
      // documents with the same text are listed with the first of them only, but may be judged as any pair
      if (onlyJudged) for (const [n, [a, b]] of pairsJudged.entries()) wrong(a, b, ofJudged[n] ?? -1);
      else
        for (const { a, b, resemblance } of table.list())
          wrong(corpus.ids.find(a), corpus.ids.find(b), resemblance);
      const curve = sweep.length > 0 ? { curve: sweep.map(at) } : {};
      yield { truth: known.length, ...measures, ...curve, unknown: truth.length - known.length, errors };
      return { pairs: table.length, truncated: table.truncated };
    },
  });
  const [evaluation] = await run.toArray();
  return { ...evaluation, summary: await run.summary };
}

function keyOf([a, b]: readonly [number, number]): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
