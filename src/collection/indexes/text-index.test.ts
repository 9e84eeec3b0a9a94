import { describe, expect, it } from 'vitest';
import type { CollectionFolder } from '../store/folder.ts';
import type { DocumentTable } from '../tables/document-table.ts';
import { TextIndex, type TextIndexKind } from './text-index.ts';

/** A piece says by which weights it was made. */
interface Piece {
  readonly weights: string;
}

describe('an index of texts', () => {
  it('merges pieces of the same weights, also if these change while it asks for them', async () => {
    let weights = 'first';
    let written: string[] = [];
    const tables = [1, 2, 3].map((length) => ({ length }) as DocumentTable);
    const kind: TextIndexKind<Piece> = {
      name: 'search',
      get scheme() {
        return weights;
      },
      make: async () => ({ weights }),
      join: ([piece]) => piece,
      open: () => ({ weights }),
      parts(pieces) {
        written = pieces.map(({ piece }) => piece.weights);
        return [];
      },
      memory: () => 1,
      close: () => {},
    };
    const folder = { newDerivedName: () => 'file', writeDerived: async () => {} };
    const read = (table: DocumentTable) => {
      // as a new epoch begins
      if (table === tables[2] && weights === 'first') {
        weights = 'second';
        for (const each of tables) index.forget(each);
      }
      return [];
    };
    const index = new TextIndex(kind, folder as unknown as CollectionFolder, read);
    await index.merge(
      tables,
      tables.map(() => new Uint32Array(3)),
    );
    expect(written).toEqual(['second', 'second', 'second']);
  });
});
