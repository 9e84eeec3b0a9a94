/** Options of `evaluate`, and of judging pairs that something else has found. */
import type { EVALUATION, EvaluationError } from '../answers/copies.ts';
import { type OptionRules, onOrOff, text } from '../option-rules.ts';
import type { Value } from '../schema.ts';
import { type CommonOptions, DUPLICATE_RULES } from './options.ts';
import type { TruthFilter } from './truth.ts';

export interface JudgeOptions extends TruthFilter {
  /** Thresholds at which to measure, the lowest first. */
  readonly sweep?: readonly number[];
  /** Only pairs that the file of known pairs names count: all others are neither right nor wrong. */
  readonly judged?: boolean;
}

export type FoundOptions = JudgeOptions;

/** The measures, and the pairs on which the answer and the known pairs differ. */
export interface Judged extends Value<typeof EVALUATION> {
  readonly errors: readonly EvaluationError[];
}

const MOST_THRESHOLDS = 1000;

export const FOUND_RULES: OptionRules<FoundOptions> = {
  labels: {
    default: undefined,
    isAllowed: (value: unknown) => Array.isArray(value) && value.every((label) => typeof label === 'string'),
    expected: 'a list of labels',
  },
  minimum: text(undefined, 'a condition like COLUMN=NUMBER'),
  sweep: {
    default: undefined,
    leftOut: 'none',
    isAllowed: (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.length <= MOST_THRESHOLDS &&
      value.every((each, i) => each > (i === 0 ? 0 : value[i - 1]) && each <= 1),
    expected: 'thresholds above 0 up to 1, the lowest first',
    advice: 'From, to and step: 0.5:0.9:0.1.',
  },
  judged: onOrOff(false),
};

/** Options of `evaluate`. */
export interface EvaluateOptions extends CommonOptions, JudgeOptions {}

export const EVALUATE_RULES = { ...DUPLICATE_RULES, ...FOUND_RULES };
