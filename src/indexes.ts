/** @deprecated `neardup/indexes` is now `neardup/duplicates`. This name keeps working for one version. */
export * from './duplicates/index.ts';
export type * from './duplicates.ts';
