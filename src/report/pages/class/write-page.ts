/**
 * Writes the page of a class: one file that needs no other, with all pairs, and both texts of each pair that there is room for. Pairs are
 * added as they are compared; the file is opened before the work and appears when it is complete.
 */
import type { Comparison } from '../../../comparison.ts';
import { atomicFile, checkOutputOf } from '../../../write/index.ts';
import type { AtomicFile } from '../../../write.ts';
import { byShare } from '../../pair-shares.ts';
import { COMPARISON_LIMITS } from '../comparison/limits.ts';
import { rowsOf } from '../comparison/rows-of.ts';
import { escapeHtml, island, jsonIsland } from '../escape.ts';
import { type PageTarget, pageEnd, pageStart } from '../html-page.ts';
import { say } from '../say.ts';
import { NameMask } from './name-mask.ts';
import type { ClassRows, PairRow } from './rows.ts';
import { type ClassFacts, type ListedPairs, listedRows } from './rows-of.ts';

/** Texts are left out when this many times the limit is held. */
const HELD = 2;

/** The texts of pairs, those that share most. */
export class ClassTexts {
  private readonly limits: ClassLimits;
  /** By the names of both documents. */
  private readonly texts = new Map<string, Pick<PairRow, 'similarity'> & { json: string }>();
  private held = 0;

  constructor(limits: ClassLimits = CLASS_LIMITS) {
    this.limits = limits;
  }

  add(pair: PairRow, comparison: Comparison): void {
    const rows = rowsOf(comparison, { ...COMPARISON_LIMITS, texts: this.limits.pair });
    const json = jsonIsland(rows);
    this.texts.set(nameOf(pair), { json, similarity: pair.similarity });
    this.held += json.length;
    if (this.held > HELD * this.limits.texts) this.shrink();
  }

  /** The texts of a pair as JSON, if there is room for them. @param names Those that are shown. @param mask Of names that are hidden. */
  of(pair: PairRow, names: Pick<PairRow, 'a' | 'b'> = pair, mask?: NameMask): string | undefined {
    const json = this.texts.get(nameOf(pair))?.json;
    if (json === undefined || mask === undefined) return json;
    return jsonIsland(mask.hide(JSON.parse(json), pair, names));
  }

  /** Leaves out those that share least. */
  shrink(): void {
    const ranked = [...this.texts].sort(([, x], [, y]) => byShare(y, x));
    for (const [name, { json }] of ranked) {
      if (this.held <= this.limits.texts) return;
      this.texts.delete(name);
      this.held -= json.length;
    }
  }
}

export class ClassPage {
  private constructor(
    private readonly file: AtomicFile,
    private readonly texts: ClassTexts,
  ) {}

  /** Fails if the page cannot be written or would replace one of the inputs. */
  static async open(
    path: string,
    inputs: readonly string[],
    selection: { readonly hidden?: boolean } = {},
  ): Promise<ClassPage> {
    await checkOutputOf(path, inputs, selection);
    return new ClassPage(await atomicFile(path), new ClassTexts());
  }

  add(pair: PairRow, comparison: Comparison): void {
    this.texts.add(pair, comparison);
  }

  async write(facts: ClassFacts, listed: ListedPairs): Promise<void> {
    const { rows, compared } = listedRows(facts, listed);
    const mask = listed.hidesNames === true ? NameMask.of(facts.pairs) : undefined;
    await writeClassPage(this.file, rows, this.texts, compared, mask);
    await this.file.prepare();
    await this.file.commit();
  }

  /** Removes the unfinished file. After `write` it does nothing. */
  async abort(): Promise<void> {
    await this.file.abort();
  }
}

/** Committing the file is left to the caller. @param compared The pairs with the names of their documents, if those of the rows are hidden. */
export async function writeClassPage(
  target: PageTarget,
  rows: ClassRows,
  texts: ClassTexts,
  compared = rows.pairs,
  mask?: NameMask,
): Promise<void> {
  texts.shrink();
  const title = say.classTitle(rows.documents);
  const withTexts = rows.pairs.map((pair, i) => texts.of(compared[i], pair, mask));
  const left = withTexts.filter((json) => json === undefined).length;
  // loaded late: most commands do not need it
  const { classPage } = await import('../bundled.js');
  await target.write(pageStart(classPage, rows.name ?? title));
  await target.write(`<header class="top">
<p class="eyebrow">${say.classReport}</p>
<h1>${escapeHtml(rows.name === undefined ? title : `${rows.name}: ${title}`)}</h1>
</header>
<main>
<div id="class"><noscript><p class="note">${say.noScript}</p></noscript></div>
<div id="pair" hidden></div>
</main>
<footer>
<h2>${say.whatNumbersMean}</h2>
<p>${say.classMeaning}</p>
${left === 0 ? '' : `<p>${say.textsLeftOut(left)}</p>`}
<p>${escapeHtml(say.engine(rows.engine))}</p>
</footer>
`);
  await target.write(island('rows', jsonIsland(rows)));
  for (const [number, json] of withTexts.entries()) {
    if (json !== undefined) await target.write(island(`pair-${number}`, json));
  }
  await target.write(pageEnd(classPage));
}

function nameOf({ a, b, inCollection }: PairRow): string {
  return `${a}\0${b}\0${inCollection === true}`;
}

/** How large the page may become before it leaves texts out (and says so): a browser must open it with ease. */
interface ClassLimits {
  /** UTF-16 code units of JSON with the texts of all pairs; those that share most come first. @default 24_000_000 */
  readonly texts: number;
  /** UTF-16 code units of the texts of one pair; longer ones are shown in parts. @default 1_000_000 */
  readonly pair: number;
}

const CLASS_LIMITS: ClassLimits = { texts: 24_000_000, pair: 1_000_000 };
