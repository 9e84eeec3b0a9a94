// LMDB and SQLite with the postings of a collection: the band keys of its documents. Each document is looked up by its keys and added, in batches
// with a durable commit. No texts, no proof.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCollectionParts } from '../../dist/collection/open.js';
import { PEERS_FOLDER } from '../data/peers.mjs';

const BATCH = 1000;

/** The band keys of the first documents of a collection, one document after the other. */
export async function postingsOf(path, most) {
  const parts = await openCollectionParts(path, { readOnly: true, threads: 1 });
  const { documents } = parts;
  const { bands } = documents;
  const tables = [...documents.tables, documents.delta];
  const count = Math.min(
    most,
    tables.reduce((sum, { length }) => sum + length, 0),
  );
  const keys = new Uint32Array(count * bands);
  let base = 0;
  for (const table of tables) {
    for (let band = 0; band < bands; band++) {
      table.keys.each(band, (key, document) => {
        if (base + document < count) keys[(base + document) * bands + band] = key;
      });
    }
    base += table.length;
  }
  await parts.close();
  return { keys, bands, count };
}

/** @returns microseconds of CPU and bytes of disk a document, and seconds; undefined if LMDB is not installed */
export async function runLmdb({ keys, bands, count }, folder) {
  let open;
  try {
    ({ open } = createRequire(join(PEERS_FOLDER, 'package.json'))('lmdb'));
  } catch (error) {
    return leftOut('lmdb', error);
  }
  const path = join(folder, 'lmdb');
  const store = open({ path, dupSort: true, keyEncoding: 'binary', encoding: 'ordered-binary' });
  const cpu = process.cpuUsage();
  const start = performance.now();
  let met = 0;
  for (let from = 0; from < count; from += BATCH) {
    await store.transaction(() => {
      for (let n = from; n < Math.min(count, from + BATCH); n++) {
        for (let band = 0; band < bands; band++) {
          const key = Buffer.alloc(5);
          key[0] = band;
          key.writeUInt32BE(keys[n * bands + band], 1);
          if (store.get(key) !== undefined) met++;
          store.put(key, n);
        }
      }
    });
  }
  await store.flushed;
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await store.close();
  const bytes = readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
  return { value: (user + system) / count, seconds, met, bytes: bytes / count, count };
}

/** As `runLmdb`, with the SQLite that comes with Python. */
export function runSqlite({ keys, bands, count }, folder) {
  const file = join(folder, 'postings.u32');
  writeFileSync(file, keys);
  const script = fileURLToPath(new URL('run_sqlite_postings.py', import.meta.url));
  try {
    const args = [script, file, String(bands), join(folder, 'postings.sqlite')];
    return {
      ...JSON.parse(execFileSync(`${PEERS_FOLDER}/python/bin/python`, args, { encoding: 'utf8' })),
      count,
    };
  } catch (error) {
    return leftOut('SQLite', error);
  }
}

function leftOut(peer, error) {
  console.error(`bench: ${peer} is left out: ${String(error.message).split('\n')[0]} (.ci/install-peers)`);
  return undefined;
}
