import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeOptions } from '../option-rules.ts';
import { openInput, READ_RUN_RULES } from '../read/index.ts';
import { FIND_RULES, SourceIndex } from './sources.ts';

const READING = completeOptions(READ_RUN_RULES, {});

const vocabulary = Array.from({ length: 400 }, (_, i) => `w${(i * 7919).toString(36)}`);

/** Seeded sentences that share no run of words with each other. */
function sentence(seed: number, words: number): string {
  let state = seed + 1;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return vocabulary[(state >>> 8) % vocabulary.length];
  };
  const text = Array.from({ length: words }, next).join(' ');
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function article(seed: number, sentences = 12): string[] {
  return Array.from({ length: sentences }, (_, i) => sentence(1000 * seed + i, 9 + ((seed + i) % 12)));
}

const NOTICE = 'All rights reserved by the publisher and its partners in every country of the world.';

const documents = Array.from({ length: 300 }, (_, i) => ({
  id: `d${i}`,
  text: `${article(i).join(' ')}\n\n${NOTICE}`,
}));
let index: SourceIndex;

beforeAll(async () => {
  index = await SourceIndex.build(documents, { threads: 1 });
});
afterAll(() => index.close());

const ids = async (text: string, options = {}) =>
  (await index.find(text, options)).candidates.map(({ id }) => id);

describe('SourceIndex', () => {
  it('finds the same if it was built for one text', async () => {
    const reordered = article(7)[3].replace('.', '').split(' ').reverse().join(' ');
    const text = `${article(3)[2]} ${article(4).slice(0, 4).join(' ')}\n\n${reordered}. ${NOTICE}`;
    const opened = await openInput(documents, READING);
    const own = await SourceIndex.buildFor({ text }, opened, { ...READING, threads: 1 });
    for (const limits of [{}, { boilerplate: 20 }, { minWords: 12, similar: 0.9 }])
      expect(await own.find(text, limits)).toEqual(await index.find(text, limits));
    expect((await own.find(text)).candidates.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['d3', 'd4', 'd7']),
    );
    await own.close();
  });

  it('leaves out documents that share nothing if it is built for one text', async () => {
    const text = `${article(3)[2]}\n\n${article(7)[3].replace('.', '').split(' ').reverse().join(' ')}.`;
    const own = await SourceIndex.buildFor({ text }, await openInput(documents, READING), {
      ...READING,
      threads: 1,
    });
    expect(own.size.anchors).toBeLessThan(index.size.anchors / 20);
    expect(own.documents).toBe(300);
    const { candidates } = await own.find(text);
    expect(candidates.map(({ id, document }) => [id, document])).toEqual([
      ['d7', 7],
      ['d3', 3],
    ]);
    expect(own.id(7)).toBe('d7');
    expect(own.text(7)).toBe(documents[7].text);
    await own.close();
  });

  it('finds every document that shares eight words in a row, wherever they are in a sentence', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 299 }),
        fc.integer({ min: 0, max: 11 }),
        fc.nat(),
        fc.nat(20),
        async (document, number, cut, before) => {
          const words = article(document)[number].replace('.', '').split(' ');
          const from = cut % (words.length - 7);
          const run = words.slice(from, from + 8).join(' ');
          const text = `${'unheard '.repeat(before)}${run} unknown ending of it`;
          expect(await ids(text)).toContain(`d${document}`);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('finds every document that shares eight words in a row, even if words repeat all the time', async () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 40 });
    const texts = fc.sample(text, { numRuns: 200, seed: 5 }).map((words) => words.join(' '));
    const own = await SourceIndex.build(
      texts.map((words, i) => ({ id: `${i}`, text: words })),
      { threads: 1 },
    );
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        const found = new Set((await own.find(query.join(' '))).candidates.map(({ id }) => id));
        const runs = query.slice(7).map((_, i) => ` ${query.slice(i, i + 8).join(' ')} `);
        const sharing = texts.flatMap((words, i) =>
          runs.some((run) => ` ${words} `.includes(run)) ? [`${i}`] : [],
        );
        expect(sharing.filter((id) => !found.has(id))).toEqual([]);
      }),
    );
    await own.close();
  });

  it('ranks the document that has most of the text first, and says which sentences are shared', async () => {
    const [a, b] = [article(5), article(9)];
    const text = ['Nothing of this stands there.', a[0], a[1], a[2], 'Nor does this one.', b[4]].join(' ');
    const { candidates, words } = await index.find(text);
    expect(candidates.map(({ id }) => id)).toEqual(['d5', 'd9']);
    expect(candidates[0].share).toBe(candidates[0].words / words);
    expect(candidates[0].parts).toMatchObject([
      { a: { sentence: 1, sentences: 3 }, b: { sentence: 0, sentences: 3 }, kind: 'words', score: 1 },
    ]);
    const { a: own, b: theirs } = candidates[1].parts[0];
    expect(text.slice(own.start, own.end)).toBe(b[4]);
    expect(index.text(candidates[1].document).slice(theirs.start, theirs.end)).toBe(b[4]);
  });

  it('finds sentences with a word replaced, and with all words in another order', async () => {
    const words = article(77)[3].replace('.', '').split(' ');
    const edited = words.map((word, i) => (i === 5 ? 'replaced' : word)).join(' ');
    expect(await ids(`Before it. ${edited}. After it.`)).toEqual(['d77']);
    const [first, ...rest] = words.map((word) => word.toLowerCase()).reverse();
    expect(
      await ids(`Before it. ${first[0].toUpperCase()}${first.slice(1)} ${rest.join(' ')}. After it.`),
    ).toEqual(['d77']);
  });

  it('reports sentences that are in many documents as boilerplate and names no source for it', async () => {
    const text = `${article(3)[0]} ${NOTICE}`;
    const { candidates, boilerplate } = await index.find(text, { boilerplate: 100 });
    expect(candidates.map(({ id }) => id)).toEqual(['d3']);
    expect(boilerplate).toMatchObject([{ sentence: 1, start: text.indexOf(NOTICE) }]);
    expect(boilerplate[0].places).toBeGreaterThan(100);
    expect((await index.find(NOTICE)).candidates).toHaveLength(300);
  });

  it('answers nothing for a text without words or with nothing in common', async () => {
    for (const text of [
      '',
      '…!',
      'Ok.',
      'None of these words were ever seen before in that collection of texts.',
    ])
      expect(await index.find(text)).toMatchObject({ candidates: [], boilerplate: [] });
  });

  it('gives the same candidates with one thread, with two, and with the scalar engine', async () => {
    const texts = documents.slice(0, 60);
    const query = texts.map(({ text }) => text.slice(40, 200)).join('\n\n');
    const answers = [];
    for (const options of [{ threads: 2 }, { threads: 1 }, { threads: 1, engine: 'scalar' as const }]) {
      const other = await SourceIndex.build(texts, options);
      answers.push(await other.find(query));
      await other.close();
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0].candidates.length).toBe(60);
  });

  it('works in Ukrainian and Chinese, where a word is two characters', async () => {
    const own = await SourceIndex.build([
      {
        id: 'uk',
        text: 'Восени річка розлилася так широко, що до млина вже не можна було доїхати возом. Люди чекали.',
      },
      { id: 'zh', text: '春天来了，村里的孩子们都跑到河边去看刚刚开放的桃花。老人坐在门口晒太阳。' },
    ]);
    const found = async (text: string) => (await own.find(text)).candidates.map(({ id }) => id);
    expect(await found('Кажуть, річка розлилася так широко, що до млина вже не можна дійти.')).toEqual([
      'uk',
    ]);
    expect(await found('他写道：村里的孩子们都跑到河边去看热闹。')).toEqual(['zh']);
    await own.close();
  });

  it('refuses limits out of range', async () => {
    await expect(index.find('text', { minWords: 0 })).rejects.toThrow(
      'Expected `minWords` to be an integer of at least 1, got `0`.',
    );
    expect(FIND_RULES.minWords.default).toBe(8);
  });
});
