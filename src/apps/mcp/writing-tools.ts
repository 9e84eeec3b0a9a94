/** The tools that change collections. A server has them only if it was started with `--allow-writes`. */
import { Type } from 'typebox';
import { NeardupError } from '../../index.ts';
import type { Shelf } from './shelf.ts';
import { ID, SHELF, shelfOf, TEXT, tool } from './tool.ts';

const TOGETHER = 100;

export const WRITING_TOOLS = [
  tool({
    name: 'add_documents',
    title: 'Add documents to a collection',
    description:
      'Stores documents; one whose id is there takes the place of the stored one. Each answer says whether it was added or has replaced another, and of which document it is a near-duplicate.',
    input: Type.Object(
      {
        shelf: SHELF,
        documents: Type.Array(Type.Object({ id: ID, text: TEXT }, { additionalProperties: false }), {
          minItems: 1,
          maxItems: TOGETHER,
        }),
      },
      { additionalProperties: false },
    ),
    writes: true,
    answer: async ({ shelf, documents }, shelves) => {
      const added = await writable(shelfOf(shelves, shelf)).add(documents);
      return {
        documents: added.map(({ id, state, duplicateOf, reason }) => ({
          ...{ id, state, reason },
          ...(duplicateOf && { duplicateOf: { id: duplicateOf.b, resemblance: duplicateOf.resemblance } }),
        })),
      };
    },
  }),
  tool({
    name: 'remove_documents',
    title: 'Remove documents from a collection',
    description: 'Removes documents by their ids.',
    input: Type.Object(
      { shelf: SHELF, ids: Type.Array(ID, { minItems: 1, maxItems: TOGETHER }) },
      { additionalProperties: false },
    ),
    writes: true,
    answer: async ({ shelf, ids }, shelves) => ({
      documents: await writable(shelfOf(shelves, shelf)).remove(ids),
    }),
  }),
];

function writable(shelf: Shelf): NonNullable<Shelf['write']> {
  if (shelf.write !== undefined) return shelf.write;
  throw new NeardupError('BAD_OPTION', `Expected a collection, got the folder \`${shelf.name}\`.`, {
    advice: 'Documents of folders are never changed.',
  });
}
