// The experiments of the four papers: what each reproduces, its sizes, and the module that runs it.

const GB = 1e9;
/** How `--size` is meant: its unit, whether it is a whole number, how it is written, and the memory that it takes. */
const SHARE = {
  unit: "(share of the paper's documents)",
  shown: (size) => `${100 * size} % of the paper's documents`,
  bytes: (size) => 0.35 * GB + 5 * GB * size,
};
const DOCUMENTS = {
  unit: 'documents',
  whole: true,
  shown: (size) => `${size.toLocaleString('en')} documents`,
  bytes: (size) => 0.2 * GB + 800 * size,
};
const MEGABYTES = {
  unit: 'MB of text',
  shown: (size) => `${size} MB of text`,
  bytes: (size) => 0.1 * GB * size,
};

/** What `A` to `D` are. */
export const PAPERS = {
  A: 'Luo, Najjar, Hristidis: Efficient Near-Duplicate Document Detection using FPGAs',
  B: 'Chappell, Geva, Zuccon: Approximate Nearest-Neighbour Search with Inverted Signature Slice Lists',
  C: 'Hrynenko, Petrashenko, Zamiatin: Модифікація алгоритму пошуку нечітких дублікатів …',
  D: 'Lv, Duan, Wu, He: Similarity Retrieval Algorithm based on Multilevel Fingerprint Comparison Matrix',
};

/** `full` and `quick` are the sizes that an experiment gets; `takes` is the CPU time and the memory of the first run of the full one. */
export const EXPERIMENTS = {
  A2: {
    title: 'Paper A, Tables I and II: canonical text and fingerprints',
    module: './fingerprints.mjs',
    size: { ...SHARE, quick: 0.0005, full: 0.05, most: 1 },
    takes: '26 s, 0.4 GB',
  },
  A3: {
    title: 'Paper A, Table III: pairs within 3 bits, pairs found and probes',
    module: './matching.mjs',
    size: { ...SHARE, quick: 0.0005, full: 0.05, most: 1 },
    takes: '24 s, 0.4 GB',
  },
  A4: {
    title: 'Paper A, Table IV: both stages',
    module: './both-stages.mjs',
    size: { ...SHARE, quick: 0.0005, full: 0.05, most: 1 },
    takes: '22 s, 0.4 GB',
  },
  B1: {
    title: 'Paper B, Table 1: neighborhood i and cut-off j',
    module: './neighborhoods.mjs',
    size: { ...DOCUMENTS, quick: 4096, full: 1_000_000, most: 4_000_000 },
    takes: '45 s, 0.8 GB',
  },
  B2: {
    title: 'Paper B, Table 2: width of the slices',
    module: './slice-widths.mjs',
    size: { ...DOCUMENTS, quick: 4096, full: 1_000_000, most: 4_000_000 },
    takes: '45 s, 0.8 GB',
  },
  'B-fig2': {
    title: 'Paper B, Figure 2: CDR by neighborhood',
    module: './cdr-curves.mjs',
    size: { ...DOCUMENTS, quick: 4096, full: 1_000_000, most: 4_000_000 },
    takes: '60 s, 0.8 GB',
  },
  'B-fig3': {
    title: 'Paper B, Figure 3: growth over 1,024-fold',
    module: './growth.mjs',
    size: {
      ...DOCUMENTS,
      shown: (size) => `up to ${size.toLocaleString('en')} documents`,
      ...{ quick: 16_384, full: 2 ** 20, most: 2 ** 22 },
    },
    takes: '80 s, 1.1 GB',
  },
  C1: {
    title: 'Paper C, Table 1 and Figure 6: sensitivity to the order of words',
    module: './word-order.mjs',
    size: {
      unit: 'texts of each language',
      whole: true,
      shown: (size) => `${size} texts of each language`,
      bytes: () => 0.3 * GB,
      ...{ quick: 10, full: 30, most: 60 },
    },
    takes: '4 s, 0.3 GB',
  },
  C2: {
    title: 'Paper C, Table 2: one document on several devices',
    module: './devices.mjs',
    size: { ...MEGABYTES, quick: 0.5, full: 1, most: 32 },
    takes: '1 s, 0.1 GB',
  },
  C3: {
    title: 'Paper C, Table 3 and Figure 7: CRC32 by the size of a document',
    module: './crc32-times.mjs',
    size: { ...MEGABYTES, shown: (size) => `up to ${size} MB of text`, quick: 1, full: 4, most: 32 },
    takes: '4 s, 0.3 GB',
  },
  C4: {
    title: 'Paper C, Table 4 and Figure 8: MD5 by the size of a document',
    module: './md5-times.mjs',
    size: { ...MEGABYTES, shown: (size) => `up to ${size} MB of text`, quick: 1, full: 4, most: 32 },
    takes: '5 s, 0.3 GB',
  },
  D1: {
    title: 'Paper D, Table 1: similar words found and real',
    module: './marked-words.mjs',
    size: {
      unit: 'of the ten texts',
      whole: true,
      shown: (size) => `${size} of the ten texts`,
      bytes: () => 0.2 * GB,
      ...{ quick: 4, full: 10, most: 10 },
    },
    takes: '2 s, 0.2 GB',
  },
  'D-fig4': {
    title: 'Paper D, Figure 4: time by threads and tiles',
    module: './tiles.mjs',
    size: {
      unit: 'words of the longest text',
      whole: true,
      shown: (size) => `texts of up to ${size.toLocaleString('en')} words`,
      bytes: () => 0.4 * GB,
      ...{ quick: 2000, full: 10_000, most: 50_000 },
    },
    takes: '24 s, 0.4 GB',
  },
};
