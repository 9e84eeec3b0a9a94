/** Write: how does a file appear whole or not at all? Outputs are made under temporary names and renamed when complete. */
import type { ReadDocument, Reader, ReadProblem, Source } from './read.ts';

export interface AtomicFile {
  /** The final path, as given. */
  readonly path: string;
  /** A path beside which temporary files may be, if it is another. */
  readonly beside?: string;
  /**
   * Appends. The bytes are copied, so the chunk may be reused at once. Wait for the promise, if there is one,
   * before the next call: then no more than two blocks of 256 KB are ever held.
   */
  write(chunk: string | Uint8Array): void | Promise<void>;
  /**
   * Flushes everything to disk, so that only a rename is left for the commit. Prepare several files before the
   * first commit, and a full disk cannot leave one without the others.
   */
  prepare(): Promise<void>;
  /** Gives the file its final name once it is completely on disk. On failure nothing remains. */
  commit(): Promise<void>;
  /** Removes the unfinished file. May be called at any time, any number of times; after a commit it does nothing. */
  abort(): Promise<void>;
}

/** Where kept documents come from. */
export interface KeptSource {
  readonly source: Source;
  readonly reader: Pick<Reader, 'name' | 'many' | 'extensions'>;
}

/** What is written otherwise than it was read. */
export interface Changes {
  /** In place of the text that was read. */
  readonly text?: string;
  /** The values of the columns that are added to every document (`RecordFields.added`), in their order. */
  readonly added?: AddedValues;
}

/** A column that documents get besides their own. */
export interface AddedColumn {
  readonly name: string;
  readonly type: 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'STRING';
}

/** Null if a document has no value. */
export type AddedValues = readonly (boolean | number | string | null)[];

/** A kept document, as it was read. Documents of one source are written one after the other. */
export interface KeptDocument extends KeptSource {
  readonly id: string;
  readonly item: ReadDocument;
  readonly changes?: Changes;
}

/** Something that could not be read, where a document should be. */
export interface UnreadSource extends KeptSource {
  readonly item: ReadProblem;
}

export interface KeptWriter {
  /** Looks at the input before the work, to refuse input that cannot be written as it is. */
  look?(sources: readonly Source[]): Promise<void>;
  /** Tells how many documents will be written, before the first one. */
  begin?(documents: number): void;
  /** Wait for the promise, if there is one, before the next call. */
  write(document: KeptDocument): void | Promise<void>;
  /**
   * Keeps unreadable input as it is: a file, a line, a row. Only a folder can hold such things.
   * @returns False if it cannot be kept.
   */
  keepUnread?(unread: UnreadSource): Promise<boolean>;
  /**
   * If JSON lines are written unchanged: writes many at once, as whole lines that end with LF. The
   * bytes are copied. Wait for the promise here, too.
   */
  readonly writeLines?: ((from: KeptSource, lines: Uint8Array) => void | Promise<void>) | undefined;
  /** Flushes everything to disk, so that only a rename is left for the commit. */
  prepare(): Promise<void>;
  commit(): Promise<void>;
  /** Removes the unfinished output; harmless at any time. */
  abort(): Promise<void>;
}

/** Formats of documents on standard output, which has no ending that says it. */
export const OUTPUT_FORMATS = ['jsonl', 'csv', 'tsv', 'parquet', 'arrow'] as const;

export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The names that text and id have in the user's data. */
export interface RecordFields {
  readonly textField: string;
  readonly idField: string;
  /** Whether ids that occur twice are renamed. */
  readonly duplicateIds?: 'error' | 'rename';
  /** The format of an output on standard output. @default `jsonl` */
  readonly outputFormat?: OutputFormat;
  /** Folder for temporary files. @default the system's */
  readonly temp?: string;
  /** Columns that every document gets. Input that has one of them is refused. @default none */
  readonly added?: readonly AddedColumn[];
  /** Whether documents may be written with another text. @default false */
  readonly changesTexts?: boolean;
}

/** A file that kept documents are written to, the only one or one of several. */
export interface KeptShard {
  /** The number of documents for this file. */
  readonly documents: number;
  file(): Promise<AtomicFile>;
}

/** How documents follow each other in a file. */
export interface KeptFormat {
  /** True if JSON lines are written unchanged. */
  readonly takesLines: boolean;
  /** Looks at the input before the work, to refuse input that cannot be written as it is. */
  look?(sources: readonly Source[]): Promise<void>;
  append(document: KeptDocument, file: AtomicFile): void | Promise<void>;
  /** True if documents wait for `finish`, which writes them. */
  readonly waits?: boolean;
  /** Writes the documents that had to wait for the last one. */
  finish?(shards: readonly KeptShard[]): Promise<void>;
  /** Frees resources; harmless at any time. */
  close?(): void;
}
