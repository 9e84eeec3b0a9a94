/** The options of every verb that loads documents, with defaults and allowed values. */
import { refuseUseless } from '../canonicalize/index.ts';
import { LOAD_RULES } from '../corpus/index.ts';
import type { LoadOptions } from '../corpus.ts';
import { ENGINE_RULES, type EngineOptions } from '../engines/index.ts';
import { type OptionRules, resolveOptions } from '../option-rules.ts';
import { READ_RUN_RULES, type ReadRunOptions, refuseUselessReading } from '../read/index.ts';

/** How documents are read, made canonical and loaded, and by how many threads. */
export interface VerbOptions extends ReadRunOptions, LoadOptions, EngineOptions {}

export const VERB_RULES: OptionRules<VerbOptions> = { ...READ_RUN_RULES, ...LOAD_RULES, ...ENGINE_RULES };

/** Fills in the defaults of a verb, and refuses unknown names, values out of range and options without effect. */
export function resolveVerbOptions<T extends VerbOptions>(rules: OptionRules<T>, given: Partial<T>): T {
  const options = resolveOptions(rules, given);
  refuseUseless(given);
  refuseUselessReading(given);
  return options;
}
