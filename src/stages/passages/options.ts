/** The options of the stages of `trim` and `decontaminate`, and the scheme that says which results may meet. */
import { CANONICAL_VERSION } from '../../canonicalize/index.ts';
import { NeardupError } from '../../errors.ts';
import { DECONTAMINATE_RULES, resolveTrimOptions } from '../../repeats/index.ts';
import { option, wording } from '../../wording.ts';
import { digestOf, packageVersion, resolveStageOptions, type StageOptions } from '../options.ts';

export type TrimStageOptions = ReturnType<typeof resolveTrimOptions>;

const READING = ['textField', 'idField', 'maxDocument', 'engine', 'temp', 'threads'];
/** The others are the engine's: it reads and writes, and numbers the documents in the order in which they stay. */
const OF_TRIM = [...READING, 'least', 'cut', 'copies', 'leastLeft'];
const OF_ITEMS = [...READING, 'against', 'suiteField', 'itemFields', 'least', 'share'];
const WITHOUT_EFFECT = ['engine', 'temp', 'threads', 'copies'];

export function resolveTrimStage(given: object): TrimStageOptions {
  refuseOthers(given, OF_TRIM, 'trim');
  return resolveTrimOptions({ threads: 1, ...given });
}

/** How the documents of a stage are read: as those of `keys`, with a word for every character of Chinese. */
export function stageReading(given: object): StageOptions {
  const reading = Object.entries(given).filter(([name]) => READING.includes(name));
  return resolveStageOptions({ ...Object.fromEntries(reading), ngram: 1 });
}

export function trimScheme(options: TrimStageOptions): string {
  const { least } = options;
  const given = Object.entries(options).filter(
    ([name]) => OF_TRIM.includes(name) && !WITHOUT_EFFECT.includes(name),
  );
  return `neardup ${packageVersion()}, canonical form ${CANONICAL_VERSION}, passages of ${least} words, options ${digestOf(given)}`;
}

/** Options of `decontaminate`, of which the stage reports what it finds. */
export function checkItemOptions(given: object): void {
  refuseOthers(given, OF_ITEMS, 'decontaminate');
}

export function itemScheme(given: object): string {
  const rules = Object.keys(DECONTAMINATE_RULES);
  const settings = Object.entries(given).filter(
    ([name]) => rules.includes(name) && !WITHOUT_EFFECT.includes(name),
  );
  return `neardup ${packageVersion()}, canonical form ${CANONICAL_VERSION}, items, options ${digestOf(settings)}`;
}

function refuseOthers(given: object, known: readonly string[], verb: string): void {
  const name = Object.keys(given).find((each) => !known.includes(each));
  if (name === undefined) return;
  throw new NeardupError(
    'BAD_OPTION',
    wording`${option(name)} is not possible in a stage of ${verb}: expected ${known.join(', ')}.`,
    { option: name, advice: 'Leave it out, or use one machine.' },
  );
}
