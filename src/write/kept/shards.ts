/**
 * Kept documents in several files of equal length (`clean-00000-of-00008.jsonl`): read one after the other, they hold the same as a single file.
 * They get their final names together.
 */
import { findByte } from '../../platform/bytes.ts';
import type { Source } from '../../read.ts';
import type { AtomicFile, KeptDocument, KeptFormat, KeptShard, KeptWriter } from '../../write.ts';
import { atomicFile } from '../atomic-file.ts';

const LF = 0x0a;

/** `clean.jsonl.gz` → `clean-00000-of-00008.jsonl.gz` and so on. */
export function shardPaths(path: string, count: number): string[] {
  const number = (value: number) => String(value).padStart(5, '0');
  const [ending] = /\.[^./\\]+?(\.(?:gz|zst))?$/i.exec(path) ?? [''];
  const stem = path.slice(0, path.length - ending.length);
  return Array.from({ length: count }, (_, i) => `${stem}-${number(i)}-of-${number(count)}${ending}`);
}

/** A file that all documents are for. */
export function only(file: AtomicFile): KeptShard {
  return { documents: Number.POSITIVE_INFINITY, file: async () => file };
}

export class ShardWriter implements KeptWriter {
  readonly writeLines: KeptWriter['writeLines'];
  private readonly shards: Shard[];
  /** The shard that is written to, and the documents that still fit in it. */
  private current = 0;
  private room = 0;

  /** Opens the first file, so that a path that cannot be written fails at once. */
  static async open(paths: readonly string[], format: KeptFormat): Promise<ShardWriter> {
    const writer = new ShardWriter(paths, format);
    await writer.shards[0].file();
    return writer;
  }

  private constructor(
    paths: readonly string[],
    private readonly format: KeptFormat,
  ) {
    this.shards = paths.map((path) => new Shard(path));
    if (format.takesLines) this.writeLines = (_, lines) => this.divideLines(lines);
  }

  async look(sources: readonly Source[]): Promise<void> {
    await this.format.look?.(sources);
  }

  begin(documents: number): void {
    const { shards } = this;
    // rounded up: the first document is always for the first file
    const end = (i: number) => Math.ceil((documents * (i + 1)) / shards.length);
    for (const [i, shard] of shards.entries()) shard.documents = end(i) - end(i - 1);
    this.room = shards[0].documents;
  }

  async write(document: KeptDocument): Promise<void> {
    const file = await this.next();
    this.room--;
    await this.format.append(document, file);
  }

  async prepare(): Promise<void> {
    await this.format.finish?.(this.shards);
    for (const shard of this.shards) await (await shard.file()).prepare();
  }

  async commit(): Promise<void> {
    for (const shard of this.shards) await (await shard.file()).commit();
  }

  async abort(): Promise<void> {
    this.format.close?.();
    for (const shard of this.shards) await shard.abort();
  }

  /** The file of the next document. The one before is closed when it is full. */
  private async next(): Promise<AtomicFile> {
    while (this.room === 0 && !this.isLast && !this.format.waits) {
      await (await this.shards[this.current].file()).prepare();
      this.room = this.shards[++this.current].documents;
    }
    return this.shards[this.current].file();
  }

  private get isLast(): boolean {
    return this.current === this.shards.length - 1;
  }

  private async divideLines(lines: Uint8Array): Promise<void> {
    for (let start = 0; start < lines.length; ) {
      const file = await this.next();
      const end = this.takeLines(lines, start);
      await file.write(lines.subarray(start, end));
      start = end;
    }
  }

  /** Where the lines that fit into the current file end. The chunk may end inside a line, which goes on in the next one. */
  private takeLines(lines: Uint8Array, start: number): number {
    if (this.isLast) return lines.length;
    let end = start;
    for (; this.room > 0; this.room--) {
      end = findByte(lines, LF, end) + 1;
      if (end === 0) return lines.length;
    }
    return end;
  }
}

class Shard implements KeptShard {
  documents = 0;
  private opened: Promise<AtomicFile> | undefined;

  constructor(private readonly path: string) {}

  file(): Promise<AtomicFile> {
    this.opened ??= atomicFile(this.path);
    return this.opened;
  }

  async abort(): Promise<void> {
    const file = await this.opened?.catch(() => undefined);
    await file?.abort();
  }
}
