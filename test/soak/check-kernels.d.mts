export interface CheckedBatches {
  batches: number;
  bytes: number;
  fused: number;
  unsettled: number;
}

export function checkKernels(options: {
  batches: number;
  seed: number;
  progress?: (sums: CheckedBatches) => void;
}): Promise<CheckedBatches>;
