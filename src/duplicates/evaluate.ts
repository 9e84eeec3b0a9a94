/** `eval`: how well a method finds pairs that are known. */
import type { EVALUATION } from '../answers/copies.ts';
import { badOption, NeardupError } from '../errors.ts';
import { text } from '../option-rules.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import type { Summary } from '../results.ts';
import type { Value } from '../schema.ts';
import { findPairs } from './find.ts';
import { type CommonOptions, DUPLICATE_RULES, resolveDuplicateOptions } from './options.ts';
import { readTruth, type TruthFilter } from './truth.ts';

/** Options of `evaluate`. */
export interface EvaluateOptions extends CommonOptions, TruthFilter {}

export const EVALUATE_RULES = {
  ...DUPLICATE_RULES,
  labels: {
    default: undefined as TruthFilter['labels'],
    isAllowed: (value: unknown) => Array.isArray(value) && value.every((label) => typeof label === 'string'),
    expected: 'a list of labels',
  },
  minimum: text(undefined, 'a condition like COLUMN=NUMBER'),
};

export interface Evaluation extends Value<typeof EVALUATION> {
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
  const truth = readTruth(truthPath, options);
  const run = runVerb<Omit<Evaluation, 'summary'>>(input, options, {
    texts: 'compared',
    fingerprints: options,
    candidates: options,
    async *results(loaded) {
      const { ids } = loaded.corpus;
      const table = await findPairs(loaded, options);
      const known = truth
        .map(([a, b]) => [ids.find(a), ids.find(b)])
        .filter(([a, b]) => a !== -1 && b !== -1);
      if (known.length === 0) {
        throw new NeardupError(
          'BAD_TRUTH',
          `${truthPath}: none of its ${truth.length} pairs is in the input.`,
        );
      }
      const hits = table.countFound(known as [number, number][]);
      const found = table.expandedLength();
      const precision = found === 0 ? 1 : hits / found;
      const recall = hits / known.length;
      const f1 = hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
      yield { truth: known.length, hits, found, precision, recall, f1, unknown: truth.length - known.length };
      return { pairs: table.length, truncated: table.truncated };
    },
  });
  const [evaluation] = await run.toArray();
  return { ...evaluation, summary: await run.summary };
}
