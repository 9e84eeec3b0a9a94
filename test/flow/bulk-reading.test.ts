/** Lines read in bulk and lines parsed one by one give the same results, byte for byte, in every command. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DedupOptions,
  dedup,
  fingerprint,
  fingerprintLines,
  groups,
  type Problem,
  pairs,
} from '../../src/index.ts';
import { clusteredDocuments, generator } from './clustered-documents.ts';

const PLAIN = { chunk: 0, threads: 1 };
const BULK: DedupOptions[] = [
  { threads: 1 },
  { threads: 2 },
  { threads: 2, chunk: 1000 },
  { threads: 1, chunk: 1, batch: { bytes: 500, documents: 3 } },
  { threads: 1, engine: 'scalar', chunk: 5000 },
];

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-bulk-'));
  const lines = (count: number, seed: number, name: string) => {
    const random = generator(seed);
    return clusteredDocuments(count, seed)
      .map(({ id, text }) => written(`${name}-${id}`, text, random))
      .join('');
  };
  writeFileSync(at('a.jsonl'), lines(150, 1, 'a'));
  writeFileSync(at('b.jsonl.gz'), gzipSync(lines(60, 1, 'b')));
  writeFileSync(at('c.txt'), clusteredDocuments(1, 1)[0].text);
  writeFileSync(at('reference.jsonl'), lines(40, 1, 'r'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('bulk reading never changes a result', () => {
  test.each<[string, DedupOptions]>([
    ['the defaults', {}],
    ['short lines only', { maxDocument: 600 }],
    ['keep by a field', { keep: 'max:n' }],
    ['stop words by language', { stopWords: true }],
    ['another field', { textField: 'title', idField: 'text' }],
    ['texts that are HTML', { markup: 'html' }],
  ])('bulk reading never changes the result of %s', async (_name, options) => {
    const expected = await everything({ ...options, ...PLAIN });
    expect(expected.fingerprints.length).toBeGreaterThan(30);
    const ways = Object.keys(options).length === 0 ? BULK : BULK.slice(1, 3);
    for (const way of ways) expect(await everything({ ...options, ...way })).toEqual(expected);
  });

  test('an id that occurs twice is reported with the same two places', async () => {
    const twice = at('twice.jsonl');
    writeFileSync(
      twice,
      `${'{"text":"x"}\n'.repeat(50)}{"id":"й","text":"a"}\n\n{"id":"\\u0439","text":"b"}\n`,
    );
    for (const way of [PLAIN, ...BULK]) {
      await expect(fingerprint(twice, way).toArray()).rejects.toThrow(
        `The id \`й\` occurs twice: ${twice}:51 and ${twice}:53.`,
      );
    }
  });
});

/** All that the verbs say and write. */
async function everything({ keep, ...given }: DedupOptions) {
  const problems: Problem[] = [];
  const options = {
    ...given,
    duplicateIds: 'rename',
    onProblem: (problem: Problem) => problems.push(problem),
  } as const;
  const input = ['a.jsonl', 'c.txt', 'b.jsonl.gz'].map(at);
  const output = at('out.jsonl');
  const removed = await dedup(input, { ...options, keep, against: at('reference.jsonl'), output }).toArray();
  const lines: Uint8Array[] = await fingerprintLines(input, 'json', options).toArray();
  return {
    problems,
    removed,
    kept: readFileSync(output, 'utf8'),
    removedFile: readFileSync(`${output}.removed.jsonl`, 'utf8'),
    pairs: await pairs(input, options).toArray(),
    groups: await groups(input, { ...options, keep }).toArray(),
    fingerprints: await fingerprint(input, options).toArray(),
    fingerprintLines: Buffer.concat(lines).toString(),
  };
}

/** A document as a line: in many styles, with lines around it that are none. */
function written(id: string, text: string, random: (below: number) => number): string {
  const fields: [string, unknown][] = [
    ['id', random(7) === 0 ? random(20) : id],
    ['text', text],
    ['n', random(100)],
    ['title', text.slice(0, 40)],
    ['meta', { text: 'not this', list: [1, null, { a: '\n' }] }],
  ];
  const some = fields.filter(([name]) => name === 'text' || random(3) > 0);
  if (random(2) === 0) some.reverse();
  if (random(9) === 0) some.unshift(['text', 'overwritten']);
  let line = `{${some.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(', ')}}`;
  if (random(4) === 0)
    line = line.replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (random(15) === 0) line = line.replace('"text"', '"te\\u0078t"');
  const bad = [
    '',
    '\n',
    'not json\n',
    '{"text":5}\n',
    '{"story":"x"}\n',
    ' \r\n',
    '{"text":"cut\n',
    '{"text":"x",}\n',
  ];
  return `${line}${random(3) === 0 ? '\r\n' : '\n'}${random(3) === 0 ? bad[random(bad.length)] : ''}`;
}
