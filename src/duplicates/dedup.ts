/** `dedup`: removes near-duplicates, and says for each which document is kept instead, with the evidence. */
import type { Problem } from '../document.ts';
import { NeardupError } from '../errors.ts';
import { uselessOption } from '../option-rules.ts';
import { runVerb } from '../pipeline.ts';
import { type Input, pathsOf } from '../read/index.ts';
import type { Removed } from '../results.ts';
import type { RunStream } from '../run-stream.ts';
import { option, wording } from '../wording.ts';
import { checkOutput, isFolderOutput, STANDARD_OUTPUT, shardPaths } from '../write/index.ts';
import { findGroups } from './find.ts';
import { KeepValues } from './keep/keep-values.ts';
import { DEDUP_RULES, type DedupOnceOptions, resolveDuplicateOptions } from './options.ts';
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
  const { output, report } = options;
  const removed =
    options.removed ?? (output === undefined || output === STANDARD_OUTPUT ? undefined : removedPath(output));
  checkOptions(input, options);
  const problems: Problem[] = [];
  const values = new KeepValues(options);
  const fields = new ShownFields(options);
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
      onDocument: both(values.onDocument, fields.onDocument),
      onReference: fields.onDocument,
      async before(opened, files) {
        await values.begin(opened);
        const targets = [...keptPaths(options), removed, report].filter((target) => target !== undefined);
        targets.forEach((target, i) => {
          checkOutput(target, [...files, ...targets.slice(0, i)]);
        });
        if ([output, removed, report].every((target) => target === undefined)) return;
        // not every run writes, and a browser never does
        const { DedupOutputs } = await import('./outputs/dedup-outputs.ts');
        outputs = await DedupOutputs.open({ output, removed, report }, opened, options, fields.names);
      },
      async *results(run, opened, summarize) {
        fields.tellMissing(options);
        const table = await findGroups(run, values.byNumber(run.corpus, opened), options, fields.of);
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

/** The files, or the folder, that kept documents are written to. */
function keptPaths({ output, split }: DedupOnceOptions): string[] {
  if (output === undefined || output === STANDARD_OUTPUT) return [];
  return split === undefined ? [output] : shardPaths(output, split);
}

/** Refuses options that need others. */
function checkOptions(
  input: Input,
  { output, split, unreadable, report, against, onlyAgainst }: DedupOnceOptions,
): void {
  if (unreadable !== DEDUP_RULES.unreadable.default && (output === undefined || !isFolderOutput(output))) {
    throw uselessOption(
      'unreadable',
      'only a folder can hold what could not be read',
      wording`Leave it out, or name a folder with ${option('output')}.`,
    );
  }
  if (split !== undefined && output === undefined) {
    throw uselessOption(
      'split',
      'kept documents are not written',
      wording`Name a file with ${option('output')}.`,
    );
  }
  if ((output ?? report) !== undefined && pathsOf(input) === undefined) {
    const name = output === undefined ? 'report' : 'output';
    throw new NeardupError(
      'BAD_OPTION',
      wording`Expected paths as input for ${option(name)}, got documents.`,
      {
        option: name,
        advice: 'Write the kept documents yourself: those whose id is not among the removed ones.',
      },
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
