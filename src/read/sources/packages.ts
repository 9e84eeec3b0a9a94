/** Packages that are loaded when they are first needed, and without waiting: lists of words, stemmers, a segmenter. */
import { createRequire } from 'node:module';

/** The exports of a CommonJS package; throws if it is not installed. */
export function loadPackage(name: string): unknown {
  return createRequire(import.meta.url)(name);
}

/** Must have finished before packages are loaded. Node needs no preparation. */
export async function preparePackages(_names: readonly PackageName[]): Promise<void> {}

/** Packages that are part of the browser bundle, in files of their own. */
export type PackageName = 'stopwords-iso' | 'stopword' | 'snowball-stemmers';
