/** The messages between a pool and its workers. */
import type { ReaderOptions, ReadItem } from '../../../read.ts';
import { option, type Told, told, wording } from '../../../wording.ts';
import type { ExtractInput, ExtractOptions } from '../extractor.ts';
import type { ExtractorName } from '../extractor-table.ts';

/** The message that starts a job. */
export interface ExtractJob {
  readonly extractor: ExtractorName;
  readonly input: SentInput;
  readonly options: ExtractOptions;
}

/** As `ExtractInput`; a file whose parts are fetched by the parent is sent as its size. */
export type SentInput = Exclude<ExtractInput, { parts: unknown }> | { readonly size: number };

/** Messages to a worker: a job, `taken` for every batch of items, and the part that it asked for. */
export type WorkerMessage = ExtractJob | 'taken' | { readonly part: ArrayBuffer };

export type WorkerAnswer =
  | { readonly items: readonly ReadItem[] }
  | { readonly wants: { readonly start: number; readonly end: number } }
  | { readonly done: true }
  | { readonly failure: string };

/** Only the options that can be sent. */
export function picked(options: ReaderOptions): ExtractOptions {
  const { textField, idField, encoding, markup, maxDocument, main, documentMemory, textsOnly } = options;
  return { textField, idField, encoding, markup, maxDocument, main, documentMemory, textsOnly };
}

export function tooSlow(seconds: number): Told {
  return told(
    wording`Expected it to be read within ${seconds} seconds, got no end; raise the limit with ${option('documentSeconds')}.`,
  );
}
