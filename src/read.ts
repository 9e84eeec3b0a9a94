/**
 * Read: what documents are there? Files, folders, globs and standard input become a stream of documents.
 * One reader per format (`read/`), all behind the contract below; `docs/adding-a-reader.md` is the recipe.
 */
import type { Place } from './document.ts';
import type { Heap } from './engines/index.ts';
import type { FileParts } from './platform.ts';
import type { LineBlock } from './read/json/line-blocks.ts';
import type { Told } from './wording.ts';

/** Something to read: a file, standard input, or bytes a caller holds. ReaderOptions it twice gives the same bytes. */
export interface Source {
  /** Its name for the user: the path as given, `standard input`. Ids derive from it. */
  readonly name: string;
  /** Absolute path of its file, if it has one. */
  readonly path?: string;
  /** Its address, if it is on a server. */
  readonly address?: string;
  /** Bytes as stored (compressed, if it is). */
  readonly size: number;
  /** When it was written last, in milliseconds since 1970, if that is known without a path. */
  readonly modified?: number;
  /** The file that holds the archive it is in. */
  readonly container?: Source;
  /** Read options that override the run's. */
  readonly reading?: Partial<ReadOptions>;
  /** Stored bytes read since the last `open`, if known. */
  readonly consumed?: number;
  /** Decompressed bytes, from the start, in chunks of any size. */
  open(): AsyncIterable<Uint8Array>;
  /** The last bytes of the stream, up to `length`; undefined if all bytes before them must be read first. */
  readEnd?(length: number): Promise<Uint8Array | undefined>;
  /** Opens the bytes as stored, to be read at any position, if the source is a file. */
  openFile?(): Promise<OpenFile>;
  /** Opens the bytes as stored, to be fetched at any position, if the source is on a server. */
  openParts?(): Promise<FileParts>;
}

/** A file that is read at positions of the caller's choice. */
export interface OpenFile {
  /** Reads up to `length` bytes from `position` on to `target[offset]`. Returns how many: 0 at the end. */
  read(target: Uint8Array, offset: number, length: number, position: number): number;
  /** The file stays open until `close` was called once more for every call of `keepOpen`. */
  keepOpen(): void;
  close(): Promise<void>;
}

/** A document as a reader returns it. */
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
  /** The column that the text is in, if it is not the one that `textField` names. */
  readonly textName?: string;
  /** The document exactly as it is in the source (a JSON line, a CSV row), to be written unchanged. */
  readonly record?: Uint8Array;
  /** Its attachments. Only `readSources` sees them. */
  readonly attachments?: readonly Attachment[];
  /** The row that names the columns of `record`, if the format has one; the same array for all documents of a source. */
  readonly header?: Uint8Array;
}

/** A file that came with a document: it is read as a document of its own if the options ask for that. */
export interface Attachment {
  /** As its sender named it. */
  readonly name: string;
  content(): Uint8Array;
}

/** A reader's report about a document that it cannot read. */
export interface ReadProblem extends Told {
  readonly line?: number;
  readonly nth?: number;
  /** As in `ReadDocument`, if the record is there but no document. */
  readonly record?: Uint8Array;
  readonly header?: Uint8Array;
}

export type ReadItem = ReadDocument | ReadProblem;

/** One format. */
export interface Reader {
  /** `jsonl`, `html`, …: the value of the option `format`. */
  readonly name: string;
  /** Lower case, with the dot, without the extension of a compression format. */
  readonly extensions: readonly string[];
  /** True if the first bytes (up to 4 KB) can only be this format. */
  recognizes?(head: Uint8Array): boolean;
  /** False if the first bytes cannot be this format, whatever the extension says. @default true */
  mayBe?(head: Uint8Array): boolean;
  /** Only for formats that are zip archives: true if an archive with these members is one document of this format. */
  isZipOf?(members: ReadonlySet<string>): boolean;
  /** True if a file holds many documents (lines, rows), false if it is one document. */
  readonly many: boolean;
  /** True if another thread does the work: then the next sources are started before this one is finished. */
  readonly ahead?: boolean;
  read(source: Source, options: ReaderOptions): AsyncIterable<ReadItem>;
  /**
   * The fast way to documents of which only text and id are needed: blocks of lines on the heap, in which a kernel finds both.
   * Undefined if the options ask for more than the kernel can do.
   */
  readLines?(source: Source, options: ReadOptions, heap: Heap): AsyncIterable<LineBlock> | undefined;
}

/** What a reader is asked for. */
export interface ReaderOptions extends ReadOptions {
  /** Only texts, ids and languages are asked for: a reader may leave all other fields unread. @default false */
  readonly textsOnly?: boolean;
}

export interface ReadOptions {
  /**
   * The field or column with the text, or several (`title,text`), which are read as one text. @default 'text', or if there is none
   * `content`, `body` or `article`
   */
  readonly textField: string;
  /** The field or column with the id; `none`: documents are known by their places, whatever ids they have. */
  readonly idField: string;
  /** Read every input in this format; `auto` decides by content and extension. */
  readonly format: string;
  /** The charset of text, Markdown, HTML and CSV; `auto` looks at BOM, UTF-8 validity, declaration, then guesses. */
  readonly encoding: string;
  /** `html`: text fields hold HTML, whose tags are removed. */
  readonly markup: 'none' | 'html';
  /** The largest document read, in bytes, up to 1 GB; a larger one is reported and left out. */
  readonly maxDocument: number;
  /** HTML: only the main text, without navigation, links and notices. */
  readonly main: boolean;
  /** Mail: attached documents (PDF, DOCX, text …), also those in archives, are read as documents of their own. */
  readonly attachments: boolean;
  /** Seconds that extraction (PDF, DOCX …) may take for one document, 1 to 86_400. */
  readonly documentSeconds: number;
  /** Bytes of memory that extraction may take for one document, from 64 MB on. */
  readonly documentMemory: number;
  /** Documents that are extracted at the same time, 1 to 64. @default the number of processors */
  readonly threads?: number;
  /** Ends reading: its reason is raised instead of the next document. */
  readonly signal?: AbortSignal;
  /** Bytes of JSON lines in a block; 0: every line is parsed by itself. It never changes a result. */
  readonly chunk?: number;
}

/** A document or problem with the place it came from. */
export interface SourcedItem {
  readonly source: Source;
  readonly reader: Reader;
  readonly place: Place;
  readonly item: ReadItem;
  /** Digest of the source's bytes, if they are one document and were read to the end: equal for equal files. */
  readonly digest?: BigUint64Array;
}
