/**
 * Verify: decides for the texts of every component which stay and which go, with the function that one machine uses. Rows come
 * sorted by component, and within a component in the order of the keep policy. One component is held at a time: its texts are in a
 * temporary file, in memory are some 300 bytes for each.
 */
import { BatchBuilder, type LineSteps, prepareBatch, type TextBatch } from '../corpus/index.ts';
import { bandBuckets, evidence, JOB_TEXTS, localBuckets, proveInOrder, roleOf } from '../duplicates/index.ts';
import { NeardupError } from '../errors.ts';
import { textHash } from '../platform/digests.ts';
import { Spool } from '../platform/spool.ts';
import { rounded } from '../report/index.ts';
import type { RowsIn, RowsOut, RowValue, Schema, Stage } from '../stages.ts';
import type { StageOptions } from './options.ts';
import { bytesIn } from './rows.ts';
import { openSteps } from './text-engine.ts';

/** A row for every text that goes; and one with `truncated` for texts that were not compared with all of their candidates. */
const SCHEMA = {
  number: 'integer',
  kept: 'integer',
  resemblance: 'real',
  inKept: 'real',
  ofKept: 'real',
  distance: 'integer',
  truncated: 'integer',
} as const satisfies Schema;

export function verify(options: StageOptions): Stage {
  return { schema: SCHEMA, needsScheme: true, run: (input) => run(input, options) };
}

async function* run(input: AsyncIterable<RowsIn>, options: StageOptions): AsyncGenerator<RowsOut> {
  const steps = await openSteps(options, true);
  let component = Number.NEGATIVE_INFINITY;
  let texts = new ComponentTexts(steps, options);
  try {
    for await (const rows of input) {
      const components = rows.integers('component');
      const numbers = rows.integers('number');
      const references = rows.integers('reference');
      for (let row = 0; row < rows.length; row++) {
        if (components[row] < component) throw unsorted(component, components[row]);
        // small components go together
        if (components[row] !== component && texts.count >= JOB_TEXTS) {
          yield* await texts.decide();
          texts.close();
          texts = new ComponentTexts(steps, options);
        }
        component = components[row];
        const text = bytesIn(rows, 'text', row);
        if (!isHashOf(bytesIn(rows, 'hash', row), text)) throw otherText(numbers[row]);
        await texts.add(numbers[row], references[row] === 1, text);
      }
    }
    yield* await texts.decide();
  } finally {
    texts.close();
  }
}

/** The texts of one or more whole components. */
class ComponentTexts {
  private readonly numbers: number[] = [];
  private readonly roles: number[] = [];
  private readonly ranges: number[] = [];
  /** Low and high halves of the band keys. */
  private readonly keys: Uint32Array[] = [];
  private readonly spool: Spool;
  private readonly builder: BatchBuilder;

  constructor(
    private readonly steps: LineSteps,
    private readonly options: StageOptions,
  ) {
    this.spool = new Spool(options.temp);
    this.builder = new BatchBuilder(steps.engine.heap);
  }

  get count(): number {
    return this.numbers.length;
  }

  async add(number: number, isReference: boolean, text: Uint8Array): Promise<void> {
    this.numbers.push(number);
    this.roles.push(roleOf(isReference, this.options));
    for (const batch of this.builder.add(text)) await this.prepare(batch);
  }

  /** Decides about all texts. */
  async decide(): Promise<RowsOut[]> {
    const last = this.builder.finish();
    if (last !== undefined) await this.prepare(last);
    if (this.count === 0) return [];
    const items = Uint32Array.from({ length: this.count }, (_, i) => i);
    const keys = new Uint32Array(this.keys.reduce((sum, some) => sum + some.length, 0));
    let at = 0;
    for (const some of this.keys) {
      keys.set(some, at);
      at += some.length;
    }
    const { bands } = this.steps.bands!;
    const texts = {
      file: this.spool.file,
      ranges: Float64Array.from(this.ranges),
      roles: Uint8Array.from(this.roles),
      cells: items,
      ...localBuckets(bandBuckets({ keys, bands, words: 2 }, items), items),
    };
    const result = await proveInOrder(texts, this.steps.engine, this.options);
    return [this.toRows(result)];
  }

  close(): void {
    this.spool.close();
  }

  private async prepare(batch: TextBatch): Promise<void> {
    const { heap } = this.steps.engine;
    const prepared = await prepareBatch(batch, this.steps);
    const position = this.spool.append(heap.u8.subarray(prepared.text, prepared.text + prepared.bytes));
    const offsets = prepared.offsets / 4;
    for (let i = 0; i < prepared.count; i++) {
      const start = heap.u32[offsets + i];
      this.ranges.push(position + start, heap.u32[offsets + i + 1] - start - 1);
    }
    const from = prepared.bandKeys / 4;
    this.keys.push(heap.u32.slice(from, from + 2 * prepared.count * this.steps.bands!.bands));
    prepared.release();
  }

  private toRows({ leaders, counts, distances, truncated }: ProofResult): RowsOut {
    const rows: Record<keyof typeof SCHEMA, RowValue[]> = {
      ...{ number: [], kept: [], resemblance: [], inKept: [], ofKept: [], distance: [], truncated: [] },
    };
    for (let i = 0; i < leaders.length; i++) {
      if (leaders[i] === -1) continue;
      const [size, keptSize, common] = counts.subarray(3 * i, 3 * i + 3);
      const found = evidence(size, keptSize, common, distances[i]);
      rows.number.push(this.numbers[i]);
      rows.kept.push(this.numbers[leaders[i]]);
      rows.resemblance.push(rounded(found.resemblance));
      rows.inKept.push(rounded(found.aInB));
      rows.ofKept.push(rounded(found.bInA));
      rows.distance.push(found.distance);
      rows.truncated.push(null);
    }
    if (truncated > 0) {
      for (const name of Object.keys(SCHEMA) as (keyof typeof SCHEMA)[]) rows[name].push(null);
      rows.number[rows.number.length - 1] = this.numbers[0];
      rows.truncated[rows.truncated.length - 1] = truncated;
    }
    return rows;
  }
}

type ProofResult = Awaited<ReturnType<typeof proveInOrder>>;

function unsorted(before: number, after: number): NeardupError {
  const message = `Expected rows sorted by \`component\`, got ${after} after ${before}.`;
  return new NeardupError('BAD_OPTION', message, {
    advice: 'Sort the rows of a task by component, then in the order of the keep policy.',
  });
}

function otherText(number: number): NeardupError {
  return new NeardupError('INPUT_CHANGED', `The text of document ${number} is not the one with this hash.`, {
    advice: 'Run all stages over the same documents, and begin again with `keys`.',
  });
}

/** @param given A hash in a row: 16 bytes, or 32 hexadecimal digits. */
function isHashOf(given: Uint8Array, text: Uint8Array): boolean {
  const own = Buffer.from(textHash(text));
  return own.equals(given.length === 32 ? Buffer.from(Buffer.from(given).toString('latin1'), 'hex') : given);
}
