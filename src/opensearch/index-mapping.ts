/**
 * The index of a collection: how its fields are indexed, and the settings in its mapping (`_meta.neardup`), which every process that opens it
 * must share.
 *
 * Besides documents it has one document `head` (`turns.ts`). Fields of documents: `id`, `text`, `lang`, `meta`, `seen` and `expires` are what
 * was given; `order` is the order in which documents were stored, `turn` the commit that stored this form. `keys` (band keys) and `anchors` are
 * only looked up, never read back, and so are `words`, the canonical text.
 */
import { CANONICAL_VERSION } from '../canonicalize/index.ts';
import { keySchemeOf, newSettings, storedSettings } from '../collection/index.ts';
import type { CollectionSettings } from '../collection.ts';
import { NeardupError } from '../errors.ts';
import type { ClusterLayout } from '../opensearch.ts';
import type { ClusterClient } from './client.ts';

/** The version of the fields. */
const FORMAT = 1;

/** How often `alias-NUMBER` indexes may be made under one alias. */
const FIRST_INDEX = '000001';

const LOOKED_UP = { norms: false, doc_values: false };

const FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  id: { type: 'keyword', ...LOOKED_UP },
  keys: { type: 'keyword', ...LOOKED_UP },
  order: { type: 'long', index: false },
  turn: { type: 'long' },
  seen: { type: 'long' },
  expires: { type: 'long' },
};

/** Fields of the indexes that a collection may have besides. */
const OF_INDEXES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  passages: { anchors: { type: 'integer', doc_values: false } },
  search: { words: { type: 'text', analyzer: 'whitespace', index_options: 'freqs' } },
};

/** What is kept with the index. */
interface Made {
  readonly format: number;
  readonly keyScheme: string;
  readonly canonicalForm: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** An index that is there. */
export interface FoundIndex {
  /** Its own name, not that of an alias. */
  readonly name: string;
  readonly settings: CollectionSettings;
}

interface DescribedIndex {
  readonly mappings?: {
    readonly _meta?: { readonly neardup?: Made };
    readonly properties?: Record<string, { readonly type?: string }>;
  };
}

/** Makes an index and its alias. @returns False if there is one of this name. */
export async function makeIndex(
  client: ClusterClient,
  given: Partial<CollectionSettings>,
  layout: ClusterLayout,
): Promise<boolean> {
  const settings = newSettings(given);
  refuseSettings(settings);
  const { index } = client.address;
  const fields = { ...FIELDS, ...Object.assign({}, ...settings.indexes.map((name) => OF_INDEXES[name])) };
  const unread = Object.keys(fields).filter((name) => ['keys', 'anchors', 'words'].includes(name));
  const made: Made = {
    ...{ format: FORMAT, keyScheme: keySchemeOf(settings), canonicalForm: CANONICAL_VERSION },
    settings: JSON.parse(JSON.stringify(settings)),
  };
  const body = {
    aliases: { [index]: {} },
    settings: {
      // every commit makes its documents visible
      refresh_interval: '-1',
      codec: 'best_compression',
      ...(layout.shards !== undefined && { number_of_shards: layout.shards }),
      ...(layout.copies !== undefined && { number_of_replicas: layout.copies }),
    },
    mappings: {
      dynamic: false,
      _source: { excludes: unread },
      _meta: { neardup: made },
      properties: { ...fields, meta: { type: 'object', enabled: false } },
    },
  };
  const { status, body: answer } = await client.ask<{ error?: { type?: string; reason?: string } }>(
    'PUT',
    `/${index}-${FIRST_INDEX}`,
    body,
    [400],
  );
  if (status !== 400) return true;
  const { type = '', reason = '' } = answer.error ?? {};
  if (/already_exists|invalid_alias/.test(type)) return false;
  throw new NeardupError('CLUSTER_FAILED', `${client.address.shown} cannot be made: ${reason || type}.`, {
    advice: 'Correct the settings, or the template of the cluster that they do not fit.',
  });
}

/** The index that an address names; undefined if there is none. */
export async function findIndex(client: ClusterClient): Promise<FoundIndex | undefined> {
  const { index, shown } = client.address;
  const { status, body } = await client.ask<Record<string, DescribedIndex>>(
    'GET',
    `/${index}`,
    undefined,
    [404],
  );
  if (status === 404) return undefined;
  const found = Object.entries(body);
  if (found.length !== 1) {
    throw new NeardupError('OTHER_INDEX', `${shown} names ${found.length} indexes.`, {
      advice: 'Name one of them, or let the alias name one only.',
    });
  }
  const [[name, { mappings = {} }]] = found;
  const made = mappings._meta?.neardup;
  if (made === undefined || typeof made.settings !== 'object' || made.settings === null) {
    throw new NeardupError('OTHER_INDEX', `${shown} is an index that neardup did not make.`, {
      advice: 'Choose another name, and make a collection there.',
    });
  }
  const own = storedSettings(shown, made.settings);
  const have = kindOf(made);
  const need = kindOf({ format: FORMAT, keyScheme: keySchemeOf(own), canonicalForm: CANONICAL_VERSION });
  if (have !== need) {
    const message = `${shown} was made by another version of neardup: it has ${have}; this version has ${need}.`;
    throw new NeardupError('OTHER_INDEX', message, {
      advice: 'Use the version that made it, or fill a new index (docs/opensearch.md, "A new index").',
    });
  }
  checkFields(shown, mappings.properties ?? {}, own);
  return { name, settings: own };
}

function kindOf({ format, keyScheme, canonicalForm }: Omit<Made, 'settings'>): string {
  return `format ${format}, keys ${keyScheme}, canonical form ${canonicalForm}`;
}

/** A field that is indexed otherwise would make answers shorter, and nobody would know. */
function checkFields(
  shown: string,
  properties: Record<string, { readonly type?: string }>,
  { indexes }: CollectionSettings,
): void {
  const wanted = { ...FIELDS, ...Object.assign({}, ...indexes.map((name) => OF_INDEXES[name])) };
  for (const [name, field] of Object.entries(wanted) as [string, Record<string, unknown>][]) {
    const found = properties[name] ?? {};
    const wrong = Object.entries(field).find(
      ([key, value]) => String((found as Record<string, unknown>)[key] ?? defaultOf(key)) !== String(value),
    );
    if (wrong === undefined) continue;
    throw new NeardupError(
      'OTHER_INDEX',
      `${shown} has a field \`${name}\` with another mapping (${wrong[0]}).`,
      {
        advice: 'A template of the cluster may have changed it. Make the index anew, and fill it again.',
      },
    );
  }
}

/** What a mapping leaves out, as both engines take it. */
function defaultOf(key: string): unknown {
  return { norms: false, doc_values: true, index: true }[key];
}

/** Refuses what a cluster does not do. */
function refuseSettings({ window }: CollectionSettings): void {
  if (window === undefined) return;
  throw new NeardupError('BAD_OPTION', 'A collection on a cluster has no window.', {
    option: 'window',
    advice: 'Let documents expire (`expires`), or use a collection in a folder.',
  });
}
