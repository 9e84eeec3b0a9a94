/**
 * The second pass over the input of `dedup`: writes the kept documents as they came, and collects the texts that the page shows.
 *
 * The first pass knows which lines of a JSON lines source are documents, by their numbers. So lines are written without being parsed.
 */

import type { Run } from '../../pipeline.ts';
import { findByte } from '../../platform/bytes.ts';
import { inputChanged, type LineBlock, type OpenInput, textOf } from '../../read/index.ts';
import type { ReadItem, SourcedItem } from '../../read.ts';
import type { PageTexts } from '../../report/index.ts';
import type { RunOptions } from '../../run-options.ts';
import type { KeptWriter } from '../../write.ts';
import type { GroupTable } from '../keep/group-table.ts';
import type { UnreadablePolicy } from '../options.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
/** Bytes that are written at once. */
const WRITE_BYTES = 1 << 18;
/** Documents between two reports of progress. */
const PROGRESS_STEP = 1000;

export interface SecondPassResults {
  /** Whether the writer of kept documents also gets unreadable ones. */
  readonly unreadable: UnreadablePolicy;
  /** Writes the kept documents. */
  readonly kept: KeptWriter | undefined;
  /** Takes the texts that the page may show. */
  readonly texts: PageTexts | undefined;
}

export class SecondPass {
  /** The number of the next document. */
  private number: number;
  /** The documents whose texts are shown. */
  private readonly shown: ReadonlySet<number>;
  /** The next document among `corpus.renamed`. */
  private nextRenamed = 0;
  /** The number of unreadable documents that are in no output. */
  leftOut = 0;
  /** The current line of a source that is read in blocks. */
  private line = 0;

  constructor(
    private readonly run: Run,
    private readonly groups: GroupTable,
    private readonly results: SecondPassResults,
  ) {
    const { corpus } = run;
    this.number = corpus.references;
    this.shown = new Set([...(results.texts?.wanted ?? [])].map((id) => corpus.ids.find(id)));
  }

  async read(input: OpenInput, { onProgress }: Pick<RunOptions, 'onProgress'>): Promise<void> {
    const { corpus, engine } = this.run;
    const { kept } = this.results;
    const takesLines = kept === undefined || kept.writeLines !== undefined;
    let nextReport = this.number + PROGRESS_STEP;
    for await (const next of input.read(takesLines ? engine.heap : undefined)) {
      if ('item' in next) await this.handleItem(next);
      else await this.handleBlock(next);
      if (this.number < nextReport) continue;
      nextReport = this.number + PROGRESS_STEP;
      const documents = this.number - corpus.references;
      onProgress({ stage: 'write', documents, bytes: input.consumed(), totalBytes: input.bytes });
    }
    if (this.number < corpus.length) throw inputChanged(corpus.place(this.number).source);
    for (const name of input.changed()) throw inputChanged(name);
  }

  private async handleItem({ source, reader, item }: SourcedItem): Promise<void> {
    if (item.problem !== undefined) {
      const { kept, unreadable } = this.results;
      const isKept = unreadable === 'keep' && (await kept?.keepUnread?.({ source, reader, item })) === true;
      if (!isKept) this.leftOut++;
      return;
    }
    const { corpus } = this.run;
    if (this.number >= corpus.length) throw inputChanged(source.name);
    const id = corpus.id(this.number);
    const given = item.id ?? item.formatId;
    if (given !== undefined && given !== id && !id.startsWith(`${given}#`)) throw inputChanged(source.name);
    if (this.groups.isKept(this.number)) await this.results.kept?.write({ id, source, reader, item });
    this.show(item);
    this.number++;
  }

  private async handleBlock(block: LineBlock): Promise<void> {
    const { source } = block;
    const { kept, unreadable } = this.results;
    const keepsLines = unreadable === 'keep' && kept?.keepUnread !== undefined;
    try {
      if (block.first) this.line = 0;
      if (block.tooLong !== undefined) {
        this.line++;
        this.leftOut++;
      }
      const bytes = this.run.engine.heap.u8.subarray(block.address, block.address + block.bytes);
      // kept lines that follow each other are written together
      let [start, end] = [0, 0];
      for (let from = 0, next = 0; from < bytes.length; from = next) {
        next = findByte(bytes, LF, from) + 1;
        this.line++;
        const isDocument = this.isNext(source.name);
        if (!isDocument) {
          if (isBlank(bytes, from, next)) continue;
          if (!keepsLines) {
            this.leftOut++;
            continue;
          }
        }
        if (isDocument && this.shown.has(this.number)) {
          // a copy: decoding a string from shared memory is not allowed
          this.show(block.readLine(bytes.slice(from, next - 1), this.line));
        }
        if (isDocument && this.isRenamed()) {
          await this.write(block, bytes.subarray(start, end));
          start = end = next;
          await this.writeRenamed(block, bytes.slice(from, bytes[next - 2] === CR ? next - 2 : next - 1));
        } else if (!isDocument || this.groups.isKept(this.number)) {
          if (from > end) {
            await this.write(block, bytes.subarray(start, end));
            start = from;
          }
          end = withoutCr(bytes, from, next);
        }
        if (isDocument) this.number++;
      }
      await this.write(block, bytes.subarray(start, end));
    } finally {
      block.release();
    }
  }

  /** True if the next document got another id than its line has. */
  private isRenamed(): boolean {
    const { renamed } = this.run.corpus;
    while (this.nextRenamed < renamed.length && renamed.get(this.nextRenamed) < this.number)
      this.nextRenamed++;
    return this.nextRenamed < renamed.length && renamed.get(this.nextRenamed) === this.number;
  }

  private async writeRenamed(block: LineBlock, line: Uint8Array): Promise<void> {
    const { source, reader } = block;
    const item = this.groups.isKept(this.number) ? block.readLine(line, this.line) : undefined;
    if (item === undefined || item.problem !== undefined) return;
    await this.results.kept?.write({ id: this.run.corpus.id(this.number), source, reader, item });
  }

  private async write(block: LineBlock, lines: Uint8Array): Promise<void> {
    for (let done = 0; done < lines.length; done += WRITE_BYTES) {
      await this.results.kept?.writeLines?.(block, lines.subarray(done, done + WRITE_BYTES));
    }
  }

  /** True if the current line of this source is the next document. */
  private isNext(source: string): boolean {
    const { corpus } = this.run;
    const { number } = this;
    return (
      number < corpus.length &&
      corpus.lines.get(number) === this.line &&
      corpus.sourceNames[corpus.sources.get(number)] === source
    );
  }

  /** Keeps the text of the next document if the page shows it. */
  private show(item: ReadItem | undefined): void {
    if (!this.shown.has(this.number) || item === undefined || item.problem !== undefined) return;
    this.results.texts?.add(this.run.corpus.id(this.number), { text: textOf(item), lang: item.lang });
  }
}

/** White space between two documents. */
function isBlank(bytes: Uint8Array, from: number, next: number): boolean {
  for (let at = from; at < next; at++) if (bytes[at] > SPACE) return false;
  return true;
}

/** Where the line [from, next) ends when the CR before its LF is removed. */
function withoutCr(bytes: Uint8Array, from: number, next: number): number {
  if (next - from < 2 || bytes[next - 2] !== CR) return next;
  bytes[next - 2] = LF;
  return next - 1;
}
