import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCollection } from '../index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-removals-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(options: Parameters<typeof openCollection>[1] = {}) {
  return openCollection(join(folder, 'news.nd'), { create: true, threads: 1, ...options });
}

const documentsOf = (...numbers: number[]) => numbers.map((n) => ({ id: `d${n}`, text: `text ${n}` }));

describe('documents of a collection', () => {
  it('documents of a collection are removed once, however often their ids are given, and are missing afterwards', async () => {
    const collection = await open();
    await collection.add(documentsOf(1, 2));
    const { commit } = collection;
    const states = async () => (await collection.remove(['d1', 'd1', 'd9'])).map(({ state }) => state);
    expect([await states(), collection.commit]).toEqual([['removed', 'missing', 'missing'], commit + 1]);
    expect([await states(), collection.commit]).toEqual([['missing', 'missing', 'missing'], commit + 1]);
    await collection.close();
  });

  it('documents of a collection are removed from the second of their expiry on, and stay if they were seen in the second that is asked for', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const collection = await open({ clock: () => now });
    await collection.add(documentsOf(1), { expires: '2026-01-01T00:00:10Z' });
    await collection.add(documentsOf(2));
    now += 9000;
    expect(await collection.removeWhere({ expired: true })).toBe(0);
    now += 1000;
    expect(await collection.removeWhere({ expired: true })).toBe(1);
    expect(await collection.removeWhere({ unseenSince: '2026-01-01T00:00:00Z' })).toBe(0);
    expect(await collection.removeWhere({ unseenSince: '2026-01-01T00:00:01Z' })).toBe(1);
    await collection.close();
  });

  it('documents of a collection are removed by the beginning of their ids, many in one commit', async () => {
    const collection = await open();
    const many = Array.from({ length: 2500 }, (_, i) => ({ id: `feed3/${i}`, text: `text ${i}` }));
    await collection.add([...many, ...documentsOf(1), { id: 'old/feed3/1', text: 'kept' }]);
    const { commit } = collection;
    expect(await collection.removeWhere({ prefix: 'feed3/' })).toBe(2500);
    expect(collection.commit).toBe(commit + 1);
    expect(collection.list().documents.map(({ id }) => id)).toEqual(['d1', 'old/feed3/1']);
    await collection.close();
  });
});
