/** The outputs of `trim`: the documents without their repeats, and the list of cuts. They get their final names together, or not at all. */
import type { OpenInput } from '../../read/index.ts';
import { RESULT_TABLES, ResultFile } from '../../report/index.ts';
import type { Trimmed } from '../../results.ts';
import { checkOutput, openKeptWriter, STANDARD_OUTPUT } from '../../write/index.ts';
import type { KeptWriter, RecordFields } from '../../write.ts';

interface TrimOutputOptions extends RecordFields {
  readonly output?: string;
  readonly spans?: string;
}

export class TrimOutputs {
  private constructor(
    readonly kept: KeptWriter | undefined,
    private readonly spans: ResultFile<Trimmed> | undefined,
  ) {}

  /** Opens the outputs before the work, so that a path that cannot be written fails at once. @param files All files that are read. */
  static async open(
    { paths, sources }: Pick<OpenInput, 'paths' | 'sources'>,
    files: readonly string[],
    options: TrimOutputOptions,
    fields: readonly string[],
  ): Promise<TrimOutputs> {
    const { output } = options;
    const spansPath =
      options.spans ?? (output === undefined || output === STANDARD_OUTPUT ? undefined : cutsPath(output));
    const targets = [output === STANDARD_OUTPUT ? undefined : output, spansPath].filter(
      (path) => path !== undefined,
    );
    targets.forEach((target, i) => {
      checkOutput(target, [...files, ...targets.slice(0, i)]);
    });
    const kept = output === undefined ? undefined : await openKeptWriter(output, paths, options);
    try {
      await kept?.look?.(sources);
      const table = RESULT_TABLES.cuts(fields);
      return new TrimOutputs(
        kept,
        spansPath === undefined ? undefined : await ResultFile.open<Trimmed>(spansPath, table, 'spans'),
      );
    } catch (error) {
      await kept?.abort();
      throw error;
    }
  }

  /** Writes the list of cuts, and gives all files their names. */
  async finish(results: Iterable<Trimmed>, signal: AbortSignal | undefined): Promise<void> {
    if (this.spans !== undefined) for (const result of results) await this.spans.write(result);
    // all are on disk before the first gets its name: a full disk leaves no partial result
    for (const output of [this.kept, this.spans]) await output?.prepare();
    signal?.throwIfAborted();
    for (const output of [this.kept, this.spans]) await output?.commit();
  }

  async abort(): Promise<void> {
    await this.kept?.abort();
    await this.spans?.abort();
  }
}

/** `clean.jsonl` → `clean.jsonl.cuts.jsonl`; `clean/` → `clean.cuts.jsonl`. */
function cutsPath(output: string): string {
  return `${output.replace(/[/\\]+$/, '')}.cuts.jsonl`;
}
