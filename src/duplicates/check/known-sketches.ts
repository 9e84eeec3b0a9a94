/**
 * The sketches of stored texts that were met in a crowd, by the hashes of the texts: documents move from table to table, and their texts stay
 * the same. Nothing is held of other texts. Memory: 8 MB, and some 70 bytes a sketch, 18 MB at most; then they are forgotten and made again.
 */
import { Sketches } from '../proof/sketch.ts';
import { TextNumbers } from './text-numbers.ts';

export class KnownSketches {
  /** The most sketches. */
  static readonly most = 2 ** 18;
  /** By the place of a text; those that are not made yet have no size. */
  sketches = new Sketches(0, 0);
  private readonly texts = new TextNumbers();
  /** Texts that there is room for. */
  private room = 0;

  /** Makes room for `count` more texts, before their places are asked for. */
  reserve(count: number): void {
    const { texts, sketches } = this;
    if (texts.count + count > KnownSketches.most || sketches.isFull) texts.clear();
    const least = Math.min(KnownSketches.most, texts.count + count);
    if (texts.count > 0 && least <= this.room) return;
    this.room = 2 ** Math.ceil(Math.log2(least + 1));
    if (texts.count === 0) this.sketches = new Sketches(this.room, Number.POSITIVE_INFINITY);
    else sketches.grow(this.room);
  }

  /** The place of the text whose hash is at `at`. */
  placeOf(hash: Uint32Array, at: number): number {
    return this.texts.of(hash, at);
  }
}
