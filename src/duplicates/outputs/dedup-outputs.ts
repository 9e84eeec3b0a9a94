/** The outputs of `dedup`: the kept documents, all documents with annotations, the removed ones with their evidence, and an HTML page. */

import type { Group, Removed } from '../../answers/copies.ts';
import type { Summary } from '../../answers/runs.ts';
import type { CanonicalizeOptions } from '../../canonicalize.ts';
import type { Problem } from '../../document.ts';
import type { DuplicateOptions, KeepOptions } from '../../duplicates.ts';
import { methodFor } from '../../fingerprint/index.ts';
import { type Fates, SecondPass } from '../../pipeline/index.ts';
import type { Run } from '../../pipeline.ts';
import { type OpenInput, sampleDocuments, textOf } from '../../read/index.ts';
import type { ReadOptions } from '../../read.ts';
import { LIST_TABLES, ListFile, PAGE_LIMITS, PageTexts, writeHtmlReport } from '../../report/index.ts';
import type { RunOptions } from '../../run-options.ts';
import { atomicFile, expectRoomFor, openKeptWriter } from '../../write/index.ts';
import type { AtomicFile, KeptWriter, RecordFields } from '../../write.ts';
import type { GroupTable } from '../keep/group-table.ts';
import type { UnreadablePolicy } from '../options.ts';
import { annotationColumns, annotationValues } from './annotations.ts';

export interface OutputPaths {
  readonly output?: string;
  readonly annotate?: string;
  /** The list of removed documents. */
  readonly removed?: string;
  readonly report?: string;
}

/** What a run may write. */
interface Opened {
  readonly kept?: KeptWriter;
  readonly annotated?: KeptWriter;
  readonly removed?: ListFile<Removed>;
  readonly report?: AtomicFile;
}

type OutputOptions = ReadOptions &
  RecordFields & { readonly split?: number; readonly annotatePrefix: string };

/** All outputs of one run. They get their final names together, at the end, or not at all. */
export class DedupOutputs {
  private constructor(private readonly opened: Opened) {}

  /** Opens the outputs before the work, so that a path that cannot be written fails at once. */
  static async open(
    paths: OutputPaths,
    input: Pick<OpenInput, 'paths' | 'sources'>,
    options: OutputOptions,
    fields: readonly string[],
  ): Promise<DedupOutputs> {
    const opened: { -readonly [Name in keyof Opened]: Opened[Name] } = {};
    const outputs = new DedupOutputs(opened);
    const { output, annotate, removed, report } = paths;
    const { split } = options;
    try {
      if (output !== undefined) {
        opened.kept = await openKeptWriter(output, input.paths, options, split);
        await opened.kept.look?.(input.sources);
      }
      if (annotate !== undefined) {
        const added = annotationColumns(options.annotatePrefix);
        opened.annotated = await openKeptWriter(annotate, input.paths, { ...options, added }, split);
        await opened.annotated.look?.(input.sources);
        for await (const { source, reader, item } of sampleDocuments(input.sources, options))
          if (item.problem === undefined) expectRoomFor(added, { source, reader, item }, annotate);
      }
      if (removed !== undefined)
        opened.removed = await ListFile.open<Removed>(removed, LIST_TABLES.removed(fields), 'removed');
      if (report !== undefined) opened.report = await atomicFile(report);
      return outputs;
    } catch (error) {
      await outputs.abort();
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
    const { kept, annotated, removed, report } = this.opened;
    let leftOut: number | undefined;
    const pass = async (writer: KeptWriter | undefined, documents: number, fates: Fates) => {
      writer?.begin?.(documents);
      const target = { kept: writer, keepsUnread: options.unreadable === 'keep' };
      const second = new SecondPass(run, fates, target);
      await second.read(input, options);
      if (writer !== undefined) leftOut ??= second.leftOut + input.problems;
    };
    const texts = report === undefined ? undefined : pageTexts(groups, run);
    if (kept !== undefined || (texts !== undefined && texts.wanted.size > 0))
      await pass(kept, groups.counts().kept ?? 0, keptFates(run, groups, texts));
    if (annotated !== undefined)
      await pass(annotated, run.corpus.length - run.corpus.references, annotatedFates(groups));
    if (removed !== undefined) {
      for (const removal of groups.removals()) await removed.write(removal);
    }
    if (report !== undefined && texts !== undefined) {
      await writeHtmlReport(report, {
        ...page,
        options: optionFacts(page.options),
        groups: listOf(groups),
        texts: texts.fitting(),
      });
    }
    // all are on disk before the first gets its name: a full disk leaves no partial result
    const outputs = [kept, annotated, removed, report];
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
    const { kept, annotated, removed, report } = this.opened;
    for (const output of [kept, annotated, removed, report]) await output?.abort();
  }
}

/** Documents that are kept stay. @param texts Looks at those that the page shows. */
function keptFates({ corpus }: Run, groups: GroupTable, texts: PageTexts | undefined): Fates {
  const shown = new Set([...(texts?.wanted ?? [])].map((id) => corpus.ids.find(id)));
  return {
    isKept: (number) => groups.isKept(number),
    isWanted: (number) => shown.has(number),
    look(number, item) {
      texts?.add(corpus.id(number), { text: textOf(item), lang: item.lang });
      return groups.isKept(number);
    },
  };
}

/** All documents stay. */
function annotatedFates(groups: GroupTable): Fates {
  return {
    isKept: () => true,
    isWanted: () => true,
    look: (number) => ({ added: annotationValues(groups.annotation(number)) }),
  };
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
