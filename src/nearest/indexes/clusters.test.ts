import { describe, expect, it } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import { ClusterIndex } from './clusters.ts';
import { signatureIndexCases } from './contract.cases.ts';
import { usualListSize } from './learn-clusters.ts';
import { sampleSignatures } from './sample-signatures.cases.ts';
import { SignatureStore } from './signature-store.ts';

signatureIndexCases('clusters', [
  { exact: () => ({ listProbes: 1e6 }) },
  { build: { listSize: 16 }, exact: () => ({ listProbes: 1e6 }) },
]);

describe('ClusterIndex', () => {
  it('learns lists of 64 signatures in small collections, 4,096 lists in larger ones, then lists of 256', () => {
    expect([100, 262_144].map(usualListSize)).toEqual([64, 64]);
    expect([400_000, 1_000_000].map((size) => size / usualListSize(size))).toEqual([4096, 4096]);
    expect([1_048_576, 8e6].map(usualListSize)).toEqual([256, 256]);
  });

  it('ClusterIndex has no list much larger than others, even if most signatures are near each other', async () => {
    const engine = await openEngine({ threads: 1 });
    const store = new SignatureStore(engine.heap, 256);
    // half of these differ from one signature in a tenth of their bits
    const signatures = sampleSignatures(2000, 256, 5);
    for (let i = 0; i < 1000; i++) {
      for (let byte = 0; byte < 32; byte++) {
        const bit = 1 << ((i * 7 + byte * 5 + (i >>> 4)) % 8);
        signatures[64 * i + byte] = 0x5a ^ ((i * 31 + byte * 17 + (i >>> 3) * 3) % 10 < 8 ? bit : 0);
      }
    }
    store.append(signatures);
    const index = new ClusterIndex(engine, store, { listSize: 32 });
    await index.build();
    expect(Math.max(...sizesOfLists(index))).toBeLessThanOrEqual(3 * 32);
    await engine.close();
  });

  it('ClusterIndex is the same whatever the engine and the number of threads', async () => {
    const signatures = sampleSignatures(700, 256, 2);
    const parts = [];
    for (const options of [{ threads: 1 }, { threads: 2 }, { threads: 1, engine: 'scalar' }] as const) {
      const engine = await openEngine(options);
      const store = new SignatureStore(engine.heap, 256);
      store.append(signatures);
      const index = new ClusterIndex(engine, store, { listSize: 32 });
      await index.build();
      parts.push(index.parts().map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]));
      await engine.close();
    }
    expect(parts[1]).toEqual(parts[0]);
    expect(parts[2]).toEqual(parts[0]);
  });

  it('ClusterIndex has every signature in exactly one place, also after many were appended', async () => {
    const engine = await openEngine({ threads: 1 });
    const store = new SignatureStore(engine.heap, 128);
    store.append(sampleSignatures(300, 128, 1));
    const index = new ClusterIndex(engine, store, { listSize: 16 });
    await index.build();
    for (let more = 0; more < 20; more++) {
      store.append(sampleSignatures(13, 128, more));
      await index.update();
    }
    const slots = index
      .parts()
      .find(({ name }) => name === 'slots')!
      .bytes.slice();
    const numbers = [...new Uint32Array(slots.buffer)].filter((number) => number !== 0xffffffff);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 560 }, (_, i) => i));
  });
});

function sizesOfLists(index: ClusterIndex): number[] {
  const part = (name: string) =>
    new Uint32Array(
      index
        .parts()
        .find((one) => one.name === name)!
        .bytes.slice().buffer,
    );
  const [first, next, slots] = [part('first'), part('next'), part('slots')];
  return [...first].map((start) => {
    let size = 0;
    for (let block = start; block !== 0xffffffff; block = next[block])
      size += slots.subarray(16 * block, 16 * block + 16).filter((number) => number !== 0xffffffff).length;
    return size;
  });
}
