/** Groups: a kept document and those that were verified against it and go. */

import type { Annotation, Group, Removed } from '../../answers/copies.ts';
import type { Summary } from '../../answers/runs.ts';
import type { Corpus } from '../../corpus/index.ts';
import type { FieldsOf } from '../../document.ts';
import type { DropOptions, Evidence } from '../../duplicates.ts';
import { rounded } from '../../report/index.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { SAME_TEXT } from '../proof/evidence.ts';
import type { KeepOrder } from './leaders.ts';

export class GroupTable {
  private readonly corpus: Corpus;
  private readonly texts: CandidateTexts;
  private readonly order: KeepOrder;
  private readonly onlyAgainst: boolean;
  /** 1 + the leader of every text that has one, and the evidence. */
  private readonly leaders: Uint32Array;
  private readonly evidence = new Map<number, Evidence>();
  /** For every document the one that heads its group, or -1 for a document that heads one or is alone. */
  private readonly keptFor: Int32Array;
  /** 1 for documents that go. */
  private readonly goes: Uint8Array;
  private readonly textOf: Uint32Array;
  /** Number of the group that a kept document heads; 0 = none. */
  private readonly groupOf: Uint32Array;
  /** Documents in each group, by its number. */
  private sizes = new Uint32Array(0);
  private groups = 0;
  private removed = 0;
  private truncated = 0;

  /** @param fieldsOf The fields shown beside a document's id. */
  constructor(
    corpus: Corpus,
    texts: CandidateTexts,
    order: KeepOrder,
    onlyAgainst: boolean,
    private readonly fieldsOf: FieldsOf = () => undefined,
  ) {
    this.corpus = corpus;
    this.texts = texts;
    this.order = order;
    this.onlyAgainst = onlyAgainst;
    this.leaders = new Uint32Array(texts.memberStarts.length);
    this.keptFor = new Int32Array(corpus.length).fill(-1);
    this.goes = new Uint8Array(corpus.length);
    this.textOf = new Uint32Array(corpus.length);
    this.groupOf = new Uint32Array(corpus.length);
  }

  /** A text goes with another, as verified. */
  follow(text: number, leader: number, found: Evidence): void {
    this.leaders[text] = leader + 1;
    this.evidence.set(text, found);
  }

  /**
   * Settles who is kept for whom and numbers the groups; call it when all texts were decided.
   * @param truncated Texts that were not compared with all of their candidates.
   */
  finish(truncated = 0): void {
    this.truncated = truncated;
    const { memberStarts, members } = this.texts;
    for (let text = 0; text + 1 < memberStarts.length; text++) {
      const kept = this.order.best[this.leaders[text] === 0 ? text : this.leaders[text] - 1];
      const alone = this.onlyAgainst && kept >= this.corpus.references;
      for (let m = memberStarts[text]; m < memberStarts[text + 1]; m++) {
        const number = members[m];
        this.textOf[number] = text;
        if (number === kept || number < this.corpus.references || alone) continue;
        this.keptFor[number] = kept;
        this.goes[number] = 1;
        this.groupOf[kept] = 1;
        this.removed++;
      }
    }
    for (let number = 0; number < this.groupOf.length; number++) {
      if (this.groupOf[number] !== 0) this.groupOf[number] = ++this.groups;
    }
    this.sizes = new Uint32Array(this.groups + 1).fill(1);
    for (const kept of this.keptFor) if (kept !== -1) this.sizes[this.groupOf[kept]]++;
  }

  /**
   * Lets more documents go or stay than the copies and the heads of their groups.
   * @param compare The order of the keep policy.
   */
  drop(
    { drop = 'copies', atMost = 1 }: Partial<DropOptions>,
    compare: (a: number, b: number) => number,
  ): void {
    if (drop === 'all') {
      for (let number = this.corpus.references; number < this.goes.length; number++)
        if (this.groupOf[number] !== 0) this.goes[number] = 1;
    }
    if (atMost > 1) {
      const members = [...this.keptFor.keys()].filter((number) => this.keptFor[number] !== -1).sort(compare);
      const staying = new Uint32Array(this.groups + 1).fill(1);
      for (const number of members)
        if (staying[this.groupOf[this.keptFor[number]]]++ < atMost) this.goes[number] = 0;
    }
    this.removed = 0;
    for (const goes of this.goes) this.removed += goes;
  }

  /** The counts of a summary. */
  counts(): Pick<Summary, 'kept' | 'removed' | 'groups' | 'truncated'> {
    const documents = this.corpus.length - this.corpus.references;
    const { removed, groups, truncated } = this;
    return { kept: documents - removed, removed, groups, truncated };
  }

  isKept(number: number): boolean {
    return this.goes[number] === 0;
  }

  annotation(number: number): Annotation {
    const isHead = this.keptFor[number] === -1;
    const kept = isHead ? number : this.keptFor[number];
    const group = this.groupOf[kept];
    return {
      group: group === 0 ? null : group,
      copies: this.sizes[group],
      kept: this.isKept(number),
      keptId: this.corpus.id(kept),
      resemblance: isHead ? null : rounded((this.evidence.get(this.textOf[number]) ?? SAME_TEXT).resemblance),
    };
  }

  /** The documents that go, in input order. */
  *removals(): Generator<Removed> {
    for (let number = 0; number < this.goes.length; number++) {
      if (this.goes[number] === 1) yield this.removal(number);
    }
  }

  /** The groups, in input order of their kept documents, members in input order. */
  *list(): Generator<Group> {
    const heads = new Uint32Array(this.groups);
    const members: number[][] = Array.from({ length: this.groups }, () => []);
    for (let number = 0; number < this.keptFor.length; number++) {
      if (this.groupOf[number] !== 0) heads[this.groupOf[number] - 1] = number;
      if (this.keptFor[number] !== -1) members[this.groupOf[this.keptFor[number]] - 1].push(number);
    }
    for (let group = 0; group < this.groups; group++) {
      const keptFields = this.fieldsOf(heads[group]);
      const keptDisguises = this.corpus.disguises.of(heads[group]);
      yield {
        group: group + 1,
        size: this.sizes[group + 1],
        kept: this.corpus.id(heads[group]),
        members: members[group].map((number) => this.removal(number)),
        ...(keptDisguises !== undefined && { keptDisguises }),
        ...(keptFields !== undefined && { keptFields }),
      };
    }
  }

  private haveSameKey(a: number, b: number): boolean {
    const key = this.texts.conditions?.keyOf?.(a) ?? 0;
    return key !== 0 && key === this.texts.conditions!.keyOf!(b);
  }

  private removal(number: number): Removed {
    const isHead = this.keptFor[number] === -1;
    const kept = isHead ? number : this.keptFor[number];
    const found = (isHead ? undefined : this.evidence.get(this.textOf[number])) ?? SAME_TEXT;
    const sameBytes = isHead ? undefined : this.corpus.sameBytes(number, kept);
    const fields = this.fieldsOf(number);
    const keptFields = this.fieldsOf(kept);
    const disguises = this.corpus.disguises.of(number);
    const keptDisguises = this.corpus.disguises.of(kept);
    return {
      id: this.corpus.id(number),
      keptId: this.corpus.id(kept),
      resemblance: rounded(found.resemblance),
      containment: { inKept: rounded(found.aInB), ofKept: rounded(found.bInA) },
      distance: found.distance,
      identical: found.identical,
      ...(sameBytes !== undefined && { sameBytes }),
      group: this.groupOf[kept],
      ...(!isHead && this.haveSameKey(number, kept) && { sameKey: true as const }),
      ...(kept < this.corpus.references && { reference: true as const }),
      ...(disguises !== undefined && { disguises }),
      ...(keptDisguises !== undefined && { keptDisguises }),
      ...(fields !== undefined && { fields }),
      ...(keptFields !== undefined && { keptFields }),
    };
  }
}
