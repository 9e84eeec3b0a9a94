import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ownFile } from '../../platform/own-files.ts';
import { unshared } from './unshared.ts';

it('kernels work on a memory that is not shared after one byte is changed', async () => {
  const kernels = readFileSync(ownFile('#kernels.wasm'));
  const changed = unshared(kernels);
  expect(changed.filter((byte, i) => byte !== kernels[i])).toHaveLength(1);
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 65_536 });
  const { instance } = await WebAssembly.instantiate(changed, { env: { memory } });
  expect(instance.exports).toHaveProperty('canonicalize');
  expect(() => unshared(changed)).toThrow('expected the import of a shared memory');
});
