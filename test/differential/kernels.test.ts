import { expect, it } from 'vitest';
import { checkKernels } from '../soak/check-kernels.mjs';

it('gives the same bits by the fused kernel, by two kernels and by their plain twins, whatever came before', async () => {
  const { fused } = await checkKernels({ batches: 600, seed: 5 });
  expect(fused).toBeGreaterThan(200);
});
