// The experiments of the four papers: what each reproduces, what the full form takes, and the module that runs it.

/** `full` and `quick` are the sizes that an experiment gets as `size`. The time is CPU time on one core of 3 GHz, the memory the peak. */
export const EXPERIMENTS = {
  A2: {
    title: 'Paper A, Tables I and II: canonical text and fingerprints',
    module: './fingerprints.mjs',
    size: { unit: "share of the paper's documents", quick: 0.0005, full: 0.005, most: 1 },
    needs: '1 minute, 1 GB',
  },
  A3: {
    title: 'Paper A, Table III: pairs within 3 bits, pairs found and probes',
    module: './matching.mjs',
    size: { unit: "share of the paper's documents", quick: 0.0005, full: 0.005, most: 1 },
    needs: '2 minutes, 1 GB',
  },
  A4: {
    title: 'Paper A, Table IV: both stages',
    module: './both-stages.mjs',
    size: { unit: "share of the paper's documents", quick: 0.0005, full: 0.005, most: 1 },
    needs: '1 minute, 1 GB',
  },
  B1: {
    title: 'Paper B, Table 1: neighborhood i and cut-off j',
    module: './neighborhoods.mjs',
    size: { unit: 'documents', quick: 4096, full: 65_536, most: 4_000_000 },
    needs: '4 minutes, 0.5 GB',
  },
  B2: {
    title: 'Paper B, Table 2: width of the slices',
    module: './slice-widths.mjs',
    size: { unit: 'documents', quick: 4096, full: 65_536, most: 4_000_000 },
    needs: '3 minutes, 0.5 GB',
  },
  'B-fig2': {
    title: 'Paper B, Figure 2: CDR by neighborhood',
    module: './cdr-curves.mjs',
    size: { unit: 'documents', quick: 4096, full: 65_536, most: 4_000_000 },
    needs: '4 minutes, 0.5 GB',
  },
  'B-fig3': {
    title: 'Paper B, Figure 3: growth over 1,024-fold',
    module: './growth.mjs',
    size: { unit: 'documents of the largest collection', quick: 16_384, full: 131_072, most: 4_000_000 },
    needs: '5 minutes, 0.5 GB',
  },
  C1: {
    title: 'Paper C, Table 1 and Figure 6: sensitivity to the order of words',
    module: './word-order.mjs',
    size: { unit: 'texts of each language', quick: 10, full: 30, most: 60 },
    needs: '1 minute, 0.2 GB',
  },
  C2: {
    title: 'Paper C, Table 2: one document on several devices',
    module: './devices.mjs',
    size: { unit: 'MB of text', quick: 0.5, full: 4, most: 32 },
    needs: '10 seconds, 0.5 GB',
  },
  C3: {
    title: 'Paper C, Table 3 and Figure 7: CRC32 by the size of a document',
    module: './crc32-times.mjs',
    size: { unit: 'MB of text, the largest', quick: 1, full: 4, most: 32 },
    needs: '20 seconds, 0.5 GB',
  },
  C4: {
    title: 'Paper C, Table 4 and Figure 8: MD5 by the size of a document',
    module: './md5-times.mjs',
    size: { unit: 'MB of text, the largest', quick: 1, full: 4, most: 32 },
    needs: '30 seconds, 0.5 GB',
  },
  D1: {
    title: 'Paper D, Table 1: similar words found and real',
    module: './marked-words.mjs',
    size: { unit: 'of the ten texts', quick: 4, full: 10, most: 10 },
    needs: '20 seconds, 0.3 GB',
  },
  'D-fig4': {
    title: 'Paper D, Figure 4: time by threads and tiles',
    module: './tiles.mjs',
    size: { unit: 'words of the longest text', quick: 2000, full: 10_000, most: 50_000 },
    needs: '2 minutes, 0.3 GB',
  },
};
