/** WebGPU of the package `webgpu`, which is installed by those who want it. */

let made: Promise<GPU | undefined> | undefined;

/** One for the whole process: Dawn crashes if a GPU and its devices are collected in the wrong order. */
export function gpuOfPackage(): Promise<GPU | undefined> {
  made ??= make();
  return made;
}

async function make(): Promise<GPU | undefined> {
  // a variable, so that bundlers leave it alone
  const name = 'webgpu';
  try {
    const { create } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
      create(flags: string[]): GPU;
    };
    return create([]);
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
