/** Text that most documents share: found whatever is filled in, and told from copies. */
import { beforeAll, describe, expect, test } from 'vitest';
import { TextFolder } from '../canonicalize/index.ts';
import { Heap } from '../engines/index.ts';
import { loadKernels } from '../engines/load.ts';
import { commonTexts } from './common-text.ts';

let folder: TextFolder;
beforeAll(async () => {
  const heap = new Heap();
  folder = new TextFolder(heap, await loadKernels('scalar', heap));
});

const FORM = 'Answer all questions in complete sentences and write your name on every page.';

/** Words that no other text has. */
function own(seed: number, words = 60): string {
  return Array.from({ length: words }, (_, i) => `w${seed}x${i}`).join(' ');
}

const commonOf = (...texts: readonly string[]) =>
  commonTexts(
    texts.map((text, i) => ({ id: String(i), text, lang: 'en' })),
    folder,
  );
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('common text', () => {
  test('text that most documents share is found, and told as it is written', () => {
    const filled = numbers(8).map((i) => `${FORM} ${own(i)}`);
    expect(commonOf(...filled)).toEqual([{ text: FORM, documents: 8, words: 13 }]);
    expect(commonOf(...filled.slice(0, 5), ...numbers(4).map((i) => own(i + 20)))[0].documents).toBe(5);
  });

  test('text in half of the documents, or in fewer than five, is not common', () => {
    const filled = numbers(5).map((i) => `${FORM} ${own(i)}`);
    expect(commonOf(...filled, ...numbers(5).map((i) => own(i + 20)))).toEqual([]);
    expect(commonOf(...filled.slice(0, 4))).toEqual([]);
  });

  test('words that are filled in are left out of the text', () => {
    const form = (i: number) =>
      `I, ${own(i, 2)}, declare that this work is my own and that I have copied nothing. ${own(i + 50)}`;
    const [{ text, documents }] = commonOf(...numbers(6).map(form));
    expect([text, documents]).toEqual([
      'declare that this work is my own and that I have copied nothing.',
      6,
    ]);
  });

  test('a text that is all that most documents have is a copy, no form, and the cover of all is found beside it', () => {
    const copied = numbers(6).map((i) => `${FORM} ${own(99, 300)} ${own(i, 4)}`);
    const others = numbers(4).map((i) => `${FORM} ${own(i + 20, 300)}`);
    expect(commonOf(...copied, ...others).map(({ text }) => text)).toEqual([FORM]);
  });
});
