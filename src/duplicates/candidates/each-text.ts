/** The shingles of the texts of a job, one text after the other. */
import { longestText } from '../../corpus/index.ts';
import { type Address, addressIn, aligned, type Heap, plus, type Seed } from '../../engines/index.ts';
import { shingleRoom } from '../../engines/layouts/shingle-bits.ts';
import type { Kernels } from '../../engines.ts';
import { readTextInto } from '../../platform/spool.ts';
import type { TextsInFile } from '../../platform.ts';

export interface ShingledTexts extends Pick<TextsInFile, 'ranges'> {
  /**
   * Descriptor, open for reading. If left out, the positions of the ranges are addresses on the heap. A negative position is one in any
   * case, with the other sign.
   */
  file?: number;
  /** How texts are cut into shingles, from `shingleShape`. */
  shape: number;
  /** Of the shingles' values. */
  seed: Seed;
  /** Work space: `shingleSpace(ranges, shape)` bytes. */
  work: Address;
}

/** Texts that follow each other in the file are read together, up to this. */
const READ_BYTES = 1 << 18;

/** Bytes of work space that a job over these texts needs. */
export function shingleSpace(ranges: Float64Array, shape: number): number {
  const longest = longestText(ranges);
  return Math.max(READ_BYTES, longest) + 256 + 16 * shingleRoom(longest, shape);
}

/** Calls back for every text: `size` shingles at `values`, and room for the same number at `more`. */
export function eachText(
  { file, ranges, shape, seed, work }: ShingledTexts,
  kernels: Kernels,
  heap: Heap,
  visit: (text: number, values: Address, size: number, more: Address) => void,
): void {
  const longest = longestText(ranges);
  const values = aligned(work, Math.max(READ_BYTES, longest) + 64);
  const more = plus(values, 8 * shingleRoom(longest, shape));
  const visitAt = (i: number, at: Address) => {
    const size = kernels.shingles(at, ranges[2 * i + 1], shape, seed.low, seed.high, values);
    visit(i, values, size, more);
  };
  for (let text = 0, end = 0; 2 * text < ranges.length; text = end) {
    const first = ranges[2 * text];
    end = text + 1;
    if (file === undefined || first < 0) {
      visitAt(text, first < 0 ? plus(0, -first) : addressIn(ranges, 2 * text));
      continue;
    }
    end = endOfRun(ranges, text);
    readTextInto(file, heap.u8, work, ranges[2 * end - 2] + ranges[2 * end - 1] - first, first);
    for (let i = text; i < end; i++) {
      const at = plus(work, ranges[2 * i] - first);
      heap.u8[at + ranges[2 * i + 1]] = 0;
      visitAt(i, at);
    }
  }
}

/** The first text after this one that does not follow those before it in the file, with a byte in between, or is beyond READ_BYTES. */
function endOfRun(ranges: Float64Array, text: number): number {
  const first = ranges[2 * text];
  let end = text + 1;
  for (; 2 * end < ranges.length; end++) {
    const before = ranges[2 * end - 2] + ranges[2 * end - 1];
    if (ranges[2 * end] <= before || ranges[2 * end] + ranges[2 * end + 1] > first + READ_BYTES) break;
  }
  return end;
}
