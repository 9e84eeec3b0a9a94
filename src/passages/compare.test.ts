import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalText } from '../canonicalize/index.ts';
import type { Comparison } from '../comparison.ts';
import type { NeardupError } from '../errors.ts';
import { compare } from './compare.ts';

const ENGLISH = { lang: 'en', thesaurus: 'built-in' } as const;
const ORIGINAL =
  'The harbor was quiet before sunrise. Fishing boats rocked gently against the old stone pier. ' +
  'An elderly man walked along the water and counted the gulls on the roofs. Nobody else was awake yet.';
const OTHER =
  'Our committee met on Tuesday to talk about next year. The budget was approved without much debate. ' +
  'Several members asked for more time to read the proposal in detail.';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-compare-'));
  writeFileSync(join(folder, 'a.txt'), `${OTHER} ${ORIGINAL}`);
  writeFileSync(join(folder, 'b.txt'), ORIGINAL);
  writeFileSync(
    join(folder, 'many.jsonl'),
    `${JSON.stringify({ id: 'one', text: OTHER })}\n${JSON.stringify({ id: 'two', text: ORIGINAL })}\n`,
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

function text(value: string, id?: string) {
  return { id, text: value };
}

/** The kinds of the parts of each passage. */
function partKinds(passages: Comparison['passages']) {
  return passages.map(({ parts }) => parts.map(({ kind }) => kind));
}

describe('compare', () => {
  it('says what it expects if it is given something else', async () => {
    const document = { text: 'One two three.' };
    for (const given of [null, undefined, 5, {}, { text: 5 }, { path: 'a.txt' }]) {
      const input = given as unknown as typeof document;
      await expect(compare(input, document)).rejects.toThrow('Expected text to have a text that is a string');
      await expect(compare(document, input)).rejects.toThrow(
        'Expected source 1 to have a text that is a string',
      );
    }
  });

  it('gives the passage of A that is in B, with offsets on both sides', async () => {
    const { passages, similarity, sources } = await compare(
      text(`${OTHER} ${ORIGINAL}`),
      text(ORIGINAL),
      ENGLISH,
    );
    expect(passages).toHaveLength(1);
    const [{ a, b, kind, score, best }] = passages;
    expect(`${OTHER} ${ORIGINAL}`.slice(a.start, a.end)).toBe(ORIGINAL);
    expect([b.start, b.end]).toEqual([0, ORIGINAL.length]);
    expect({ kind, score, best }).toEqual({ kind: 'identical', score: 1, best: true });
    expect([a.sentence, a.sentences, b.sentence, b.sentences]).toEqual([3, 4, 0, 4]);
    expect(a.words).toBe(sources[0].words);
    expect(similarity).toBeCloseTo(a.words / (a.words + 29), 10);
    expect(sources[0].similarity).toEqual({ a: similarity, b: 1 });
  });

  it('the similarity is 1 for a text and itself, and 0 for texts that have nothing in common', async () => {
    expect((await compare(text(ORIGINAL), text(ORIGINAL), ENGLISH)).similarity).toBe(1);
    const none = await compare(text(ORIGINAL), text(OTHER), ENGLISH);
    expect(none.similarity).toBe(0);
    expect(none.passages).toEqual([]);
  });

  it('takes the words of different regions for the same, as dedup does', async () => {
    const taiwan = '請用滑鼠點選檔案。每個使用者都可以開啟這個資料夾，列印裡面的檔案。';
    const mainland = '请用鼠标点击文件。每个用户都可以打开这个文件夹，打印里面的文件。';
    expect(await canonicalText(taiwan)).toBe(await canonicalText(mainland));
    const { passages, similarity, text: own } = await compare(text(taiwan), text(mainland));
    expect(passages.map(({ kind, a }) => [kind, taiwan.slice(a.start, a.end)])).toEqual([
      ['identical', taiwan],
    ]);
    expect(similarity).toBe(1);
    expect(own.words).toBe((await canonicalText(taiwan, { ngram: 1 })).split(' ').length);
  });

  it('keeps a short passage beside each place of a longer one that is repeated, and nowhere else', async () => {
    const long = 'An elderly man walked along the water and counted the gulls on the roofs.';
    const short = 'Nobody saw it happen there.';
    const noise = (name: string) =>
      [1, 2, 3, 4, 5, 6].map((n) => `Page ${name}${n} tells of something else ${name}${n}.`).join(' ');
    const source = [long, noise('x'), `${short} ${long}`, noise('y'), `${short} ${long}`, noise('z'), short];
    const { passages } = await compare(text(`${short} ${long}`), text(source.join(' ')), ENGLISH);
    expect(passages).toHaveLength(1);
    const places = passages[0].parts.map(({ b }) => [b.sentence, b.sentences]);
    const sentences = places.sort(([x], [y]) => x - y);
    expect(sentences).toEqual([
      [0, 1],
      [7, 2],
      [15, 2],
    ]);
  });

  it('finds an edited passage as one, with the share of words that are the same', async () => {
    const edited = ORIGINAL.replace('quiet', 'empty').replace('gently ', '').replace('counted', 'watched');
    const { passages } = await compare(text(`${OTHER} ${edited}`), text(ORIGINAL), ENGLISH);
    expect(passages).toHaveLength(1);
    expect(passages[0].kind).toBe('edited');
    expect(passages[0].a.end - passages[0].a.start).toBe(edited.length);
    expect(passages[0].score).toBeCloseTo(34 / 37, 1);
  });

  it('finds a text of fewer words than a passage if all of it is there', async () => {
    const { similarity, passages } = await compare(
      text('Nobody else was awake.'),
      text(`${OTHER} Nobody else was awake.`),
      ENGLISH,
    );
    expect(similarity).toBe(1);
    expect(passages).toHaveLength(1);
    expect((await compare(text('Cat'), text('Cat'), ENGLISH)).similarity).toBe(1);
    expect((await compare(text('Cat'), text('Dog'), ENGLISH)).similarity).toBe(0);
  });

  it('leaves out a sentence that was put between two copied ones', async () => {
    const parted = `${ORIGINAL} It rained. ${OTHER}`;
    const compared = await compare(text(parted), text(`${ORIGINAL} ${OTHER}`), ENGLISH);
    expect(compared.passages).toHaveLength(1);
    const [{ parts, a, kind, score }] = compared.passages;
    expect(parts.map((part) => parted.slice(part.a.start, part.a.end))).toEqual([ORIGINAL, OTHER]);
    expect(parts.map((part) => part.kind)).toEqual(['identical', 'identical']);
    // figures count the words of parts, not what is between them
    const shared = compared.text.words - 2;
    expect({ kind, score, words: a.words }).toEqual({ kind: 'edited', score: 1, words: shared });
    expect(compared.similarity).toBe(shared / compared.text.words);
  });

  it('takes sentences in another order for one passage, with the words of each exactly marked', async () => {
    const own = 'I have never been to the sea myself, and I do not plan to go there any time soon.';
    const turned = [...ORIGINAL.split(/(?<=\.) /)].reverse();
    const given = `${own} ${turned.join(' ')} ${own}`;
    const { passages } = await compare(text(given), text(`${OTHER} ${ORIGINAL} ${OTHER}`), ENGLISH);
    expect(passages.map(({ a, kind }) => [given.slice(a.start, a.end), kind])).toEqual([
      [turned.join(' '), 'edited'],
    ]);
    const [{ b, score, parts }] = passages;
    expect([b.start, b.end]).toEqual([OTHER.length + 1, OTHER.length + 1 + ORIGINAL.length]);
    expect(score).toBe(1);
    expect(parts.map(({ a }) => given.slice(a.start, a.end))).toEqual(turned);
  });

  it('finds a sentence that the source repeats beside its neighbor, and the other places as parts of the same passage', async () => {
    const form = 'The fee is due on the first day of each month without any further notice.';
    const entries = [
      [
        'A painter from Odesa rents both of the bright rooms below the roof since early March.',
        'She keeps all her old canvases up in the attic, although rain comes in every single spring.',
      ],
      [
        'Two students share a cheap flat down beside that noisy boiler with a friendly cat.',
        'They asked the landlord twice for warmer blankets but never got an answer to their letters.',
      ],
      [
        'The baker on the ground floor always sleeps until noon, because he works at night.',
        'His ovens heat half of our staircase while everyone else still lies in bed until morning.',
      ],
      [
        'Our doctor moved into the quiet corner last autumn, together with two very loud parrots.',
        'Patients often ring at his door late in the evening, when he wants to have supper.',
      ],
    ];
    const source = entries.map(([first, last]) => `${first} ${form} ${last}`).join('\n\n');
    const [first, last] = entries[2];
    const { passages, sources } = await compare(text(`${last} ${form} ${first}`), text(source), ENGLISH);
    expect(passages).toHaveLength(1);
    const [{ b, parts }] = passages;
    expect(source.slice(b.start, b.end)).toBe(`${first} ${form} ${last}`);
    // every place of the repeated sentence still counts for the source
    expect(parts.map(({ again }) => again === true)).toEqual([false, false, false, true, true, true]);
    expect(sources[0].similarity.b).toBeCloseTo((4 * 15 + 15 + 16) / sources[0].words, 10);
  });

  it('tells what was copied word by word from what was edited beside it', async () => {
    const long = `${OTHER} ${ORIGINAL}`;
    const edited = long.replace('rocked gently', 'lay quietly');
    const { passages } = await compare(text(edited), text(long), ENGLISH);
    expect(passages).toHaveLength(1);
    const [{ parts }] = passages;
    expect(parts.map(({ kind, a }) => [kind, edited.slice(a.start, a.start + 12)])).toEqual([
      ['identical', 'Our committe'],
      ['edited', 'Fishing boat'],
      ['identical', 'An elderly m'],
    ]);
    expect(parts.map(({ b }) => long.slice(b.start, b.start + 12))).toEqual([
      'Our committe',
      'Fishing boat',
      'An elderly m',
    ]);
  });

  it('leaves out a sentence that is in A only, between two that were copied', async () => {
    const [first, second] = [OTHER, ORIGINAL];
    const own = 'One page is blank.';
    const { passages } = await compare(
      text(`${first} ${own} ${second}`),
      text(`${first} ${second}`),
      ENGLISH,
    );
    expect(partKinds(passages)).toEqual([['identical', 'identical']]);
    for (const { score } of passages[0].parts) expect(score).toBe(1);
  });

  it('calls it synonyms if words were exchanged for others of the same meaning', async () => {
    const reworded = ORIGINAL.replace('quiet', 'calm').replace('old', 'ancient').replace('boats', 'ships');
    const { passages } = await compare(text(reworded), text(ORIGINAL), ENGLISH);
    expect(passages.map(({ kind }) => kind)).toEqual(['synonyms']);
    expect(partKinds(passages)).toEqual([['synonyms', 'identical']]);
    const without = await compare(text(reworded), text(ORIGINAL), { ...ENGLISH, thesaurus: 'none' });
    expect(partKinds(without.passages)).toEqual([['edited', 'identical']]);
  });

  it('finds sentences in any order, and sentences that were cut in two or joined', async () => {
    const sentences = ORIGINAL.split(/(?<=\.) /);
    const turned = [...sentences].reverse().join(' ');
    expect((await compare(text(turned), text(ORIGINAL), ENGLISH)).similarity).toBe(1);
    const cut = ORIGINAL.replace(' and counted', '. Then counted').replace(
      'sunrise. Fishing',
      'sunrise, fishing',
    );
    const { passages, similarity } = await compare(text(cut), text(ORIGINAL), ENGLISH);
    expect(similarity).toBe(1);
    expect(partKinds(passages)).toEqual([['identical', 'edited']]);
  });

  it('counts each word of A once, and says which source is best', async () => {
    const part = ORIGINAL.split(/(?<=\.) /)
      .slice(1, 3)
      .join(' ');
    const { passages, similarity, sources } = await compare(
      text(ORIGINAL, 'a'),
      [text(`${OTHER} ${part}`, 'part'), text(ORIGINAL, 'all'), text(OTHER, 'none')],
      ENGLISH,
    );
    expect(sources.map(({ id }) => id)).toEqual(['all', 'part', 'none']);
    expect(similarity).toBe(1);
    expect(passages.map(({ source, best }) => [source, best])).toEqual([
      [0, true],
      [1, false],
    ]);
  });

  it('gives the same for scalar and wasm, one thread and two', async () => {
    const [first, ...others] = await Promise.all(
      [
        { engine: 'wasm', threads: 1 },
        { engine: 'wasm', threads: 2 },
        { engine: 'scalar', threads: 1 },
      ].map((way) =>
        compare(join(folder, 'a.txt'), join(folder, 'b.txt'), { ...ENGLISH, ...way } as typeof ENGLISH),
      ),
    );
    for (const other of others) expect({ ...other, engine: '' }).toEqual({ ...first, engine: '' });
  });

  it('reads files, and one document of a file that has several', async () => {
    const { text: a, sources } = await compare(
      join(folder, 'a.txt'),
      `${join(folder, 'many.jsonl')}#two`,
      ENGLISH,
    );
    expect(a.id).toBe(join(folder, 'a.txt'));
    expect(sources[0].id).toBe('two');
    expect(sources[0].similarity.b).toBe(1);
  });

  it('says what to do if a file has several documents, or not the one that is named', async () => {
    const many = join(folder, 'many.jsonl');
    await expect(compare(join(folder, 'a.txt'), many, ENGLISH)).rejects.toMatchObject({
      code: 'SEVERAL_DOCUMENTS',
      advice: expect.stringContaining(`for example \`${many}#one\``),
    });
    await expect(compare(join(folder, 'a.txt'), `${many}#three`, ENGLISH)).rejects.toThrow(
      'there is no document with the id `three`',
    );
  });

  it('takes the name that the advice gives, of a folder and of documents without ids', async () => {
    const bare = join(folder, 'bare.jsonl');
    writeFileSync(bare, [OTHER, ORIGINAL].map((each) => `${JSON.stringify({ text: each })}\n`).join(''));
    for (const path of [folder, bare]) {
      const error: NeardupError = await compare(text(ORIGINAL), path, ENGLISH).then(
        () => expect.fail('several documents were taken for one'),
        (reason) => reason,
      );
      const [, named] = /for example `(.*?)`/.exec(error.advice ?? '')!;
      const { sources } = await compare(text(ORIGINAL), named, ENGLISH);
      expect(`${path}#${sources[0].id}`).toBe(named);
    }
  });

  it('continues without a source that cannot be read, and reports it', async () => {
    const reasons: string[] = [];
    const { sources } = await compare(
      join(folder, 'a.txt'),
      [`${join(folder, 'many.jsonl')}#three`, join(folder, 'b.txt')],
      { ...ENGLISH, onProblem: ({ reason }) => reasons.push(reason) },
    );
    expect(sources).toHaveLength(1);
    expect(reasons).toHaveLength(1);
  });

  it('refuses a text beyond the limit, with the limit and what to do', async () => {
    await expect(compare(text(ORIGINAL), text(OTHER), { ...ENGLISH, maxText: 100 })).rejects.toThrow(
      `text: the text has ${ORIGINAL.length} characters, 100 are compared at most.`,
    );
  });

  it('takes an empty text for what it is', async () => {
    const { similarity, passages } = await compare(text(''), text(ORIGINAL), ENGLISH);
    expect({ similarity, passages }).toEqual({ similarity: 0, passages: [] });
  });

  it('says which option is out of range', async () => {
    const run = (options: object) => compare(text('a'), text('b'), { ...ENGLISH, ...options });
    await expect(run({ similarWeight: 1 })).rejects.toThrow('Expected `similarWeight`');
    await expect(run({ similarWeight: 0.7, rightWeight: 0.6 })).rejects.toThrow('Expected `rightWeight`');
    await expect(run({ minWords: 0 })).rejects.toThrow('Expected `minWords`');
    await expect(run({ thesaurus: '/nowhere' })).rejects.toMatchObject({ code: 'BAD_THESAURUS' });
    await expect(compare(text('a'), [], ENGLISH)).rejects.toMatchObject({ code: 'NO_INPUT' });
  });
});

describe('the field for ids of compared files', () => {
  it('the id field may be missing in one of two files, and is refused if it is missing in both', async () => {
    const named = join(folder, 'named.jsonl');
    const bare = join(folder, 'without-ids.jsonl');
    writeFileSync(named, `${JSON.stringify({ url: 'https://a.example', text: ORIGINAL })}\n`);
    writeFileSync(bare, `${JSON.stringify({ text: ORIGINAL })}\n`);
    for (const [a, b] of [
      [named, bare],
      [bare, named],
    ]) {
      const { sources } = await compare(a, b, { ...ENGLISH, idField: 'url' });
      expect(sources[0].similarity.a).toBe(1);
    }
    await expect(compare(bare, named, { ...ENGLISH, idField: 'uri' })).rejects.toMatchObject({
      code: 'BAD_OPTION',
      option: 'idField',
    });
  });
});
