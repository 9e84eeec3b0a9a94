/**
 * From the wanted quality to the settings of a search. The numbers are measured (docs/search.md): the CDR@10 that each step
 * names was reached on a million topical documents and on real text.
 */
import { badOption } from '../../errors.ts';
import type { SearchSettings } from '../../nearest.ts';

export const DEFAULT_QUALITY = 0.99;
/** Lists of the collection for which `CLUSTER_STEPS` were measured: a million signatures. */
const MEASURED_LISTS = 3906;
/** How the number of lists to look into grows with the number of lists. */
const GROWTH = 0.2;
/** Results for which they were measured; more results need more candidates. */
const MEASURED_K = 30;

interface Step {
  readonly quality: number;
  /** Lists to look into; Infinity: all. */
  readonly lists: number;
  readonly candidates: number;
}

const CLUSTER_STEPS: readonly Step[] = [
  { quality: 0.9, lists: 12, candidates: 150 },
  { quality: 0.95, lists: 38, candidates: 200 },
  { quality: 0.967, lists: 72, candidates: 250 },
  { quality: 0.98, lists: 136, candidates: 300 },
  { quality: 0.99, lists: 320, candidates: 1000 },
  { quality: 0.993, lists: 600, candidates: 1600 },
  { quality: 0.996, lists: 1300, candidates: 3500 },
  { quality: 0.999, lists: Number.POSITIVE_INFINITY, candidates: 8000 },
];

const SKETCH_STEPS: readonly (readonly [quality: number, candidates: number])[] = [
  [0.98, 100],
  [0.985, 200],
  [0.99, 400],
  [0.993, 800],
  [0.996, 2000],
  [0.999, 8000],
];

/** Paper B's neighborhoods, by what they reach on a million. */
const SLICE_STEPS: readonly (readonly [quality: number, expand: number])[] = [
  [0.9, 1],
  [0.967, 2],
  [0.989, 3],
  [1, 4],
];

export function sliceEffort(k: number, settings: SearchSettings) {
  const quality = checkedQuality(settings.quality);
  const expand = settings.expand ?? SLICE_STEPS.find(([reached]) => reached >= quality)![1];
  return {
    expand,
    cutoff: settings.cutoff ?? expand,
    candidates: settings.candidates ?? Math.max(k, MEASURED_K),
  };
}

/** How many candidates are compared in full when all sketches are. */
export function sketchEffort(k: number, settings: SearchSettings): number {
  if (settings.candidates !== undefined) return settings.candidates;
  const quality = checkedQuality(settings.quality);
  const [, candidates] = SKETCH_STEPS.find(([reached]) => reached >= quality) ?? SKETCH_STEPS.at(-1)!;
  return forK(candidates, k);
}

/** Into how many lists of how many groups to look. Larger collections need more lists, but a smaller share of them. */
export function clusterEffort(lists: number, groups: number, k: number, settings: SearchSettings) {
  const quality = checkedQuality(settings.quality);
  const step = CLUSTER_STEPS.find(({ quality: reached }) => reached >= quality) ?? CLUSTER_STEPS.at(-1)!;
  const wanted = Math.ceil(step.lists * (lists / MEASURED_LISTS) ** GROWTH);
  const listProbes = Math.min(lists, settings.listProbes ?? Math.max(8, wanted));
  // sixteen times the share: near lists are spread over many groups
  const share = Math.min(1, (16 * listProbes) / Math.max(1, lists));
  return {
    listProbes,
    groupProbes: settings.groupProbes ?? Math.min(groups, 4 + Math.ceil(groups * share)),
    candidates: settings.candidates ?? forK(step.candidates, k),
  };
}

function forK(candidates: number, k: number): number {
  return Math.ceil(candidates * Math.max(1, k / MEASURED_K));
}

function checkedQuality(quality = DEFAULT_QUALITY): number {
  if (typeof quality === 'number' && quality >= 0.9 && quality <= 1) return quality;
  throw badOption('quality', 'a number from 0.9 to 1', quality);
}
