/**
 * The kernels of the GPU. Their results equal those of the other engines, bit for bit; work they cannot do is left to those engines.
 *
 * A GPU is asynchronous, and the jobs of workers are not. So these kernels are called where the engine was opened, between jobs.
 */
import type { Accelerator, ShinglesKept } from '../../engines.ts';
import type { Wording } from '../../wording.ts';
import type { Heap } from '../heap.ts';
import { Shape, shingleRoom } from '../layouts/shingle-bits.ts';
import { type BufferSet, type BufferTask, type Gpu, type ShaderRun, STATE_BYTES } from './device.ts';
import { LANES, PIECE_BYTES, STATE } from './wgsl/batch.ts';
import { BINS, checksumShader } from './wgsl/image.ts';

export class GpuKernels implements Accelerator {
  used = false;
  /** Why the GPU is not used any more. */
  private reason: string | undefined;
  private toldSize = false;

  /** @param note Called once if the GPU fails, and once if a text is too large for it. */
  constructor(
    readonly gpu: Gpu,
    private readonly heap: Pick<Heap, 'u8' | 'u32'>,
    private readonly note: (sentence: Wording) => void,
  ) {
    void gpu.device.lost.then(({ message }) => this.fail(message || 'the device was lost'));
  }

  get name(): string {
    return this.gpu.name;
  }

  takes(shape: number): boolean {
    // the words of a sentence may be any number, and SHA-1 has no shader
    return (
      this.reason === undefined &&
      (shape & Shape.sentence) === 0 &&
      (shape & Shape.checksumMask) !== Shape.sha1
    );
  }

  async bandKeys(...[call]: Parameters<Accelerator['bandKeys']>): Promise<boolean> {
    const { text, offsets, count, shape, bands, rows, out } = call;
    // the shader of bands has the fast checksum only, which is the one in use
    if (!this.takes(shape) || (shape & Shape.checksumMask) !== 0) return false;
    if (count === 0) return true;
    const { u8, u32 } = this.heap;
    const bytes = u32[offsets / 4 + count];
    const task = this.task(bytes, shape, { documents: count, results: 8 * count * bands });
    if (task === undefined) return false;
    return this.attempt(async (set) => {
      const answer = await set.run({
        ...task,
        contents: {
          text: padded(u8.subarray(text, text + bytes), task.sizes.text),
          offsets: padded(u8.subarray(offsets, offsets + 4 * (count + 1)), task.sizes.offsets),
        },
        fields: { ...task.fields, bands, rows },
        runs: [...task.runs, ['findDocuments', Math.ceil((count + 1) / LANES)], ['bandKeys', count]],
        parts: [
          ['state', 4 * STATE.bins],
          ['results', 8 * count * bands],
        ],
      });
      if (new Uint32Array(answer)[STATE.odd] !== 0) return false;
      this.heap.u8.set(new Uint8Array(answer, 4 * STATE.bins), out);
      return true;
    });
  }

  async image(text: Uint8Array, shape: number, { least, divisor }: ShinglesKept) {
    if (!this.takes(shape)) return undefined;
    const bytes = text.length + 1;
    const task = this.task(bytes, shape, { documents: 0, results: 8 * shingleRoom(bytes, shape) });
    if (task === undefined) return undefined;
    let image: { values: BigUint64Array; isWhole: boolean } | undefined;
    await this.attempt(async (set) => {
      const shingles = Math.ceil(shingleRoom(bytes, shape) / LANES);
      const fields = { ...task.fields, divisor };
      const answer = await set.run({
        ...task,
        fields,
        contents: { text: padded(text, task.sizes.text) },
        runs: [...task.runs, [checksumShader(shape), shingles]],
        parts: [['state', STATE_BYTES]],
      });
      const state = new Uint32Array(answer);
      if (state[STATE.odd] !== 0) return false;
      const bins = state.subarray(STATE.bins);
      for (let wanted = least; ; wanted *= 2) {
        const { lastBin, count } = binsFor(bins, wanted);
        const run: ShaderRun = ['keepShingles', shingles];
        const kept =
          count === 0
            ? new ArrayBuffer(0)
            : await set.run({
                ...task,
                fields: { ...fields, lastBin },
                runs: [run],
                parts: [['items', 8 * count]],
              });
        const values = distinct(new BigUint64Array(kept).sort());
        // equal shingles were counted one by one: there may be too few different ones
        if (lastBin < BINS - 1 && values.length < least) continue;
        const isWhole = count === state[STATE.shingles] && values.length <= least;
        image = { values: values.slice(0, least), isWhole };
        return true;
      }
    });
    return image;
  }

  close(): void {
    this.reason ??= 'the engine was closed';
    this.gpu.device.destroy();
  }

  /** What all kernels begin with: the items of the text. Undefined if the text is too large for the GPU. */
  private task(bytes: number, shape: number, { documents, results }: { documents: number; results: number }) {
    const pieces = Math.ceil(bytes / PIECE_BYTES);
    const groups = Math.ceil(pieces / LANES);
    const sizes = {
      text: 4 * Math.ceil(bytes / 4),
      offsets: 4 * (documents + 1),
      pieces: 4 * (pieces + 1),
      items: 8 * shingleRoom(bytes, shape),
      firsts: 4 * (documents + 1),
      results,
      state: STATE_BYTES,
    };
    if (!this.gpu.fits(sizes)) {
      if (!this.toldSize) this.note(`A text of ${bytes} bytes is too large for the GPU; wasm computes it.`);
      this.toldSize = true;
      return undefined;
    }
    const runs: ShaderRun[] = [
      ['countItems', groups],
      ['sumPieces', 1],
      ['findItems', groups],
    ];
    return { sizes, fields: { bytes, documents, pieces, shape }, runs } satisfies Partial<BufferTask>;
  }

  /** False if the GPU failed, or leaves this to wasm. */
  private async attempt(task: (set: BufferSet) => Promise<boolean>): Promise<boolean> {
    try {
      const isDone = await this.gpu.withBuffers(task);
      this.used ||= isDone;
      return isDone;
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  private fail(reason: string): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.note(`The GPU failed; continuing with wasm: ${reason}`);
  }
}

/** The last bin that must be read to have this many shingles, and how many there are up to it. */
function binsFor(bins: Uint32Array, wanted: number): { lastBin: number; count: number } {
  let count = 0;
  let lastBin = -1;
  while (lastBin < BINS - 1 && count < wanted) count += bins[++lastBin];
  return { lastBin, count };
}

/** Of ascending values those that differ. */
function distinct(values: BigUint64Array): BigUint64Array {
  let count = 0;
  for (const value of values) if (count === 0 || value !== values[count - 1]) values[count++] = value;
  return values.subarray(0, count);
}

/** A copy with zeros at the end. It is not in shared memory, which crashes WebGPU for Node. */
function padded(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(size);
  copy.set(bytes);
  return copy;
}
