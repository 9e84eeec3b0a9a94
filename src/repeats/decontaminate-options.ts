/** The options of `decontaminate`, with their defaults and allowed values. */
import { LOAD_RULES } from '../corpus/index.ts';
import type { LoadOptions } from '../corpus.ts';
import { PAIRS_RULES } from '../duplicates/index.ts';
import { ENGINE_RULES, type EngineOptions } from '../engines/index.ts';
import { badOption, NeardupError } from '../errors.ts';
import {
  defaultsOf,
  integer,
  type OptionRules,
  oneOf,
  resolveOptions,
  share,
  text,
  unchecked,
  uselessOption,
} from '../option-rules.ts';
import {
  type Input,
  READ_RUN_RULES,
  type ReadRunOptions,
  refuseUselessReading,
  textNames,
} from '../read/index.ts';
import type { DecontaminateAction, ItemOptions } from '../repeats.ts';
import { option, wording } from '../wording.ts';
import { checkOutputFormat, type OutputFormat } from '../write/index.ts';
import { refuseUnwritable, TRIM_RULES } from './options.ts';

/** Options of `decontaminate`. */
export interface DecontaminateOptions
  extends Partial<ReadRunOptions>,
    Partial<EngineOptions>,
    Partial<Pick<LoadOptions, 'duplicateIds'>>,
    Partial<ItemOptions> {
  /** The evaluation sets: every document is an item. */
  readonly against?: Input;
  /** Where the documents go, as in `trim`. */
  readonly output?: string;
  /** The format of documents on standard output. @default jsonl */
  readonly outputFormat?: OutputFormat;
  /** Where the list of items found goes: `found.csv` for a spreadsheet, `found.jsonl`. @default `OUTPUT.items.jsonl`, if there is an output */
  readonly spans?: string;
  /** Where an HTML page goes: what was found of every evaluation set, and its items in the documents. */
  readonly report?: string;
  /** Fields of the documents that results show beside the ids, with commas between them. @default none */
  readonly fields?: string;
}

type AllOptions = ReadRunOptions &
  EngineOptions &
  Pick<LoadOptions, 'duplicateIds'> &
  ItemOptions &
  Pick<DecontaminateOptions, 'against' | 'output' | 'outputFormat' | 'spans' | 'report' | 'fields'>;

export const DECONTAMINATE_RULES: OptionRules<AllOptions> = {
  ...READ_RUN_RULES,
  ...ENGINE_RULES,
  duplicateIds: LOAD_RULES.duplicateIds,
  against: unchecked<Input | undefined>(undefined),
  suiteField: { ...text(undefined, 'the name of a field'), leftOut: 'the name of the file' },
  itemFields: {
    ...text(undefined, 'the name of a field, or several separated by commas'),
    leftOut: wording`${option('textField')}`,
  },
  // an item is met by a run of five words
  least: integer(6, 5, 1000),
  share: share(0.8),
  action: {
    ...oneOf(undefined, ['report', 'cut', 'drop'] as const),
    leftOut: wording`drop with ${option('output')}, else report`,
  },
  leastLeft: TRIM_RULES.leastLeft,
  output: PAIRS_RULES.output,
  outputFormat: TRIM_RULES.outputFormat,
  spans: { ...TRIM_RULES.spans, leftOut: wording`OUTPUT.items.jsonl with ${option('output')}` },
  report: TRIM_RULES.report,
  fields: PAIRS_RULES.fields,
};

/** Options with all that depends on others filled in. */
export type ResolvedDecontaminateOptions = ReturnType<typeof resolveDecontaminateOptions>;

export function resolveDecontaminateOptions(given: DecontaminateOptions) {
  const options = resolveOptions(DECONTAMINATE_RULES, given);
  refuseUselessReading(given);
  const { against, output, itemFields } = options;
  if (against === undefined) throw noItems();
  checkOutputFormat(options.outputFormat, [output]);
  const action: DecontaminateAction = options.action ?? (output === undefined ? 'report' : 'drop');
  if (output !== undefined && action === 'report') {
    throw badOption(
      'action',
      '`cut` or `drop` with an output',
      action,
      wording`To see the items found, leave out ${option('output')}; ${option('spans')} writes the list.`,
    );
  }
  if (action !== 'cut' && given.leastLeft !== undefined) {
    throw uselessOption(
      'leastLeft',
      wording`with ${option('action', action)} nothing is cut`,
      'Leave out one of the two.',
    );
  }
  if (itemFields !== undefined && textNames(itemFields).length === 0)
    throw badOption('itemFields', 'the name of a field, or several separated by commas', itemFields);
  if (action === 'cut') refuseUnwritable(options);
  return {
    ...defaultsOf(LOAD_RULES),
    ...options,
    against,
    action,
    referenceField: 'itemFields',
    ...(itemFields !== undefined && { referenceReading: { textField: itemFields } }),
    // a character of Chinese is a word
    ngram: 1,
  };
}

function noItems(): NeardupError {
  return new NeardupError(
    'BAD_OPTION',
    wording`Expected evaluation sets in ${option('against')}, got none.`,
    {
      option: 'against',
      advice: 'Name the files whose items must not be in the documents.',
    },
  );
}
