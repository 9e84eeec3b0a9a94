/** Which boxes are above others on a page: the page is cut into strips from left to right, and each strip knows its boxes. */
import type { Box } from './page-words.ts';

const STRIPS = 256;
/** Boxes are in one row if they overlap by this share of the lower one. */
const SAME_ROW = 0.5;

/** True if two boxes stand beside each other, in one row. */
export function besideEachOther(a: Box, b: Box): boolean {
  const overlap = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return overlap > SAME_ROW * Math.min(a.top - a.bottom, b.top - b.bottom);
}

/** Whether the first of two boxes is higher, and not in the same row. */
function isHigher(a: Box, b: Box): boolean {
  return a.bottom + a.top > b.bottom + b.top && !besideEachOther(a, b);
}

/** A line may stand out from its column a little, so its ends do not count. */
function endOf({ left, right, bottom, top }: Box): number {
  return Math.min(top - bottom, right - left) / 4;
}

export class Strips<T extends Box> {
  readonly #left: number;
  readonly #width: number;
  readonly #strips: T[][] = Array.from({ length: STRIPS }, () => []);
  readonly #lowest: (T | undefined)[] = new Array(STRIPS).fill(undefined);
  readonly #gone = new Set<T>();

  constructor(boxes: readonly T[]) {
    this.#left = boxes.reduce((least, { left }) => Math.min(least, left), Infinity);
    this.#width = boxes.reduce((most, { right }) => Math.max(most, right), -Infinity) - this.#left;
    // the highest is the last, so that it can be taken off
    for (const box of [...boxes].sort((a, b) => a.bottom + a.top - b.bottom - b.top))
      this.#each(box, (i) => this.#strips[i].push(box) > 0);
  }

  /** A box above this one that was not removed yet. */
  above(box: T): T | undefined {
    let found: T | undefined;
    this.#each(box, (i) => {
      const strip = this.#strips[i];
      while (this.#gone.has(strip[strip.length - 1])) strip.pop();
      const highest = strip[strip.length - 1];
      if (isHigher(highest, box)) found = highest;
      return found === undefined;
    });
    return found;
  }

  remove(box: T): void {
    this.#gone.add(box);
  }

  /** Notes that a box was drawn. Returns true if one that was drawn before it is below it. */
  draw(box: T): boolean {
    let isBelow = false;
    this.#each(box, (i) => {
      const lowest = this.#lowest[i];
      if (lowest !== undefined && isHigher(box, lowest)) isBelow = true;
      else if (lowest === undefined || isHigher(lowest, box)) this.#lowest[i] = box;
      return true;
    });
    return isBelow;
  }

  /** The strips of a box, until `use` returns false. */
  #each(box: T, use: (strip: number) => boolean): void {
    const last = this.#strip(box.right - endOf(box));
    for (let i = this.#strip(box.left + endOf(box)); i <= last; i++) if (!use(i)) return;
  }

  #strip(x: number): number {
    const strip = Math.floor(((x - this.#left) / this.#width) * STRIPS);
    return Math.max(0, Math.min(STRIPS - 1, strip)) || 0;
  }
}
