/**
 * Read: what documents are there? Files, folders, globs and standard input become a stream of documents.
 * One reader per format (`read/`), all behind the contract below; `docs/adding-a-reader.md` is the recipe.
 */
import type { Place, Problem } from './document.ts';

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
}

/** What a reader makes of one document. */
export interface ReadDocument {
  readonly problem?: undefined;
  /** The id the source gives, if it gives one. */
  readonly id?: string;
  /** The text: markup removed, charset decoded. Bytes must be valid UTF-8. */
  readonly text: string | Uint8Array;
  readonly line?: number;
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

export { listReaders } from './read/formats.ts';
export { openSources } from './read/inputs.ts';

export { memorySource } from './read/memory-source.ts';

export { type Paragraph, paragraphsOf } from './read/paragraphs.ts';
export { readDocuments } from './read/read-documents.ts';
export { readSources } from './read/read-sources.ts';
export { readTruth, type TruthFilter } from './read/truth.ts';
export type { Problem };
