/** The files that `compareAll` writes: a table of the ranked pairs, and the page of a class. */

import type { ComparisonOfAll, SharingPair } from '../answers/comparisons.ts';
import type { Comparison } from '../comparison.ts';
import { ClassPage, LIST_TABLES, ListFile, pairRow } from '../report/index.ts';
import { checkOutputOf } from '../write/index.ts';
import type { AllOptions, ResolvedCompareAll } from './options.ts';

export class ClassOutputs {
  private constructor(
    private readonly table: ListFile<SharingPair> | undefined,
    private readonly page: ClassPage | undefined,
    private readonly listed: AllOptions['page'],
  ) {}

  /** @param inputs Files that must not be replaced. */
  static async open(
    { csv, html, page: listed, hidden }: Pick<ResolvedCompareAll, 'csv' | 'html' | 'page' | 'hidden'>,
    inputs: readonly string[],
  ): Promise<ClassOutputs> {
    if (csv !== undefined) await checkOutputOf(csv, [...inputs, html ?? []].flat(), { hidden });
    const table = csv === undefined ? undefined : await ListFile.open(csv, LIST_TABLES.sharing, 'csv');
    const page = html === undefined ? undefined : await ClassPage.open(html, inputs, { hidden });
    return new ClassOutputs(table, page, listed);
  }

  /** Keeps the texts of a pair for the page. */
  add(pair: SharingPair, comparison: Comparison): void {
    this.page?.add(pairRow(pair), comparison);
  }

  async write(compared: ComparisonOfAll): Promise<void> {
    await this.page?.write(compared, this.listed);
    for (const pair of compared.pairs) await this.table?.write(pair);
    await this.table?.prepare();
    await this.table?.commit();
  }

  /** Removes unfinished files. After `write` it does nothing. */
  async abort(): Promise<void> {
    await this.table?.abort();
    await this.page?.abort();
  }
}
