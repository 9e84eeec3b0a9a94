/** How much a search by signatures has found, beside comparing everything: recall@k and CDR@k of paper B, over all queries of a run. */
import type { Neighbor, SignatureIndex } from '../../nearest.ts';
import { cumulativeDistanceRatio, recallAt } from './metrics.ts';

export class SearchMeasure {
  private queries = 0;
  private recall = 0;
  private cdr = 0;

  constructor(private readonly k: number) {}

  /** Takes the results of some queries; `signatures` are these queries, one after the other. */
  async add(
    index: Pick<SignatureIndex, 'nearestAll'>,
    signatures: Uint8Array,
    width: number,
    found: readonly (readonly Neighbor[])[],
  ): Promise<void> {
    if (found.length === 0) return;
    const truth = await index.nearestAll(signatures, this.k, { quality: 1 });
    const distances = (neighbors: readonly Neighbor[]) => neighbors.map(({ distance }) => distance);
    found.forEach((neighbors, q) => {
      const [all, own] = [distances(truth[q]), distances(neighbors)];
      this.recall += recallAt(all, own, this.k);
      this.cdr += cumulativeDistanceRatio(all, own, this.k, width / 2);
    });
    this.queries += found.length;
  }

  /** Means over the queries; none if no query was searched by its signature. */
  summary(): { measured: number; recall?: number; cdr?: number } {
    const { queries, recall, cdr } = this;
    const mean = (sum: number) => Math.round((1e4 * sum) / queries) / 1e4;
    return queries === 0 ? { measured: 0 } : { measured: queries, recall: mean(recall), cdr: mean(cdr) };
  }
}
