/** Opens a collection for one command, and closes it whatever happens. */
import {
  type Collection,
  isClusterAddress,
  NeardupError,
  type OpenCollectionOptions,
  openCollection,
} from '../../../../index.ts';
import type { ClusterCollection, ClusterRunOptions } from '../../../../opensearch/index.ts';
import type { CommandRules } from '../../command-table.ts';
import { flagName } from '../../flag-names.ts';
import type { LibraryOptions } from '../../program.ts';
import { CLUSTER, pick, THREADS } from './options.ts';

/** One in a folder, for what a cluster cannot do. */
export async function withCollection<T>(
  folder: string,
  options: OpenCollectionOptions,
  use: (collection: Collection) => Promise<T>,
): Promise<T> {
  if (isClusterAddress(folder)) {
    throw new NeardupError('BAD_OPTION', 'This can be asked of a collection in a folder only.', {
      advice:
        'Write the documents into one: neardup collection export ADDRESS | neardup collection create FOLDER -',
    });
  }
  return used(await openCollection(folder, options), use);
}

/** One in a folder, or on a cluster. @param given The options of the command. */
export async function withAnyCollection<T>(
  place: string,
  given: LibraryOptions,
  options: OpenCollectionOptions,
  use: (collection: Collection | ClusterCollection) => Promise<T>,
): Promise<T> {
  const running = pick(given, CLUSTER);
  if (isClusterAddress(place)) {
    const { openClusterCollection } = await import('../../../../opensearch/index.ts');
    const own = pick(given, THREADS) as Partial<ClusterRunOptions>;
    return used(await openClusterCollection(place, { ...own, ...running }), use);
  }
  refuseOfCluster(given);
  return used(await openCollection(place, options), use);
}

/** Refuses options of a cluster for a collection in a folder. */
export function refuseOfCluster(given: LibraryOptions, rules: CommandRules = CLUSTER): void {
  const option = Object.keys(rules).find((name) => given[name] !== undefined);
  if (option === undefined) return;
  throw new NeardupError(
    'BAD_OPTION',
    `${flagName({ option })} has no effect: the collection is in a folder.`,
    {
      option,
      advice: 'Leave it out.',
    },
  );
}

async function used<C extends { close(): Promise<void> }, T>(
  collection: C,
  use: (collection: C) => Promise<T>,
): Promise<T> {
  try {
    return await use(collection);
  } finally {
    await collection.close();
  }
}
