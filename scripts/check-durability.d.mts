type Counts = Readonly<Record<string, number>>;

export const checks: Readonly<
  Record<'power' | 'faults' | 'flips' | 'cuts' | 'kill', (count?: number) => Promise<Counts>> & {
    figures(): Promise<unknown>;
  }
>;
