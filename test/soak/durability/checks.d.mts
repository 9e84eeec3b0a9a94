type Check = (count?: number) => Promise<Readonly<Record<string, number>>>;

/** @param store `CollectionFolder`, `linesOf`, `repairFolder` and `openCollection` */
export function checksOf(store: object): Readonly<
  Record<'power' | 'faults' | 'flips' | 'cuts' | 'points', Check>
> & {
  kill(rounds?: number, points?: readonly string[]): Promise<Readonly<Record<string, number>>>;
  /** @param changes of each caller of a collection */
  strace(runs?: number, changes?: number): Promise<Readonly<Record<string, number>>>;
  figures(): Promise<unknown>;
};
