/** The door of spark/: what the public API may call. The client of Spark is loaded when it is first used. */
import type { Removed } from '../answers/copies.ts';
import type { Summary } from '../answers/runs.ts';
import { RunStream } from '../run-stream.ts';
import type { SparkOptions } from './dedup-on-spark.ts';

export { writeSparkArchive } from './archive.ts';
export type { SparkOptions };

/** Removes near-duplicates from JSON lines that executors can read. The answer is that of `dedup`. */
export function dedupOnSpark(inputs: readonly string[], options: SparkOptions): RunStream<Removed> {
  return new RunStream(run(inputs, options), options.signal);
}

async function* run(inputs: readonly string[], options: SparkOptions): AsyncGenerator<Removed, Summary> {
  const { runOnSpark } = await import('./dedup-on-spark.ts');
  return yield* runOnSpark(inputs, options);
}
