import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PartFingerprint } from '../answers/runs.ts';
import { fingerprint } from '../pipeline/fingerprint.ts';
import { fingerprintParts } from './fingerprint-parts.ts';
import type { FingerprintPartsOptions } from './options.ts';

const DOCUMENTS = [
  {
    id: 'a',
    text: 'The mill stood by the river. The miller was old.\n\nIn spring the river rose. It took the bridge.',
  },
  { id: 'empty', text: '' },
  { id: 'b', text: 'The bridge was built anew.' },
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-parts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function parts(options: FingerprintPartsOptions): Promise<PartFingerprint[]> {
  const found: PartFingerprint[] = [];
  for await (const part of fingerprintParts(DOCUMENTS, { threads: 1, ...options })) found.push(part);
  return found;
}

describe('fingerprintParts', () => {
  it('gives every sentence and paragraph with its number and place', async () => {
    const sentences = await parts({ level: 'sentence' });
    expect(sentences.map(({ id, sentence }) => `${id} ${sentence}`)).toEqual([
      'a 0',
      'a 1',
      'a 2',
      'a 3',
      'b 0',
    ]);
    const { text } = DOCUMENTS[0];
    expect(text.slice(sentences[2].start, sentences[2].end)).toBe('In spring the river rose.');
    const paragraphs = await parts({ level: 'paragraph' });
    expect(paragraphs.map(({ id, paragraph }) => `${id} ${paragraph}`)).toEqual(['a 0', 'a 1', 'b 0']);
    expect(text.slice(paragraphs[1].start, paragraphs[1].end)).toBe(
      'In spring the river rose. It took the bridge.',
    );
  });

  it('gives a document one fingerprint, that of its only sentence if it has one', async () => {
    const documents = await parts({ level: 'document' });
    expect(documents.map(({ id }) => id)).toEqual(['a', 'empty', 'b']);
    expect(documents[1].fingerprint).toBe('0000000000000000');
    expect(documents[2].fingerprint).toBe((await parts({ level: 'sentence' })).at(-1)!.fingerprint);
  });

  it('fingerprintParts gives the plain simhash of the document if words have no weights', async () => {
    const plain = [];
    for await (const { fingerprint: value } of fingerprint(DOCUMENTS, { threads: 1 })) plain.push(value);
    const weightless = await parts({ level: 'document', weights: 'none' });
    expect(weightless.map((part) => part.fingerprint)).toEqual(plain);
  });

  it('weighs words as a file says', async () => {
    const path = join(folder, 'levels.tsv');
    writeFileSync(path, '# words\nBRIDGE\t5\nthe\t1\nwas\t1\nbuilt\t1\nanew\t1\n');
    const [, , weighed] = await parts({ level: 'document', weights: path });
    const word = [];
    for await (const { fingerprint: value } of fingerprint([{ id: 'w', text: 'bridge' }], { threads: 1 }))
      word.push(value);
    // 5 against 4 times 1: the word alone decides every bit
    expect(weighed.fingerprint).toBe(word[0]);
  });

  it('says which line of the file is wrong, and which options do not go together', async () => {
    const path = join(folder, 'wrong.tsv');
    writeFileSync(path, 'fine\t3\nwrong\t7\n');
    await expect(parts({ weights: path })).rejects.toThrow(
      `${path}:2: Expected a word, a tab and a level from 1 to 5, got \`wrong\t7\`.`,
    );
    expect(() => fingerprintParts(DOCUMENTS, { hash: 'sdbm' })).toThrow('Expected `hash` to be `mixed`');
    expect(() => fingerprintParts(DOCUMENTS, { level: 'word' as never })).toThrow('Expected `level`');
  });

  it('gives the same with the scalar engine and any number of threads', async () => {
    const expected = await parts({ level: 'sentence' });
    expect(await parts({ level: 'sentence', engine: 'scalar' })).toEqual(expected);
    expect(await parts({ level: 'sentence', threads: 2 })).toEqual(expected);
  });
});
