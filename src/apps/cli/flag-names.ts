/** Names of options and functions of the library, as the command line writes them. */
import { FLAGS, longName, optionName } from './flags.ts';

/** A name as the library marks it in a sentence (`Name` in wording.ts; the library is not imported here, it is heavy). */
type Name = { readonly option: string; readonly value?: string } | { readonly call: string };

const COMMANDS_FOR: Readonly<Record<string, string>> = {
  texts: '`neardup text`',
  compareIn: '`--in`',
};

/** `maxText` is `--max-text` here, `method: 'simhash'` is `--method simhash`; an option without a flag keeps its name. */
export function flagName(name: Name): string {
  if ('call' in name) return COMMANDS_FOR[name.call] ?? `\`${name.call}\``;
  const flags = FLAGS.filter((each) => optionName(each) === name.option);
  // two commands may write an option differently: the call names one
  const flag =
    flags.find(({ commands }) => commands?.some((each) => process.argv.includes(each))) ?? flags[0];
  const written = flag === undefined ? name.option : longName(flag);
  return name.value === undefined ? `\`${written}\`` : `\`${written} ${name.value}\``;
}
