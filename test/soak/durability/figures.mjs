// Durable appends per second: each caller waits until its one document of 2 KB is on the disk. CPU per document beside it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MADE } from './history.mjs';

const LINE = Buffer.from(`${JSON.stringify({ id: 'x'.repeat(28), text: 'word '.repeat(410) })}\n`);

export async function figures({ CollectionFolder }) {
  const parent = mkdtempSync(join(tmpdir(), 'neardup-figures-'));
  const rows = [];
  try {
    for (const callers of [1, 16, 256]) {
      const folder = await CollectionFolder.create(join(parent, String(callers)), MADE);
      const total = callers === 1 ? 300 : callers * 100;
      const before = process.cpuUsage();
      const start = performance.now();
      let next = 0;
      const call = async () => {
        while (next++ < total) await folder.log.append([LINE]);
      };
      await Promise.all(Array.from({ length: callers }, call));
      const seconds = (performance.now() - start) / 1000;
      const { user, system } = process.cpuUsage(before);
      rows.push({
        callers,
        perSecond: Math.round(total / seconds),
        commits: folder.log.end.commit,
        cpuMicroseconds: Math.round((user + system) / total),
      });
      await folder.close();
    }
    // one call with a thousand documents at a time: what a batch costs
    const folder = await CollectionFolder.create(join(parent, 'batch'), MADE);
    const before = process.cpuUsage();
    const lines = Array.from({ length: 1000 }, () => LINE);
    for (let i = 0; i < 20; i++) await folder.log.append(lines);
    const { user, system } = process.cpuUsage(before);
    const replayed = process.cpuUsage();
    let bytes = 0;
    for (const batch of folder.log.replay()) bytes += batch.bytes.length;
    const replay = process.cpuUsage(replayed);
    rows.push({
      batch: 1000,
      cpuMicroseconds: (user + system) / 20_000,
      replayMicroseconds: (replay.user + replay.system) / 20_000,
      bytes,
    });
    await folder.close();
  } finally {
    rmSync(parent, { recursive: true });
  }
  return { rows };
}
