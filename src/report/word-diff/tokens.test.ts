import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UNSPACED_LETTER } from '../../unspaced.ts';
import { tokensOf } from './tokens.ts';

const TOKEN = new RegExp(
  `(?:^\\s+)?(?:${UNSPACED_LETTER}\\p{M}*|(?:(?!${UNSPACED_LETTER})[\\p{L}\\p{M}\\p{N}'’ʼ])+|[^\\s]|$)\\s*`,
  'gu',
);

it('tokens are what one regular expression finds', () => {
  const character = fc.oneof(
    fc.constantFrom(..." \n\t\u00a0\u3000a_b7'’ʼї中々กำ๑Ⅻ\u0301\ud83d—“."),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(character), (characters) => {
      const text = characters.join('');
      expect(tokensOf(text)).toEqual((text.match(TOKEN) ?? []).filter((token) => token !== ''));
    }),
    { numRuns: 300 },
  );
});
