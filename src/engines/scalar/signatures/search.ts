/** Shared by the scalar search kernels: reading a search, distances, the list of the nearest. */
import type { Heap } from '../../heap.ts';
import { SignatureSearch } from '../../structs.ts';

export type SearchField = keyof typeof SignatureSearch;

/** Reads a field of the search at an address. */
export function fieldsOf(heap: Heap, search: number): (field: SearchField) => number {
  const { u32 } = heap;
  return (field) => u32[(search >>> 2) + SignatureSearch[field]];
}

/** Ones in every byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** Differing bits of two runs of bytes, only those set in `mask` if that is not 0. */
export function distanceOf(u8: Uint8Array, a: number, b: number, bytes: number, mask = 0): number {
  let distance = 0;
  for (let i = 0; i < bytes; i++) {
    distance += ONES[(u8[a + i] ^ u8[b + i]) & (mask === 0 ? 0xff : u8[mask + i])];
  }
  return distance;
}

/** The k nearest, in the heap: u64 of distance << 32 | number, ascending. Of equal distances the lower number is nearer. */
export class Nearest {
  constructor(
    private readonly u32: Uint32Array,
    private readonly at: number,
    private readonly k: number,
    /** Address of u8 for every signature: 1 if it was removed; or 0. */
    private readonly removed = 0,
  ) {}

  /** Distance of the last of the k, or all ones while there are fewer. */
  get worst(): number {
    return this.u32[(this.at >>> 2) + 2 * this.k - 1];
  }

  offer(distance: number, number: number): void {
    const { u32 } = this;
    if (this.removed !== 0 && new Uint8Array(u32.buffer)[this.removed + number] !== 0) return;
    const first = this.at >>> 2;
    const before = (place: number): boolean => {
      const other = u32[first + 2 * place + 1];
      return distance < other || (distance === other && number < u32[first + 2 * place]);
    };
    let place = this.k - 1;
    if (!before(place)) return;
    for (; place > 0 && before(place - 1); place--) {
      u32[first + 2 * place] = u32[first + 2 * place - 2];
      u32[first + 2 * place + 1] = u32[first + 2 * place - 1];
    }
    u32[first + 2 * place] = number;
    u32[first + 2 * place + 1] = distance;
  }
}
