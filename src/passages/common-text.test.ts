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
    const [{ documents, counts }] = commonOf(...filled.slice(0, 5), ...numbers(4).map((i) => own(i + 20)));
    expect([documents, counts]).toEqual([5, true]);
  });

  test('text in half of the documents, or in fewer than five, is not common', () => {
    const filled = numbers(5).map((i) => `${FORM} ${own(i)}`);
    expect(commonOf(...filled, ...numbers(5).map((i) => own(i + 20)))).toEqual([]);
    expect(commonOf(...filled.slice(0, 4))).toEqual([]);
  });

  test.each([
    [60, 60, undefined],
    [57, 60, undefined],
    [8, 8, undefined],
    [5, 8, true],
    [16, 30, true],
    [8, 9, true],
  ])(
    'text in %i of %i documents is left out if these are nine of ten, and counts otherwise',
    (have, all, counts) => {
      const texts = numbers(all).map((i) => `${own(i, 20)} ${i < have ? FORM : ''} ${own(i + 100, 20)}`);
      const [found] = commonOf(...texts);
      expect([found.documents, found.counts, found.ids?.length]).toEqual([
        have,
        counts,
        counts && Math.min(20, have),
      ]);
    },
  );

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
