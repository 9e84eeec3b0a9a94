// What it takes to make documents of several callers durable, and nothing else: the disk alone (append and fdatasync), the log of a collection, LMDB, SQLite.
// No words, no keys, no check: a document is stored under its id.
import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realDisk } from '../../dist/collection/store/disk.js';
import { DocumentLog } from '../../dist/collection/store/log.js';
import { PEERS_FOLDER } from '../data/peers.mjs';

/** Commits a second of the disk: each appends the lines of so many documents, and syncs. */
export function bareSyncs(documents, together, folder) {
  const file = openSync(join(folder, 'bare'), 'w');
  const lines = documents.map((document) => Buffer.from(`${JSON.stringify(document)}\n`));
  const start = performance.now();
  for (let from = 0; from < lines.length; from += together) {
    const batch = Buffer.concat(lines.slice(from, from + together));
    writeSync(file, batch, 0, batch.length, null);
    fdatasyncSync(file);
  }
  const seconds = (performance.now() - start) / 1000;
  closeSync(file);
  return { perSecond: documents.length / seconds, commits: Math.ceil(documents.length / together) };
}

/** The log of a collection. Each caller waits until its documents are on the disk; those that wait share a commit. */
export async function logAdds(documents, callers, each, folder) {
  const path = join(folder, `log-adds-${each}`);
  mkdirSync(path);
  const log = new DocumentLog(realDisk, path, undefined);
  await log.startWriting();
  const perSecond = await timedCallers(documents, callers, each, (some) =>
    log.append(some.map((document) => Buffer.from(`${JSON.stringify(document)}\n`))),
  );
  const commits = log.end.commit;
  await log.finish();
  return { perSecond, commits };
}

/** Each caller waits until its documents are on the disk; LMDB commits what waits together. Undefined if it is not installed. */
export async function lmdbAdds(documents, callers, each, folder) {
  let open;
  try {
    ({ open } = createRequire(join(PEERS_FOLDER, 'package.json'))('lmdb'));
  } catch (error) {
    console.error(`bench: lmdb is left out: ${String(error.message).split('\n')[0]} (.ci/install-peers)`);
    return undefined;
  }
  const store = open({ path: join(folder, `lmdb-adds-${each}`), overlappingSync: false, compression: false });
  const perSecond = await timedCallers(documents, callers, each, (some) =>
    Promise.all(some.map(({ id, text }) => store.put(id, text))),
  );
  await store.close();
  return { perSecond };
}

/** Documents a second that callers add, `each` in a call, if each waits for its call before the next. */
async function timedCallers(documents, callers, each, add) {
  let next = 0;
  const call = async () => {
    while (next < documents.length) {
      const some = documents.slice(next, next + each);
      next += some.length;
      await add(some);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  return (1000 * documents.length) / (performance.now() - start);
}

/** A thread and a connection for each caller. Undefined if Python is not there. */
export function sqliteAdds(documents, callers, each, folder) {
  const script = fileURLToPath(new URL('run_sqlite_adds.py', import.meta.url));
  const args = [script, join(folder, `adds-${each}.sqlite`), String(callers), String(each)];
  try {
    return JSON.parse(
      execFileSync(`${PEERS_FOLDER}/python/bin/python`, args, {
        input: documents.map((document) => JSON.stringify(document)).join('\n'),
        encoding: 'utf8',
        maxBuffer: 1 << 24,
      }),
    );
  } catch (error) {
    console.error(`bench: SQLite is left out: ${String(error.message).split('\n')[0]} (.ci/install-peers)`);
    return undefined;
  }
}
