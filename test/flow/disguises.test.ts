/** Disguised words are part of the evidence: whatever the input, the engine and the question. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import {
  canonicalText,
  dedup,
  formatGroup,
  formatPair,
  formatRemoved,
  groups,
  openCollection,
  pairs,
} from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-disguises-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const PLAIN =
  'The ferry to the island leaves at eight in the morning and comes back at six, but only from May to the end of September.';
const DISGUISED = PLAIN.replace('ferry', 'f\u0435rry').replace('island', 'is\u200bland');
const FOUND = {
  mixedWords: 1,
  invisible: 1,
  examples: [
    { start: 4, end: 9, text: 'f\\u0435rry', readAs: 'ferry' },
    { start: 17, end: 24, text: 'is\\u200bland', readAs: 'island' },
  ],
};
const DOCUMENTS = [
  { id: 'plain', text: PLAIN },
  { id: 'other', text: 'Нічого спільного з рештою, але тут теж є \u0441ловo.' },
  { id: 'disguised', text: DISGUISED },
];
const LINES = `${DOCUMENTS.map((document) => JSON.stringify(document)).join('\n')}\n`;
writeFileSync(at('in.jsonl'), LINES);
writeFileSync(at('in.jsonl.gz'), gzipSync(LINES));
writeFileSync(at('in.csv'), `id,text\n${DOCUMENTS.map(({ id, text }) => `${id},"${text}"`).join('\n')}\n`);
const INPUTS = {
  'JSON lines': at('in.jsonl'),
  'compressed lines': at('in.jsonl.gz'),
  'a table': at('in.csv'),
  memory: DOCUMENTS,
};

test.each(Object.entries(INPUTS))(
  'evidence names the disguised words of reported documents: %s',
  async (_, input) => {
    for (const engine of ['wasm', 'scalar'] as const) {
      for (const more of [
        {},
        { method: 'simhash', maxDistance: 3 },
        { method: 'exact' },
        { stopWords: true },
      ] as const) {
        const options = { engine, threads: 1, ...more };
        const [pair, ...others] = await pairs(input, options).toArray();
        expect(others).toEqual([]);
        expect(pair.disguises).toEqual({ b: FOUND });
        expect(await dedup(input, options).toArray()).toMatchObject([{ id: 'disguised', disguises: FOUND }]);
        const [{ members, ...group }] = await groups(input, { ...options, keep: 'last' }).toArray();
        expect(group).toMatchObject({ kept: 'disguised', keptDisguises: FOUND });
        expect(members).toMatchObject([{ id: 'plain', keptDisguises: FOUND }]);
        expect(members[0]).not.toHaveProperty('disguises');
      }
    }
  },
);

test('evidence names the disguised words of a kept document of the reference', async () => {
  const [removed] = await dedup([DOCUMENTS[0]], { against: at('in.jsonl'), threads: 1 }).toArray();
  expect(removed).toMatchObject({ id: 'plain', keptId: 'plain', reference: true });
  const [last] = await dedup([DOCUMENTS[0]], { against: [DOCUMENTS[2]], threads: 1 }).toArray();
  expect(last).toMatchObject({ id: 'plain', keptId: 'disguised', keptDisguises: FOUND });
});

test('a collection names the disguised words of the text and of the stored document', async () => {
  await using collection = await openCollection(at('c.nd'), { create: true, threads: 1 });
  const [, , added] = await collection.add(DOCUMENTS);
  expect(added.duplicateOf).toMatchObject({ b: 'plain', disguises: { a: FOUND } });
  const { pairs: found } = await collection.check({ text: DISGUISED });
  expect(found.map(({ b, disguises }) => [b, disguises])).toEqual([['plain', { a: FOUND }]]);
  expect((await collection.check({ text: PLAIN })).pairs[0]).not.toHaveProperty('disguises');
});

test('shards that are taken into a collection give the evidence of one run', async () => {
  const once = await dedup(at('in.jsonl'), { threads: 1 }).toArray();
  expect(once).toMatchObject([{ disguises: FOUND }]);
  expect(await dedup(at('in.jsonl'), { collection: at('shards.nd'), threads: 1 }).toArray()).toEqual(once);
});

test('lists, tables and pages show disguised words escaped', async () => {
  const hostile = `${PLAIN} ${PLAIN.replace('ferry', 'f\u0435rry').replace('island', 'is\u200bland')} <b>m\u043erning \u202eabc</b>`;
  const plain = { id: 'plain', text: `${PLAIN} ${PLAIN} morning` };
  const input = [plain, { id: 'h', text: hostile }];
  const [pair] = await pairs(input, { threads: 1, threshold: 0.5 }).toArray();
  const line =
    'h: 2 words have letters of another script, 2 invisible characters inside words: f\\u0435rry (ferry), ';
  expect(formatPair(pair)).toContain(line);
  writeFileSync(at('h.jsonl'), `${input.map((each) => JSON.stringify(each)).join('\n')}\n`);
  const run = dedup(at('h.jsonl'), {
    threads: 1,
    threshold: 0.5,
    report: at('page.html'),
    removed: at('removed.csv'),
  });
  const [removed] = await run.toArray();
  expect(formatRemoved(removed)).toContain(line);
  const [group] = await groups(input, { threads: 1, threshold: 0.5 }).toArray();
  expect(formatGroup(group)).toContain(line);
  const shown = [
    JSON.stringify(removed),
    formatRemoved(removed),
    formatGroup(group),
    readFileSync(at('removed.csv'), 'utf8').slice(1),
  ];
  for (const each of shown) expect(each).not.toMatch(/[\u202a-\u202e\u200b]/);
  expect(shown[3]).toContain('f\\u0435rry (ferry)');
  const page = readFileSync(at('page.html'), 'utf8');
  expect(page).toContain('2 words have letters of another script, ');
  expect(page).not.toContain('<b>m');
});

test('a text of nothing but disguises makes short evidence, and the same canonical text', async () => {
  const text = 'p\u0430ypal is h\u0435re '.repeat(50_000);
  const input = [
    { id: 'a', text },
    { id: 'b', text },
  ];
  const [pair] = await pairs(input, { threads: 1 }).toArray();
  expect(JSON.stringify(pair).length).toBeLessThan(1500);
  expect(pair.disguises?.a).toMatchObject({ mixedWords: 1000, atLeast: true });
  expect(await canonicalText('p\u0430ypal is h\u0435re')).toBe('paypal is here');
});
