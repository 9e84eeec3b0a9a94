// Questions a second of a service with 0, 1 and 2 readers.
//
// `check` of texts of 240 words among 20,000 documents, 64 connections, with and without puts beside it (one of ten requests); processor time of all
// processes of the service for each request. The client needs a processor too.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Mix } from '../../test/soak/load/mix.mjs';
import { startServer } from '../../test/soak/load/served-process.mjs';

const C = '/v1/collections/documents';

export async function run(emit, { quick }) {
  const [documents, seconds] = quick ? [500, 2] : [20_000, 8];
  for (const put of [0, 10]) {
    for (const readers of [0, 1, 2]) {
      const data = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
      const server = await startServer(data, ['--readers', String(readers)]);
      try {
        const mix = new Mix(C, {
          seeded: documents,
          ring: 1000,
          watched: 0,
          shares: { check: 100 - put, put },
        });
        await seed(server, mix);
        await load(server, mix, 2);
        mix.taken();
        const before = server.allCpuSeconds();
        await load(server, mix, seconds);
        const answered = Object.values(mix.taken().times).reduce((sum, { length }) => sum + length, 0);
        emit({
          case: `check${put > 0 ? `, ${put} % put` : ''}, ${readers} readers`,
          value: answered / seconds,
          unit: 'requests/s',
          'µs of processor each': Math.round((1e6 * (server.allCpuSeconds() - before)) / answered),
          wrong: mix.wrong.length,
        });
      } finally {
        await server.end('SIGTERM');
        rmSync(data, { recursive: true });
      }
    }
  }
}

async function seed({ address }, mix) {
  const lines = mix.seeds().map((each) => `${JSON.stringify(each)}\n`);
  const headers = { 'content-type': 'application/x-ndjson' };
  for (let from = 0; from < lines.length; from += 5000) {
    const body = lines.slice(from, from + 5000).join('');
    const { status } = await fetch(`${address}${C}/documents`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`Seeding: ${status}`);
  }
}

function load({ address }, mix, duration) {
  return autocannon({ url: address, connections: 64, duration, timeout: 60, requests: [mix.request()] });
}
