/** A browser has its own WebGPU, or none. */

export async function gpuOfPackage(): Promise<undefined> {
  return undefined;
}
