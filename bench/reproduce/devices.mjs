// Table 2: one document on seven devices of 2011, and two on one core of this machine.
import { cpus } from 'node:os';
import { short } from '../data/markdown.mjs';
import { compareTwo, SEED } from './paper-c.mjs';

/** Device, MHz, milliseconds with CRC32 and MD5. The paper does not print the size of the document. */
const DEVICES = [
  ['AMD Athlon', 1102, 14_217.36, 69_073.6],
  ['AMD Athlon 64 3000+', 1809, 4852.79, 11_727.28],
  ['AMD Athlon 64 X2 6000+', 3015, 3156.4, 5206.54],
  ['Intel Core2 4400', 1994, 2746.32, 3395.5],
  ['Intel Core2 Duo T6600', 2194, 2522.01, 3170.56],
  ['Intel Core i7 920', 2664, 1855.82, 2028.86],
  ['GeForce 9800 GT', 1500, 323.46, 460.13],
];

export async function run({ size }) {
  const ours = [await compareTwo(size, 'crc32'), await compareTwo(size, 'md5')];
  return {
    seed: SEED,
    notes: [
      `Ours is CPU time for two documents of ${size} MB. The paper does not print the size of its one document; by Tables 3 and 4 it had about 1 MB.`,
    ],
    tables: [
      {
        caption: 'Table 2: milliseconds for one document',
        head: ['device', 'MHz', 'CRC32', 'MD5'],
        rows: [
          ...DEVICES,
          [`one core of this machine (${cpus()[0].model}), wasm`, '', ...ours.map((ms) => short(ms))],
        ],
      },
    ],
  };
}
