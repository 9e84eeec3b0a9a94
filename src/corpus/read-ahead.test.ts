import { expect, it } from 'vitest';
import { Spool } from '../platform/spool.ts';
import { ReadAhead } from './read-ahead.ts';

it('parts of a spool that are read from several places in turn are those that were written, long ones too', () => {
  const spool = new Spool();
  const lengths = Array.from({ length: 3000 }, (_, i) => (i % 500 === 7 ? 300_000 : (i * 37) % 900));
  const positions = lengths.map((length, i) => spool.append(new Uint8Array(length).fill(i)));
  for (const places of [1, 2, 4]) {
    const ahead = new ReadAhead(spool, places);
    for (let i = 0; i < 1000; i++) {
      for (const number of [i, 1000 + i, 2999 - i]) {
        const bytes = ahead.read(positions[number], lengths[number]);
        expect(bytes.length).toBe(lengths[number]);
        expect(bytes.every((byte) => byte === number % 256)).toBe(true);
      }
    }
  }
  spool.close();
});
