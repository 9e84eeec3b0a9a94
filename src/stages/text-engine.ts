/** Makes hashes and band keys of texts: an engine with the tables that canonical texts need. */
import { Canonicalizer } from '../canonicalize/index.ts';
import type { LineSteps, PreparedBatch } from '../corpus/index.ts';
import { openEngine, randomSeed } from '../engines/index.ts';
import { bandsFor, needsSentences, simhashMode, textShape } from '../fingerprint/index.ts';
import type { StageOptions } from './options.ts';

/** @param isCanonical True if the texts are canonical already. */
export async function openSteps(options: StageOptions, isCanonical = options.canonical): Promise<LineSteps> {
  const engine = await openEngine(options);
  const canonicalizer = await Canonicalizer.open(engine.heap, {
    ...options,
    sentences: needsSentences(options),
  });
  return {
    engine,
    canonicalizer,
    canonical: isCanonical,
    simhashMode: simhashMode(options),
    fingerprints: false,
    contents: false,
    bands: { ...bandsFor(options), shape: textShape(options) },
    idSeed: randomSeed(),
  };
}

/** The canonical text of a document: a copy. */
export function canonicalTextOf({ heap }: LineSteps['engine'], batch: PreparedBatch, i: number): Uint8Array {
  const at = batch.offsets / 4 + i;
  return heap.u8.slice(batch.text + heap.u32[at], batch.text + heap.u32[at + 1] - 1);
}

/** The band keys of a document: a copy. */
export function bandKeysOf({ engine, bands }: LineSteps, batch: PreparedBatch, i: number): BigInt64Array {
  const from = batch.bandKeys / 8 + i * bands!.bands;
  return new BigInt64Array(engine.heap.u64.slice(from, from + bands!.bands).buffer);
}
