/** Index files whose checksums are right and whose contents are wrong: what an enemy would send. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexKind } from '../collection/index.ts';
import { buildIndex, openIndex } from './signature-index.ts';

const home = mkdtempSync(join(tmpdir(), 'neardup-craft-'));
afterAll(() => rmSync(home, { recursive: true }));

const KINDS: readonly IndexKind[] = ['scan', 'slices', 'clusters'];
const SETTINGS = { slices: { sliceBits: 8 }, clusters: { listSize: 20 }, scan: {} };
const documents = Array.from({ length: 300 }, (_, i) => ({
  id: `d${i}`,
  text: Array.from({ length: 40 }, (_, j) => `w${(i * 7919 + j * j * 31) % 500}`).join(' '),
}));

beforeAll(async () => {
  for (const structure of KINDS) {
    const options = { threads: 1, width: 256, structure, texts: true, ...SETTINGS[structure] };
    await buildIndex(join(home, structure), documents, options);
  }
});

type Change = (part: Buffer, file: Buffer, entry: number) => void;

/** A copy of an index with one part changed, or the header if no part is named, and all checksums made right. */
function crafted(kind: IndexKind, name: string, change: Change): string {
  const file = Buffer.from(readFileSync(join(home, kind, 'signatures.ndx')));
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
  return saved(file);
}

function saved(file: Uint8Array): string {
  const folder = join(home, 'crafted');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'signatures.ndx'), file);
  return folder;
}

async function found(folder: string): Promise<unknown> {
  const index = await openIndex(folder, { threads: 1 });
  try {
    return [await index.search(documents[3].text, { k: 3 }), await index.search('w1 w2', { explain: true })];
  } finally {
    await index.close();
  }
}

const fill =
  (value: number | ((i: number) => number)): Change =>
  (part) => {
    for (let i = 0; i + 4 <= part.length; i += 4) {
      part.writeUInt32LE(typeof value === 'number' ? value : value(i / 4), i);
    }
  };
const doubles =
  (value: number): Change =>
  (part) => {
    for (let i = 0; i + 8 <= part.length; i += 8) part.writeDoubleLE(value, i);
  };
const text =
  (json: string): Change =>
  (part) => {
    part.fill(0x20);
    part.write(json);
  };
const header =
  (at: number, value: number): Change =>
  (file) =>
    file.writeUInt32LE(value, at);

const CASES: readonly [IndexKind, string, string, Change][] = [
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

describe('an index file made by an enemy', () => {
  for (const [kind, name, what, change] of CASES) {
    it(`is refused if ${name === '' ? 'its header' : `its part ${name} (${kind})`} ${what}`, async () => {
      await expect(found(crafted(kind, name, change))).rejects.toMatchObject({ code: 'BAD_INDEX' });
    });
  }
});

describe('a damaged index file', () => {
  for (const kind of KINDS) {
    it(`is refused wherever a byte was changed, or gives the right answer (${kind})`, async () => {
      const file = readFileSync(join(home, kind, 'signatures.ndx'));
      const right = JSON.stringify(await found(join(home, kind)));
      for (let i = 0; i < 25; i++) {
        const changed = Buffer.from(file);
        changed[(i * 2_654_435_761) % file.length] ^= 1 << (i % 8);
        const answer = await found(saved(changed)).catch((error) => error.code);
        // bytes between two parts mean nothing
        expect(['BAD_INDEX', right]).toContain(typeof answer === 'string' ? answer : JSON.stringify(answer));
      }
      for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
        const cut = file.subarray(0, Math.floor(share * file.length));
        await expect(found(saved(cut))).rejects.toMatchObject({ code: 'BAD_INDEX' });
      }
    });
  }
});
