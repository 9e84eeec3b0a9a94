import type { ServerResponse } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { Feeds } from './feeds.ts';
import { Access } from './guard.ts';

afterEach(() => vi.useRealTimers());

test('a feed that is no longer allowed is ended within a second, and the others go on', async () => {
  vi.useFakeTimers();
  const [refused, allowed] = [new Access([], 'a'), new Access([], 'b')];
  const feeds = new Feeds(2, async (access) => access !== refused);
  const responses = [refused, allowed].map((access) => {
    const response = { end: vi.fn() };
    feeds.add(response as unknown as ServerResponse, access);
    return response;
  });
  expect(feeds.isFull).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(responses.map(({ end }) => end.mock.calls.length)).toEqual([1, 0]);
  for (const response of responses) feeds.delete(response as unknown as ServerResponse);
  expect([feeds.isFull, vi.getTimerCount()]).toEqual([false, 0]);
});
