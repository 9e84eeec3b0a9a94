/** Defaults and allowed values of `ReadOptions`. */
import { ENGINE_RULES } from '../engines/index.ts';
import { integer, type OptionRules, oneOf, onOrOff, text, uselessOption } from '../option-rules.ts';
import type { FileSelection } from '../platform.ts';
import type { ReadOptions } from '../read.ts';
import { RUN_RULES, type RunOptions, SIGNAL_RULE } from '../run-options.ts';
import { option, wording } from '../wording.ts';
import { formatsThatTake } from './format-table.ts';
import { TEXT_NAMES, textNames } from './text-fields.ts';

export const READ_RULES: OptionRules<ReadOptions> = {
  textField: {
    default: TEXT_NAMES[0],
    leftOut: `${TEXT_NAMES.slice(0, -1).join(', ')} or ${TEXT_NAMES.at(-1)}`,
    isAllowed: (value) => typeof value === 'string' && textNames(value).length > 0,
    expected: 'the name of a field, or several separated by commas',
  },
  idField: text('id'),
  format: text('auto'),
  encoding: text('auto'),
  markup: oneOf('none', ['none', 'html']),
  maxDocument: integer(100 << 20, 1, 1 << 30),
  main: onOrOff(false),
  attachments: onOrOff(false),
  documentSeconds: integer(30, 1, 86_400),
  documentMemory: integer(1 << 30, 64 << 20, 64 * (1 << 30)),
  threads: ENGINE_RULES.threads,
  signal: SIGNAL_RULE,
  chunk: { ...integer(undefined, 0, 1 << 30), leftOut: '3 MB' },
};

/** The `idField` of those who want no ids from the data: documents are known by their places. */
export const NO_IDS = 'none';

/** The options of reading documents, and those of every run. */
export interface ReadRunOptions extends ReadOptions, RunOptions, FileSelection {}

const SELECTION_OF_FILES: OptionRules<FileSelection> = {
  excludeFiles: {
    default: [],
    leftOut: 'none',
    isAllowed: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
    expected: 'a list of patterns',
  },
  gitignore: onOrOff(false),
  hidden: onOrOff(false),
};

export const READ_RUN_RULES: OptionRules<ReadRunOptions> = {
  ...READ_RULES,
  ...SELECTION_OF_FILES,
  ...RUN_RULES,
};

const FIELDS = formatsThatTake('fields');
const EXTRACTED = formatsThatTake('extraction');

/** The formats whose readers look at an option; all readers look at the others. */
export const LOOKED_AT_BY: Partial<Record<keyof ReadOptions, readonly string[]>> = {
  textField: FIELDS,
  idField: FIELDS,
  markup: FIELDS,
  encoding: formatsThatTake('encoding'),
  main: formatsThatTake('main'),
  attachments: formatsThatTake('attachments'),
  documentSeconds: EXTRACTED,
  documentMemory: [...EXTRACTED, ...formatsThatTake('memory')],
};

/** Refuses options that the reader of the format that is asked for does not look at. */
export function refuseUselessReading(given: Partial<ReadOptions>): void {
  const { format = 'auto' } = given;
  // attachments are of any format
  if (format === 'auto' || (given.attachments === true && LOOKED_AT_BY.attachments?.includes(format))) return;
  for (const [name, formats] of Object.entries(LOOKED_AT_BY)) {
    const value = given[name as keyof ReadOptions];
    const isGiven = value !== undefined && value !== READ_RULES[name as keyof ReadOptions].default;
    if (!isGiven || formats.includes(format)) continue;
    const why = wording`${option('format', format)} does not look at it`;
    throw uselessOption(name, why, `Leave out one of the two. It is for ${formats.join(', ')}.`);
  }
}
