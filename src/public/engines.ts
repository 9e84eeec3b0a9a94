/** `neardup/engines`: what computes (WebAssembly, plain TypeScript or a GPU), and its memory. */
export {
  type Address,
  addressIn,
  aligned,
  type EngineOptions,
  Heap,
  hash64,
  openEngine,
  plus,
  popcount,
  threadsFor,
} from '../engines/index.ts';
export { defaultThreads } from '../engines/open.ts';
export type { Accelerator, Engine, EngineName, Kernels, KernelsName, ShinglesKept } from '../engines.ts';
