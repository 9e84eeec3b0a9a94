/** Serves the protocol over standard input and output until the caller closes them. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { visible } from '../../index.ts';
import { openShelves, type ShelfOptions } from './open-shelves.ts';
import { PatientTransport } from './patient-transport.ts';
import { makeServer } from './server.ts';

/** Resolves when the caller has ended the connection. */
export async function serveProtocol(
  paths: readonly string[],
  options: ShelfOptions & { readonly version: string },
): Promise<void> {
  const shelves = openShelves(paths, options);
  const transport = new PatientTransport();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void transport.closeNow());
  const handle = serveStdio(() => makeServer(shelves, options), {
    transport,
    onerror: (error) => {
      process.stderr.write(`neardup: ${visible(error.message)}\n`);
      if (error.name === 'ZodError' || error.name === '$ZodError') transport.refuse();
    },
  });
  await transport.closed;
  await handle.close();
  for (const shelf of shelves.values()) await shelf.close();
}
