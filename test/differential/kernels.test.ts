import { expect, it } from 'vitest';
import { checkKernels } from '../soak/check-kernels.mjs';

it('the fused kernel, two kernels and their plain twins give the same bits, whatever came before', async () => {
  const { fused } = await checkKernels({ batches: 600, seed: 5 });
  expect(fused).toBeGreaterThan(200);
});
