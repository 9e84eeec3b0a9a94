/** A tile of a comparison matrix (paper D): the memory that the kernel `matrixTile` shares with its callers. */
import { MatrixTile as Tile } from '../layouts/matrix-tile.ts';
import { placesOf } from '../layouts/places.ts';

export const MatrixTileFields = placesOf(new Tile());

export type MatrixField = Exclude<keyof typeof MatrixTileFields, 'length'>;
export { matrixWorkBytes } from '../layouts/matrix-tile.ts';
