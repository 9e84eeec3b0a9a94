/**
 * Writes the page of a comparison: one file that needs no other, with both texts, their passages and all figures. The file is
 * opened before the work and appears when it is complete.
 */
import type { Comparison } from '../../../comparison.ts';
import { badOption } from '../../../errors.ts';
import { isPagePath, PAGE_PATH } from '../../../option-rules.ts';
import { atomicFile, checkOutputOf } from '../../../write/index.ts';
import type { AtomicFile } from '../../../write.ts';
import { percent } from '../../numbers.ts';
import { NameMask } from '../class/name-mask.ts';
import { island, jsonIsland } from '../escape.ts';
import { type PageTarget, pageEnd, pageStart } from '../html-page.ts';
import { COMPARISON_LIMITS, type ComparisonLimits } from './limits.ts';
import { comparisonMarkup, type PairReview } from './markup.ts';
import type { ComparisonRows } from './rows.ts';
import { rowsOf } from './rows-of.ts';

export class ComparisonPage {
  private readonly file: AtomicFile;

  private constructor(file: AtomicFile) {
    this.file = file;
  }

  /** Fails if the page cannot be written or would replace one of the inputs. */
  static async open(
    path: string,
    inputs: readonly string[],
    selection: { readonly hidden?: boolean } = {},
  ): Promise<ComparisonPage> {
    if (!isPagePath(path)) throw badOption('html', PAGE_PATH, path);
    await checkOutputOf(path, inputs.flatMap(filesOf), selection);
    return new ComparisonPage(await atomicFile(path));
  }

  async write(comparison: Comparison): Promise<void> {
    await writeComparisonPage(this.file, comparison);
    await this.file.commit();
  }

  /** Removes the unfinished file. After `write` it does nothing. */
  async abort(): Promise<void> {
    await this.file.abort();
  }
}

export interface ComparisonPageOptions {
  /** Smaller or larger pages. @default COMPARISON_LIMITS */
  readonly limits?: Partial<ComparisonLimits>;
  /** What a person said of the pair: it is shown with the date. @default nothing */
  readonly review?: PairReview;
}

/** Committing the file is left to the caller. */
export async function writeComparisonPage(
  target: PageTarget,
  comparison: Comparison,
  options: ComparisonPageOptions = {},
): Promise<void> {
  const whole = rowsOf(comparison, { ...COMPARISON_LIMITS, ...options.limits });
  const { names } = options.review ?? {};
  const ids = { a: whole.text.id, b: whole.sources[0]?.id ?? '' };
  const rows = names === undefined ? whole : NameMask.of([ids]).hide(whole, ids, names);
  // loaded late: most commands do not need it
  const { comparisonPage } = await import('../bundled.js');
  await target.write(pageStart(comparisonPage, titleOf(rows)));
  await target.write(comparisonMarkup(rows, options.review));
  await target.write(island('comparison', jsonIsland(rows)));
  await target.write(pageEnd(comparisonPage));
}

function titleOf({ text, facts }: ComparisonRows): string {
  return `${text.id} – ${percent(facts.similarity)} in other texts`;
}

/** An input, and the file that it may name if it is `FILE#ID`. */
function filesOf(input: string): string[] {
  const marks = [...input.matchAll(/#/g)].map(({ index }) => index);
  return [input, ...marks.filter((at) => at > 0).map((at) => input.slice(0, at))];
}
