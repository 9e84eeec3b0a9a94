/**
 * From the wanted quality to the settings of a search. Quality is recall@10: the share of the ten results that are no farther than the
 * true tenth. Lists measure it on the collection itself when they are built; for slice lists it was measured once (docs/search.md).
 */
import { badOption } from '../../errors.ts';
import type { SearchSettings, SignatureIndex } from '../../nearest.ts';
import { recallAt } from './metrics.ts';

export const DEFAULT_QUALITY = 0.95;
export const LEAST_QUALITY = 0.7;
/** Results that a neighborhood of slices is measured with; more results need more candidates. */
const MEASURED_K = 30;
/** Recall is measured with this many signatures of the collection, for the ten others that are nearest to each. */
const MEASURED_QUERIES = 256;
/** A mean recall from which on more lists are not tried: comparing all signatures takes little longer. */
const ENOUGH = 0.995;
const MEASURED_POSITIONS = 10;

/** The recall that looking into `probes` lists reaches, in ten-thousandths, less the standard error with which it was measured. */
export interface RecallStep {
  readonly probes: number;
  readonly reached: number;
}

/** Paper B's neighborhoods, by the recall that they reach on a million. */
const SLICE_STEPS: readonly (readonly [quality: number, expand: number])[] = [
  [0.81, 3],
  [0.91, 4],
];

/** The neighborhood to visit; undefined if all signatures must be compared. */
export function sliceEffort(k: number, settings: SearchSettings) {
  const quality = checkedQuality(settings.quality);
  const expand = settings.expand ?? SLICE_STEPS.find(([reached]) => reached >= quality)?.[1];
  if (expand === undefined) return undefined;
  return {
    expand,
    cutoff: settings.cutoff ?? expand,
    candidates: settings.candidates ?? Math.max(k, MEASURED_K),
  };
}

/** The lists to look into for a quality; undefined if all signatures must be compared. */
export function probesFor(steps: readonly RecallStep[], quality?: number): number | undefined {
  const wanted = checkedQuality(quality);
  if (wanted === 1) return undefined;
  return steps.find(({ reached }) => reached >= 10_000 * wanted)?.probes;
}

/** The recall with ever more lists, until it is complete or half of the lists are used. A signature does not count as its own neighbor. */
export async function measureRecall(index: SignatureIndex, lists: number): Promise<RecallStep[]> {
  const { store } = index;
  const count = Math.min(MEASURED_QUERIES, store.size);
  const queries = new Uint8Array(count * store.bytes);
  for (let i = 0; i < count; i++) {
    queries.set(store.get(Math.floor(((i + 0.5) * store.size) / count)), i * store.bytes);
  }
  const find = async (settings: SearchSettings) =>
    (await index.nearestAll(queries, MEASURED_POSITIONS + 1, settings)).map((found) =>
      found.slice(1).map(({ distance }) => distance),
    );
  const truth = await find({ quality: 1 });
  const steps: RecallStep[] = [];
  for (let probes = 1; probes <= lists / 2; probes = Math.max(probes + 1, Math.round(probes * Math.SQRT2))) {
    const found = await find({ listProbes: probes });
    const shares = found.map((distances, q) => recallAt(truth[q], distances, MEASURED_POSITIONS));
    const { mean, error } = estimate(shares);
    const reached = Math.floor(10_000 * Math.max(0, mean - error));
    // no more lists may ever reach less
    if (reached > (steps.at(-1)?.reached ?? -1)) steps.push({ probes, reached });
    if (mean >= ENOUGH) break;
  }
  return steps;
}

/** The mean, and its standard error: how far it is from the mean of all queries there could be, two times of three. */
function estimate(values: readonly number[]): { mean: number; error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, error: Math.sqrt(variance / values.length) };
}

function checkedQuality(quality = DEFAULT_QUALITY): number {
  if (typeof quality === 'number' && quality >= LEAST_QUALITY && quality <= 1) return quality;
  throw badOption('quality', `a number from ${LEAST_QUALITY} to 1`, quality);
}
