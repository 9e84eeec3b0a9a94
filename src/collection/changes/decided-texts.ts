/**
 * Texts that were removed as near-duplicates, and what they were removed for. A later copy of such a text goes the same way, as in one run over all
 * documents: it may resemble one more that was kept meanwhile.
 */
import { growingNumbers, growingU32, IdTable } from '../../corpus/index.ts';
import type { RemovedDocument } from '../shards/shard-ledger.ts';

/** Why a text was removed, whatever document has it. */
export type Decided = Omit<RemovedDocument, 'id' | 'content'>;

export class DecidedTexts {
  /** Content hashes, and the documents that stayed. */
  private readonly contents = new IdTable();
  private readonly kept = new IdTable();
  /** Of each text: the document that stayed, the distance, and resemblance and both containments. */
  private readonly keptOf = growingU32();
  private readonly distances = growingU32();
  private readonly shares = growingNumbers();

  /** Notes why a text was removed. The first reason stays. */
  add(content: string, { keptId, resemblance, containment, distance }: Decided): void {
    if (this.contents.add(content) !== -1) return;
    const known = this.kept.add(keptId);
    this.keptOf.push(known === -1 ? this.kept.length - 1 : known);
    this.distances.push(distance);
    for (const share of [resemblance, containment.inKept, containment.ofKept]) this.shares.push(share);
  }

  find(content: string): Decided | undefined {
    const number = this.contents.find(content);
    if (number === -1) return undefined;
    const [resemblance, inKept, ofKept] = [0, 1, 2].map((i) => this.shares.get(3 * number + i));
    return {
      keptId: this.kept.get(this.keptOf.get(number)),
      resemblance,
      containment: { inKept, ofKept },
      distance: this.distances.get(number),
      identical: false,
    };
  }
}
