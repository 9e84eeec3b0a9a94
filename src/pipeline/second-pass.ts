/**
 * The second pass over the input of a verb: writes the documents that stay, as they came or with changes, and shows the verb those that it
 * wants to see.
 *
 * The first pass knows which lines of a JSON lines source are documents, by their numbers. So lines are written without being parsed.
 */

import type { Run } from '../pipeline.ts';
import { findByte } from '../platform/bytes.ts';
import { inputChanged, type LineBlock, type OpenInput } from '../read/index.ts';
import type { ReadDocument, Reader, SourcedItem } from '../read.ts';
import type { RunOptions } from '../run-options.ts';
import type { Changes, KeptDocument, KeptWriter } from '../write.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
/** Bytes that are written at once. */
const WRITE_BYTES = 1 << 18;
/** Documents between two reports of progress. */
const PROGRESS_STEP = 1000;

/** What becomes of the documents of the input, by their numbers. */
export interface Fates {
  /** Whether a document that is not looked at stays. */
  isKept(number: number): boolean;
  /** Whether a document is looked at. */
  isWanted(number: number): boolean;
  /** Looks at a document. Returns whether it stays, or what is changed in it. */
  look(number: number, item: ReadDocument, reader: Reader): boolean | Changes;
}

/** Where documents go that stay. */
interface Target {
  /** Writes them; left out if they are only looked at. */
  readonly kept?: KeptWriter;
  /** Whether what cannot be read is kept as well, if that is possible. */
  readonly keepsUnread: boolean;
}

export class SecondPass {
  /** The number of the next document. */
  private number: number;
  /** The next document among `corpus.renamed`. */
  private nextRenamed = 0;
  /** The number of unreadable documents that are in no output. */
  leftOut = 0;
  /** The current line of a source that is read in blocks. */
  private line = 0;

  constructor(
    private readonly run: Run,
    private readonly fates: Fates,
    private readonly target: Target,
  ) {
    this.number = run.corpus.references;
  }

  async read(input: OpenInput, { onProgress }: Pick<RunOptions, 'onProgress'>): Promise<void> {
    const { corpus, engine } = this.run;
    const { kept } = this.target;
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
      const { kept, keepsUnread } = this.target;
      const isKept = keepsUnread && (await kept?.keepUnread?.({ source, reader, item })) === true;
      if (!isKept) this.leftOut++;
      return;
    }
    const { corpus } = this.run;
    if (this.number >= corpus.length) throw inputChanged(source.name);
    const id = corpus.id(this.number);
    const given = item.id ?? item.formatId;
    if (given !== undefined && given !== id && !id.startsWith(`${given}#`)) throw inputChanged(source.name);
    const fate = this.fateOf(item, reader);
    if (fate !== false) {
      await this.target.kept?.write({ id, source, reader, item, ...(fate !== true && { changes: fate }) });
    }
    this.number++;
  }

  private async handleBlock(block: LineBlock): Promise<void> {
    const { source } = block;
    const keepsLines = this.target.keepsUnread && this.target.kept?.keepUnread !== undefined;
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
        // a renamed document is written by itself
        const isSeen = isDocument && (this.isRenamed() || this.fates.isWanted(this.number));
        // a copy: decoding a string from shared memory is not allowed
        const fate = isSeen
          ? this.readAlone(block, bytes.slice(from, contentEnd(bytes, from, next)))
          : undefined;
        if (fate?.written !== undefined) {
          await this.write(block, bytes.subarray(start, end));
          start = end = next;
          await this.target.kept?.write(fate.written);
        } else if (fate?.stays ?? (!isDocument || this.fates.isKept(this.number))) {
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

  /** Whether the document of a line stays, and what is written if that is not the line itself. */
  private readAlone(block: LineBlock, line: Uint8Array): { stays: boolean; written?: KeptDocument } {
    const { source, reader } = block;
    const item = block.readLine(line, this.line);
    if (item === undefined || item.problem !== undefined) throw inputChanged(source.name);
    const fate = this.fateOf(item, reader);
    if (fate === false || (fate === true && !this.isRenamed())) return { stays: fate };
    const changes = fate === true ? undefined : fate;
    return { stays: true, written: { id: this.run.corpus.id(this.number), source, reader, item, changes } };
  }

  private fateOf(item: ReadDocument, reader: Reader): boolean | Changes {
    const { fates, number } = this;
    return fates.isWanted(number) ? fates.look(number, item, reader) : fates.isKept(number);
  }

  private async write(block: LineBlock, lines: Uint8Array): Promise<void> {
    for (let done = 0; done < lines.length; done += WRITE_BYTES) {
      await this.target.kept?.writeLines?.(block, lines.subarray(done, done + WRITE_BYTES));
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
}

/** White space between two documents. */
function isBlank(bytes: Uint8Array, from: number, next: number): boolean {
  for (let at = from; at < next; at++) if (bytes[at] > SPACE) return false;
  return true;
}

/** Where the content of the line [from, next) ends. */
function contentEnd(bytes: Uint8Array, from: number, next: number): number {
  return next - from > 1 && bytes[next - 2] === CR ? next - 2 : next - 1;
}

/** Where the line [from, next) ends when the CR before its LF is removed. */
function withoutCr(bytes: Uint8Array, from: number, next: number): number {
  if (next - from < 2 || bytes[next - 2] !== CR) return next;
  bytes[next - 2] = LF;
  return next - 1;
}
