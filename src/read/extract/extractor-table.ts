/** The table of extractors. */
import type { Extractor } from './extractor.ts';

/** Every extractor, imported when it is first needed. */
export const EXTRACTORS = {
  zip: async () => (await import('./zipped-formats.ts')).zippedDocument,
  fodt: async () => (await import('./odt.ts')).flatOdt,
  rtf: async () => (await import('./rtf.ts')).rtf,
  doc: async () => (await import('./doc.ts')).doc,
  pdf: async () => (await import('./pdf.ts')).pdf,
  parquet: async () => (await import('./parquet.ts')).parquet,
} as const satisfies Record<string, () => Promise<Extractor>>;

export type ExtractorName = keyof typeof EXTRACTORS;
