/** The door of spark/: what the public API may call. */
export { writeSparkArchive } from './archive.ts';
export { dedupOnSpark, type SparkOptions } from './dedup-on-spark.ts';
