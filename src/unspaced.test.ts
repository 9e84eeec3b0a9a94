import { expect, it } from 'vitest';
import { hasUnspaced } from './unspaced.ts';

it('a word with an apostrophe is of no script without spaces, and a letter of such a script is', () => {
  expect(['пʼять', 'rock ’n’ roll', '12', '。'].filter(hasUnspaced)).toEqual([]);
  expect(['中', 'あ', 'ก', 'ຂ', 'ក', 'မ', 'see 々'].filter((text) => !hasUnspaced(text))).toEqual([]);
});
