import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Canonicalizer } from '../canonicalize/canonicalizer.ts';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { ScanRooms } from './scan-rooms.ts';

const FORMAT = { textName: 'text', idName: 'id', maxLine: 1 << 20, read: () => undefined };
let engine: Engine;
let rooms: ScanRooms;

beforeAll(async () => {
  engine = await openEngine({ engine: 'wasm', threads: 1 });
  const canonicalizer = await Canonicalizer.open(engine.heap, { lang: 'en', stopWords: false });
  rooms = new ScanRooms({
    ...{ engine, canonicalizer, canonical: false, simhashMode: 0, fingerprints: false, contents: true },
  });
});

afterAll(() => engine.close());

describe('rooms for scans', () => {
  it('are used again', () => {
    const first = rooms.take(FORMAT, 100_000);
    rooms.give(first);
    expect(rooms.take(FORMAT, 90_000)).toBe(first);
    rooms.give(first);
  });

  it('take no more memory for files that become larger and larger than for the largest', () => {
    const room = rooms.take(FORMAT, 2_000_000);
    rooms.give(room);
    rooms.close();
    const before = engine.heap.available;
    for (let bytes = 800_000; bytes < 2_000_000; bytes += 4000) rooms.give(rooms.take(FORMAT, bytes));
    rooms.close();
    expect(engine.heap.available).toBeGreaterThan(before - 64e6);
  });
});
