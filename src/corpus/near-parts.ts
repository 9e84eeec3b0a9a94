/** Parts of a file that are near each other and are read at once: a call for each takes longer than reading the bytes between them. */

/** The longest run. */
export const NEAR_WINDOW = 1 << 17;
const GAP = 1 << 13;

/**
 * The end of the run that begins with part `first` of `count`. The parts of a run are ascending, with a byte at least between two.
 * A part that is longer than the window is a run alone.
 */
export function endOfRun(
  first: number,
  count: number,
  startOf: (part: number) => number,
  endOf: (part: number) => number,
): number {
  const most = startOf(first) + NEAR_WINDOW;
  let end = endOf(first);
  let next = first + 1;
  for (; next < count; next++) {
    const start = startOf(next);
    if (start <= end || start > end + GAP || endOf(next) > most) break;
    end = endOf(next);
  }
  return next;
}
