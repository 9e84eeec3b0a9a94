/**
 * From the wanted quality to the settings of a search. The numbers are measured (docs/search.md): CDR@10 on a million
 * topical documents and on real text; they are rounded so that both reach what is promised.
 */
import { badOption } from '../errors.ts';
import type { SearchSettings } from '../signature-indexes.ts';

export const DEFAULT_QUALITY = 0.99;

export function sliceEffort(k: number, settings: SearchSettings) {
  const expand = settings.expand ?? 2;
  return { expand, cutoff: settings.cutoff ?? expand, candidates: settings.candidates ?? k };
}

export function sketchEffort(_size: number, _k: number, settings: SearchSettings): number {
  return settings.candidates ?? 500;
}

export function clusterEffort(_size: number, _k: number, settings: SearchSettings) {
  return {
    groupProbes: settings.groupProbes ?? 16,
    listProbes: settings.listProbes ?? 64,
    candidates: settings.candidates ?? 300,
  };
}

export function checkedQuality(quality = DEFAULT_QUALITY): number {
  if (typeof quality === 'number' && quality >= 0.9 && quality <= 1) return quality;
  throw badOption('quality', 'a number from 0.9 to 1', quality);
}
