/** `dedup`: removes near-duplicates, and says of each why and in favor of which other document. */
import type { Problem } from '../document.ts';
import { NeardupError } from '../errors.ts';
import { type Options, resolveOptions } from '../options.ts';
import { runVerb } from '../pipeline.ts';
import { type Input, pathsOf } from '../read/index.ts';
import type { Removed } from '../results.ts';
import type { RunStream } from '../run-stream.ts';
import { checkOutput } from '../write/index.ts';
import { findGroups } from './find.ts';
import { KeepValues } from './keep/keep-values.ts';
import { DedupOutputs, optionFacts, removedPath } from './outputs/dedup-outputs.ts';

export interface DedupOptions extends Options {
  /** A reference: documents of the input that resemble one of these are removed; the reference itself is not written. */
  readonly against: Input;
  /**
   * Where the kept documents go: `*.jsonl`, `*.csv`, `*.tsv` (also with `.gz`), or a folder (`clean/`). What was
   * removed is written beside it, to `OUTPUT.removed.jsonl`.
   */
  readonly output: string;
  /** Where an HTML page with all groups goes. */
  readonly report: string;
}

/**
 * Finds what to remove. Every removed document was compared with the one kept for it.
 *
 * @example
 * const run = dedup('corpus.jsonl', { output: 'clean.jsonl' });
 * for await (const removed of run) console.log(removed.id, 'is a copy of', removed.keptId);
 * console.log(await run.summary);
 */
export function dedup(input: Input, options: Partial<DedupOptions> = {}): RunStream<Removed> {
  const { output, report } = options;
  if ((output ?? report) !== undefined && pathsOf(input) === undefined) {
    throw new NeardupError(
      'BAD_OPTION',
      'Expected paths as input where `output` or `report` is given, got documents.',
      {
        advice: 'Write the documents that stay yourself: those whose id is not among the removed.',
      },
    );
  }
  if (options.onlyAgainst === true && options.against === undefined) {
    throw new NeardupError(
      'BAD_OPTION',
      'Expected `against` with a reference where `onlyAgainst` is set, got none.',
      {
        advice: 'Name the reference with --against.',
      },
    );
  }
  const problems: Problem[] = [];
  const { onProblem, keep } = resolveOptions(options);
  const values = new KeepValues(keep);
  const noting = (problem: Problem) => {
    if (report !== undefined) problems.push(problem);
    onProblem(problem);
  };
  let outputs: DedupOutputs | undefined;
  return runVerb(
    input,
    { ...options, onProblem: noting },
    {
      texts: 'compared',
      onDocument: values.onDocument,
      async before(opened, files) {
        const targets = [output, output === undefined ? undefined : removedPath(output), report];
        targets.forEach((target, i) => {
          if (target !== undefined)
            checkOutput(target, [...files, ...targets.slice(0, i).filter((other) => other !== undefined)]);
        });
        outputs = await DedupOutputs.open({ output, report }, opened.paths);
      },
      async *results(run, opened, resolved, summarize) {
        const table = await findGroups(run, values.all(), resolved);
        resolved.onProgress({ stage: 'write', documents: 0 });
        const summary = summarize(table.counts());
        const page = { inputs: opened.paths, summary, options: optionFacts(resolved), problems };
        await outputs!.write(run, opened, table, page, resolved);
        yield* table.removals();
        return table.counts();
      },
      async after() {
        await outputs?.abort();
      },
    },
  );
}
