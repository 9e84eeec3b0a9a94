/** Typed arrays that grow: number columns without a JavaScript object per document. */

type Numeric = Float64Array | Uint32Array | BigUint64Array;
type Value<A extends Numeric> = A extends BigUint64Array ? bigint : number;

export class Growing<A extends Numeric> {
  private array: A;
  private used = 0;
  private readonly make: (length: number) => A;

  constructor(make: (length: number) => A) {
    this.make = make;
    this.array = make(1024);
  }

  get length(): number {
    return this.used;
  }

  push(value: Value<A>): void {
    this.reserve(1);
    this.array[this.used++] = value;
  }

  /** Appends a whole array of the same kind. */
  append(values: ArrayLike<Value<A>> & { readonly length: number }): void {
    this.reserve(values.length);
    this.array.set(values as never, this.used);
    this.used += values.length;
  }

  /** Makes the column longer and returns the new part, to be filled. Valid until the next push. */
  extend(count: number): A {
    this.reserve(count);
    this.used += count;
    return this.array.subarray(this.used - count, this.used) as A;
  }

  get(index: number): Value<A> {
    return this.array[index] as Value<A>;
  }

  set(index: number, value: Value<A>): void {
    this.array[index] = value;
  }

  /** All values, without a copy. Valid until the next push. */
  view(): A {
    return this.array.subarray(0, this.used) as A;
  }

  /** Makes sure that `more` values can be added without growing again. */
  reserve(more: number): void {
    if (this.used + more <= this.array.length) return;
    const larger = this.make(Math.max(2 * this.array.length, this.used + more));
    larger.set(this.array.subarray(0, this.used) as never);
    this.array = larger;
  }
}

export const growingNumbers = () => new Growing((length) => new Float64Array(length));
export const growingU32 = () => new Growing((length) => new Uint32Array(length));
export const growingU64 = () => new Growing((length) => new BigUint64Array(length));
