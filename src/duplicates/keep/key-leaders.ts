/** Leaders by their keys and times (`uniqueBy`, `within`): a text follows one that has its key, whatever their words are. */
import type { LeadArguments } from './lead-job.ts';

/** The leaders with one key in one slot of time: the first, and those with the least and the greatest time. */
interface SlotLeaders {
  readonly first: number;
  earliest: number;
  latest: number;
}

export class KeyLeaders {
  private readonly slots = new Map<string, SlotLeaders>();

  constructor(private readonly job: Pick<LeadArguments, 'keys' | 'times' | 'window'>) {}

  add(text: number): void {
    const { keys, times } = this.job;
    if (keys === undefined || keys[text] === 0) return;
    const key = this.keyOf(text, 0);
    const slot = this.slots.get(key);
    if (slot === undefined) this.slots.set(key, { first: text, earliest: text, latest: text });
    else if (times !== undefined) {
      if (times[text] < times[slot.earliest]) slot.earliest = text;
      if (times[text] > times[slot.latest]) slot.latest = text;
    }
  }

  /** Leaders that have the key of a text, in a time near its own: if there are any, at least one. */
  of(text: number): readonly number[] {
    const { keys, times } = this.job;
    if (keys === undefined || keys[text] === 0) return [];
    // two in one slot are never further apart than the window
    const found = [this.slots.get(this.keyOf(text, 0))?.first];
    if (times !== undefined) {
      found.push(this.slots.get(this.keyOf(text, -1))?.latest, this.slots.get(this.keyOf(text, 1))?.earliest);
    }
    return found.filter((leader) => leader !== undefined && this.meets(text, leader)) as number[];
  }

  /** Whether the times of two texts are near enough. A text without a time has none near one with a time. */
  meets(a: number, b: number): boolean {
    const { times, window = 0 } = this.job;
    if (times === undefined) return true;
    const [isDated, isOtherDated] = [a, b].map((text) => !Number.isNaN(times[text]));
    return isDated && isOtherDated ? Math.abs(times[a] - times[b]) <= window : isDated === isOtherDated;
  }

  private keyOf(text: number, step: number): string {
    const { keys, times, window = 1 } = this.job;
    return times === undefined
      ? `${keys![text]}`
      : `${keys![text]} ${Math.floor(times[text] / window) + step}`;
  }
}
