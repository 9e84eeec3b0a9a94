import { describe, expect, it } from 'vitest';
import { indexCases } from './contract.cases.ts';
import { CrawlIndex } from './crawl-index.ts';
import { LinearScan } from './linear-scan.ts';
import { PermutedTables } from './permuted-tables.ts';
import { sampleFingerprints } from './sample-fingerprints.cases.ts';

indexCases('crawl index', (options) => CrawlIndex.open(options), {
  distances: [3],
  skip: [{ reason: 'it always has 4 tables', tests: ['answers alike with any number of tables'] }],
});

describe('CrawlIndex', () => {
  it('answers as permuted tables do while chains are merged into tables, again and again', async () => {
    const fingerprints = sampleFingerprints('random', 150_000, 3);
    const index = await CrawlIndex.open();
    const tables = new PermutedTables();
    for (let i = 0; i < fingerprints.length; i++) {
      if (i % 100 === 0) expect(index.query(fingerprints[i])).toEqual(tables.query(fingerprints[i]));
      index.add(fingerprints[i]);
      tables.add(fingerprints[i]);
    }
    for (let i = 0; i < fingerprints.length; i += 37) {
      expect(index.query(fingerprints[i])).toEqual(tables.query(fingerprints[i]));
    }
  });

  it('forgets what was removed, also after the tables were cleared of it', async () => {
    const fingerprints = sampleFingerprints('clustered', 260_000, 5);
    const index = await CrawlIndex.open();
    // only every hundredth stays, and a scan of those is the oracle
    const scan = new LinearScan();
    for (let i = 0; i < fingerprints.length; i++) {
      index.add(fingerprints[i]);
      scan.add(i % 100 === 0 ? fingerprints[i] : ~fingerprints[i] & 0xffff_ffff_ffff_ffffn);
      if (i % 100 !== 0) {
        index.remove(i);
        scan.remove(i);
      }
    }
    expect(index.size).toBe(2600);
    for (let i = 0; i < 10; i++) expect(index.query(fingerprints[i])).toEqual(scan.query(fingerprints[i]));
  });

  it('gives all of 10,000 equal fingerprints', async () => {
    const index = await CrawlIndex.open();
    for (let i = 0; i < 10_000; i++) index.add(77n);
    expect(index.query(79n)).toEqual(
      Array.from({ length: 10_000 }, (_, position) => ({ position, distance: 1 })),
    );
  });

  it('says which index to use for other distances', async () => {
    await expect(CrawlIndex.open({ maxDistance: 4 })).rejects.toThrow(
      'Expected `maxDistance` to be 3, got `4`.',
    );
  });
});
