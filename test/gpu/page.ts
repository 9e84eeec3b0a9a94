/** What runs in the page of `chromium.test.ts`: the GPU kernels on the browser's own GPU. Bytes come and go in base64. */

import { Gpu } from '../../src/engines/gpu/device.ts';
import { GpuKernels } from '../../src/engines/gpu/kernels.ts';
import { findDevice } from '../../src/engines/gpu/open.ts';
import { plus } from '../../src/engines/heap.ts';

export interface GpuPage {
  open(adapter: string): Promise<string>;
  /** A batch with its offsets; undefined if the kernel leaves it to wasm. */
  bandKeys(
    text: string,
    offsets: readonly number[],
    shape: number,
    bands: number,
    rows: number,
  ): Promise<string | undefined>;
  image(
    text: string,
    shape: number,
    least: number | null,
    divisor: number,
  ): Promise<{ values: string; isWhole: boolean } | undefined>;
}

// without a heap: a page that is not isolated has no shared memory
const memory = { u8: new Uint8Array(0), u32: new Uint32Array(0) };
let kernels: GpuKernels;

const page: GpuPage = {
  async open(adapter) {
    const found = await findDevice(adapter);
    if ('reason' in found) return String(found.reason);
    kernels = new GpuKernels(new Gpu(found.device, found.name), memory, (note) =>
      console.error(String(note)),
    );
    return 'opened';
  },
  async bandKeys(text, offsets, shape, bands, rows) {
    const bytes = decode(text);
    const count = offsets.length - 1;
    const at = 4 * Math.ceil(bytes.length / 4);
    const out = at + 4 * offsets.length;
    const room = new ArrayBuffer(out + 8 * count * bands);
    memory.u8 = new Uint8Array(room);
    memory.u32 = new Uint32Array(room);
    memory.u8.set(bytes);
    memory.u32.set(offsets, at / 4);
    const batch = { text: 0, offsets: plus(0, at), count } as const;
    const isDone = await kernels.bandKeys({ ...batch, shape, bands, rows, work: 0, out: plus(0, out) });
    return isDone ? encode(memory.u8.subarray(out)) : undefined;
  },
  async image(text, shape, least, divisor) {
    const image = await kernels.image(decode(text), shape, {
      least: least ?? Number.POSITIVE_INFINITY,
      divisor,
    });
    if (image === undefined) return undefined;
    const { buffer, byteOffset, byteLength } = image.values;
    return { values: encode(new Uint8Array(buffer, byteOffset, byteLength)), isWhole: image.isWhole };
  },
};
Object.assign(globalThis, { gpuPage: page });

function decode(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function encode(bytes: Uint8Array): string {
  let letters = '';
  for (let at = 0; at < bytes.length; at += 8192)
    letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
}
