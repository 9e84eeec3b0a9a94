/** The messages between a pool and its workers. */
import type { ReadItem, ReadOptions } from '../../../read.ts';
import { option, type Told, told, wording } from '../../../wording.ts';
import type { ExtractInput, ExtractOptions } from '../extraction.ts';
import type { ExtractorName } from '../extractors.ts';

/** The message that starts a job; `taken` follows for every batch of items. */
export interface ExtractJob {
  readonly extractor: ExtractorName;
  readonly input: ExtractInput;
  readonly options: ExtractOptions;
}

export type WorkerAnswer =
  | { readonly items: readonly ReadItem[] }
  | { readonly done: true }
  | { readonly failure: string };

/** Only the options that can be sent. */
export function picked(options: ReadOptions): ExtractOptions {
  const { textField, idField, encoding, markup, maxDocument, main, documentMemory } = options;
  return { textField, idField, encoding, markup, maxDocument, main, documentMemory };
}

export function tooSlow(seconds: number): Told {
  return told(
    wording`Expected it to be read within ${seconds} seconds, got no end; raise the limit with ${option('documentSeconds')}.`,
  );
}
