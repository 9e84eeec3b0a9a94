import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Heap } from '../heap.ts';
import type { Job } from '../jobs.ts';
import type { JobAnswer, WorkerJob, WorkerStart } from './pool.ts';

/** Both ends of a thread: here the pool and what it starts share one. */
const ends = {
  start: undefined as unknown,
  canCatchUp: true,
  takeJob: (_job: unknown): void => {},
  answered: (_answer: unknown): void => {},
};

// test files share modules: others must not get these, nor this one theirs
beforeAll(() => {
  vi.resetModules();
  vi.doMock('../../platform/thread-parent.ts', () => ({
    started: async () => ends.start,
    onJob: (take: typeof ends.takeJob) => {
      ends.takeJob = take;
    },
    answer: (message: JobAnswer) => ends.answered(message),
  }));
  vi.doMock('../../platform/threads.ts', () => ({
    startThread: async (start: WorkerStart, answered: typeof ends.answered) => {
      ends.start = { ...start, memory: untold(start.memory) };
      ends.answered = answered;
      const { serveJobs } = await import('./serve.ts');
      await serveJobs([writeJob]);
      return { post: (job: WorkerJob) => ends.takeJob(job), keepAlive: () => {}, end: async () => {} };
    },
  }));
});

afterAll(() => {
  vi.doUnmock('../../platform/thread-parent.ts');
  vi.doUnmock('../../platform/threads.ts');
  vi.resetModules();
});

/**
 * The memory as a thread sees it that was not told of growth: the old buffer, until the thread itself calls `grow`; for good if
 * `canCatchUp` is false.
 */
function untold(memory: WebAssembly.Memory): WebAssembly.Memory {
  let { buffer } = memory;
  return {
    get buffer() {
      return buffer;
    },
    grow(pages: number) {
      const before = memory.grow(pages);
      if (ends.canCatchUp) buffer = memory.buffer;
      return before;
    },
  } as WebAssembly.Memory;
}

/** Writes and reads a byte, as jobs do: by the views of the heap. */
const writeJob: Job<number, number> = {
  name: 'write',
  run(address, _, heap) {
    heap.u8[address] = 7;
    return heap.u8[address];
  },
};

/** What a worker reads after it wrote 7 to memory that came after its start. */
async function writeToNewMemory(): Promise<number> {
  const { WorkerPool } = await import('./pool.ts');
  const heap = new Heap();
  const pool = await WorkerPool.start('scalar', heap, 1);
  heap.allocate(4 << 20);
  return pool.run(writeJob, heap.allocate(1));
}

test('a job sees the whole heap, even if its thread was not told that the heap had grown', async () => {
  ends.canCatchUp = true;
  expect(await writeToNewMemory()).toBe(7);
});

test('a job fails if its thread cannot see the whole heap', async () => {
  ends.canCatchUp = false;
  await expect(writeToNewMemory()).rejects.toThrow('heap: this thread sees 1048576 of');
});
