/** Opens a collection for one command, and closes it whatever happens. */
import { type Collection, type OpenCollectionOptions, openCollection } from '../../../../index.ts';

export async function withCollection<T>(
  folder: string,
  options: OpenCollectionOptions,
  use: (collection: Collection) => Promise<T>,
): Promise<T> {
  const collection = await openCollection(folder, options);
  try {
    return await use(collection);
  } finally {
    await collection.close();
  }
}
