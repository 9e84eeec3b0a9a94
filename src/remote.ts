/** Remote: where are documents that are not on this machine? An address becomes files, which are read in parts. */

export interface RemoteFile {
  /** As the user sees it, without secrets. */
  readonly name: string;
  /** Tells it from all others: the name, and of an address of the web the query. */
  readonly address: string;
  readonly size: number;
  /** When it was written last, in milliseconds since 1970. */
  readonly modified?: number;
  chunks(): AsyncGenerator<Uint8Array>;
  /** The bytes from `start` on, before `end`. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** A file that comes as a whole, once. */
export interface WebStream {
  readonly name: string;
  readonly address: string;
  open(): AsyncIterable<Uint8Array>;
}

/** The files that an address stands for. */
export interface RemoteFiles {
  readonly files: readonly RemoteFile[];
  readonly streams: readonly WebStream[];
  readonly passedOver: readonly string[];
}
