/** How the options of a shared index are checked and completed. The rules are in its contract. */

import { refuseUseless } from '../canonicalize/index.ts';
import { ON_DUPLICATE } from '../collection.ts';
import { defaultShingle } from '../fingerprint/index.ts';
import { completeOptions, type OptionRules, onOrOff, resolveOptions } from '../option-rules.ts';
import {
  type AddToSharedIndexOptions,
  type RunSettings,
  SHARED_INDEX_RULES,
  SHARED_RUN_RULES,
  SHARED_SETTINGS_RULES,
  type SharedCallOptions,
  type SharedIndexOptions,
  type SharedIndexSettings,
} from '../redis.ts';
import { SIGNAL_RULE } from '../run-options.ts';

/** The settings that were given, checked, and the options of this process. */
export function resolveSharedOptions(options: SharedIndexOptions): {
  readonly given: Partial<SharedIndexSettings>;
  readonly run: RunSettings;
} {
  resolveOptions<SharedIndexOptions>(SHARED_INDEX_RULES, options);
  refuseUseless(options);
  const names = Object.keys(SHARED_SETTINGS_RULES) as (keyof SharedIndexSettings)[];
  const given = Object.fromEntries(
    names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
  return {
    given,
    run: completeOptions(SHARED_RUN_RULES, options as Partial<RunSettings>),
  };
}

/** The settings of a new index. */
export function completeSettings(given: Partial<SharedIndexSettings>): SharedIndexSettings {
  const settings = completeOptions(SHARED_SETTINGS_RULES, given);
  return given.shingle === undefined ? { ...settings, shingle: defaultShingle(settings) } : settings;
}

export const CALL_RULES: OptionRules<SharedCallOptions> = { signal: SIGNAL_RULE };

export const SHARED_ADD_RULES = {
  ...CALL_RULES,
  onDuplicate: ON_DUPLICATE,
  refresh: onOrOff(false),
  byText: { ...onOrOff(true), isAllowed: (value) => value === true, expected: '`true`' },
} satisfies OptionRules<AddToSharedIndexOptions>;
