import { expect, test } from 'vitest';
import { AskTogether } from './ask-together.ts';

/** Answers with the question and its settings; `bad` fails whatever is asked beside it. */
function asked(parallel = 1) {
  const groups: string[][] = [];
  const together = new AskTogether<string, { readonly k?: number }, string>(async (questions, { k }) => {
    groups.push([...questions]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (questions.includes('bad')) throw new Error('bad');
    return questions.map((question) => `${question} ${k}`);
  }, parallel);
  return { together, groups };
}

test('those who ask at the same time are answered together, each with its own answer', async () => {
  const { together, groups } = asked();
  const answers = ['a', 'b', 'c'].map((question) => together.ask(question, { k: 1 }, 1));
  expect(await Promise.all(answers)).toEqual(['a 1', 'b 1', 'c 1']);
  expect(groups).toEqual([['a', 'b', 'c']]);
});

test('only questions with the same settings share a group, and nobody is passed over', async () => {
  const { together, groups } = asked();
  const answers = [1, 2, 1, 2].map((k, i) => together.ask(String(i), { k }, 1));
  expect(await Promise.all(answers)).toEqual(['0 1', '1 2', '2 1', '3 2']);
  expect(groups).toEqual([
    ['0', '2'],
    ['1', '3'],
  ]);
});

test('a question that cannot be answered fails alone', async () => {
  const { together } = asked();
  const answers = ['a', 'bad', 'c'].map((question) => together.ask(question, {}, 1));
  const settled = await Promise.allSettled(answers);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('large questions, and more than 64, are answered in several groups', async () => {
  const { together, groups } = asked(2);
  const sizes = [...Array<number>(100).fill(1), 1 << 20, 1 << 20];
  await Promise.all(sizes.map((size, i) => together.ask(String(i), {}, size)));
  expect(groups.map(({ length }) => length)).toEqual([64, 36, 1, 1]);
});
