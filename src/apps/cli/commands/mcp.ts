/** `neardup mcp`: serves the Model Context Protocol. Standard output is the protocol's alone. */
import { serveProtocol } from '../../mcp/start.ts';
import { version } from '../version.ts';

export async function mcp(
  places: readonly string[],
  { allowWrites = false, threads }: { readonly allowWrites?: boolean; readonly threads?: string },
): Promise<void> {
  await serveProtocol(places, {
    allowWrites,
    threads: threads === undefined ? undefined : Number(threads),
    version: version(),
  });
}
