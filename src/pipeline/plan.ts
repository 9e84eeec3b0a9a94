/** Estimates a run before it starts: documents, memory, temporary disk. */
import { threadsFor } from '../engines/index.ts';
import { bandsFor, methodFor } from '../fingerprint/index.ts';
import type { Verb } from '../pipeline.ts';
import { estimateDocuments } from '../read/index.ts';
import type { Source } from '../read.ts';
import type { Progress } from '../run-options.ts';
import type { VerbOptions } from './options.ts';

/** Measured: Node and the engine; a thread with its batches; a document in columns, ids and tables. */
const BASE_MEMORY = 100e6;
const THREAD_MEMORY = 40e6;
const DOCUMENT_MEMORY = 190;
/** Bytes for each byte of the texts that are prepared at a time: some documents a thread, up to as many bytes. */
const TEXT_MEMORY = 4;
/** More for a byte of a script without spaces: each of its letters becomes a word of two. */
const DENSE_MEMORY = 2;
/** The same for lines, which are held beside their texts and may be read twice. */
const LINE_MEMORY = 7.7;
const DENSE_LINE_MEMORY = 4.5;
const DOCUMENTS_A_THREAD = 2;
const BYTES_AT_A_TIME = 256e6;

export async function planRun(
  sources: readonly Source[],
  options: VerbOptions,
  { texts, candidates, needs }: Pick<Verb<unknown>, 'texts' | 'candidates' | 'needs'>,
): Promise<Progress> {
  const totalBytes = sources.reduce((sum, source) => sum + source.size, 0);
  if (sources.length === 0) return { stage: 'plan', documents: 0 };
  const { documents, bytes, dense, lines } = await estimateDocuments(sources, options);
  const threads = threadsFor(totalBytes, options.threads);
  const keys = candidates && methodFor(candidates) === 'bands' ? 4 * bandsFor(candidates).bands : 0;
  const average = bytes / Math.max(1, documents);
  const atATime = Math.min(bytes, DOCUMENTS_A_THREAD * threads * average, Math.max(average, BYTES_AT_A_TIME));
  const [plain, more] = lines ? [LINE_MEMORY, DENSE_LINE_MEMORY] : [TEXT_MEMORY, DENSE_MEMORY];
  const textMemory = (plain + more * dense) * atATime;
  // a thread without a document takes nothing
  const threadMemory = THREAD_MEMORY * Math.min(threads, documents);
  const own = needs?.(bytes, documents) ?? { memory: 0, disk: 0 };
  return {
    stage: 'plan',
    documents: 0,
    totalBytes,
    need: {
      documents,
      memory: BASE_MEMORY + threadMemory + documents * (DOCUMENT_MEMORY + keys) + textMemory + own.memory,
      // at most all canonical texts go to disk
      disk: (texts === 'none' ? 0 : bytes) + own.disk,
    },
  };
}
