/**
 * Platform: what differs between Node and browsers. A file of `platform/` is a pair of twins that export the same names: `files.ts` for Node,
 * and `files.browser.ts`, which takes its place in the bundle for browsers. Types that both twins need are here.
 */
import type { Problem } from './document.ts';

/** A thread that was started, as its pool sees it. It is sent jobs, and answers each. */
export interface Thread<Job> {
  post(job: Job): void;
  /** Lets it keep the process alive while it works, or not. */
  keepAlive(isBusy: boolean): void;
  end(): Promise<unknown>;
}

/** A process as its parent sees it. */
export interface ExtractProcess {
  readonly isAlive: boolean;
  send(message: unknown): void;
  /** Sends PDFium, once, if the process does not read it itself. */
  givePdfium?(bytes: Uint8Array): void;
  /** Lets it keep this process alive while it works. */
  wake(): void;
  /** Lets the process rest. @param tooLong Called after a while, unless the process is woken before. */
  rest(tooLong: () => void): void;
  end(): void;
}

/** Events of a process for its parent: its answers, and why it ended. `outOfMemory`: it ran out of memory. */
export interface ProcessEvents<Answer> {
  answered(answer: Answer): void;
  ended(reason: string, outOfMemory: boolean): void;
}

/** A stream that is digested while it is read. */
export interface Digested {
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Half of the SHA-256 of all bytes, as two numbers; undefined if the stream was not read to its end. */
  digest(): BigUint64Array | undefined;
}

/** Packages that are part of the browser bundle, in files of their own. */
export type PackageName = 'stopwords-iso' | 'stopword' | 'snowball-stemmers';

/** How the body of an HTTP response is compressed. */
export type BodyEncoding = 'gzip' | 'zlib' | 'raw' | 'br';

/** A file of the input. */
export interface StoredFile {
  /** As the user named it. */
  readonly name: string;
  readonly size: number;
  /** Absolute; undefined for a file that no longer has a name. */
  readonly path?: string;
  open(): Promise<OpenStoredFile>;
}

export interface OpenStoredFile {
  /** All bytes. Every chunk is new memory, so that views stay valid as long as they are held. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Reads up to `length` bytes from `position` on to `target[offset]`. Returns how many: 0 at the end. */
  read(target: Uint8Array, offset: number, length: number, position: number): number;
  close(): Promise<void>;
}

/** How inputs are opened. */
export interface OpenOptions {
  /** Relative paths start here. @default process.cwd() */
  readonly cwd?: string;
  /** Folder for temporary copies of standard input and pipes. @default os.tmpdir() */
  readonly temp?: string;
  /** Ends the opening, which may have to wait for a pipe. */
  readonly signal?: AbortSignal;
  /** The stream that `-` reads. @default process.stdin */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** Files and streams (`OpenedInputs.keys`) that are left out, because another input has them. @default none */
  readonly except?: ReadonlySet<string>;
  /** Which files of folders and globs are read. @default all but those whose names begin with a dot */
  readonly selection?: FileSelection;
}

/** Which files of folders and globs are read. A file that is named by itself is always read. */
export interface FileSelection {
  /** Patterns of names to leave out, as `.gitignore` has them: `*.log`, `drafts/`, `/build`, `!keep.log`. */
  readonly excludeFiles: readonly string[];
  /** The `.gitignore` files of the folders are followed. */
  readonly gitignore: boolean;
  /** Names that begin with a dot are read, too. */
  readonly hidden: boolean;
}

/** How the caller turns files into sources. */
export interface InputKinds<Source> {
  file(file: StoredFile): Source;
  /** The files that an address such as `s3://…` stands for. */
  remote(address: string, options: OpenOptions): Promise<RemoteInputs<Source>>;
  /** How to open a folder that is read as one source; undefined if its files are sources. @param has Whether a file is in it. */
  folder(name: string, path: string, has: (file: string) => boolean): (() => Source) | undefined;
}

/** Files of a server. */
export interface RemoteInputs<Source> {
  readonly files: readonly { readonly address: string; source(): Source }[];
  /** Files that come as a whole, once. */
  readonly streams: readonly {
    readonly name: string;
    readonly address: string;
    open(): AsyncIterable<Uint8Array>;
  }[];
  readonly passedOver: readonly string[];
}

/** An input named by the caller, with its sources. */
export interface GivenSources<Source> {
  readonly name: string;
  readonly sources: readonly Source[];
}

/** The inputs, opened. */
export interface OpenedInputs<Source> {
  readonly sources: Source[];
  /** Inputs that exist but cannot be read. */
  readonly problems: Problem[];
  /** Identify the sources: the real path of a file, `-` for standard input. */
  readonly keys: ReadonlySet<string>;
  /** Files and streams that were left out because of `except`. */
  readonly leftOut: number;
  /** The paths given, each with its sources; one that has none but those of another is not among them. */
  readonly given: readonly GivenSources<Source>[];
  /** Names in the folders given that were not looked at; folders end with a slash. */
  readonly passedOver: readonly string[];
  /** Removes temporary files. */
  close(): Promise<void>;
}

/** A file of which parts are read. */
export interface FileParts {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
  close(): Promise<void>;
}

/** Texts in a file that is open: any thread can get one onto the heap. */
export interface TextsInFile {
  /** Descriptor, open for reading. */
  readonly file: number;
  /** Position and length of every text: 2 numbers each. */
  readonly ranges: Float64Array;
}
