/** The options of the commands of a collection, by their purpose. The table of commands and the commands read the same rules. */
import { NeardupError, OPTIONS } from '../../../../index.ts';
import type { CommandRules } from '../../command-table.ts';
import { flagName } from '../../flag-names.ts';
import type { LibraryOptions } from '../../program.ts';

const { threads, ...reading } = OPTIONS.texts;

/** How documents are read. */
export const READING = reading;

export const THREADS = { threads };

/** How the texts of a collection are compared; decided when it is made. */
const { window: _window, timeField: _timeField, ...settings } = OPTIONS.createCollection;
export const SETTINGS_OPTIONS = settings;

/** How a collection on a cluster is asked and changed. */
const { replicas, retrySeconds, leaseSeconds, shards } = OPTIONS.openClusterCollection;
export const CLUSTER = { replicas, retrySeconds, leaseSeconds };

/** Where a new one is kept. */
export const LAYOUT = { shards };

export const ADDING = OPTIONS['collection.add'];

/** Which documents are removed. */
export const FILTERS = OPTIONS['collection.removeWhere'];

/** How near-duplicates of a text are found. */
export const CHECKING = OPTIONS['collection.check'];

/** How passages are found and compared. */
const { lang: _lang, engine: _engine, by: _by, ...comparing } = OPTIONS.compareIn;
export const COMPARING = comparing;

const { k, explain, structure, sliceBits, expand, cutoff, candidates } = OPTIONS['collection.search'];
export const SEARCHING = { k, explain, structure, sliceBits, expand, cutoff, candidates };

const { threshold, containment, minWords, method, keep, output, temp } = OPTIONS['collection.groups'];
export const GROUPING = { threshold, containment, minWords, method, keep, output, temp };

const { near, passage, like, keywords, needs, where, expires } = OPTIONS['collection.watch'];
export const WATCHING = { near, passage, like, keywords, needs, where, expires };

/** The options that have these rules. */
export function pick(options: LibraryOptions, rules: CommandRules): LibraryOptions {
  return Object.fromEntries(Object.keys(rules).map((name) => [name, options[name]]));
}

/** Refuses options that concern documents of a call that reads none. */
export function refuseWithoutDocuments(options: LibraryOptions, rules: CommandRules): void {
  const option = Object.keys(rules).find((name) => options[name] !== undefined);
  if (option === undefined) return;
  throw new NeardupError('BAD_OPTION', `${flagName({ option })} has no effect: no documents are read.`, {
    option,
    advice: 'Leave it out, or name files with documents.',
  });
}
