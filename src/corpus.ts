/**
 * Corpus: what does one run know of many documents, and how to get at their texts? Columns of numbers, the ids, and a file with
 * the canonical texts; the texts themselves are never all in memory. Documents are numbered 0, 1, 2 … in the order they were read.
 *
 * Memory per document: about 50 bytes and its id. Disk: its canonical text, unless it can be made again from a line of a file.
 */
import type { CanonicalizeOptions, TextTreatment } from './canonicalize.ts';
import type { Heap } from './engines/index.ts';
import type { MethodOptions } from './fingerprint/index.ts';
import type { FingerprintOptions, ShingleOptions } from './fingerprint.ts';
import type { LineBlock } from './read/index.ts';
import type { SourcedItem } from './read.ts';

export interface BatchLimits {
  /** A batch is closed when it holds this many bytes … */
  readonly bytes: number;
  /** … or this many documents. */
  readonly documents: number;
}

/** How documents become a corpus. */
export interface LoadOptions extends CanonicalizeOptions, Pick<TextTreatment, 'canonical'> {
  /** An id that occurs twice is an error, or the later one gets `#2`, `#3` … appended. */
  readonly duplicateIds: 'error' | 'rename';
  /** Limits of a batch, in which texts go to the engine. It never changes a result. @default 1 MB or 16,384 documents */
  readonly batch?: BatchLimits;
}

/** The values that a question needs of every document, computed while loading. */
export interface LoadTasks {
  /** Fingerprints, unless the corpus keeps none. @default those of the default options */
  readonly fingerprints?: FingerprintOptions;
  /** Keys by which candidates are found. @default none */
  readonly candidates?: ShingleOptions & MethodOptions;
  /** Disguised words of texts that are compared are noted. @default false */
  readonly disguises?: boolean;
  /** An id that the reference gives twice is renamed, whatever `duplicateIds` says of the input. @default false */
  readonly renamesReference?: boolean;
}

/**
 * Which canonical texts can be read later: none, all, or those of documents for which `needTexts` was called. The last needs less
 * disk if lines are read from files: only the texts of these documents are written to the spool.
 */
export type TextsKept = 'none' | 'all' | 'compared';

export interface CorpusInput {
  /** Documents of the reference (`against`), numbered first. */
  readonly references?: DocumentStream;
  readonly documents: DocumentStream;
  /** About how many documents there are, if that can be estimated. */
  readonly expected?: number;
  /** Bytes of the whole input, if that is known, and a count of those read so far. */
  readonly totalBytes?: number;
  consumed?(): number;
}

/** Opens a stream of documents. With a heap, JSON lines may come in blocks on it; with `textsOnly` documents may lack other fields. */
export type DocumentStream = (heap?: Heap, textsOnly?: boolean) => AsyncIterable<SourcedItem | LineBlock>;
