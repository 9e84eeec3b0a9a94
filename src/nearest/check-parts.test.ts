/** Index files whose checksums are right and whose contents are wrong: what an enemy would send. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGES, craft, DOCUMENTS, STRUCTURES, saveIn } from '../../scripts/attacks/index-files.mjs';
import { buildIndex, openIndex } from './signature-index.ts';

const home = mkdtempSync(join(tmpdir(), 'neardup-craft-'));
afterAll(() => rmSync(home, { recursive: true }));

const KINDS = ['scan', 'slices', 'clusters'] as const;

beforeAll(async () => {
  for (const structure of KINDS) {
    const options = { threads: 1, width: 256, structure, texts: true, ...STRUCTURES[structure] };
    await buildIndex(join(home, structure), DOCUMENTS, options);
  }
});

const saved = (file: Uint8Array) => saveIn(join(home, 'crafted'), file);

async function found(folder: string): Promise<unknown> {
  const index = await openIndex(folder, { threads: 1 });
  try {
    return [await index.search(DOCUMENTS[3].text, { k: 3 }), await index.search('w1 w2', { explain: true })];
  } finally {
    await index.close();
  }
}

describe('an index file made by an enemy', () => {
  for (const [kind, name, what, change] of CHANGES) {
    it(`is refused if ${name === '' ? 'its header' : `its part ${name} (${kind})`} ${what}`, async () => {
      const folder = saved(craft(join(home, kind), name, change));
      await expect(found(folder)).rejects.toMatchObject({ code: 'BAD_INDEX' });
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
