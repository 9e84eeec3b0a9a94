import { expect, test } from 'vitest';
import { keepPolicy, keepRule } from './policies.ts';

const NAMES = ['first', 'last', 'longest', 'shortest', 'newest', 'oldest', 'largest', 'max:date', 'min:a b'];

test('every policy that the rule allows is one, with files and without', () => {
  for (const hasFiles of [true, false]) {
    const { isAllowed, schema } = keepRule(hasFiles);
    for (const name of [...NAMES, '', 'max:', 'first ', 'max:a\nb', 'toString']) {
      expect([name, isAllowed(name)]).toEqual([name, new RegExp(schema!.pattern!).test(name)]);
      if (isAllowed(name)) expect([name, keepPolicy(name)]).not.toEqual([name, undefined]);
    }
  }
});

test('stored documents have no files: a policy about files is refused, and the others are named', () => {
  const { isAllowed, expected } = keepRule(false);
  expect(NAMES.filter((name) => !isAllowed(name))).toEqual(['newest', 'oldest', 'largest']);
  expect(expected).toBe('first, last, longest, shortest, max:FIELD or min:FIELD');
});
