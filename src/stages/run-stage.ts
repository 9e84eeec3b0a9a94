/** Runs a stage over a stream of bytes. */
import { untilAborted } from '../abort.ts';
import { NeardupError } from '../errors.ts';
import type { Stage, StageName, StreamFormat } from '../stages.ts';
import { arrowRows } from './arrow.ts';
import { components } from './components.ts';
import { ids } from './ids.ts';
import { keys } from './keys.ts';
import { rowLines } from './lines.ts';
import { differentScheme, resolveStageOptions, type StageOptions, schemeOf } from './options.ts';
import { anchorStage } from './passages/anchors.ts';
import { cutStage } from './passages/cut.ts';
import { itemStage } from './passages/items.ts';
import { keptStage } from './passages/kept.ts';
import {
  checkItemOptions,
  itemScheme,
  resolveTrimStage,
  stageReading,
  type TrimStageOptions,
  trimScheme,
} from './passages/options.ts';
import { repeatStage } from './passages/repeats.ts';
import { windowStage } from './passages/windows.ts';
import { verify } from './verify.ts';

interface OpenStage {
  readonly stage: Stage;
  readonly scheme: string;
  readonly signal?: AbortSignal;
}

const OPEN: Record<StageName, (given: object) => OpenStage> = {
  ...{ keys: ofDedup(keys), components: ofDedup(components), verify: ofDedup(verify), ids: ofDedup(ids) },
  ...{
    anchors: ofTrim(anchorStage),
    windows: ofTrim(windowStage),
    repeats: ofTrim(repeatStage),
    kept: ofTrim(keptStage),
  },
  cut: ofTrim(cutStage),
  items(given) {
    checkItemOptions(given);
    return { stage: itemStage(given, stageReading(given)), scheme: itemScheme(given) };
  },
};

function ofDedup(open: (options: StageOptions) => Stage): (given: object) => OpenStage {
  return (given) => {
    const options = resolveStageOptions(given);
    return { stage: open(options), scheme: schemeOf(options), signal: options.signal };
  };
}

function ofTrim(
  open: (options: TrimStageOptions, reading: StageOptions) => Stage,
): (given: object) => OpenStage {
  return (given) => {
    const options = resolveTrimStage(given);
    return { stage: open(options, stageReading(given)), scheme: trimScheme(options) };
  };
}

const FORMATS: Record<string, StreamFormat> = { arrow: arrowRows, lines: rowLines };

export interface StageRun {
  readonly stage: string;
  /** `arrow` or `lines`. */
  readonly format: string;
  /** Options of `dedup`, `trim` or `decontaminate`. */
  readonly options: object;
  /** The scheme of the stage before, unless the first message of the input has it. */
  readonly scheme?: string;
}

/** The bytes of the output. It is complete only if it ends without an error. */
export async function* runStage(
  { stage: name, format: formatName, options: given, scheme }: StageRun,
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const format = choice('format', FORMATS, formatName);
  const { stage, scheme: own, signal } = choice('stage', OPEN, name)(given);
  let known = scheme;
  const check = (got: string) => {
    known = got;
    if (got !== own) throw differentScheme(own, got);
  };
  if (scheme !== undefined) check(scheme);
  const writer = format.open(stage.schema, own);
  yield writer.first;
  const rows = checked(format.read(untilAborted(input, signal), check), () => {
    if (stage.needsScheme && known === undefined) throw missingScheme(name);
  });
  for await (const batch of stage.run(rows)) yield writer.batch(batch);
  yield writer.last;
}

async function* checked<T>(batches: AsyncIterable<T>, check: () => void): AsyncGenerator<T> {
  for await (const batch of batches) {
    check();
    yield batch;
  }
}

function choice<T>(what: string, table: Record<string, T>, name: string): T {
  if (Object.hasOwn(table, name)) return table[name];
  const names = Object.keys(table).join(', ');
  throw new NeardupError('BAD_OPTION', `Expected ${what} to be one of ${names}, got \`${name}\`.`);
}

function missingScheme(stage: string): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected the scheme of the rows for \`${stage}\`, got none.`, {
    advice: 'Pass on the scheme of the first message of the stage before.',
  });
}
