/** The options of the comparison as the shape of shingles that the kernels take. */
import { shingleShape } from '../engines.ts';
import type { VerifyOptions } from '../verify.ts';

export function verifyShape({
  shingle,
  unit,
  order,
}: Pick<VerifyOptions, 'shingle' | 'unit' | 'order'>): number {
  return shingleShape({ width: shingle, unit, order });
}
