import { describe, expect, it } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import { ClusterIndex } from './clusters.ts';
import { recallAt } from './metrics.ts';
import { probesFor, sliceEffort } from './quality.ts';
import { sampleSignatures } from './sample-signatures.cases.ts';
import { ScanIndex } from './scan.ts';
import { SignatureStore } from './signature-store.ts';

describe('the effort of a search', () => {
  const steps = [
    { probes: 1, reached: 7200 },
    { probes: 4, reached: 9100 },
    { probes: 30, reached: 9800 },
  ];

  it('the effort of a search is the least that was measured to reach the quality, and all is compared if nothing did', () => {
    expect([0.7, 0.72, 0.75, 0.95, 0.98].map((quality) => probesFor(steps, quality))).toEqual([
      1, 1, 4, 30, 30,
    ]);
    expect(probesFor(steps, 0.99)).toBeUndefined();
    expect(probesFor(steps, 1)).toBeUndefined();
    expect(probesFor([], 0.7)).toBeUndefined();
  });

  it('the effort of a search never falls with slices when more quality is wanted', () => {
    expect([0.7, 0.8, 0.9, 0.95, 1].map((quality) => sliceEffort(10, { quality })?.expand)).toEqual([
      3,
      3,
      4,
      undefined,
      undefined,
    ]);
  });

  it('a quality out of range is refused', () => {
    expect(() => probesFor(steps, 0.5)).toThrow(
      'Expected `quality` to be a number from 0.7 to 1, got `0.5`.',
    );
  });

  it('reaches the wanted recall on the collection that it was measured on, with other queries', async () => {
    const engine = await openEngine({ threads: 1 });
    const store = new SignatureStore(engine.heap, 256);
    store.append(sampleSignatures(3000, 256, 12));
    const index = new ClusterIndex(engine, store, { listSize: 32 });
    await index.build();
    const scan = new ScanIndex(engine, store);
    for (const quality of [0.7, 0.9, 0.97]) {
      let sum = 0;
      for (let i = 0; i < 1000; i++) {
        const query = store.get(3 * i);
        const truth = scan.nearest(query, 11).map(({ distance }) => distance);
        const found = index.nearest(query, 11, { quality }).map(({ distance }) => distance);
        sum += recallAt(truth.slice(1), found.slice(1)) / 1000;
      }
      expect(sum).toBeGreaterThanOrEqual(quality);
    }
    await engine.close();
  });
});
