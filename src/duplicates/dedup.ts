/** `dedup`: removes near-duplicates, and says for each which document is kept instead, with the evidence. */

import type { Removed } from '../answers/copies.ts';
import type { Problem } from '../document.ts';
import { NeardupError } from '../errors.ts';
import { uselessOption } from '../option-rules.ts';
import { runVerb } from '../pipeline.ts';
import { type Input, pathsOf } from '../read/index.ts';
import type { RunStream } from '../run-stream.ts';
import { option, wording } from '../wording.ts';
import {
  checkOutput,
  checkOutputFormat,
  isFolderOutput,
  isStreamOutput,
  STANDARD_OUTPUT,
  shardPaths,
} from '../write/index.ts';
import { findGroups } from './find.ts';
import { FieldConditions } from './keep/field-conditions.ts';
import { KeepValues } from './keep/keep-values.ts';
import { DEDUP_RULES, type DedupOnceOptions, resolveDuplicateOptions } from './options.ts';
import { checkAnnotation } from './outputs/annotations.ts';
import type { DedupOutputs } from './outputs/dedup-outputs.ts';
import { both, ShownFields } from './outputs/shown-fields.ts';

/**
 * Finds the documents to remove. Every removed document was compared with the one kept for it.
 *
 * @example
 * const run = dedup('corpus.jsonl', { output: 'clean.jsonl' });
 * for await (const removed of run) console.log(removed.id, 'is a copy of', removed.keptId);
 * console.log(await run.summary);
 */
export function dedupOnce(input: Input, given: DedupOnceOptions = {}): RunStream<Removed> {
  const options = resolveDuplicateOptions(DEDUP_RULES, given);
  const { output, report, annotate } = options;
  const removed =
    options.removed ?? (output === undefined || isStreamOutput(output) ? undefined : removedPath(output));
  checkOptions(input, options);
  checkAnnotation(options);
  const problems: Problem[] = [];
  const values = new KeepValues(options);
  const fields = new ShownFields(options);
  const conditions = new FieldConditions(options);
  const onProblem = (problem: Problem) => {
    if (report !== undefined) problems.push(problem);
    options.onProblem(problem);
  };
  let outputs: DedupOutputs | undefined;
  return runVerb(
    input,
    { ...options, onProblem },
    {
      texts: 'compared',
      fingerprints: options,
      candidates: options,
      disguises: true,
      onDocument: both(both(values.onDocument, fields.onDocument), conditions.onDocument),
      onReference: both(fields.onDocument, conditions.onDocument),
      async before(opened, files) {
        await values.begin(opened);
        await conditions.begin(opened);
        const written = [...filesOf(output, options), ...filesOf(annotate, options), removed, report];
        const targets = written.filter((target) => target !== undefined);
        targets.forEach((target, i) => {
          checkOutput(target, [...files, ...targets.slice(0, i)]);
        });
        if ([output, annotate, removed, report].every((target) => target === undefined)) return;
        // not every run writes, and a browser never does
        const { DedupOutputs } = await import('./outputs/dedup-outputs.ts');
        outputs = await DedupOutputs.open(
          { output, annotate, removed, report },
          opened,
          options,
          fields.names,
        );
      },
      async *results(run, opened, summarize) {
        fields.tellMissing(options);
        const order = values.byNumber(run.corpus, opened);
        const table = await findGroups(run, order, options, fields.of, conditions.finish());
        options.onProgress({ stage: 'write', documents: 0 });
        const summary = summarize(table.counts());
        const page = { inputs: opened.paths, summary, options, problems };
        const written = await outputs?.write(run, opened, table, page, options);
        yield* table.removals();
        return { ...table.counts(), ...written };
      },
      async after() {
        await outputs?.abort();
      },
    },
  );
}

/** `clean.jsonl` → `clean.jsonl.removed.jsonl`; `clean/` → `clean.removed.jsonl`. */
export function removedPath(output: string): string {
  return `${output.replace(/[/\\]+$/, '')}.removed.jsonl`;
}

/** The files, or the folder, that documents are written to. */
function filesOf(output: string | undefined, { split }: DedupOnceOptions): string[] {
  if (output === undefined || output === STANDARD_OUTPUT) return [];
  return split === undefined ? [output] : shardPaths(output, split);
}

/** Refuses options that need others. */
function checkOptions(
  input: Input,
  {
    output,
    split,
    unreadable,
    report,
    annotate,
    against,
    onlyAgainst,
    drop,
    atMost,
    ...others
  }: DedupOnceOptions,
): void {
  const documentOutputs = [output, annotate].filter((path) => path !== undefined);
  checkOutputFormat(others.outputFormat, documentOutputs);
  if (unreadable !== DEDUP_RULES.unreadable.default && !documentOutputs.some(isFolderOutput)) {
    throw uselessOption(
      'unreadable',
      'only a folder can hold what could not be read',
      wording`Leave it out, or name a folder with ${option('output')}.`,
    );
  }
  if (split !== undefined && documentOutputs.length === 0) {
    throw uselessOption('split', 'documents are not written', wording`Name a file with ${option('output')}.`);
  }
  if ((output ?? report ?? annotate) !== undefined && pathsOf(input) === undefined) {
    const name = output !== undefined ? 'output' : report !== undefined ? 'report' : 'annotate';
    throw new NeardupError(
      'BAD_OPTION',
      wording`Expected paths as input for ${option(name)}, got documents.`,
      {
        option: name,
        advice: 'Write the kept documents yourself: those whose id is not among the removed ones.',
      },
    );
  }
  const unset =
    against === undefined ? 'against' : others.containment === undefined ? 'containment' : undefined;
  if (others.containmentOf === 'reference' && unset !== undefined) {
    throw uselessOption(
      'containmentOf',
      wording`there is no ${option(unset)}`,
      wording`Leave it out, or give ${option(unset)}.`,
    );
  }
  const dropping = drop !== 'copies' ? 'drop' : atMost !== 1 ? 'atMost' : undefined;
  if (report !== undefined && dropping !== undefined) {
    throw new NeardupError(
      'BAD_OPTION',
      wording`${option('report')} cannot be used with ${option(dropping)}: the page shows one kept document of each group.`,
      { option: 'report', advice: wording`Leave out one of the two, or write ${option('removed')}.` },
    );
  }
  if (onlyAgainst === true && against === undefined) {
    throw new NeardupError(
      'BAD_OPTION',
      wording`Expected a reference for ${option('onlyAgainst')}, got none.`,
      { option: 'onlyAgainst', advice: wording`Name the reference with ${option('against')}.` },
    );
  }
}
