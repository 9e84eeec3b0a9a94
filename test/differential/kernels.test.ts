import { expect, it } from 'vitest';
import { checkKernels } from '../soak/check-kernels.mjs';

it('canonicalize and simhash give the same bits as their plain twins, whatever came before', async () => {
  const { settled } = await checkKernels({ batches: 600, seed: 5 });
  expect(settled).toBeGreaterThan(200);
});
