/** Short texts: copies are found, and nothing that merely looks like one. */
import { describe, expect, test } from 'vitest';
import { dedup, type PairsOptions, pairs } from '../../src/index.ts';

const METHODS = ['auto', 'bands', 'exact', 'simhash'] as const;

/** Pairs of texts, as they are written. */
async function found(texts: readonly string[], options: PairsOptions): Promise<string[][]> {
  const input = texts.map((text, i) => ({ id: String(i), text }));
  const list = await pairs(input, { threads: 1, ...options }).toArray();
  return list.map(({ a, b }) => [texts[Number(a)], texts[Number(b)]]);
}

describe.each(METHODS)('short texts by %s', (method) => {
  test('copies meet, "cat" is not "dog"', async () => {
    const texts = [
      ...['cat', 'dog', 'Cat!', 'cat dog', 'the cat sat', 'The cat, sat', 'the dog sat'],
      ...['猫', '狗', '猫狗', '貓'],
    ];
    const input = texts.map((text, i) => ({ id: String(i), text }));
    const removed = await dedup(input, { method, threads: 1 }).toArray();
    expect(removed.map(({ id, keptId }) => [id, keptId])).toEqual([
      ['2', '0'],
      ['5', '4'],
      ['10', '7'],
    ]);
  });

  test('different words are never a pair, in any order of words, however many there are', async () => {
    const words = Array.from({ length: 400 }, (_, i) => `word${i}`);
    const letters = [...'abcdefghijklmnopqrstuvwxyzабвгґдеєжзиіїйклмнопрстуфхцчшщьюя天地人日月山水火木金土'];
    for (const order of ['classic', 'sorted', 'free'] as const) {
      expect(await found([...words, ...letters], { method, order })).toEqual([]);
    }
  });

  test('one more word or another one makes a different text of one to five words', async () => {
    const all = ['quick', 'brown', 'foxes', 'jump', 'fences'];
    const texts = all.flatMap((_, n) => {
      const words = all.slice(0, n + 1);
      return [words, ...words.map((_, i) => words.with(i, 'lazy'))].map((list) => list.join(' '));
    });
    const distinct = [...new Set(texts)];
    expect(await found(distinct, { method })).toEqual([]);
    // written in another way, it is the same text
    const loud = distinct.map((text) => `${text.toUpperCase()}!`);
    const pairsOfCopies = await found([...distinct, ...loud], { method });
    expect(pairsOfCopies).toEqual(distinct.map((text, i) => [text, loud[i]]));
  });
});

describe('one to twenty Chinese characters', () => {
  const CHARACTERS = [...'春天的早晨小鸟在窗外唱着欢快的歌曲迎接'];
  const texts = CHARACTERS.map((_, n) => CHARACTERS.slice(0, n + 1).join(''));

  test('a copy in the other script or with other punctuation is found', async () => {
    const input = ['開發軟體', '开发软体', '「猫」', '貓。'];
    expect(await found(input, {})).toEqual([
      ['開發軟體', '开发软体'],
      ['「猫」', '貓。'],
    ]);
  });

  test('another character makes another text of up to ten Chinese characters', async () => {
    for (const text of texts.slice(0, 10)) {
      const others = [...text].map((_, i) => [...text].with(i, '龙').join(''));
      expect(await found([text, ...others], {})).toEqual([]);
    }
  });

  test('texts that share no character are never a pair', async () => {
    expect(
      await found(
        CHARACTERS.filter((c, i) => CHARACTERS.indexOf(c) === i),
        {},
      ),
    ).toEqual([]);
  });
});
