/** The outputs of a run: the documents without what is cut, and the list of results. They get their final names together, or not at all. */
import { NeardupError } from '../../errors.ts';
import { type Input, type OpenInput, pathsOf } from '../../read/index.ts';
import { ResultFile } from '../../report/index.ts';
import { option, wording } from '../../wording.ts';
import { checkOutput, openKeptWriter, STANDARD_OUTPUT } from '../../write/index.ts';
import type { KeptWriter, RecordFields } from '../../write.ts';

interface OutputOptions extends RecordFields {
  readonly output?: string;
  readonly spans?: string;
}

/** The list of results: its table, and the name beside the output if no path is given: `cuts` in `clean.jsonl.cuts.jsonl`. */
interface ResultList<T> {
  readonly name: string;
  readonly table: Parameters<typeof ResultFile.open<T>>[1];
}

export class RunOutputs<T> {
  private constructor(
    readonly kept: KeptWriter | undefined,
    private readonly spans: ResultFile<T> | undefined,
  ) {}

  /**
   * Opens the outputs before the work, so that a path that cannot be written fails at once. Undefined if there are none.
   *
   * @param files All files that are read.
   */
  static async open<T>(
    { paths, sources }: Pick<OpenInput, 'paths' | 'sources'>,
    files: readonly string[],
    options: OutputOptions,
    { name, table }: ResultList<T>,
  ): Promise<RunOutputs<T> | undefined> {
    const { output } = options;
    const isBeside = output !== undefined && output !== STANDARD_OUTPUT;
    const spansPath = options.spans ?? (isBeside ? pathBeside(output, name) : undefined);
    const targets = [isBeside ? output : undefined, spansPath].filter((path) => path !== undefined);
    targets.forEach((target, i) => {
      checkOutput(target, [...files, ...targets.slice(0, i)]);
    });
    const kept = output === undefined ? undefined : await openKeptWriter(output, paths, options);
    try {
      await kept?.look?.(sources);
      const spans = spansPath === undefined ? undefined : await ResultFile.open<T>(spansPath, table, 'spans');
      return kept === undefined && spans === undefined ? undefined : new RunOutputs(kept, spans);
    } catch (error) {
      await kept?.abort();
      throw error;
    }
  }

  /** Writes the list of results, and gives all files their names. */
  async finish(results: Iterable<T>, signal: AbortSignal | undefined): Promise<void> {
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

/** Documents of a caller cannot be written as they came. */
export function refuseDocuments(input: Input, output: string | undefined): void {
  if (output === undefined || pathsOf(input) !== undefined) return;
  throw new NeardupError(
    'BAD_OPTION',
    wording`Expected paths as input for ${option('output')}, got documents.`,
    { option: 'output', advice: 'Cut the texts yourself: every result has the places of its cuts.' },
  );
}

/** `clean.jsonl` → `clean.jsonl.cuts.jsonl`; `clean/` → `clean.cuts.jsonl`. */
function pathBeside(output: string, name: string): string {
  return `${output.replace(/[/\\]+$/, '')}.${name}.jsonl`;
}
