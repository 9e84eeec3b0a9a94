/** `neardup dedup` */
import { dedup, dedupOnSpark, formatRemoved, NeardupError } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';
import { needTexts } from './need-texts.ts';
import { refuseTwoOutputs } from './refuse-two-outputs.ts';

export const dedupCommand: Action = (paths, options, own) => {
  needTexts('dedup', own);
  const isOutputTaken = options.output === '-' || options.annotate === '-';
  refuseTwoOutputs(isOutputTaken, own, 'list of removed ones with --removed FILE');
  if (own.spark !== undefined) return onSpark(paths, options, own);
  if (own.sparkWorker !== undefined) {
    throw new NeardupError(
      'BAD_OPTION',
      '`--spark-worker` has no effect: without `--spark` there are no executors.',
      { advice: 'Name the cluster with `--spark`, or leave it out.' },
    );
  }
  return listResults(own, {
    start: (callbacks) => dedup(paths, { ...options, ...callbacks }),
    toText: formatRemoved,
    isWritten: (options.output ?? options.annotate ?? options.removed) !== undefined,
    isOutputTaken,
    foundAny: (summary) => (summary.removed ?? 0) > 0,
  });
};

const onSpark: Action = (paths, options, own) => {
  const { output, against, ...others } = options;
  if (typeof output !== 'string') {
    throw new NeardupError('BAD_OPTION', 'Expected `-o FOLDER` with `--spark`, got none.', {
      advice: 'The folder gets kept/ and removed/. Executors must be able to write to it.',
    });
  }
  const spark = { spark: own.spark!, sparkWorker: own.sparkWorker, output };
  const reference = { against: against as readonly string[] | undefined };
  return listResults(own, {
    start: (callbacks) => dedupOnSpark(paths, { ...others, ...spark, ...reference, ...callbacks }),
    toText: formatRemoved,
    isWritten: true,
    foundAny: (summary) => (summary.removed ?? 0) > 0,
  });
};
