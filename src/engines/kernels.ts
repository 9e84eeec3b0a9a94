/** The kernels: every computation of an engine, as functions of addresses in the heap. */
import type { Heap } from './heap.ts';
import type { JoinKernels } from './kernels/join.ts';
import type { ShingleKernels } from './kernels/shingles.ts';
import type { SignatureKernels } from './kernels/signatures.ts';
import type { TextKernels } from './kernels/text.ts';

/** What can be asked for: `auto` is wasm; `gpu` is wasm with a GPU beside it. */
export type EngineName = 'auto' | 'gpu' | KernelsName;

export type KernelsName = 'wasm' | 'scalar';

/**
 * All pointers are byte addresses in the heap. Functions take plain numbers, as WebAssembly does, so that a call costs little.
 *
 * A *batch* is `text` (UTF-8) with `offsets`: u32[count + 1], relative to `text`. Document i is
 * `[offsets[i], offsets[i + 1] - 1)`, and the byte after it is a NUL that belongs to no document. At least 64 bytes before
 * and after `text` may be read (never written), whatever they hold. A *canonical batch* is a batch whose
 * documents are words separated by single spaces (or SENTENCE_END, if asked for), with none at either end.
 */
export interface Kernels extends TextKernels, ShingleKernels, JoinKernels, SignatureKernels {
  readonly name: KernelsName;
}

/** The kernels, without their name. */
export type KernelName = Exclude<keyof Kernels, 'name'>;

/** The twin of a kernel in plain TypeScript: it takes the heap, then the arguments of the kernel. */
export type Twin<Name extends KernelName> = (
  heap: Heap,
  ...args: Parameters<Kernels[Name]>
) => ReturnType<Kernels[Name]>;
