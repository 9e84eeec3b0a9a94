/**
 * Documents of a collection that is not in a folder: those that a question concerns, fetched from elsewhere and held in memory. They are
 * compared and decided like documents of a folder, by the same code.
 */
import { PreparedTexts, type Steps } from '../corpus/index.ts';
import type { KnownSketches } from '../duplicates/index.ts';
import { randomSeed } from '../engines/index.ts';
import { utf8Length } from '../platform/bytes.ts';
import type { StoredDocument } from './store/records.ts';
import { DocumentTable } from './tables/document-table.ts';
import { type HeapTexts, LivingDocuments } from './tables/living-documents.ts';

export class FetchedDocuments extends LivingDocuments {
  private constructor(
    private readonly stored: readonly StoredDocument[],
    readonly prepared: PreparedTexts,
    steps: Steps,
    clock: () => number,
    sketches: KnownSketches,
  ) {
    const table = DocumentTable.empty(steps.bands!.bands + 1, Math.max(1, stored.length));
    super(table, steps, { read: () => [] }, randomSeed(), clock, undefined, sketches);
    for (const [i, { id, text, seen, expires = 0 }] of stored.entries()) {
      const keys = prepared.bandKeys(i, new Uint32Array(this.bands + 1));
      keys[this.bands] = this.hashOf(id);
      const facts = { words: prepared.words(i), content: prepared.content(i), keys, seen, expires };
      table.add(facts, { file: 0, offset: i, length: utf8Length(text), crc: 0 });
    }
  }

  /**
   * @param stored In the order in which they were stored; their numbers are their places in it.
   * @param sketches Those of texts that earlier questions met in a crowd.
   */
  static async of(
    stored: readonly StoredDocument[],
    steps: Steps,
    clock: () => number,
    sketches: KnownSketches,
  ): Promise<FetchedDocuments> {
    const prepared = await PreparedTexts.of(stored, steps);
    return new FetchedDocuments(stored, prepared, steps, clock, sketches);
  }

  override id(number: number): string {
    return this.stored[number].id;
  }

  override storedDocuments(numbers: readonly number[]): StoredDocument[] {
    return numbers.map((number) => this.stored[number]);
  }

  override async texts(numbers: readonly number[]): Promise<HeapTexts> {
    return { text: (i) => this.prepared.text(numbers[i]), release: () => {} };
  }

  release(): void {
    this.prepared.release();
  }
}
