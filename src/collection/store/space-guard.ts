/** Keeps some space of the disk free, so that a full disk stops writing before it stops everything else. */
import { NeardupError } from '../../errors.ts';
import { option, wording } from '../../wording.ts';
import type { Disk } from './disk.ts';

const MIN_FREE = 2 ** 30;
/** Other programs write too: the disk is asked again after this time. */
const KNOWN_FOR_MS = 1000;

export class SpaceGuard {
  private readonly disk: Disk;
  private readonly folder: string;
  private readonly minFree: number | undefined;
  private left = 0;
  private asked = Number.NEGATIVE_INFINITY;

  constructor(disk: Disk, folder: string, minFree: number | undefined) {
    this.disk = disk;
    this.folder = folder;
    this.minFree = minFree;
  }

  /** Raises NO_SPACE if writing these bytes would leave too little. */
  async reserve(bytes: number): Promise<void> {
    const now = performance.now();
    if (this.left < bytes || now - this.asked > KNOWN_FOR_MS) {
      const { free, total } = await this.disk.space(this.folder);
      const min = this.minFree ?? Math.min(MIN_FREE, total / 20);
      if (free - min < bytes) throw noSpace(this.folder, free, min);
      this.left = free - min;
      this.asked = now;
    }
    this.left -= bytes;
  }
}

/** The error if the system says that the disk is full. Undefined for any other failure. */
export function spaceError(path: string, cause: unknown): NeardupError | undefined {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined;
  const what = code === 'ENOSPC' ? 'no space is left on the device' : 'the disk quota is used up';
  return new NeardupError('NO_SPACE', `Cannot write ${path}: ${what}.`, { cause });
}

function noSpace(folder: string, free: number, min: number): NeardupError {
  const mb = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en-US')} MB`;
  return new NeardupError(
    'NO_SPACE',
    `The disk of ${folder} has ${mb(free)} free, and ${mb(min)} must stay free.`,
    {
      advice: wording`Free some space, or lower ${option('minFree')}. Reading goes on, and writing does when there is space.`,
    },
  );
}
