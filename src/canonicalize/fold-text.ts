/** Canonical text of one string by the scalar kernels, for uses in which speed does not matter: stop-word lists, tests, examples. */
import { Heap } from '../engines/index.ts';
import { canonicalize as plainCanonicalize } from '../engines/scalar/canonicalize.ts';
import { regionalWords as plainRegionalWords } from '../engines/scalar/regional-words.ts';
import { TextFolder } from './text-folder.ts';

let shared: TextFolder | undefined;

/** The canonical text, without the words of `stops` (a stop-word table). */
export function foldText(text: string, ngram: number, stops?: Uint8Array): string {
  shared ??= scalarFolder();
  return shared.fold(text, ngram, stops);
}

export function scalarFolder(): TextFolder {
  const heap = new Heap();
  return new TextFolder(heap, {
    canonicalize: (...args) => plainCanonicalize(heap, ...args),
    regionalWords: (...args) => plainRegionalWords(heap, ...args),
  });
}
