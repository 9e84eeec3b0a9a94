/**
 * Which segments become one? Segments are in size classes, each four times as large as the one before. Four of a class that follow each other
 * become one of the next class, with the smaller ones between them. So a document is written again once a class, and there are few
 * segments to ask.
 */

const FAN = 4;
/** Smaller segments are all in one class. */
const LEAST = FAN ** -2;
/** A segment is rewritten when this share of its documents is dead. */
const DEAD_SHARE = 0.3;

/** The facts about a segment that decide about merging. */
export interface SegmentSize {
  /** Documents, and those that are alive. */
  readonly length: number;
  readonly living: number;
}

/**
 * Segments that follow each other and should become one; undefined if there are none.
 * @param segments Oldest first.
 * @param capacity Documents of a new one, about: some have fewer.
 */
export function chooseMerge<T extends SegmentSize>(
  segments: readonly T[],
  capacity: number,
): readonly T[] | undefined {
  const dead = segments.find(({ living, length }) => living < (1 - DEAD_SHARE) * length);
  if (dead !== undefined) return [dead];
  const classes = segments.map(({ length }) =>
    Math.round(Math.log(Math.max(LEAST, length / capacity)) / Math.log(FAN)),
  );
  // the newest first: they are small
  for (let first = segments.length - 1; first >= 0; first--) {
    let same = 0;
    for (let last = first; last < segments.length && classes[last] <= classes[first]; last++) {
      if (classes[last] === classes[first] && ++same === FAN) return segments.slice(first, last + 1);
    }
  }
  return undefined;
}
