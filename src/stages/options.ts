/** The options of the stages: those of `dedup` that change its results, and the scheme that says which results may meet. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { CANONICAL_VERSION } from '../canonicalize/index.ts';
import { DEDUP_RULES, resolveDuplicateOptions } from '../duplicates/index.ts';
import { NeardupError } from '../errors.ts';
import { bandsFor, methodFor } from '../fingerprint/index.ts';
import { option, wording } from '../wording.ts';

const {
  against: _,
  output: _output,
  unreadable: _unreadable,
  removed: _removed,
  report: _report,
  fields: _fields,
  ...STAGE_RULES
} = DEDUP_RULES;

export type StageOptions = {
  -readonly [Name in keyof typeof STAGE_RULES]: (typeof STAGE_RULES)[Name]['default'];
};

/** They never change a result. */
const WITHOUT_EFFECT = ['temp', 'threads', 'engine', 'batch', 'chunk', 'onProblem', 'onProgress', 'signal'];

export function resolveStageOptions(given: object): StageOptions {
  const options = resolveDuplicateOptions<StageOptions>(STAGE_RULES, { threads: 1, ...given });
  if (methodFor(options) === 'bands') return options;
  const why = options.containment === undefined ? 'method' : 'containment';
  throw new NeardupError(
    'BAD_OPTION',
    wording`Expected ${option('method', 'bands')} for a stage: other methods look at all texts together, so ${option(why)} is not possible here.`,
    { option: why, advice: 'Leave it out, or use one machine.' },
  );
}

/** What the results of two processes must have in common to be put together. */
export function schemeOf(options: StageOptions): string {
  const { bands, rows } = bandsFor(options);
  const settings = Object.entries(options)
    .filter(([name, value]) => value !== undefined && !WITHOUT_EFFECT.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
  const keys = `bands ${bands}x${rows} of 64 bits, contents sha256/128`;
  return `neardup ${version()}, canonical form ${CANONICAL_VERSION}, ${keys}, options ${digest}`;
}

export function differentScheme(expected: string, got: string): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected rows of \`${expected}\`, got \`${got}\`.`, {
    advice: 'Run all stages with one version and the same options, and begin again with `keys`.',
  });
}

function version(): string {
  return createRequire(import.meta.url)('neardup/package.json').version;
}
