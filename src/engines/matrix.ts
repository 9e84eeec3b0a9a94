/** A tile of a comparison matrix (paper D): the memory that the kernel `matrixTile` shares with its callers. */
import { MatrixTile as Tile } from './layouts/matrix-tile.ts';
import { placesOf } from './layouts/places.ts';

export const MatrixTile = placesOf(new Tile());

export type MatrixField = Exclude<keyof typeof MatrixTile, 'length'>;

/** Bytes of work space for tiles over so many words and columns. */
export function matrixWorkBytes(words: number, columns: number, longest: number): number {
  return 8 * words + 8 * columns + longest + 64;
}
