/** An engine with a GPU beside its threads. */
import type { Engine } from '../../engines.ts';
import { type Wording, wording } from '../../wording.ts';
import { findDevice } from './adapter.ts';
import { Gpu } from './device.ts';
import { GpuKernels } from './kernels.ts';

/**
 * The engine with a GPU, or as it is if there is none. A note says so, and also if nothing was computed there until it is closed.
 *
 * @param adapter Part of the name of the adapter to use, which may then be one in software.
 */
export async function withGpu(
  engine: Engine,
  adapter: string | undefined,
  note: (sentence: Wording) => void,
): Promise<Engine> {
  const found = await findDevice(adapter || undefined);
  if ('reason' in found) {
    note(wording`No GPU is used, wasm computes: ${found.reason}.`);
    return engine;
  }
  const gpu = new GpuKernels(new Gpu(found.device, found.name), engine.heap, note);
  return {
    ...engine,
    gpu,
    get name() {
      return gpu.used ? `gpu (${gpu.name}) and ${engine.name}` : engine.name;
    },
    close: async () => {
      gpu.close();
      if (!gpu.used)
        note(
          'Nothing here was for the GPU: wasm computed everything. It computes min-hash bands of words and characters.',
        );
      await engine.close();
    },
  };
}
