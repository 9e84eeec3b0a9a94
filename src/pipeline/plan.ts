/** What a run will need, stated before it starts: documents, memory, temporary disk. */
import { defaultThreads } from '../engines/index.ts';
import { bandsFor, methodFor } from '../fingerprint/index.ts';
import type { Verb } from '../pipeline.ts';
import { estimateDocuments } from '../read/index.ts';
import type { Source } from '../read.ts';
import type { Progress } from '../run-options.ts';
import type { VerbOptions } from './options.ts';

/** Measured: Node and the engine; a thread with its batches; a document in columns, ids and tables. */
const BASE_MEMORY = 110e6;
const THREAD_MEMORY = 40e6;
const DOCUMENT_MEMORY = 190;

/** Bytes of input from which on workers are worth starting: each takes about 60 ms of processor time to start. */
const WORTH_WORKERS = 1_000_000;

/** The threads that compute: those asked for, or one for a small input. */
export function threadsFor(sources: readonly Source[], { threads }: VerbOptions): number {
  const bytes = sources.reduce((sum, source) => sum + source.size, 0);
  return threads ?? (sources.length > 0 && bytes < WORTH_WORKERS ? 1 : defaultThreads());
}

export async function planRun(
  sources: readonly Source[],
  options: VerbOptions,
  { texts, candidates }: Pick<Verb<unknown>, 'texts' | 'candidates'>,
): Promise<Progress> {
  const totalBytes = sources.reduce((sum, source) => sum + source.size, 0);
  if (sources.length === 0) return { stage: 'plan', documents: 0 };
  const { documents, bytes } = await estimateDocuments(sources, options);
  const threads = threadsFor(sources, options);
  const keys = candidates && methodFor(candidates) === 'bands' ? 4 * bandsFor(candidates).bands : 0;
  return {
    stage: 'plan',
    documents: 0,
    totalBytes,
    need: {
      documents,
      memory: BASE_MEMORY + threads * THREAD_MEMORY + documents * (DOCUMENT_MEMORY + keys),
      // canonical texts go to disk: all of them, at most
      disk: texts === 'none' ? 0 : bytes,
    },
  };
}
