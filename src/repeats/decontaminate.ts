/** `decontaminate`: finds items of evaluation sets in documents, and cuts them or removes the documents. */

import type { FoundItem } from '../answers/repeats.ts';
import type { Suite } from '../answers/runs.ts';
import { TextFolder } from '../canonicalize/index.ts';
import { both, ShownFields } from '../duplicates/index.ts';
import { SecondPass } from '../pipeline/index.ts';
import { type Run, runVerb } from '../pipeline.ts';
import { type Input, type OpenInput, textOf } from '../read/index.ts';
import type { ReadDocument } from '../read.ts';
import { type CutsPageData, formatNumber, LIST_TABLES, percent } from '../report/index.ts';
import type { RunStream } from '../run-stream.ts';
import type { KeptWriter } from '../write.ts';
import {
  type DecontaminateOptions,
  type ResolvedDecontaminateOptions,
  resolveDecontaminateOptions,
} from './decontaminate-options.ts';
import { findItems } from './items/find-items.ts';
import { ItemNames } from './items/item-names.ts';
import { ItemSeeds } from './items/item-seeds.ts';
import { ItemTexts } from './items/item-texts.ts';
import { CutPassages } from './outputs/cut-passages.ts';
import { DecontaminatePass, type NamedMatch } from './outputs/decontaminate-pass.ts';
import { DocumentNotes } from './outputs/document-notes.ts';
import { DocumentsAgain } from './outputs/documents-again.ts';
import { RunOutputs, refuseDocuments } from './outputs/run-outputs.ts';
import { reportingPause } from './reporting-pause.ts';

/**
 * Finds the items of evaluation sets that stand in documents, or a good part of them. Every word that counts was compared.
 *
 * @example
 * const run = decontaminate('corpus.jsonl', { against: ['gsm8k.jsonl', 'mmlu.jsonl'], output: 'clean.jsonl' });
 * for await (const { id, suite, item, share } of run) console.log(id, suite, item, share);
 * console.log((await run.summary).suites);
 */
export function decontaminate(input: Input, given: DecontaminateOptions): RunStream<FoundItem> {
  const options = resolveDecontaminateOptions(given);
  refuseDocuments(input, options.output);
  const names = new ItemNames(options.suiteField);
  const fields = new ShownFields(options);
  const again = DocumentsAgain.of(input, options.temp);
  let outputs: RunOutputs<FoundItem> | undefined;
  let itemBytes = 0;
  return runVerb(input, options, {
    texts: 'all',
    renamesReference: true,
    onDocument: both(fields.onDocument, again?.onDocument),
    onReference: names.onReference,
    // measured: words, weights and runs of the items, and the tables of the kernel
    needs: () => ({ memory: 20e6 + 24 * itemBytes, disk: 0 }),
    async before(opened, files, reference) {
      itemBytes = reference?.bytes ?? 0;
      const list = { name: 'items', table: LIST_TABLES.items(fields.names) };
      outputs = await RunOutputs.open(opened, files, options, list);
    },
    async *results(run, opened) {
      fields.tellMissing(options);
      const search = new Decontamination(run, names, options);
      try {
        const documents = again?.open(opened) ?? opened;
        const pass = await search.run(documents, outputs?.kept);
        const page = outputs?.hasReport === true ? await search.page(documents) : undefined;
        await outputs?.finish(pass.all(fields.of), page, options.signal);
        yield* pass.all(fields.of);
        return { ...search.counts(), ...(outputs?.kept !== undefined && search.leftOut(opened)) };
      } finally {
        search.close();
      }
    },
    async after() {
      again?.close();
      await outputs?.abort();
    },
  });
}

/** One run, once all documents are read. */
class Decontamination {
  private readonly folder: TextFolder;
  private readonly closers: { close(): void }[];
  private readonly suites: { -readonly [Name in keyof Suite]: Suite[Name] }[];
  private pass!: DecontaminatePass;
  private contaminated = 0;
  private truncated = 0;
  private unread = 0;

  constructor(
    private readonly documents: Run,
    private readonly names: ItemNames,
    private readonly options: ResolvedDecontaminateOptions,
  ) {
    this.folder = new TextFolder(documents.engine.heap, documents.engine.kernels);
    this.closers = [this.folder];
    this.suites = names.suites.map((suite) => ({ suite, items: 0, short: 0, found: 0, documents: 0 }));
  }

  async run(input: OpenInput, kept: KeptWriter | undefined): Promise<DecontaminatePass> {
    const { corpus } = this.documents;
    const found = new DocumentNotes<readonly NamedMatch[]>(this.options.temp);
    this.closers.push(found);
    await this.find(found);
    this.pass = new DecontaminatePass(corpus, found, this.folder, this.options);
    this.closers.push(this.pass);
    if (found.size > 0 || kept !== undefined) {
      const second = new SecondPass(this.documents, this.pass, { kept, keepsUnread: true });
      await second.read(input, this.options);
      this.unread = second.leftOut;
    }
    return this.pass;
  }

  /** What the page shows: every suite, and the items that most documents have. */
  async page(input: OpenInput): Promise<CutsPageData> {
    const { corpus } = this.documents;
    const passages = new CutPassages(corpus.length - corpus.references);
    for (const { number, suite, item, contaminated, spans } of this.pass.numbered()) {
      if (!contaminated) continue;
      const [{ start, end }] = spans;
      const words = spans.reduce((sum, span) => sum + span.words, 0);
      const name = `${suite} ${item}`;
      passages.add(name, { name, words, cut: { document: number, start, end } });
    }
    passages.choose();
    const look = (number: number, item: ReadDocument) => {
      passages.look(number, textOf(item));
      return true;
    };
    const fates = { isKept: () => true, isWanted: (number: number) => passages.isWanted(number), look };
    await new SecondPass(this.documents, fates, { keepsUnread: true }).read(input, this.options);
    const columns = ['suite', 'items', 'found', 'documents', 'too short'];
    const rows = this.suites.map(({ suite, items, short, found, documents }) => [
      ...[suite, ...[items, found, documents, short].map((value) => formatNumber(value))],
    ]);
    const share = percent(this.contaminated / Math.max(1, corpus.length - corpus.references));
    return {
      title: `Items of evaluation sets in ${input.paths.join(', ') || 'the documents'}`,
      figures: [
        ['Documents', corpus.length - corpus.references],
        ['Contaminated', this.contaminated, share],
      ],
      table: [columns, ...rows],
      ...passages.rows((number) => corpus.id(number)),
    };
  }

  counts(): object {
    const { suites, contaminated, truncated, pass } = this;
    const { corpus } = this.documents;
    const { removed, cuts, cutWords, asText } = pass;
    const { action } = this.options;
    let words = 0;
    for (let number = corpus.references; number < corpus.length; number++) words += corpus.words.get(number);
    const kept = corpus.length - corpus.references - removed;
    return {
      contaminated,
      ...(action !== 'report' && { kept, removed }),
      ...(action === 'cut' && { cuts, words, cutWords }),
      suites,
      ...(asText > 0 && { asText }),
      ...(truncated > 0 && { truncated }),
    };
  }

  /** Counts of what is in no output. */
  leftOut({ problems, passedOver }: OpenInput): object {
    const isAnyUnread = this.documents.unreadable + problems > 0;
    return {
      ...(isAnyUnread && { leftOut: this.unread + problems }),
      ...(passedOver.length > 0 && { passedOver }),
    };
  }

  close(): void {
    for (const closer of this.closers.reverse()) closer.close();
  }

  /** Looks for all items, and notes what is found of each in each document. */
  private async find(found: DocumentNotes<readonly NamedMatch[]>): Promise<void> {
    const { corpus, engine } = this.documents;
    const { names, suites, options } = this;
    const items = new ItemTexts(this.itemTexts(), options.least);
    const seeds = new ItemSeeds(items, engine.heap);
    this.closers.push(seeds);
    const isFound = new Uint8Array(corpus.references);
    for (let item = 0; item < corpus.references; item++) {
      suites[names.suiteOf(item)].items++;
      suites[names.suiteOf(item)].short++;
    }
    for (const text of items.texts) for (const item of text.items) suites[names.suiteOf(item)].short--;
    const search = { share: options.share, pause: reportingPause(options) };
    const texts = {
      length: corpus.length,
      references: corpus.references,
      canonicalText: (number: number) => corpus.canonicalText(number),
      textsInOrder: () => corpus.textsInOrder(),
    };
    this.truncated = await findItems(texts, { items, seeds }, engine, search, (document, matches) => {
      const met = new Set<number>();
      const named = matches.flatMap(({ text, ...match }) =>
        items.texts[text].items.map((item) => {
          const suite = names.suiteOf(item);
          if (match.contaminated) {
            met.add(suite);
            if (isFound[item] === 0) suites[suite].found++;
            isFound[item] = 1;
          }
          return { suite: names.suites[suite], item: names.givenId(item) ?? corpus.id(item), ...match };
        }),
      );
      for (const suite of met) suites[suite].documents++;
      if (met.size > 0) this.contaminated++;
      found.add(document, named);
    });
  }

  private *itemTexts(): Generator<Uint8Array> {
    const { corpus } = this.documents;
    const textOf = corpus.textsInOrder();
    for (let item = 0; item < corpus.references; item++) yield textOf(item);
  }
}
