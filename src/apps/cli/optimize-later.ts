/**
 * Lets functions run six times as long before V8 optimizes them. A command of half a second ends before optimized code has earned back what
 * compiling it took, a tenth of the time; one of three seconds gains 2 %. Call it before code is loaded: V8 refuses code that it kept under
 * other flags.
 */
import { setFlagsFromString } from 'node:v8';

/** Later versions have no such flag, and V8 complains to the user about flags that it does not have. */
const WITH_FLAG = 'v20.';

export function optimizeLater(): void {
  const { bun, deno } = process.versions;
  if (bun === undefined && deno === undefined && process.version.startsWith(WITH_FLAG))
    setFlagsFromString('--interrupt-budget=400000');
}
