/**
 * The second pass over the input of `dedup`: writes the documents that stay as they came, and picks up the texts that the page shows.
 *
 * Which lines of a JSON lines source are documents is known since the first pass, by their numbers: so lines are passed on
 * without a look at what is in them.
 */
import { findByte } from '../../engines/index.ts';
import { NeardupError } from '../../errors.ts';
import type { Options } from '../../options.ts';
import type { Run } from '../../pipeline.ts';
import { type OpenInput, textOf } from '../../read/index.ts';
import type { BulkTarget, ReadItem, SourcedItem, SourcedLines } from '../../read.ts';
import type { ReportText } from '../../report/index.ts';
import type { KeptWriter } from '../../write.ts';
import type { GroupTable } from '../keep/group-table.ts';

const LF = 0x0a;
const CR = 0x0d;
/** Bytes of lines that are read at once, and of those that are handed over at once. */
const CHUNK = 1 << 21;
const PIECE = 1 << 18;
/** Documents after which progress is told again. */
const SOME = 1000;

export interface Wanted {
  /** Where the documents that stay go. */
  readonly kept: KeptWriter | undefined;
  /** The ids of the texts that are shown; the texts are put there. */
  readonly texts: Map<string, ReportText | undefined>;
}

export class SecondPass {
  /** The number of the document that comes next. */
  private number: number;
  /** The documents whose texts are shown. */
  private readonly shown: ReadonlySet<number>;
  /** Lines of the present source that came before. */
  private line = 0;

  constructor(
    private readonly run: Run,
    private readonly groups: GroupTable,
    private readonly wanted: Wanted,
  ) {
    const { corpus } = run;
    this.number = corpus.references;
    this.shown = new Set([...wanted.texts.keys()].map((id) => corpus.ids.find(id)));
  }

  async over(input: OpenInput, options: Pick<Options, 'chunk' | 'onProgress'>): Promise<void> {
    const { corpus, engine } = this.run;
    const { kept } = this.wanted;
    const { chunk = CHUNK, onProgress } = options;
    const takesLines = chunk > 0 && (kept === undefined || kept.writeLines !== undefined);
    const bulk: BulkTarget | undefined = takesLines ? { heap: engine.heap, chunk } : undefined;
    let told = this.number + SOME;
    for await (const part of input.read(bulk)) {
      if ('raw' in part) await this.takeLines(part);
      else await this.takeItem(part);
      if (this.number < told) continue;
      told = this.number + SOME;
      const documents = this.number - corpus.references;
      onProgress({ stage: 'write', documents, bytes: input.consumed(), totalBytes: input.bytes });
    }
    if (this.number < corpus.length) throw changed(corpus.place(this.number).source);
    for (const name of input.changed()) throw changed(name);
  }

  private async takeItem({ source, reader, item }: SourcedItem): Promise<void> {
    if (item.problem !== undefined) return;
    const { corpus } = this.run;
    if (this.number >= corpus.length) throw changed(source.name);
    const id = corpus.id(this.number);
    const given = item.id ?? item.formatId;
    if (given !== undefined && given !== id && !id.startsWith(`${given}#`)) throw changed(source.name);
    if (this.groups.isKept(this.number)) await this.wanted.kept?.write({ id, source, reader, item });
    this.show(item);
    this.number++;
  }

  private async takeLines({ source, reader, raw }: SourcedLines): Promise<void> {
    try {
      if (raw.first) this.line = 0;
      if (raw.tooLong !== undefined) this.line++;
      const bytes = this.run.engine.heap.u8.subarray(raw.lines, raw.lines + raw.bytes);
      const write = (lines: Uint8Array) => this.wanted.kept?.writeLines?.({ source, reader }, lines);
      // lines that stay, as long as one follows the other
      let [start, end] = [0, 0];
      for (let from = 0, next = 0; from < bytes.length; from = next) {
        next = findByte(bytes, LF, from) + 1;
        this.line++;
        if (!this.isNext(source.name)) continue;
        if (this.shown.has(this.number)) {
          // a copy: what decodes strings does not take shared memory
          this.show(raw.format.read(bytes.slice(from, next - 1), this.line));
        }
        if (this.groups.isKept(this.number)) {
          if (from > end) {
            await passOn(bytes.subarray(start, end), write);
            start = from;
          }
          end = withoutCr(bytes, from, next);
        }
        this.number++;
      }
      await passOn(bytes.subarray(start, end), write);
    } finally {
      raw.release();
    }
  }

  /** Whether the present line of this source is the document that comes next. */
  private isNext(source: string): boolean {
    const { corpus } = this.run;
    const { number } = this;
    return (
      number < corpus.length &&
      corpus.lines.get(number) === this.line &&
      corpus.sourceNames[corpus.sources.get(number)] === source
    );
  }

  /** Picks up the text of the document that comes next, where it is wanted. */
  private show(item: ReadItem | undefined): void {
    if (!this.shown.has(this.number) || item === undefined || item.problem !== undefined) return;
    this.wanted.texts.set(this.run.corpus.id(this.number), { text: textOf(item), lang: item.lang });
  }
}

async function passOn(bytes: Uint8Array, write: (lines: Uint8Array) => void | Promise<void>): Promise<void> {
  for (let done = 0; done < bytes.length; done += PIECE) await write(bytes.subarray(done, done + PIECE));
}

/** Where the line [from, next) ends when the CR before its LF is gone. */
function withoutCr(bytes: Uint8Array, from: number, next: number): number {
  if (next - from < 2 || bytes[next - 2] !== CR) return next;
  bytes[next - 2] = LF;
  return next - 1;
}

function changed(source: string): NeardupError {
  return new NeardupError('INPUT_CHANGED', `${source} is not the same as when it was first read.`);
}
