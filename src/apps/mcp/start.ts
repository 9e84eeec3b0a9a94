/** Serves the protocol over standard input and output until the caller closes them. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { visible } from '../../index.ts';
import { openShelves, type ShelfOptions } from './open-shelves.ts';
import { makeServer } from './server.ts';

/** Bytes of a message. What is longer ends the connection. */
const LONGEST = 64 << 20;

/** Resolves when the caller has ended the connection. */
export async function serveProtocol(
  paths: readonly string[],
  options: ShelfOptions & { readonly version: string },
): Promise<void> {
  const shelves = openShelves(paths, options);
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: LONGEST });
  const ended = new Promise((resolve) => {
    process.stdin.once('close', resolve);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  const handle = serveStdio(() => makeServer(shelves, options), {
    transport,
    onerror: ({ message }) => process.stderr.write(`neardup: ${visible(message)}\n`),
  });
  await ended;
  await handle.close();
  for (const shelf of shelves.values()) await shelf.close();
}
