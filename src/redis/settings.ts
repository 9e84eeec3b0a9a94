/**
 * The record in Redis about an index as a whole: its settings, and the versions that its keys and values depend on. The first
 * process writes them; another version, or other settings, are refused.
 */
import { randomBytes } from 'node:crypto';
import { CANONICAL_VERSION } from '../canonicalize/index.ts';
import { NeardupError } from '../errors.ts';
import { bandsFor } from '../fingerprint/index.ts';
import type { SharedIndexSettings } from '../redis.ts';
import { option, wording } from '../wording.ts';
import type { RedisNodes } from './nodes.ts';
import { completeSettings } from './options.ts';
import { RECORD_FORMAT } from './record.ts';

/** How keys are made of a document: 64-bit band keys of two-level min-hashes, 128-bit content hashes. */
const KEY_SCHEME = 'bands-64 content-128';
/** Fields of a small hash when the expected number of documents is there. Redis packs hashes of at most 512 (default). */
const FIELDS_PER_HASH = 128;
/** Least band groups of an index in a cluster: each is in one slot, and every master should have one. */
const CLUSTER_GROUPS = 6;

export interface StoredSettings {
  readonly format: number;
  readonly keys: string;
  readonly canonicalForm: number;
  readonly bands: number;
  readonly rows: number;
  /** Bands are divided into this many groups, each with a hash tag of its own. */
  readonly groups: number;
  /** High bits of a band key that choose its small hash. */
  readonly hashBits: number;
  /** Base64: it makes the keys of ids unpredictable. */
  readonly salt: string;
  readonly settings: SharedIndexSettings;
}

/** Reads the settings, or writes those of a new index. */
export async function openSettings(
  nodes: RedisNodes,
  name: string,
  given: Partial<SharedIndexSettings>,
): Promise<StoredSettings> {
  const key = settingsKey(name);
  let stored = await nodes.send(key, ['GET', key]);
  if (stored === null) {
    await nodes.send(key, ['SET', key, JSON.stringify(newSettings(given, nodes.masters)), 'NX']);
    // another process may have been first
    stored = await nodes.send(key, ['GET', key]);
  }
  const settings = parse(String(stored), name);
  refuseOther(settings, given, name);
  return settings;
}

export function settingsKey(name: string): string {
  return `${name}:settings`;
}

function newSettings(given: Partial<SharedIndexSettings>, masters: number | undefined): StoredSettings {
  const settings = completeSettings(given);
  const { bands, rows } = bandsFor(settings);
  return {
    format: RECORD_FORMAT,
    keys: KEY_SCHEME,
    canonicalForm: CANONICAL_VERSION,
    bands,
    rows,
    groups: groupsFor(bands, masters),
    hashBits: Math.max(0, Math.round(Math.log2(settings.expected / FIELDS_PER_HASH))),
    salt: randomBytes(16).toString('base64'),
    settings,
  };
}

/** @param masters Of a cluster; of a single server, none. */
export function groupsFor(bands: number, masters: number | undefined): number {
  return masters === undefined ? 1 : Math.min(bands, Math.max(CLUSTER_GROUPS, masters));
}

function parse(json: string, name: string): StoredSettings {
  let stored: Partial<StoredSettings> = {};
  try {
    stored = JSON.parse(json);
  } catch {
    // said below
  }
  const { format, keys, canonicalForm } = stored;
  if (typeof format !== 'number' || stored.settings === undefined) {
    throw new NeardupError(
      'OTHER_INDEX',
      `Expected the settings of an index in the Redis key ${settingsKey(name)}, got something else.`,
    );
  }
  const [have, need] = [
    [format, keys, canonicalForm],
    [RECORD_FORMAT, KEY_SCHEME, CANONICAL_VERSION],
  ].map(([f, k, c]) => `format ${f}, keys ${k}, canonical form ${c}`);
  if (have !== need) {
    throw new NeardupError(
      'OTHER_INDEX',
      `The index \`${name}\` was made by another version of neardup: it has ${have}; this version has ${need}.`,
      {
        advice: wording`Use the version that made it, or fill a new index with another ${option('name')}.`,
      },
    );
  }
  return stored as StoredSettings;
}

/** A given option must equal the one that the index was made with. */
function refuseOther({ settings }: StoredSettings, given: Partial<SharedIndexSettings>, name: string): void {
  for (const [key, value] of Object.entries(given)) {
    // how many documents are expected never changes an answer
    const made = settings[key as keyof SharedIndexSettings];
    if (key === 'expected' || made === value) continue;
    const how = made === undefined ? 'without it' : `with \`${made}\``;
    throw new NeardupError(
      'OTHER_INDEX',
      wording`${option(key)} is \`${String(value)}\`, but the index \`${name}\` was made ${how}.`,
      { option: key, advice: wording`Leave it out, or choose another ${option('name')}.` },
    );
  }
}
