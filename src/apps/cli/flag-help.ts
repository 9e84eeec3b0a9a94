/** The part of a flag's help that comes from the library's option rule: choices, range and default. */
import { inWords, type OptionRule } from '../../index.ts';
import { flagName } from './flag-names.ts';
import { bytes, type Flag } from './flags.ts';

type Rule = OptionRule<unknown> | undefined;

/** The help of a flag, in one line. */
export function helpOf(flag: Flag, rule: Rule): string {
  const leftOut = leftOutOf(flag, rule);
  const facts = [rangeOf(flag, rule), leftOut && `default: ${leftOut}`].filter((fact) => fact !== undefined);
  return facts.length === 0 ? flag.help : `${flag.help} (${facts.join('; ')})`;
}

/** The words that a flag takes, if it takes only some. */
export function choicesOf(flag: Flag, rule: Rule): readonly string[] | undefined {
  return flag.choices ?? rule?.schema?.enum?.map(String);
}

function leftOutOf(flag: Flag, rule: Rule): string | undefined {
  if (flag.leftOut !== undefined || rule === undefined) return flag.leftOut;
  if (rule.leftOut !== undefined) {
    return inWords(rule.leftOut, (name) => flagName(name).replaceAll('`', ''));
  }
  const value = rule.default;
  if (flag.parse === bytes) return inBytes(Number(value));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function rangeOf(flag: Flag, rule: Rule): string | undefined {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = rule?.schema ?? {};
  const most = maximum ?? exclusiveMaximum;
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) return undefined;
  const format = flag.parse === bytes ? inBytes : String;
  const from = exclusiveMinimum === undefined ? format(minimum ?? 0) : `above ${format(exclusiveMinimum)}`;
  return `${from} to ${exclusiveMaximum === undefined ? '' : 'below '}${format(most)}`;
}

/** 104,857,600 is `100MB`. */
function inBytes(count: number): string {
  const unit = Math.min(3, Math.floor(Math.log2(count) / 10));
  return `${count / 1024 ** unit}${['', 'KB', 'MB', 'GB'][unit]}`;
}
