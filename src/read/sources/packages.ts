/** Packages that are loaded when they are first needed, and without waiting: lists of words, stemmers, a segmenter. */
import { createRequire } from 'node:module';

/** The exports of a CommonJS package; throws if it is not installed. */
export function loadPackage(name: string): unknown {
  return createRequire(import.meta.url)(name);
}
