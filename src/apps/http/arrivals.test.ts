import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Arrivals } from './arrivals.ts';

const CONNECTIONS = 30;

it('a service lets all connections in that come at once before work begins, and waits for none afterwards', async () => {
  const server = createServer();
  const arrivals = new Arrivals(server);
  const accepted: Socket[] = [];
  const calm = new Promise<number>((resolve) => {
    server.on('connection', (socket) => {
      if (accepted.push(socket) === 1) arrivals.calm().then(() => resolve(accepted.length));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  expect(await calm).toBe(CONNECTIONS);
  await arrivals.calm();
  for (const socket of [...clients, ...accepted]) socket.destroy();
  server.close();
});
