/**
 * Kept: the places where words have stayed, of sources that were cut themselves. All pieces come to one process, sorted by document and place; it
 * holds them in memory, 100 bytes each at most.
 */
import { keptPlaces } from '../../repeats/index.ts';
import type { RowsIn, RowsOut, Stage } from '../../stages.ts';
import { pieceRows, repeatStage } from './repeats.ts';

export function keptStage(): Stage {
  return { ...repeatStage(), run };
}

async function* run(input: AsyncIterable<RowsIn>): AsyncGenerator<RowsOut> {
  const pieces = new Map<number, number[]>();
  for await (const rows of input) {
    const [numbers, from, to, source, sourceFrom] = ['number', 'from', 'to', 'source', 'sourceFrom'].map(
      (name) => rows.integers(name),
    );
    for (let row = 0; row < rows.length; row++) {
      const piece = [from[row], to[row], source[row], sourceFrom[row]];
      const own = pieces.get(numbers[row]);
      if (own === undefined) pieces.set(numbers[row], piece);
      else own.push(...piece);
    }
  }
  const found = new Map<number, Uint32Array>();
  const none = new Uint32Array(0);
  keptPlaces(
    { of: (number) => Uint32Array.from(pieces.get(number) ?? []) },
    [...pieces.keys()].sort((a, b) => a - b),
    {
      of: (number) => found.get(number) ?? none,
      set: (number, numbers) => found.set(number, numbers),
    },
  );
  for (const [number, numbers] of found) yield pieceRows(number, numbers);
}
