/** A join in rounds: block after block, or parts of a block, each by one thread in memory of its own. */
import type { Engine } from '../../../engines.ts';
import type { Tables } from '../table-choice.ts';
import { chunkBits } from './chunk-bits.ts';
import { JoinLane } from './join-lane.ts';
import { type ChunkCounts, pieceSize, planRounds, wantedChunkBits } from './join-memory.ts';
import { type FingerprintSource, Pieces } from './pieces.ts';

export async function joinRounds(
  engine: Engine,
  source: FingerprintSource,
  tables: Tables,
  bytes: number,
): Promise<Uint32Array[]> {
  const { heap, threads } = engine;
  const pieces = new Pieces(heap, source, pieceSize(source.count, bytes, threads));
  const lanes: JoinLane[] = [];
  try {
    await pieces.hold();
    const plan = planRounds(await countChunks(engine, pieces, tables), pieces, threads, bytes);
    for (let i = 0; i < Math.min(threads, plan.rounds.length); i++) {
      lanes.push(new JoinLane(engine, pieces, tables, plan));
    }
    await dealOut(plan.rounds, lanes, (lane, round) => lane.run(round));
    return lanes.flatMap((lane) => lane.found);
  } finally {
    for (const lane of lanes) lane.release();
    pieces.release();
  }
}

/** Counts the chunks of every block that can be the first in which a pair agrees. */
async function countChunks(engine: Engine, pieces: Pieces, tables: Tables): Promise<ChunkCounts[]> {
  const { heap } = engine;
  const most = wantedChunkBits(pieces.count);
  const blocks = Array.from({ length: tables.maxDistance + 1 }, (_, first) => first);
  const [buffer, ...addresses] = heap.allocateAll([pieces.bufferBytes, ...blocks.map(() => 4 << most)]);
  try {
    const firsts = blocks.map((first, i) => ({
      first,
      ...chunkBits(first, tables.blocks, most),
      address: addresses[i],
    }));
    for (const { address, bits } of firsts) heap.u8.fill(0, address, address + (4 << bits));
    await pieces.each(buffer, async (values, count) => {
      const jobs = firsts.map(({ shift, bits, address }) =>
        engine.call('joinCount', values, count, shift, bits, address),
      );
      await Promise.all(jobs);
    });
    return firsts.map(({ address, ...block }) => {
      const counts = heap.u32.slice(address >>> 2, (address >>> 2) + (1 << block.bits));
      return { ...block, counts };
    });
  } finally {
    for (const block of [buffer, ...addresses]) heap.release(block);
  }
}

/**
 * Every worker takes one item after the other until none is left. If a worker fails, no more items are taken, and the other workers
 * finish first, because they work in memory that the caller will release.
 */
export async function dealOut<I, W>(
  items: Iterable<I>,
  workers: readonly W[],
  work: (worker: W, item: I) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const turns = workers.map(async (worker) => {
    while (waiting.length > 0) {
      const [item] = waiting.splice(0, 1);
      await work(worker, item).catch((error) => {
        waiting.length = 0;
        throw error;
      });
    }
  });
  for (const turn of await Promise.allSettled(turns)) if (turn.status === 'rejected') throw turn.reason;
}
