/** The outputs of `dedup`: the kept documents, the removed ones with their evidence, and an HTML page. */
import type { CanonicalizeOptions } from '../../canonicalize.ts';
import type { Problem } from '../../document.ts';
import type { DuplicateOptions, KeepOptions } from '../../duplicates.ts';
import { methodFor } from '../../fingerprint/index.ts';
import { SecondPass } from '../../pipeline/index.ts';
import type { Run } from '../../pipeline.ts';
import { type OpenInput, textOf } from '../../read/index.ts';
import type { ReadDocument } from '../../read.ts';
import { PAGE_LIMITS, PageTexts, RESULT_TABLES, ResultFile, writeHtmlReport } from '../../report/index.ts';
import type { Group, Removed, Summary } from '../../results.ts';
import type { RunOptions } from '../../run-options.ts';
import { atomicFile, openKeptWriter } from '../../write/index.ts';
import type { AtomicFile, KeptWriter, RecordFields } from '../../write.ts';
import type { GroupTable } from '../keep/group-table.ts';
import type { UnreadablePolicy } from '../options.ts';

export interface OutputPaths {
  readonly output?: string;
  /** The list of removed documents. */
  readonly removed?: string;
  readonly report?: string;
}

/** All outputs of one run. They get their final names together, at the end, or not at all. */
export class DedupOutputs {
  private readonly kept: KeptWriter | undefined;
  private readonly removed: ResultFile<Removed> | undefined;
  private readonly report: AtomicFile | undefined;

  private constructor(kept?: KeptWriter, removed?: ResultFile<Removed>, report?: AtomicFile) {
    this.kept = kept;
    this.removed = removed;
    this.report = report;
  }

  /** Opens the outputs before the work, so that a path that cannot be written fails at once. */
  static async open(
    paths: OutputPaths,
    { paths: inputs, sources }: Pick<OpenInput, 'paths' | 'sources'>,
    options: RecordFields & { readonly split?: number },
    fields: readonly string[],
  ): Promise<DedupOutputs> {
    const opened: { abort(): Promise<void> }[] = [];
    const noted = <T extends { abort(): Promise<void> }>(target: T): T => {
      opened.push(target);
      return target;
    };
    try {
      const { output, removed, report } = paths;
      const kept =
        output === undefined
          ? undefined
          : noted(await openKeptWriter(output, inputs, options, options.split));
      await kept?.look?.(sources);
      return new DedupOutputs(
        kept,
        removed === undefined
          ? undefined
          : noted(await ResultFile.open<Removed>(removed, RESULT_TABLES.removed(fields), 'removed')),
        report === undefined ? undefined : noted(await atomicFile(report)),
      );
    } catch (error) {
      for (const target of opened) await target.abort();
      throw error;
    }
  }

  async write(
    run: Run,
    input: OpenInput,
    groups: GroupTable,
    page: ReportFacts,
    options: Pick<RunOptions, 'onProgress' | 'signal'> & { readonly unreadable: UnreadablePolicy },
  ): Promise<WrittenCounts> {
    const { kept } = this;
    let leftOut: number | undefined;
    const texts = this.report === undefined ? undefined : pageTexts(groups, run);
    if (kept !== undefined || (texts !== undefined && texts.wanted.size > 0)) {
      kept?.begin?.(groups.counts().kept ?? 0);
      const shown = new Set([...(texts?.wanted ?? [])].map((id) => run.corpus.ids.find(id)));
      const fates = {
        isKept: (number: number) => groups.isKept(number),
        isWanted: (number: number) => shown.has(number),
        look(number: number, item: ReadDocument) {
          texts?.add(run.corpus.id(number), { text: textOf(item), lang: item.lang });
          return groups.isKept(number);
        },
      };
      const pass = new SecondPass(run, fates, { kept, keepsUnread: options.unreadable === 'keep' });
      await pass.read(input, options);
      if (kept !== undefined) leftOut = pass.leftOut + input.problems;
    }
    if (this.removed !== undefined) {
      for (const removal of groups.removals()) await this.removed.write(removal);
    }
    if (this.report !== undefined && texts !== undefined) {
      await writeHtmlReport(this.report, {
        ...page,
        options: optionFacts(page.options),
        groups: listOf(groups),
        texts: texts.fitting(),
      });
    }
    // all are on disk before the first gets its name: a full disk leaves no partial result
    const outputs = [this.kept, this.removed, this.report];
    for (const output of outputs) await output?.prepare();
    options.signal?.throwIfAborted();
    for (const output of outputs) await output?.commit();
    if (leftOut === undefined) return {};
    return {
      ...(run.unreadable + input.problems > 0 && { leftOut }),
      ...(input.passedOver.length > 0 && { passedOver: input.passedOver }),
    };
  }

  async abort(): Promise<void> {
    await this.kept?.abort();
    await this.removed?.abort();
    await this.report?.abort();
  }
}

/** Counts that are known when everything is written. */
type WrittenCounts = Pick<Summary, 'leftOut' | 'passedOver'>;

/** The facts about a run that the page shows besides the groups. */
export interface ReportFacts {
  readonly inputs: readonly string[];
  readonly summary: Summary;
  readonly options: DuplicateOptions & KeepOptions & CanonicalizeOptions;
  readonly problems: readonly Problem[];
}

/** The options of a run that decide its result, as the page lists them. */
function optionFacts(options: DuplicateOptions & KeepOptions & CanonicalizeOptions): Record<string, string> {
  const { threshold, containment, shingle, hash, features, keep, lang } = options;
  const maxDistance = methodFor(options) === 'simhash' ? options.maxDistance : undefined;
  const { stopWords, stems, stemDictionary } = options;
  const texts = { lang, stopWords, stems: stems || stemDictionary };
  const facts = { threshold, containment, maxDistance, shingle, hash, features, keep, ...texts };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** The texts that the page has room for. The second pass reads them. */
function pageTexts(groups: GroupTable, { corpus }: Run): PageTexts {
  const estimate = (id: string) => corpus.lengths.get(corpus.ids.find(id));
  return new PageTexts(listOf(groups), estimate, PAGE_LIMITS);
}

/** The groups, to be gone through as often as needed. */
function listOf(groups: GroupTable): Iterable<Group> {
  return { [Symbol.iterator]: () => groups.list() };
}
