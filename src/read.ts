/**
 * Read: what documents are there? Files, folders, globs and standard input become a stream of documents.
 * One reader per format (`read/`), all behind the contract below; `docs/adding-a-reader.md` is the recipe.
 */
import type { Place } from './document.ts';
import type { Heap } from './engines/index.ts';

/** Something to read: a file, standard input, or bytes a caller holds. Reading it twice gives the same bytes. */
export interface Source {
  /** As the user knows it: the path as given, `standard input`. Ids derive from it. */
  readonly name: string;
  /** Absolute path of the file behind it, if there is one. */
  readonly path?: string;
  /** Bytes as stored (compressed, if it is). */
  readonly size: number;
  /** How many of them were read since the last `open`, where that can be told. */
  readonly consumed?: number;
  /** Decompressed bytes, from the start, in chunks of any size. */
  open(): AsyncIterable<Uint8Array>;
  /** The bytes as stored, to be read straight into memory of the caller, where that can be done. */
  openStored?(): Promise<StoredBytes>;
}

export interface StoredBytes {
  /** The descriptor, where there is a file: other threads may read from it. */
  readonly file?: number;
  /** Reads up to `length` bytes from `position` on to `target[offset]`. Returns how many: 0 at the end. */
  read(target: Uint8Array, offset: number, length: number, position: number): number;
  close(): Promise<void>;
}

/** What a reader makes of one document. */
export interface ReadDocument {
  readonly problem?: undefined;
  /** The id that the user's data gives: a field, a column. Two documents with the same one are an error. */
  readonly id?: string;
  /** A name that the format gives: the Message-ID of a mail, the URL of a crawled page. It is the id if none is given. */
  readonly formatId?: string;
  /** The text: markup removed, charset decoded. Bytes must be valid UTF-8. */
  readonly text: string | Uint8Array;
  readonly line?: number;
  /** See `Place.nth`. */
  readonly nth?: number;
  readonly lang?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The document exactly as the source has it (a JSON line, a CSV row), to write it out again unchanged. */
  readonly record?: Uint8Array;
  /** The row that names the columns of `record`, where the format has one; the same array for all documents of a source. */
  readonly header?: Uint8Array;
}

/** What a reader says of a document it cannot make out. */
export interface ReadProblem {
  readonly problem: string;
  readonly line?: number;
  readonly nth?: number;
}

export type ReadItem = ReadDocument | ReadProblem;

/** One format. */
export interface Reader {
  /** `jsonl`, `html`, … as `--format` takes it. */
  readonly name: string;
  /** Lower case, with the dot; compression endings are already taken off. */
  readonly extensions: readonly string[];
  /** True where the first bytes (up to 4 KB) can only be this format. */
  recognizes?(head: Uint8Array): boolean;
  /** False where the first bytes cannot be this format, whatever the extension says. @default true */
  mayBe?(head: Uint8Array): boolean;
  /** True where a file holds many documents (lines, rows), false where it is one. */
  readonly many: boolean;
  /** True where the work is done in another thread: then the next sources are begun before this one is through. */
  readonly ahead?: boolean;
  read(source: Source, options: ReadOptions): AsyncIterable<ReadItem>;
  /**
   * The fast way, where a format has one: the same documents, but as raw bytes on the heap in which a kernel finds texts and
   * ids. Undefined where the options ask for more than the kernel can do.
   */
  readBulk?(source: Source, options: ReadOptions, target: BulkTarget): AsyncIterable<RawLines> | undefined;
}

/** Where bulk reading puts its bytes. Only for callers that need no more of a document than text and id. */
export interface BulkTarget {
  readonly heap: Heap;
  /** Bytes that are handed over at once, as far as lines are not longer. */
  readonly chunk: number;
  /** True where lines may be left in their file; see `RawLines.unread`. */
  readonly mayLeave?: boolean;
}

/** Whole lines of a source as they stand there, on the heap, for `Kernels.scanJsonl`. Whoever takes them releases them. */
export interface RawLines {
  readonly lines: number;
  readonly bytes: number;
  /** True where the first of these lines is the first of its source. */
  readonly first: boolean;
  /** Where, instead of lines, this stands for one line that is too long to be held: its bytes. */
  readonly tooLong?: number;
  /** Where the first line begins in the bytes of the source as stored, where these are the same bytes. */
  readonly position?: number;
  readonly format: LineFormat;
  /** Where they are still in the file, from `position` on: whoever wants them puts them at `lines` first, on any thread. */
  readonly unread?: UnreadLines;
  release(): void;
}

/** Lines that are read by whoever takes them. */
export interface UnreadLines {
  /** The descriptor. It stays open until what `until` was told of is over. */
  readonly file: number;
  /** Called with the work on these lines, before more are asked for. */
  until(done: Promise<unknown>): void;
  /** They could not be read, or do not end with LF any more. They come again, read from here on by the reader itself. */
  fail(): void;
  /** True where these lines, or some before them, failed: they do not count. */
  readonly failed: boolean;
}

/** What the scan of raw lines must know. */
export interface LineFormat {
  /** The names of the fields with text and id, as they stand between quotes. */
  readonly textName: string;
  readonly idName: string;
  /** Longer lines are left to `read`. */
  readonly maxLine: number;
  /**
   * What the plain way makes of one line, or nothing of white space.
   * @param content Its bytes without LF, or the number of them where they are too many to be held.
   */
  read(content: Uint8Array | number, line: number): ReadItem | undefined;
}

export interface ReadOptions {
  /** The field or column with the text. @default 'text' */
  readonly textField: string;
  /** The field or column with the id. @default 'id' */
  readonly idField: string;
  /** Read every input in this format; `auto` decides by content and extension. @default 'auto' */
  readonly format: string;
  /** The charset of text, Markdown, HTML and CSV; `auto` looks at BOM, UTF-8 validity, declaration, then guesses. @default 'auto' */
  readonly encoding: string;
  /** `html`: text fields hold HTML, whose tags are removed. @default 'none' */
  readonly markup: 'none' | 'html';
  /** The largest document read, in bytes; a larger one is reported and left out. @default 104_857_600 */
  readonly maxDocument: number;
  /** HTML: only the main text, without navigation, links and what surrounds it. @default false */
  readonly main: boolean;
  /** Seconds that extraction (PDF, DOCX …) may take for one document. @default 30 */
  readonly documentSeconds: number;
  /** Bytes of memory that extraction may take for one document. @default 1_073_741_824 */
  readonly documentMemory: number;
  /** Documents that are extracted at the same time. @default the number of processors */
  readonly threads?: number;
}

/** A document or problem with the place it came from. */
export interface SourcedItem {
  readonly source: Source;
  readonly reader: Reader;
  readonly place: Place;
  readonly item: ReadItem;
}

/** Raw lines with the source they came from. */
export interface SourcedLines {
  readonly source: Source;
  readonly reader: Reader;
  readonly raw: RawLines;
}
