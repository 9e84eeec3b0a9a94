/** An engine with a GPU beside its threads. */
import type { Engine } from '../../engines.ts';
import { gpuOfPackage } from '../../platform/packages.ts';
import { type Wording, wording } from '../../wording.ts';
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

/** A device that is ready, or the sentence that says why there is none. */
type Found = { readonly device: GPUDevice; readonly name: string } | { readonly reason: Wording };

/** The environment variable that names an adapter. */
const ADAPTER_VARIABLE = 'NEARDUP_GPU_ADAPTER';

/**
 * The GPU of the browser or runtime, or that of the package `webgpu` in Node.
 *
 * @param asked Part of the name of an adapter: it must be this one, and may then be a software adapter.
 */
export async function findDevice(asked?: string): Promise<Found> {
  try {
    const gpu = await provider();
    if (gpu === undefined) {
      return { reason: 'there is no WebGPU here; in Node, install the package webgpu' };
    }
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (adapter === null)
      return {
        reason:
          'no adapter was found, which needs a graphics card with a driver for Vulkan, Metal or Direct3D 12',
      };
    const name = nameOf(adapter.info);
    if (asked !== undefined && !wordsOf(adapter.info).toLowerCase().includes(asked.toLowerCase())) {
      return { reason: `the adapter is ${name}, and ${ADAPTER_VARIABLE} asks for ${asked}` };
    }
    if (asked === undefined && adapter.info.isFallbackAdapter) {
      const advice = `${ADAPTER_VARIABLE}=${adapter.info.architecture || 'its name'}`;
      return {
        reason: wording`${name} is a software adapter, slower than wasm; ${advice} uses it all the same`,
      };
    }
    const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
    const device = await adapter.requestDevice({
      requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
    });
    return { device, name };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

async function provider(): Promise<GPU | undefined> {
  return (globalThis.navigator as Navigator | undefined)?.gpu ?? gpuOfPackage();
}

function nameOf(info: GPUAdapterInfo): string {
  return info.description || wordsOf(info) || 'a GPU without a name';
}

/** Everything by which an adapter may be known. */
function wordsOf({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  return [vendor, architecture, device, description].filter((word) => word !== '').join(' ');
}
