import type { Disk } from '../../../src/collection/store/disk.ts';

export interface SimDisk extends Disk {
  /** Called before and after every step that changes something, with its name. */
  onStep: ((where: string) => Promise<void> | void) | undefined;
  /** One of the states in which the disk may be found after the power went. */
  crash(): SimDisk;
  /** The same disk as the next process finds it. */
  copy(): SimDisk;
}

export const SimDisk: new (random: () => number) => SimDisk;

export function randomNumbers(seed: number): () => number;
