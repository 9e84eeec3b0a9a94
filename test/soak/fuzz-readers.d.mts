import type { Seed } from '../../src/read/seeds.cases.ts';

export interface MutantFailure {
  number: number;
  name: string;
  reason: string;
}

export interface ReadMutants {
  mutants: number;
  documents: number;
  /** Seconds that the slowest took. */
  slowest: number;
  /** How often each kind of message was told. */
  messages: Record<string, number>;
  failures: MutantFailure[];
}

export function readMutants(options: {
  seeds: readonly Seed[];
  seed: number;
  from?: number;
  mutants: number;
  onMutant?: (number: number) => void;
}): Promise<ReadMutants>;
