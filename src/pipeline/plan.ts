/** What a run will need, stated before it starts: documents, memory, temporary disk. */
import { defaultThreads } from '../engines/index.ts';
import { bandsFor, methodFor } from '../fingerprint/index.ts';
import type { Verb } from '../pipeline.ts';
import type { Source } from '../read.ts';
import type { Progress } from '../run-options.ts';
import type { VerbOptions } from './options.ts';

/** Bytes of a source that are read to estimate the size of its documents. */
const SAMPLE = 65_536;
/** Decompressed text is about this many times as large. */
const EXPANSION = 3.5;
/** Measured: Node and the engine; a thread with its batches; a document in columns, ids and tables. */
const BASE_MEMORY = 110e6;
const THREAD_MEMORY = 40e6;
const DOCUMENT_MEMORY = 190;

export async function planRun(
  sources: readonly Source[],
  options: VerbOptions,
  { texts, candidates }: Pick<Verb<unknown>, 'texts' | 'candidates'>,
): Promise<Progress> {
  const totalBytes = sources.reduce((sum, source) => sum + source.size, 0);
  if (sources.length === 0) return { stage: 'plan', documents: 0 };
  const largest = sources.reduce((a, b) => (a.size >= b.size ? a : b));
  const { bytes, lines, compressed } = await sample(largest);
  const text = compressed ? totalBytes * EXPANSION : totalBytes;
  // many short lines: a document each; otherwise a file is a document
  const isLines =
    /\.(jsonl|ndjson|csv|tsv)(\.(gz|zst))?$/i.test(largest.name) ||
    options.format === 'jsonl' ||
    options.format === 'csv';
  const documents = isLines
    ? Math.max(sources.length, Math.round((text * lines) / Math.max(bytes, 1)))
    : sources.length;
  const threads = options.threads ?? defaultThreads();
  const keys = candidates && methodFor(candidates) === 'bands' ? 4 * bandsFor(candidates).bands : 0;
  return {
    stage: 'plan',
    documents: 0,
    totalBytes,
    need: {
      documents,
      memory: BASE_MEMORY + threads * THREAD_MEMORY + documents * (DOCUMENT_MEMORY + keys),
      // canonical texts go to disk: all of them, at most
      disk: texts === 'none' ? 0 : text,
    },
  };
}

async function sample(source: Source): Promise<{ bytes: number; lines: number; compressed: boolean }> {
  let bytes = 0;
  let lines = 0;
  try {
    for await (const chunk of source.open()) {
      const head = chunk.subarray(0, SAMPLE - bytes);
      for (let at = head.indexOf(10); at !== -1; at = head.indexOf(10, at + 1)) lines++;
      bytes += head.length;
      if (bytes >= SAMPLE) break;
    }
  } catch {
    // a source that cannot be read is reported later, when it is its turn
  }
  return { bytes, lines: Math.max(1, lines), compressed: /\.(gz|zst)$/i.test(source.name) };
}
