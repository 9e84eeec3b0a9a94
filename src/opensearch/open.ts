/** Opens a collection on a cluster, and makes it if that is asked for. */
import { CANONICALIZE_RULES, Canonicalizer } from '../canonicalize/index.ts';
import { checkSettings, openTextSteps, secondsOf } from '../collection/index.ts';
import type { CollectionSettings } from '../collection.ts';
import { KnownSketches } from '../duplicates/index.ts';
import { NeardupError } from '../errors.ts';
import {
  CLUSTER_LAYOUT_RULES,
  CLUSTER_RUN_RULES,
  type ClusterCollectionOptions,
  type ClusterLayout,
  type ClusterRunOptions,
} from '../opensearch.ts';
import { completeOptions, type OptionRules, resolveOptions, unchecked } from '../option-rules.ts';
import { clusterAddress } from './address.ts';
import { ClusterClient } from './client.ts';
import { ClusterCollection } from './cluster-collection.ts';
import { Finder } from './finder.ts';
import { findIndex, makeIndex } from './index-mapping.ts';
import { Turns } from './turns.ts';

const OPEN_CLUSTER_RULES: OptionRules<ClusterCollectionOptions> = {
  ...CLUSTER_RUN_RULES,
  create: unchecked(undefined),
};

/**
 * Opens the collection in an index of OpenSearch or Elasticsearch. Any number of processes may, and change it. Close it when done.
 *
 * @example
 * const news = await openClusterCollection('opensearch://localhost:9200/news', { create: true });
 * await news.add([{ id: 'a', text: 'One text.' }]);
 * console.log((await news.check({ text: 'One text!' })).pairs[0].b); // a
 * await news.close();
 */
export async function openClusterCollection(
  url: string,
  given: ClusterCollectionOptions = {},
): Promise<ClusterCollection> {
  const { create = false } = resolveOptions(OPEN_CLUSTER_RULES, given);
  const { create: _, ...own } = given;
  const run = completeOptions(CLUSTER_RUN_RULES, own);
  const client = new ClusterClient(clusterAddress(url), run);
  if (create === false) return open(client, run);
  const { shards, copies, ...settings } = create === true ? ({} as ClusterLayout) : create;
  const layout = resolveOptions(CLUSTER_LAYOUT_RULES, { shards, copies });
  if ((await findIndex(client)) === undefined) await makeIndex(client, settings, layout);
  return open(client, run, settings);
}

/** Makes a collection in a new index, and opens it. */
export async function createClusterCollection(
  url: string,
  settings: Partial<CollectionSettings> & ClusterLayout = {},
  given: Partial<ClusterRunOptions> = {},
): Promise<ClusterCollection> {
  const run = completeOptions(CLUSTER_RUN_RULES, given);
  const client = new ClusterClient(clusterAddress(url), run);
  const { shards, copies, ...own } = settings;
  const layout = resolveOptions(CLUSTER_LAYOUT_RULES, { shards, copies });
  if (!(await makeIndex(client, own, layout))) {
    throw new NeardupError('BAD_OPTION', `${client.address.shown} is there already.`, {
      advice: 'Choose another name, or add to that collection.',
    });
  }
  return open(client, run);
}

async function open(
  client: ClusterClient,
  run: ClusterRunOptions,
  asked: Partial<CollectionSettings> = {},
): Promise<ClusterCollection> {
  const index = await findIndex(client);
  if (index === undefined) {
    throw new NeardupError('NO_COLLECTION', `${client.address.shown} is not there.`, {
      advice: 'Check the address, or make the collection first: neardup collection create.',
    });
  }
  const { settings } = index;
  checkSettings(client.address.shown, settings, asked);
  const turns = new Turns(client, index.name, 1000 * run.leaseSeconds);
  await turns.begin();
  const { steps, close } = await openTextSteps(settings, { engine: run.engine, threads: run.threads });
  const closers = [close];
  let sentenceSteps: { readonly canonicalizer: Canonicalizer } | undefined;
  if (settings.indexes.includes('passages')) {
    const treatment = completeOptions(CANONICALIZE_RULES, { lang: settings.lang });
    const canonicalizer = await Canonicalizer.open(steps.engine.heap, treatment);
    closers.unshift(async () => canonicalizer.close());
    sentenceSteps = { canonicalizer };
  }
  const parts = {
    ...{ client, index, settings, turns, steps, run },
    finder: new Finder(client, index.name),
    ...(sentenceSteps !== undefined && {
      sentenceSteps: { ...sentenceSteps, engine: steps.engine, canonical: settings.canonical },
    }),
    sketches: new KnownSketches(),
    clock: secondsOf(run.clock ?? Date.now),
  };
  return new ClusterCollection(parts, async () => {
    for (const closeOne of closers) await closeOne();
  });
}
