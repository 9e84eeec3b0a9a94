export interface CheckedBatches {
  batches: number;
  bytes: number;
  settled: number;
}

export function checkKernels(options: {
  batches: number;
  seed: number;
  progress?: (sums: CheckedBatches) => void;
}): Promise<CheckedBatches>;
