import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folderOf, pathIn } from './zip-paths.ts';

it('paths inside an archive are those that POSIX gives', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b.xml', '..', '.'), { minLength: 1, maxLength: 5 })
    .map((steps) => steps.join('/'));
  fc.assert(
    fc.property(path, path, (folder, name) => {
      expect(pathIn(folder, name) || '.').toBe(posix.join(folder, name));
      expect(folderOf(`${folder}/x`)).toBe(posix.dirname(`${folder}/x`));
    }),
  );
  expect(folderOf('x')).toBe('');
});
