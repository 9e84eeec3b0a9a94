/**
 * Named moments in the life of a collection. At each, a test ends the process or copies the disk's state, and looks at
 * what the next process makes of it. Otherwise nothing happens there.
 */
export const KILL_POINTS = [
  'lines written',
  'documents committed',
  'removals committed',
  'log file begun',
  'file unfinished',
  'file named',
  'manifest unwritten',
  'manifest written',
  'old files removed',
  'old events removed',
  'delta merged',
  'segment written',
  'delta frozen',
  'segments merged',
  'indexes merged',
  'merge written',
  'merge done',
  'weights renewed',
  'log copied',
  'log compacted',
  'shard begun',
  'shard added',
  'shard written',
  'shard done',
] as const;

export type KillPoint = (typeof KILL_POINTS)[number];

let listener: ((point: KillPoint) => void) | undefined;

/** Calls a function at every moment from now on; undefined: none. */
export function onKillPoint(called: ((point: KillPoint) => void) | undefined): void {
  listener = called;
}

export function killPoint(point: KillPoint): void {
  listener?.(point);
}
