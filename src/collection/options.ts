/** The defaults and allowed values of a collection's settings and options. */
import { CANONICALIZE_RULES, canonicalizeOptions, refuseUseless } from '../canonicalize/index.ts';
import {
  type AddToCollectionOptions,
  type BackupCollectionOptions,
  type CheckCollectionOptions,
  type CollectionSettings,
  type EventsOptions,
  type IndexName,
  type ListOptions,
  type MergeOptions,
  ON_DUPLICATE,
  type OpenCollectionOptions,
  type RemoveFilter,
  type Watch,
} from '../collection.ts';
import {
  DEDUP_RULES,
  type DedupOnceOptions,
  DUPLICATE_RULES,
  STORED_THRESHOLD,
} from '../duplicates/index.ts';
import { ENGINE_RULES } from '../engines/index.ts';
import { badOption, NeardupError } from '../errors.ts';
import {
  bandsFor,
  defaultShingle,
  FINGERPRINT_RULES,
  refuseUselessOrder,
  SHINGLE_RULES,
} from '../fingerprint/index.ts';
import {
  callback,
  defaultsOf,
  integer,
  type OptionRule,
  type OptionRules,
  onOrOff,
  resolveOptions,
  share,
  text,
  unchecked,
  uselessOption,
} from '../option-rules.ts';
import { READ_RUN_RULES, type ReadRunOptions, refuseUselessReading } from '../read/index.ts';
import { TRIM_RULES, type TrimOnceOptions } from '../repeats/index.ts';
import { SIGNAL_RULE } from '../run-options.ts';
import { option, wording } from '../wording.ts';

const MOST_IN_WINDOW = 1e9;

const INDEX_NAMES: readonly IndexName[] = ['passages', 'search'];

export const SETTINGS_RULES: OptionRules<CollectionSettings> = {
  ...CANONICALIZE_RULES,
  ...SHINGLE_RULES,
  ...FINGERPRINT_RULES,
  canonical: onOrOff(false),
  threshold: STORED_THRESHOLD,
  indexes: {
    default: [],
    leftOut: 'none',
    isAllowed: (value) => Array.isArray(value) && value.every((name) => INDEX_NAMES.includes(name)),
    expected: `a list of ${INDEX_NAMES.map((name) => `\`${name}\``).join(' and ')}`,
  },
  window: {
    default: undefined,
    leftOut: 'all',
    isAllowed: (value) =>
      typeof value === 'number'
        ? Number.isInteger(value) && value >= 1 && value <= MOST_IN_WINDOW
        : /^\d{1,6}[smhd]$/.test(String(value)),
    expected: `a number of documents from 1 to ${MOST_IN_WINDOW}, or a time such as \`90m\`, \`12h\` or \`30d\``,
  },
  timeField: text(undefined, 'the name of a field'),
  keepEvents: {
    default: '90d',
    isAllowed: (value) =>
      typeof value === 'number'
        ? Number.isInteger(value) && value >= 1 && value <= Number.MAX_SAFE_INTEGER
        : /^\d{1,6}[smhd]$/.test(String(value)),
    expected: 'a time such as `12h` or `90d`, or a number of events from 1 on',
  },
};

export const OPEN_RULES: OptionRules<OpenCollectionOptions> = {
  ...ENGINE_RULES,
  onProgress: callback(),
  signal: SIGNAL_RULE,
  create: unchecked(undefined),
  indexes: { ...SETTINGS_RULES.indexes, default: undefined },
  window: SETTINGS_RULES.window,
  timeField: SETTINGS_RULES.timeField,
  readOnly: onOrOff(false),
  delta: integer(32_768, 1, 1 << 20),
  logFile: { ...integer(undefined, 1, 2 ** 32), leftOut: '256 MB' },
  clock: { default: Date.now, isAllowed: (value) => typeof value === 'function', expected: 'a function' },
};

export const PREFIX_RULE: OptionRule<string | undefined> = {
  default: undefined,
  isAllowed: (value) => typeof value === 'string',
  expected: 'a string',
};

export const ADD_RULES: OptionRules<AddToCollectionOptions> = {
  onDuplicate: ON_DUPLICATE,
  expires: { ...text(undefined, 'a date (ISO 8601) or a time from now, such as `30d`'), leftOut: 'never' },
  refresh: onOrOff(false),
  byText: onOrOff(false),
  among: PREFIX_RULE,
  maxId: integer(undefined, 1, 1 << 30),
  signal: SIGNAL_RULE,
};

export const CHECK_RULES: OptionRules<CheckCollectionOptions> = {
  threshold: { ...unchecked(undefined), leftOut: 'that of the collection' },
  containment: DUPLICATE_RULES.containment,
  signal: SIGNAL_RULE,
};

export const REMOVE_RULES: OptionRules<RemoveFilter> = {
  // an empty one would be of all documents
  prefix: text(undefined, 'the first characters of ids, at least one'),
  unseenSince: unchecked(undefined),
  expired: onOrOff(false),
};

export const LIST_RULES: OptionRules<ListOptions> = {
  after: unchecked(undefined),
  limit: integer(100, 1, Number.MAX_SAFE_INTEGER),
  prefix: PREFIX_RULE,
};

export const MERGE_RULES: OptionRules<MergeOptions> = { signal: SIGNAL_RULE };

export const BACKUP_RULES: OptionRules<BackupCollectionOptions> = {
  copy: onOrOff(false),
  signal: SIGNAL_RULE,
};

/** `checkWatch` looks at the others. */
export const WATCH_RULES: OptionRules<Watch> = {
  id: unchecked(''),
  texts: unchecked([]),
  lang: unchecked(undefined),
  near: { ...unchecked(undefined), leftOut: 'the threshold of the collection' },
  passage: integer(undefined, 8, 10_000),
  like: share(undefined),
  keywords: { ...unchecked(undefined), leftOut: 'none' },
  needs: {
    default: undefined,
    leftOut: 'any',
    isAllowed: (value) =>
      value === 'any' || value === 'all' || (Number.isInteger(value) && (value as number) > 0),
    expected: '`any`, `all` or a number of keywords',
  },
  where: { ...unchecked(undefined), leftOut: 'none' },
  expires: { ...unchecked(undefined), leftOut: 'never' },
  meta: unchecked(undefined),
};

type Selection = Pick<Watch, 'keywords' | 'needs' | 'where'>;

/** Options of `selectLines`. */
export interface SelectOptions extends Partial<ReadRunOptions>, Selection {}

export const SELECTION_RULES: OptionRules<Selection> = {
  keywords: WATCH_RULES.keywords,
  needs: WATCH_RULES.needs,
  where: WATCH_RULES.where,
};
export const SELECT_RULES: OptionRules<ReadRunOptions & Selection> = {
  ...READ_RUN_RULES,
  ...SELECTION_RULES,
};

export const EVENTS_RULES: OptionRules<EventsOptions> = {
  from: { ...integer(undefined, 1, Number.MAX_SAFE_INTEGER), leftOut: 'the first there is' },
  follow: onOrOff(false),
  watch: text(undefined, 'the id of a watch'),
  signal: SIGNAL_RULE,
};

/** Options of `dedup`. */
export interface DedupOptions extends DedupOnceOptions {
  /**
   * The folder of a collection that remembers the documents of the shards. It is made if there is none. Finished shards are not read
   * again, and new ones are compared with all before. `output` is a folder that gets a file for each shard.
   */
  readonly collection?: string;
}

export const SHARDED_DEDUP_RULES = { ...DEDUP_RULES, collection: text(undefined, 'a folder') };

/** Options of `trim`. */
export interface TrimOptions extends TrimOnceOptions {
  /**
   * A folder that remembers what runs have seen: what stands there stays where it is, and is cut from the input. It is made if there is none. A
   * run with an `output` adds what was new. The same input again gives the same output again.
   */
  readonly known?: string;
}

export const KNOWN_TRIM_RULES = { ...TRIM_RULES, known: text(undefined, 'a folder') };

/** The options for reading documents; refuses options without effect. */
export function resolveReading(given: Partial<ReadRunOptions>): ReadRunOptions {
  const options = resolveOptions(READ_RUN_RULES, given);
  refuseUselessReading(given);
  return options;
}

/** The settings of a new collection. */
export function newSettings(given: Partial<CollectionSettings>): CollectionSettings {
  const settings = resolveOptions(SETTINGS_RULES, given);
  refuseUseless(given);
  refuseUselessOrder(given);
  checkWindow(settings);
  return {
    ...settings,
    ...canonicalizeOptions(settings),
    indexes: INDEX_NAMES.filter((name) => settings.indexes.includes(name)),
    shingle: given.shingle ?? defaultShingle(settings),
  };
}

/** Refuses half a window: a time needs a field, and a field a time. */
export function checkWindow({ window, timeField }: Pick<CollectionSettings, 'window' | 'timeField'>): void {
  if ((typeof window === 'string') === (timeField !== undefined)) return;
  if (timeField !== undefined) {
    throw uselessOption('timeField', 'the window is no time', wording`Set ${option('window', '30d')}.`);
  }
  const message = wording`Expected a number of documents as ${option('window')}, or ${option('timeField')} with it.`;
  throw new NeardupError('BAD_OPTION', message, {
    option: 'window',
    advice: wording`Name the field that has the time of a document: ${option('timeField', 'date')}.`,
  });
}

/** Refuses settings that are not those of a collection that is there. */
export function checkSettings(
  path: string,
  has: CollectionSettings,
  given: Partial<CollectionSettings>,
): void {
  const asked = resolveOptions(SETTINGS_RULES, given);
  for (const name of Object.keys(given) as (keyof CollectionSettings)[]) {
    if (given[name] === undefined || String(asked[name]) === String(has[name])) continue;
    const message = wording`${path} was made with ${option(name, String(has[name]))}, not \`${String(asked[name])}\`.`;
    throw new NeardupError('BAD_OPTION', message, {
      option: name,
      advice: 'Leave it out, or make another collection.',
    });
  }
}

/** The settings of a collection as its folder has them. Those that came later have their defaults. */
export function storedSettings(path: string, stored: Readonly<Record<string, unknown>>): CollectionSettings {
  for (const name of Object.keys(SETTINGS_RULES) as (keyof CollectionSettings)[]) {
    const { isAllowed, expected } = SETTINGS_RULES[name];
    if (stored[name] === undefined || isAllowed === undefined || isAllowed(stored[name])) continue;
    const got = String(JSON.stringify(stored[name])).slice(0, 60);
    throw new NeardupError(
      'BAD_COLLECTION',
      wording`${path} cannot be used: its setting ${option(name)} should be ${expected}, and is ${got}.`,
    );
  }
  const settings = { ...defaultsOf(SETTINGS_RULES), ...stored } as CollectionSettings;
  const isHalf = (typeof settings.window === 'string') !== (settings.timeField !== undefined);
  if (!isHalf) return settings;
  throw new NeardupError('BAD_COLLECTION', `${path} cannot be used: half of its window is missing.`);
}

/** Refuses an invalid `keepEvents`. */
export function checkKeepEvents(keep: unknown): void {
  const { isAllowed, expected } = SETTINGS_RULES.keepEvents;
  if (!isAllowed(keep)) throw badOption('keepEvents', expected, keep);
}

/** The settings that differ from the defaults. A verb given these treats documents in the same way. */
export function changedSettings(settings: CollectionSettings): Partial<CollectionSettings> {
  const { indexes: _, window: _window, timeField: _timeField, keepEvents: _keep, ...rules } = SETTINGS_RULES;
  const names = Object.keys(rules) as (keyof typeof rules)[];
  return Object.fromEntries(
    names
      .filter((name) => settings[name] !== SETTINGS_RULES[name].default)
      .map((name) => [name, settings[name]]),
  );
}

/** Names the way from a canonical text to its keys. */
export function keySchemeOf(settings: CollectionSettings): string {
  const { shingle, unit = 'word', order = 'classic' } = settings;
  const { bands, rows } = bandsFor(settings);
  return `min-hash 1, SHA-256, ${bands} bands of ${rows}, ${shingle} ${unit} ${order}`;
}
