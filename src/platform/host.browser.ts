/** Facts about the browser. */

/** Only a page that is cross-origin isolated has memory that threads share. */
export const sharesMemory = globalThis.crossOriginIsolated === true;

export function processors(): number {
  return navigator.hardwareConcurrency || 1;
}

/** A browser has no environment. */
export function engineVariable(_name: string): string | undefined {
  return undefined;
}

/** The script of the workers has no scalar kernels: few need them, and every page would load them. */
export function threadProblem(kernels: 'wasm' | 'scalar'): string | undefined {
  if (!sharesMemory) return 'the page is not cross-origin isolated';
  return kernels === 'scalar' ? 'the scalar engine has no workers here' : undefined;
}

/** A module with one SIMD instruction: browsers before 2021 (Safari: 2023) refuse it. */
const SIMD = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253],
  ...[98, 11],
);

export function wasmProblem(): string | undefined {
  if (typeof WebAssembly !== 'object') return 'no WebAssembly here';
  return WebAssembly.validate(SIMD) ? undefined : 'no WebAssembly SIMD here';
}
