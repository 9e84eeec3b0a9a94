// Attacks by index files: their checksums are right, their contents are not. The tests of src/nearest use the same changes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const FILE = 'signatures.ndx';
/** Seconds after which a search counts as endless. */
const ENDLESS = 20;

const fill = (value) => (part) => {
  for (let i = 0; i + 4 <= part.length; i += 4) {
    part.writeUInt32LE(typeof value === 'number' ? value : value(i / 4), i);
  }
};
const doubles = (value) => (part) => {
  for (let i = 0; i + 8 <= part.length; i += 8) part.writeDoubleLE(value, i);
};
const text = (json) => (part) => {
  part.fill(0x20);
  part.write(json);
};
const header = (at, value) => (file) => file.writeUInt32LE(value, at);

/** The structure, the part that is changed (the header if it has no name), what is wrong with it then, and the change. */
export const CHANGES = [
  ['clusters', 'next', 'leads to itself', fill((i) => i)],
  ['clusters', 'next', 'leads back', fill(0)],
  ['clusters', 'next', 'leads out', fill(0x7ffffff0)],
  ['clusters', 'first', 'leads out', fill(0x7ffffff0)],
  ['clusters', 'recall', 'looks into more lists than there are', fill(0xfffffff0)],
  ['clusters', 'recall', 'does not rise', fill(1)],
  ['clusters', 'clusters', 'counts too many', fill(0xffffff)],
  ['clusters', 'slots', 'is out of range', fill(0x7ffffff0)],
  ['clusters', 'slots', 'repeats one', fill(5)],
  ['slices', 'ends', 'is out of range', fill(0xfffffff0)],
  ['slices', 'lists', 'is out of range', fill(0x7fffffff)],
  ['slices', 'lists', 'repeats one', fill(1)],
  ['slices', 'slices', 'has wide slices', fill(31)],
  ['slices', 'slices', 'has no bits', fill(0)],
  ['scan', 'ids', 'is out of range', fill(0xfffffff0)],
  ['scan', 'terms', 'is out of range', fill(0xfffffff0)],
  ['scan', 'textends', 'is out of range', doubles(1e15)],
  ['scan', 'textends', 'is no number', doubles(Number.NaN)],
  ['scan', 'settings', 'is empty', text('')],
  ['scan', 'settings', 'is null', text('null')],
  ['scan', 'settings', 'is wrong', text('{"treatment":{},"build":{},"statisticsFrom":-1}')],
  ['scan', 'settings', 'lacks all', text('{"treatment":{},"build":{},"statisticsFrom":1}')],
  ['scan', '', 'counts 4 billion documents', header(20, 0xffffffff)],
  ['scan', '', 'counts too few documents', header(20, 100)],
  ['scan', '', 'counts one document more', header(20, 301)],
  ['scan', '', 'has no width', header(16, 0)],
  ['scan', '', 'has another width', header(16, 2048)],
  ['scan', '', 'is of another kind', header(12, 4)],
  ['scan', 'sigs', 'is very long', (_, file, entry) => file.writeBigUInt64LE(1n << 50n, entry + 16)],
  ['scan', 'sigs', 'is beyond the end', (_, file, entry) => file.writeBigUInt64LE(1n << 40n, entry + 8)],
];

/** Documents to build indexes of, and what an index of each structure is built with. */
export const DOCUMENTS = Array.from({ length: 300 }, (_, i) => ({
  id: `d${i}`,
  text: Array.from({ length: 40 }, (_, j) => `w${(i * 7919 + j * j * 31) % 500}`).join(' '),
}));
export const STRUCTURES = {
  scan: {},
  slices: { sliceBits: 8 },
  clusters: { listSize: 20 },
};

/** A copy of the index in `folder` with one part changed and all checksums made right. */
export function craft(folder, name, change) {
  const file = Buffer.from(readFileSync(join(folder, FILE)));
  const trailer = file.length - 32;
  const table = Number(file.readBigUInt64LE(trailer));
  for (let entry = table; entry < trailer; entry += 32) {
    if (file.toString('latin1', entry, entry + 8).replace(/\0+$/, '') !== name) continue;
    const position = Number(file.readBigUInt64LE(entry + 8));
    const part = file.subarray(position, position + Number(file.readBigUInt64LE(entry + 16)));
    change(part, file, entry);
    file.writeUInt32LE(crc32(part), entry + 24);
  }
  if (name === '') change(file, file, 0);
  file.writeUInt32LE(crc32(file.subarray(0, 24)), 24);
  file.writeUInt32LE(crc32(file.subarray(table, trailer)), trailer + 12);
  return file;
}

export function saveIn(folder, file) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, FILE), file);
  return folder;
}

/** Searches in every crafted index: each must be refused with exit code 2 and a message of ours. */
export async function indexFiles({ folder, neardup, library }) {
  const { buildIndex } = await library();
  for (const [structure, settings] of Object.entries(STRUCTURES)) {
    const options = { threads: 1, width: 256, structure, texts: true, ...settings };
    await buildIndex(join(folder, structure), DOCUMENTS, options);
  }
  const counts = { refused: 0, accepted: 0, endless: 0, crashed: 0 };
  for (const [structure, part, , change] of CHANGES) {
    const crafted = saveIn(join(folder, 'crafted'), craft(join(folder, structure), part, change));
    for (const query of [DOCUMENTS[3].text, 'w1 w2 w3']) {
      const call = ['search', query, '--index', crafted, '--threads', '1'];
      const { code, stderr, killed } = await neardup(call, { limit: ENDLESS });
      if (killed) counts.endless++;
      else if (code === 0) counts.accepted++;
      else if (code === 2 && /^neardup: /m.test(stderr) && !/RangeError|TypeError|^\s+at /m.test(stderr))
        counts.refused++;
      else counts.crashed++;
    }
  }
  const said = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return { held: counts.refused === 2 * CHANGES.length, answer: said.join(', ') };
}
