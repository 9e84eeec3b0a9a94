/** The outputs of a run: the documents without what is cut, and the list of results. They get their final names together, or not at all. */
import { NeardupError } from '../../errors.ts';
import { type Input, type OpenInput, pathsOf } from '../../read/index.ts';
import { type CutsPageData, ListFile, writeCutsPage } from '../../report/index.ts';
import { option, wording } from '../../wording.ts';
import {
  atomicFile,
  checkOutput,
  isStreamOutput,
  openKeptWriter,
  STANDARD_OUTPUT,
} from '../../write/index.ts';
import type { AtomicFile, KeptWriter, RecordFields } from '../../write.ts';

interface OutputOptions extends RecordFields {
  readonly output?: string;
  readonly spans?: string;
  readonly report?: string;
}

/** The list of results: its table, and the name beside the output if no path is given: `cuts` in `clean.jsonl.cuts.jsonl`. */
interface ResultList<T> {
  readonly name: string;
  readonly table: Parameters<typeof ListFile.open<T>>[1];
}

export class RunOutputs<T> {
  private constructor(
    readonly kept: KeptWriter | undefined,
    private readonly spans: ListFile<T> | undefined,
    private readonly report: AtomicFile | undefined,
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
    const { output, report: reportPath } = options;
    const isBeside = output !== undefined && output !== STANDARD_OUTPUT;
    const spansPath =
      options.spans ?? (isBeside && !isStreamOutput(output) ? pathBeside(output, name) : undefined);
    const targets = [isBeside ? output : undefined, spansPath, reportPath].filter(
      (path) => path !== undefined,
    );
    targets.forEach((target, i) => {
      checkOutput(target, [...files, ...targets.slice(0, i)]);
    });
    const opened: (KeptWriter | ListFile<T> | AtomicFile)[] = [];
    const note = <File extends KeptWriter | ListFile<T> | AtomicFile>(file: File): File => {
      opened.push(file);
      return file;
    };
    try {
      const kept =
        output === undefined
          ? undefined
          : note(await openKeptWriter(output, paths, { ...options, changesTexts: true }));
      await kept?.look?.(sources);
      const spans =
        spansPath === undefined ? undefined : note(await ListFile.open<T>(spansPath, table, 'spans'));
      const report = reportPath === undefined ? undefined : note(await atomicFile(reportPath));
      return opened.length === 0 ? undefined : new RunOutputs(kept, spans, report);
    } catch (error) {
      for (const file of opened) await file.abort();
      throw error;
    }
  }

  get hasReport(): boolean {
    return this.report !== undefined;
  }

  /** Writes the list of results and the page, and gives all files their names. */
  async finish(
    results: Iterable<T>,
    page: CutsPageData | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (this.spans !== undefined) for (const result of results) await this.spans.write(result);
    if (this.report !== undefined && page !== undefined) await writeCutsPage(this.report, page);
    // all are on disk before the first gets its name: a full disk leaves no partial result
    const outputs = [this.kept, this.spans, this.report];
    for (const output of outputs) await output?.prepare();
    signal?.throwIfAborted();
    for (const output of outputs) await output?.commit();
  }

  async abort(): Promise<void> {
    for (const output of [this.kept, this.spans, this.report]) await output?.abort();
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
