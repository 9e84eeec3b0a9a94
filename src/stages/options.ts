/** The options of the stages: those of `dedup` that change its results, and the scheme that says which results may meet. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { CANONICAL_VERSION } from '../canonicalize/index.ts';
import { DEDUP_RULES, keepSql, resolveDuplicateOptions } from '../duplicates/index.ts';
import { NeardupError } from '../errors.ts';
import { bandsFor, methodFor } from '../fingerprint/index.ts';
import { option, wording } from '../wording.ts';

/** Where an option of `dedup` is decided if engines of many machines run it. A clause says why it is refused there. */
type Decision = 'worker' | 'driver' | { readonly refused: string };
type DedupRules = typeof DEDUP_RULES;

const LINES_ONLY = { refused: 'workers read JSON lines or columns of a table' } as const;
const NO_CONTAINMENT = { refused: 'only `bands` run in stages, which do not find containment' } as const;
const NO_FIELDS = { refused: 'the statements compare texts, not fields' } as const;
const ONE_STAYS = { refused: 'the statements keep one document of each group' } as const;
const DRIVER_WRITES = { refused: 'the engine writes the results' } as const;

export const DECISIONS = {
  ...{
    textField: 'worker',
    idField: 'worker',
    markup: 'worker',
    maxDocument: 'worker',
    duplicateIds: 'worker',
  },
  ...{ format: LINES_ONLY, encoding: LINES_ONLY, main: LINES_ONLY, attachments: LINES_ONLY },
  ...{ documentSeconds: LINES_ONLY, documentMemory: LINES_ONLY },
  ...{ excludeFiles: LINES_ONLY, gitignore: LINES_ONLY, hidden: LINES_ONLY },
  ...{ lang: 'worker', stopWords: 'worker', stems: 'worker', stemDictionary: 'worker', ngram: 'worker' },
  ...{ segment: 'worker', canonical: 'worker', shingle: 'worker', unit: 'worker', order: 'worker' },
  ...{ hash: 'worker', features: 'worker', ties: 'worker', threshold: 'worker', minWords: 'worker' },
  ...{ keep: 'worker', onlyAgainst: 'worker', drop: ONE_STAYS, atMost: ONE_STAYS },
  ...{ within: NO_FIELDS, uniqueBy: NO_FIELDS },
  // `bands` only: `resolveStageOptions` refuses the rest
  ...{ method: 'worker', containment: 'worker', maxDistance: 'worker', tables: 'worker' },
  containmentOf: NO_CONTAINMENT,
  ...{ threads: 'worker', engine: 'worker', temp: 'worker', batch: 'worker', chunk: 'worker' },
  ...{ against: 'driver', output: 'driver', onProblem: 'driver', onProgress: 'driver', signal: 'driver' },
  ...{
    outputFormat: DRIVER_WRITES,
    split: DRIVER_WRITES,
    unreadable: DRIVER_WRITES,
    removed: DRIVER_WRITES,
    report: DRIVER_WRITES,
    fields: DRIVER_WRITES,
    annotate: DRIVER_WRITES,
    annotatePrefix: DRIVER_WRITES,
  },
} as const satisfies Record<keyof DedupRules, Decision>;

const { against: _, output: _output, ...STAGE_RULES } = DEDUP_RULES;

export type StageOptions = {
  -readonly [Name in keyof typeof STAGE_RULES]: (typeof STAGE_RULES)[Name]['default'];
};

/** Options that never change a result. */
const WITHOUT_EFFECT = ['temp', 'threads', 'engine', 'batch', 'chunk', 'onProblem', 'onProgress', 'signal'];

export function resolveStageOptions(given: object): StageOptions {
  const options = resolveDuplicateOptions<StageOptions>(STAGE_RULES, { threads: 1, ...given });
  refuseOptions(options);
  if (methodFor(options) === 'bands') return options;
  const why = options.containment === undefined ? 'method' : 'containment';
  throw new NeardupError(
    'BAD_OPTION',
    wording`Expected ${option('method', 'bands')} for a stage: other methods look at all texts together, so ${option(why)} is not possible here.`,
    { option: why, advice: 'Leave it out, or use one machine.' },
  );
}

function refuseOptions(options: StageOptions): void {
  for (const name of Object.keys(STAGE_RULES) as (keyof StageOptions)[]) {
    const decision: Decision = DECISIONS[name];
    const isDefault =
      options[name] === STAGE_RULES[name].default || (name === 'format' && options[name] === 'jsonl');
    if (typeof decision === 'string' || isDefault) continue;
    throw new NeardupError(
      'BAD_OPTION',
      wording`${option(name)} is not possible on many machines: ${decision.refused}.`,
      { option: name, advice: 'Leave it out, or use one machine.' },
    );
  }
}

/** The settings that two processes must share for their results to be combined. Drivers read the keep policy's order from it. */
export function schemeOf(options: StageOptions): string {
  const { bands, rows } = bandsFor(options);
  const settings = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !WITHOUT_EFFECT.includes(name),
  );
  const keys = `bands ${bands}x${rows} of 64 bits, contents sha256/128`;
  const kept = `keep by ${keepSql(options.keep)}`;
  return `neardup ${packageVersion()}, canonical form ${CANONICAL_VERSION}, ${keys}, ${kept}, options ${digestOf(settings)}`;
}

export function digestOf(settings: readonly (readonly [string, unknown])[]): string {
  const sorted = settings.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}

export function differentScheme(expected: string, got: string): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected rows of \`${expected}\`, got \`${got}\`.`, {
    advice: 'Run all stages with one version and the same options, and begin again with `keys`.',
  });
}

export function packageVersion(): string {
  return createRequire(import.meta.url)('neardup/package.json').version;
}
