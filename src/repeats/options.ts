/** The options of `trim`, with their defaults and allowed values. */
import { LOAD_RULES } from '../corpus/index.ts';
import type { LoadOptions } from '../corpus.ts';
import { DEDUP_RULES, keepRule, PAIRS_RULES } from '../duplicates/index.ts';
import { ENGINE_RULES, type EngineOptions } from '../engines/index.ts';
import { badOption } from '../errors.ts';
import {
  defaultsOf,
  integer,
  type OptionRules,
  oneOf,
  resolveOptions,
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
import type { CutUnit, RepeatOptions, RepeatUnit } from '../repeats.ts';
import { option, wording } from '../wording.ts';
import { checkOutputFormat, type OutputFormat } from '../write/index.ts';

/** Options of `trim` but those of folders. */
export interface TrimOnceOptions
  extends Partial<ReadRunOptions>,
    Partial<EngineOptions>,
    Partial<Pick<LoadOptions, 'duplicateIds'>>,
    Partial<RepeatOptions> {
  /** A reference: what also stands in one of its documents is cut; the reference itself is not written. */
  readonly against?: Input;
  /**
   * Where the documents go: a file whose ending says the format (`trimmed.jsonl`, `trimmed.csv.gz`, `trimmed.parquet`), a folder
   * (`trimmed/`) with a file for each input file, or `-` for standard output.
   */
  readonly output?: string;
  /** The format of documents on standard output. @default jsonl */
  readonly outputFormat?: OutputFormat;
  /** Where the list of cuts goes: `cuts.csv` for a spreadsheet, `cuts.jsonl`. @default `OUTPUT.cuts.jsonl`, if there is an output */
  readonly spans?: string;
  /** Where an HTML page goes: what was cut most often, with its text and where it has stayed, and how many documents lost how much. */
  readonly report?: string;
  /** Fields of the documents that results show beside the ids, with commas between them. @default none */
  readonly fields?: string;
}

const KEEP = keepRule(true);
/** No place stays. */
export const KEEP_NONE = 'none';
const LEAST = { passage: 50, other: 8 };
const CUT_OF_UNIT: Readonly<Record<RepeatUnit, CutUnit>> = {
  passage: 'sentences',
  sentence: 'sentences',
  line: 'lines',
  paragraph: 'paragraphs',
};

type AllOptions = ReadRunOptions &
  EngineOptions &
  Pick<LoadOptions, 'duplicateIds'> &
  RepeatOptions &
  Pick<TrimOnceOptions, 'against' | 'output' | 'outputFormat' | 'spans' | 'report' | 'fields'>;

export const TRIM_RULES: OptionRules<AllOptions> = {
  ...READ_RUN_RULES,
  ...ENGINE_RULES,
  duplicateIds: LOAD_RULES.duplicateIds,
  least: {
    ...integer(undefined, 1, 1000),
    leftOut: wording`${LEAST.passage}, with another ${option('unit')} ${LEAST.other}`,
  },
  unit: oneOf('passage', ['passage', 'paragraph', 'line', 'sentence']),
  cut: {
    ...oneOf(undefined, ['sentences', 'words', 'lines', 'paragraphs']),
    leftOut: wording`sentences, or the ${option('unit')}`,
  },
  copies: integer(2, 2, 255),
  leastLeft: integer(0, 0, 1_000_000),
  keep: {
    default: KEEP.default,
    schema: { type: 'string', pattern: `${KEEP.schema!.pattern}|^${KEEP_NONE}$` },
    isAllowed: (value) => value === KEEP_NONE || KEEP.isAllowed(value),
    expected: `${KEEP.expected}, or ${KEEP_NONE}`,
  },
  against: unchecked<Input | undefined>(undefined),
  output: PAIRS_RULES.output,
  outputFormat: DEDUP_RULES.outputFormat,
  spans: {
    ...text(undefined, 'the path of a file'),
    leftOut: wording`OUTPUT.cuts.jsonl with ${option('output')}`,
  },
  report: DEDUP_RULES.report,
  fields: PAIRS_RULES.fields,
};

/** Options with all that depends on others filled in. */
export type ResolvedTrimOptions = ReturnType<typeof resolveTrimOptions>;

export function resolveTrimOptions(given: TrimOnceOptions) {
  const options = resolveOptions(TRIM_RULES, given);
  refuseUselessReading(given);
  const { unit, cut } = options;
  if (unit !== 'passage' && cut !== undefined && cut !== CUT_OF_UNIT[unit]) {
    throw uselessOption(
      'cut',
      wording`with ${option('unit', unit)} whole units are cut`,
      'Leave out one of the two.',
    );
  }
  checkOutputFormat(options.outputFormat, [options.output]);
  refuseUnwritable(options);
  return {
    ...defaultsOf(LOAD_RULES),
    ...options,
    // a character of Chinese is a word
    ngram: 1,
    least: options.least ?? (unit === 'passage' ? LEAST.passage : LEAST.other),
    cut: cut ?? CUT_OF_UNIT[unit],
  };
}

/** Refuses texts that cannot take the place of those that were read. */
export function refuseUnwritable({
  output,
  textField,
  markup,
}: { readonly output?: string } & Pick<ReadRunOptions, 'textField' | 'markup'>): void {
  if (output !== undefined && textNames(textField).length > 1) {
    throw badOption(
      'textField',
      'one field, whose text can be written again',
      textField,
      'Cut one field after the other, each from the output of the one before.',
    );
  }
  if (output !== undefined && markup === 'html') {
    throw badOption(
      'markup',
      '`none` if documents are written',
      markup,
      wording`Text without its tags would take the place of the HTML. Leave out ${option('output')}, and cut the text yourself.`,
    );
  }
}
