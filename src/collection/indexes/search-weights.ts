/** The statistics by which signatures of a collection are weighed: in memory, and in a file that the manifest names. */

import { NeardupError } from '../../errors.ts';
import { TERM_SLOTS, TermStatistics } from '../../fingerprint/index.ts';
import type { CollectionFolder } from '../store/folder.ts';

/** The manifest's entry for the weights. */
export interface WeightsState {
  readonly file: string;
  readonly documents: number;
  /** The commit whose documents were weighed, if nothing was left out. */
  readonly commit?: number;
}

/** Signatures can be compared if they were weighed by the same statistics: those of one epoch. */
export class SearchWeights {
  private current: TermStatistics | undefined;
  /** Names the epoch by its statistics. */
  name = '';
  /** The commit whose documents the statistics are of, if that is known. */
  commit: number | undefined;
  private saved: WeightsState | undefined;

  /** The statistics of now; undefined as long as there are no documents. */
  get statistics(): TermStatistics | undefined {
    return this.current;
  }

  /** Begins a new epoch. False if it is the one that there is. */
  begin(statistics: TermStatistics): boolean {
    const name = nameOf(statistics);
    if (name === this.name) return false;
    this.current = statistics;
    this.name = name;
    this.commit = undefined;
    this.saved = undefined;
    return true;
  }

  /** Reads the weights that the manifest names. If that fails, the next search or the next file begins a new epoch. */
  load(folder: CollectionFolder, state: WeightsState | undefined): void {
    if (state === undefined) return;
    try {
      const file = folder.openDerived(state.file);
      try {
        this.begin(statisticsOf(file.get('terms'), state.documents));
        this.saved = state;
        this.commit = state.commit;
      } finally {
        file.close();
      }
    } catch (error) {
      if (!(error instanceof NeardupError && error.code === 'BAD_COLLECTION')) throw error;
    }
  }

  /** Writes the statistics if they are in no file yet. */
  async save(folder: CollectionFolder): Promise<WeightsState | undefined> {
    const { current } = this;
    if (current === undefined) return undefined;
    if (this.saved !== undefined) {
      this.saved = { ...this.saved, commit: this.commit };
      return this.saved;
    }
    const file = folder.newDerivedName('weights');
    await folder.writeDerived(file, [{ name: 'terms', bytes: packStatistics(current) }]);
    this.saved = { file, documents: current.documents, commit: this.commit };
    return this.saved;
  }
}

/** FNV-1a of the counts. */
function nameOf({ counts, documents }: TermStatistics): string {
  let hash = 0x811c9dc5;
  for (let slot = 0; slot < counts.length; slot++) hash = Math.imul(hash ^ counts[slot], 0x01000193);
  return `${documents}-${(hash >>> 0).toString(16)}`;
}

/** The bytes of a file: pairs of place and count for the places that have one, or all counts where that is shorter. */
function packStatistics({ counts }: TermStatistics): Uint8Array {
  const pairs: number[] = [];
  for (let slot = 0; slot < TERM_SLOTS; slot++) if (counts[slot] > 0) pairs.push(slot, counts[slot]);
  const shorter = pairs.length < TERM_SLOTS ? Uint32Array.from(pairs) : counts;
  return new Uint8Array(shorter.buffer, shorter.byteOffset, shorter.byteLength);
}

function statisticsOf(bytes: Uint8Array, documents: number): TermStatistics {
  const values = new Uint32Array(bytes.buffer, 0, bytes.length / 4);
  if (values.length === TERM_SLOTS) return new TermStatistics(values, documents);
  const counts = new Uint32Array(TERM_SLOTS);
  for (let i = 0; i < values.length; i += 2) counts[values[i]] = values[i + 1];
  return new TermStatistics(counts, documents);
}
