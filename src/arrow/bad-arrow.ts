/** Arrow data that cannot be read. The message is a sentence for the user. */
export class BadArrow extends Error {}

/** A batch that would take more memory than it may. */
export class TooLargeArrow extends BadArrow {
  /** @param size Its bytes. */
  constructor(readonly size: number) {
    super(`Expected smaller Arrow batches, got one of ${size} bytes.`);
  }
}

/** Data that ends too early. */
export class CutArrow extends BadArrow {
  /** @param what `a file`, `data`. */
  constructor(what: string) {
    super(`Expected whole Arrow data, got ${what} that was cut off.`);
  }
}

export function damagedArrow(what: string): BadArrow {
  return new BadArrow(`Expected whole Arrow data, got ${what}.`);
}
