import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Sha256 } from './digests.browser.ts';

it('SHA-256 for browsers gives what Node gives, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (chunks) => {
      const hash = new Sha256();
      for (const chunk of chunks) hash.update(chunk);
      expect(Buffer.from(hash.digest()).toString('hex')).toBe(
        createHash('sha256').update(Buffer.concat(chunks)).digest('hex'),
      );
    }),
    {
      examples: [[[new Uint8Array(55)]], [[new Uint8Array(56)]], [[new Uint8Array(64), new Uint8Array(64)]]],
    },
  );
});
