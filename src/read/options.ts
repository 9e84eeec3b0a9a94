/** The defaults of `ReadOptions`, and what is allowed. */
import { integer, type OptionRules, oneOf, onOrOff, text } from '../option-rules.ts';
import type { ReadOptions } from '../read.ts';
import { RUN_RULES, type RunOptions } from '../run-options.ts';
import { checkEncoding } from './charsets/charset.ts';
import { checkFormat } from './formats.ts';

export const READ_RULES: OptionRules<ReadOptions> = {
  textField: text('text'),
  idField: text('id'),
  format: text('auto'),
  encoding: text('auto'),
  markup: oneOf('none', ['none', 'html']),
  maxDocument: integer(100 << 20, 1, 1 << 30),
  main: onOrOff(false),
  attachments: onOrOff(false),
  documentSeconds: integer(30, 1, 86_400),
  documentMemory: integer(1 << 30, 64 << 20, 64 * (1 << 30)),
  threads: integer(undefined, 1, 64),
  chunk: integer(undefined, 0, 1 << 30),
};

/** The options of reading documents, and those of every run. */
export interface ReadRunOptions extends ReadOptions, RunOptions {}

export const READ_RUN_RULES: OptionRules<ReadRunOptions> = { ...READ_RULES, ...RUN_RULES };

/** Raises BAD_OPTION for a format that has no reader or a charset that has no decoder. */
export function checkReadOptions({ format, encoding }: Pick<ReadOptions, 'format' | 'encoding'>): void {
  checkFormat(format);
  checkEncoding(encoding);
}
