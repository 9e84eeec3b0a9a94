/**
 * A GPU with its shaders and buffers. Two sets of buffers take turns: while the GPU works on one batch, the next one is copied to the other.
 */
import { BANDS } from './wgsl/bands.ts';
import { BATCH, BATCH_FIELDS, STATE } from './wgsl/batch.ts';
import { FOLD } from './wgsl/fold.ts';
import { BINS, CRC_TABLE, IMAGE } from './wgsl/image.ts';

/** Flags of WebGPU, which are globals in browsers only. */
const MAP_READ = 0x1;
const COPY_SRC = 0x4;
const COPY_DST = 0x8;
const UNIFORM = 0x40;
const STORAGE = 0x80;
const FOR_READING = 0x1;
const COMPUTE = 0x4;

/** The storage buffers of a set, in the order of their bindings (`wgsl/batch.ts`). */
const BUFFERS = ['text', 'offsets', 'pieces', 'items', 'firsts', 'results', 'state'] as const;
export type BufferName = (typeof BUFFERS)[number];
export type Sizes = Record<BufferName, number>;

/** The entry points of all shaders, with the workgroups of each run. */
export type ShaderRun = readonly [entry: string, groups: number];
/** Bytes to be read from a buffer after a run. */
export type BufferPart = readonly [buffer: BufferName, bytes: number];

/** Bytes of the buffer `state`. */
export const STATE_BYTES = 4 * (STATE.bins + BINS);

const MOST_GROUPS = 65_535;
const FIRST_BYTES = 1 << 16;

export class Gpu {
  /** The most bytes of a buffer. */
  readonly most: number;
  private readonly layout: GPUBindGroupLayout;
  private readonly module: GPUShaderModule;
  private readonly crcTable: GPUBuffer;
  private readonly pipelines = new Map<string, GPUComputePipeline>();
  private readonly free: BufferSet[] = [];
  private readonly waiting: ((set: BufferSet) => void)[] = [];

  constructor(
    readonly device: GPUDevice,
    readonly name: string,
  ) {
    const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
    // the buffer that is read holds the results and the state
    this.most = Math.min(maxBufferSize - STATE_BYTES, maxStorageBufferBindingSize);
    this.free.push(new BufferSet(this), new BufferSet(this));
    this.layout = device.createBindGroupLayout({
      entries: ['uniform', ...BUFFERS, 'crcTable'].map((name, binding) => ({
        binding,
        visibility: COMPUTE,
        buffer: { type: kindOf(name) },
      })),
    });
    this.crcTable = device.createBuffer({ size: CRC_TABLE.byteLength, usage: STORAGE | COPY_DST });
    device.queue.writeBuffer(this.crcTable, 0, CRC_TABLE);
    this.module = device.createShaderModule({ code: BATCH + FOLD + BANDS + IMAGE });
  }

  /** Whether buffers of these sizes can be made. */
  fits(sizes: Sizes): boolean {
    return Object.values(sizes).every((bytes) => bytes <= this.most);
  }

  /** Does something with a set of buffers that no other task uses meanwhile. */
  async withBuffers<T>(task: (set: BufferSet) => Promise<T>): Promise<T> {
    const set = this.free.pop() ?? (await new Promise<BufferSet>((resolve) => this.waiting.push(resolve)));
    try {
      return await task(set);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free.push(set);
      else next(set);
    }
  }

  pipeline(entryPoint: string): GPUComputePipeline {
    let pipeline = this.pipelines.get(entryPoint);
    if (pipeline === undefined) {
      const layout = this.device.createPipelineLayout({ bindGroupLayouts: [this.layout] });
      pipeline = this.device.createComputePipeline({ layout, compute: { module: this.module, entryPoint } });
      this.pipelines.set(entryPoint, pipeline);
    }
    return pipeline;
  }

  bind(buffers: readonly GPUBuffer[]): GPUBindGroup {
    const entries = [...buffers, this.crcTable].map((buffer, binding) => ({ binding, resource: { buffer } }));
    return this.device.createBindGroup({ layout: this.layout, entries });
  }
}

/** A task of a set of buffers: make buffers of these sizes, fill some, run shaders one after the other, and read the results. */
export interface BufferTask {
  readonly sizes: Sizes;
  readonly contents?: Partial<Record<BufferName, Uint8Array<ArrayBuffer>>>;
  readonly fields: Partial<Record<(typeof BATCH_FIELDS)[number], number>>;
  readonly runs: readonly ShaderRun[];
  readonly parts: readonly BufferPart[];
}

/** Buffers of one task. They grow as needed and stay. */
export class BufferSet {
  private readonly buffers = new Map<BufferName | 'read' | 'uniform', GPUBuffer>();

  constructor(private readonly gpu: Gpu) {}

  /** The parts that were asked for, one after the other. The buffer `state` begins as zeros. */
  async run({ sizes, contents = {}, fields, runs, parts }: BufferTask): Promise<ArrayBuffer> {
    const { device } = this.gpu;
    const bytes = parts.reduce((sum, part) => sum + part[1], 0);
    for (const kind of ['validation', 'out-of-memory', 'internal'] as const) device.pushErrorScope(kind);
    const storage = BUFFERS.map((name) => this.buffer(name, sizes[name], STORAGE | COPY_SRC | COPY_DST));
    const uniform = this.buffer('uniform', 4 * BATCH_FIELDS.length, UNIFORM | COPY_DST);
    const read = this.buffer('read', bytes, MAP_READ | COPY_DST);
    for (const [name, content] of Object.entries(contents)) {
      device.queue.writeBuffer(this.buffers.get(name as BufferName)!, 0, content);
    }
    device.queue.writeBuffer(
      uniform,
      0,
      Uint32Array.from(BATCH_FIELDS, (name) => fields[name] ?? 0),
    );
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(this.buffers.get('state')!);
    const pass = encoder.beginComputePass();
    pass.setBindGroup(0, this.gpu.bind([uniform, ...storage]));
    for (const [entry, groups] of runs) {
      pass.setPipeline(this.gpu.pipeline(entry));
      pass.dispatchWorkgroups(Math.min(groups, MOST_GROUPS), Math.ceil(groups / MOST_GROUPS));
    }
    pass.end();
    let at = 0;
    for (const [name, length] of parts) {
      encoder.copyBufferToBuffer(this.buffers.get(name)!, 0, read, at, length);
      at += length;
    }
    device.queue.submit([encoder.finish()]);
    const mapped = read.mapAsync(FOR_READING, 0, bytes);
    const errors = [0, 1, 2].map(() => device.popErrorScope());
    const [, ...found] = await Promise.all([mapped, ...errors]);
    for (const error of found) if (error !== null) throw new Error(error.message);
    const copy = read.getMappedRange(0, bytes).slice(0);
    read.unmap();
    return copy;
  }

  private buffer(name: BufferName | 'read' | 'uniform', bytes: number, usage: number): GPUBuffer {
    const old = this.buffers.get(name);
    if (old !== undefined && old.size >= bytes) return old;
    old?.destroy();
    // a little more than needed, so that the next batch fits as well
    const size = Math.max(FIRST_BYTES, Math.min(this.gpu.most, Math.ceil(1.25 * bytes)));
    const buffer = this.gpu.device.createBuffer({ size: Math.ceil(size / 4) * 4, usage });
    this.buffers.set(name, buffer);
    return buffer;
  }
}

function kindOf(name: string): GPUBufferBindingType {
  if (name === 'uniform') return 'uniform';
  return ['text', 'offsets', 'crcTable'].includes(name) ? 'read-only-storage' : 'storage';
}
