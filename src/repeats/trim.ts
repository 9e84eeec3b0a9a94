/** `trim`: cuts repeated passages out of documents, and says of every cut where its words have stayed. */

import type { Trimmed } from '../answers/repeats.ts';
import { findPlaces, letterTable, TextFolder } from '../canonicalize/index.ts';
import { both, documentOrder, KeepValues, ShownFields } from '../duplicates/index.ts';
import { WORD_WEIGHT } from '../engines/layouts/window-anchors.ts';
import { HashedWords } from '../engines/scalar/weighted-words.ts';
import { SecondPass } from '../pipeline/index.ts';
import { type Run, runVerb } from '../pipeline.ts';
import { textHash } from '../platform/digests.ts';
import { type Input, type OpenInput, textOf } from '../read/index.ts';
import type { ReadDocument, Reader } from '../read.ts';
import { type CutsPageData, LIST_TABLES, percent } from '../report/index.ts';
import type { RunStream } from '../run-stream.ts';
import type { KeptWriter } from '../write.ts';
import { unitsOf } from './cut/cut-units.ts';
import { type FoundRepeats, findRepeatedWords, type RepeatTexts } from './find/find-repeats.ts';
import { newStretches } from './find/new-stretches.ts';
import { UnitRunFile } from './find/unit-runs.ts';
import type { KnownPassages, PassageStore } from './known.ts';
import { KEEP_NONE, type ResolvedTrimOptions, resolveTrimOptions, type TrimOnceOptions } from './options.ts';
import { CutPassages } from './outputs/cut-passages.ts';
import { DocumentsAgain } from './outputs/documents-again.ts';
import { RunOutputs, refuseDocuments } from './outputs/run-outputs.ts';
import { TrimPass } from './outputs/trim-pass.ts';
import { reportingPause } from './reporting-pause.ts';

/** `trim` of one input. @param openStore Opens what earlier runs have seen. */
export function trimOnce(
  input: Input,
  given: TrimOnceOptions = {},
  openStore?: () => Promise<PassageStore>,
): RunStream<Trimmed> {
  const options = resolveTrimOptions(given);
  refuseDocuments(input, options.output);
  const keepsFirst = options.keep !== KEEP_NONE;
  const values = new KeepValues({ ...options, keep: keepsFirst ? options.keep : 'first' });
  const fields = new ShownFields(options);
  const again = DocumentsAgain.of(input, options.temp);
  const referenceAgain = DocumentsAgain.of(options.against, options.temp);
  let outputs: RunOutputs<Trimmed> | undefined;
  let store: PassageStore | undefined;
  return runVerb(input, options, {
    texts: 'all',
    onDocument: both(both(values.onDocument, fields.onDocument), again?.onDocument),
    onReference: both(fields.onDocument, referenceAgain?.onDocument),
    needs,
    async before(opened, files) {
      await values.begin(opened);
      const list = { name: 'cuts', table: LIST_TABLES.cuts(fields.names) };
      outputs = await RunOutputs.open(opened, files, options, list);
    },
    async *results(run, opened, _, reference) {
      fields.tellMissing(options);
      const texts = {
        input: again?.open(opened) ?? opened,
        reference: reference && (referenceAgain?.open(reference) ?? reference),
      };
      const ranks = keepsFirst ? ranksOf(run, values, opened, options) : undefined;
      const trimming = new Trimming(run, texts, options, { keepsFirst, ranks });
      try {
        store = await openStore?.();
        const known = await store?.open(trimming.digest(), options.least);
        const pass = await trimming.trim(outputs, known);
        const page = outputs?.hasReport === true ? trimming.page(opened) : undefined;
        await outputs?.finish(pass.results(fields.of), page, options.signal);
        // after the output: a run that is killed in between is done again
        if (outputs?.kept !== undefined) await trimming.save(store);
        yield* pass.results(fields.of);
        return { ...trimming.counts(), ...(outputs?.kept !== undefined && trimming.leftOut(opened)) };
      } finally {
        trimming.close();
      }
    },
    async after() {
      again?.close();
      referenceAgain?.close();
      await outputs?.abort();
      await store?.close();
    },
  });
}

/** Measured: what groups of anchors and windows take; and their files for each byte of a corpus that stands three times in its input. */
function needs(bytes: number, documents: number): { memory: number; disk: number } {
  return { memory: 10e6 + Math.min(70e6, 2 * bytes) + 40 * documents, disk: 4 * bytes };
}

/** The rank of every document by the keep policy; undefined if it is its number. */
function ranksOf(
  { corpus }: Run,
  values: KeepValues,
  opened: OpenInput,
  { keep }: Pick<ResolvedTrimOptions, 'keep'>,
): Uint32Array | undefined {
  if (keep === 'first') return undefined;
  const order = Uint32Array.from({ length: corpus.length }, (_, number) => number);
  order.sort(documentOrder(corpus, keep, values.byNumber(corpus, opened)));
  const ranks = new Uint32Array(order.length);
  order.forEach((number, rank) => {
    ranks[number] = rank;
  });
  return ranks;
}

/** The texts as they were read, to be read once more. */
interface TextsAgain {
  readonly input: OpenInput;
  readonly reference?: OpenInput;
}

interface Order {
  readonly keepsFirst: boolean;
  readonly ranks?: Uint32Array;
}

/** One run, once all documents are read. */
class Trimming {
  private readonly folder: TextFolder;
  private readonly closers: { close(): void }[];
  private found!: FoundRepeats;
  private pass!: TrimPass;
  private passages: CutPassages | undefined;
  private words = 0;
  private unread = 0;

  constructor(
    private readonly run: Run,
    private readonly texts: TextsAgain,
    private readonly options: ResolvedTrimOptions,
    private readonly order: Order,
  ) {
    this.folder = new TextFolder(run.engine.heap, run.engine.kernels);
    this.closers = [this.folder];
  }

  async trim(outputs: RunOutputs<Trimmed> | undefined, known: KnownPassages | undefined): Promise<TrimPass> {
    const { run, options, order } = this;
    const { corpus } = run;
    const rule = {
      ...options,
      ...order,
      known,
      pause: reportingPause(options),
    };
    const found = await findRepeatedWords(this.corpusTexts(), run.engine, rule, await this.units());
    this.found = found;
    this.closers.push(found);
    const knownPlace = (number: number) => known!.place(found.met[number - corpus.length]);
    const passRule = { ...options, keepsFirst: order.keepsFirst, knownPlace };
    if (outputs?.hasReport === true) this.passages = new CutPassages(corpus.length - corpus.references);
    this.pass = new TrimPass(corpus, found.pieces, this.folder, passRule, this.passages);
    this.closers.push(this.pass);
    await this.readAgain(this.pass, outputs?.kept);
    if (this.passages !== undefined) await this.readExcerpts(this.passages);
    return this.pass;
  }

  counts(): object {
    const { trimmed, removed, cuts, cutWords, asText } = this.pass;
    const { corpus } = this.run;
    const kept = corpus.length - corpus.references - removed;
    const { words } = this;
    return { kept, removed, trimmed, cuts, words, cutWords, ...(asText > 0 && { asText }) };
  }

  /** Of all texts in their order: equal for the same input, whatever its files are called. */
  digest(): string {
    const { corpus } = this.run;
    const textOf = corpus.textsInOrder();
    const chain = new Uint8Array(32);
    for (let number = 0; number < corpus.length; number++) {
      chain.set(textHash(textOf(number)), 16);
      chain.set(textHash(chain), 0);
    }
    return [...chain.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  /** Keeps what was new for later runs. */
  async save(store: PassageStore | undefined): Promise<void> {
    const { repeated } = this.found;
    const { least, temp } = this.options;
    if (store === undefined || repeated === undefined) return;
    const stretches = newStretches(this.corpusTexts(), this.run.engine, repeated, least);
    await store.save(stretches, (number) => this.run.corpus.id(number), temp);
  }

  /** What the page shows. */
  page({ paths }: OpenInput): CutsPageData {
    const { corpus } = this.run;
    const { trimmed, cuts, cutWords } = this.pass;
    const share = percent(cutWords / Math.max(1, this.words));
    return {
      title: `Repeated passages in ${paths.join(', ') || 'the documents'}`,
      figures: [
        ['Documents', corpus.length - corpus.references],
        ['Trimmed', trimmed],
        ['Removed', this.pass.removed],
        ['Cuts', cuts],
        ['Words cut', cutWords, share],
      ],
      histogram: this.passages!.histogram,
      ...this.passages!.rows((number) => corpus.id(number)),
    };
  }

  /** Counts of what is in no output. */
  leftOut({ problems, passedOver }: OpenInput): object {
    const isAnyUnread = this.run.unreadable + problems > 0;
    return {
      ...(isAnyUnread && { leftOut: this.unread + problems }),
      ...(passedOver.length > 0 && { passedOver }),
    };
  }

  close(): void {
    for (const closer of this.closers.reverse()) closer.close();
  }

  private corpusTexts(): RepeatTexts {
    const { corpus } = this.run;
    let all = 0;
    this.words = 0;
    for (let number = 0; number < corpus.length; number++) {
      const words = corpus.words.get(number);
      all += words;
      if (number >= corpus.references) this.words += words;
    }
    return {
      length: corpus.length,
      references: corpus.references,
      words: all,
      canonicalText: (number) => corpus.canonicalText(number),
      textsInOrder: () => corpus.textsInOrder(),
    };
  }

  /** The units that are compared; undefined if windows are. */
  private async units(): Promise<UnitRunFile | undefined> {
    const { unit, cut, least, temp } = this.options;
    if (unit === 'passage') return undefined;
    const units = new UnitRunFile(temp);
    this.closers.push(units);
    const { corpus } = this.run;
    const canonical = new HashedWords(letterTable());
    await this.readAgain({
      isKept: () => true,
      isWanted: () => true,
      isSource: () => true,
      look: (number, item) => {
        const text = textOf(item);
        const words = findPlaces(this.folder, text);
        const { weights } = canonical.read(corpus.canonicalText(number));
        for (const { from, to } of unitsOf(text, words, cut, item.lang)) {
          let weight = 0;
          for (let word = from; word < to; word++) weight += weights[word];
          if (weight >= WORD_WEIGHT * least) units.add(number, from, to);
        }
        return true;
      },
    });
    return units;
  }

  /** Reads the texts of passages that the page lists. */
  private async readExcerpts(passages: CutPassages): Promise<void> {
    this.pass.addToPage();
    passages.choose();
    await this.readAgain({
      isKept: () => true,
      isWanted: (number) => passages.isWanted(number),
      isSource: (number) => passages.isWanted(number),
      look(number, item) {
        passages.look(number, textOf(item));
        return true;
      },
    });
  }

  /** Reads the reference and the input once more. */
  private async readAgain(visitor: Visitor, kept?: KeptWriter): Promise<void> {
    const { run, texts, options } = this;
    let number = 0;
    for await (const { item, reader } of texts.reference?.items() ?? []) {
      if (item.problem !== undefined) continue;
      if (visitor.isSource(number)) visitor.look(number, item, reader);
      number++;
    }
    const pass = new SecondPass(run, visitor, { kept, keepsUnread: true });
    await pass.read(texts.input, options);
    this.unread = pass.leftOut;
  }
}

interface Visitor {
  isKept(number: number): boolean;
  isWanted(number: number): boolean;
  isSource(number: number): boolean;
  look(number: number, item: ReadDocument, reader: Reader): ReturnType<TrimPass['look']>;
}
