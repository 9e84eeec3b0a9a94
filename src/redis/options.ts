/** The options of a shared index, with their defaults and what is allowed. */
import { CANONICALIZE_RULES, refuseUseless } from '../canonicalize/index.ts';
import { DUPLICATE_RULES, STORED_THRESHOLD } from '../duplicates/index.ts';
import { ENGINE_RULES } from '../engines/index.ts';
import { defaultShingle, FINGERPRINT_RULES, SHINGLE_RULES } from '../fingerprint/index.ts';
import {
  completeOptions,
  integer,
  type OptionRules,
  oneOf,
  onOrOff,
  resolveOptions,
} from '../option-rules.ts';
import type {
  AddToSharedIndexOptions,
  SharedCallOptions,
  SharedIndexOptions,
  SharedIndexSettings,
} from '../redis.ts';
import { SIGNAL_RULE } from '../run-options.ts';

export const SETTINGS_RULES: OptionRules<SharedIndexSettings> = {
  ...CANONICALIZE_RULES,
  ...SHINGLE_RULES,
  ...FINGERPRINT_RULES,
  threshold: STORED_THRESHOLD,
  minWords: DUPLICATE_RULES.minWords,
  canonical: onOrOff(false),
  expireAfter: { ...integer(undefined, 1, 1e9), leftOut: 'never' },
  expected: integer(1_000_000, 1, 1e10),
};

const RUN_RULES = {
  ...ENGINE_RULES,
  name: {
    default: 'neardup',
    isAllowed: (value: unknown) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value),
    expected: 'letters, digits and `-_.`, 64 at most',
  },
  replicas: integer(0, 0, 10),
  candidates: integer(1000, 1, 10_000),
  retrySeconds: integer(30, 0, 3600),
  leaseSeconds: integer(5, 1, 600),
};

export type RunSettings = Required<
  Pick<SharedIndexOptions, 'name' | 'replicas' | 'candidates' | 'retrySeconds' | 'leaseSeconds'>
> &
  Pick<SharedIndexOptions, 'engine' | 'threads'>;

/** The settings that were given, checked, and the options of this process. */
export function resolveSharedOptions(options: SharedIndexOptions): {
  readonly given: Partial<SharedIndexSettings>;
  readonly run: RunSettings;
} {
  resolveOptions<SharedIndexOptions>(
    { ...SETTINGS_RULES, ...RUN_RULES } as OptionRules<SharedIndexOptions>,
    options,
  );
  refuseUseless(options);
  const names = Object.keys(SETTINGS_RULES) as (keyof SharedIndexSettings)[];
  const given = Object.fromEntries(
    names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
  return {
    given,
    run: completeOptions(RUN_RULES as OptionRules<RunSettings>, options as Partial<RunSettings>),
  };
}

/** The settings of a new index. */
export function completeSettings(given: Partial<SharedIndexSettings>): SharedIndexSettings {
  const settings = completeOptions(SETTINGS_RULES, given);
  return given.shingle === undefined ? { ...settings, shingle: defaultShingle(settings) } : settings;
}

export const CALL_RULES: OptionRules<SharedCallOptions> = { signal: SIGNAL_RULE };

export const ADD_RULES = {
  ...CALL_RULES,
  onDuplicate: oneOf('keep', ['keep', 'skip', 'refuse']),
  refresh: onOrOff(false),
  byText: { ...onOrOff(true), isAllowed: (value) => value === true, expected: '`true`' },
} satisfies OptionRules<AddToSharedIndexOptions>;
