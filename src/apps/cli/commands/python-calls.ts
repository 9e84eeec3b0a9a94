/** `neardup python-calls`: what the package for Python runs. Standard output is for its answers alone. */
import { serveCalls } from '../../python/serve-calls.ts';

export async function pythonCalls(): Promise<void> {
  await serveCalls(process.stdin, process.stdout);
}
