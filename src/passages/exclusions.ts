/** Which parts of a text count: not those shared with excluded texts, and on request neither quotations nor the bibliography. */
import type { CommonText } from '../answers/comparisons.ts';
import { TextFolder } from '../canonicalize/index.ts';
import type { Span } from '../comparison.ts';
import type { Engine } from '../engines.ts';
import { commonTexts } from './common-text.ts';
import { readComparedText } from './compare-input.ts';
import { compareLabeled, label } from './compare-labeled.ts';
import type { LabeledText } from './comparison.ts';
import { bibliographySpans, joinSpans, quotationSpans } from './excluded-parts.ts';
import type { ResolvedCompare } from './options.ts';

export class Exclusions {
  private constructor(
    private readonly engine: Engine,
    private readonly options: ResolvedCompare,
    private readonly excluded: readonly LabeledText[],
  ) {}

  /** Reads the texts that are excluded. */
  static async read(engine: Engine, options: ResolvedCompare): Promise<Exclusions> {
    const excluded: LabeledText[] = [];
    for (const [i, text] of options.exclude.entries()) {
      const given = await readComparedText(text, options, options.maxText, `excluded text ${i + 1}`);
      excluded.push(await label(given, options.lang));
    }
    return new Exclusions(engine, options, excluded);
  }

  /** Text that most of these texts share, apart from what is excluded so far. */
  async common(texts: readonly LabeledText[]): Promise<CommonText[]> {
    const counted: LabeledText[] = [];
    for (const text of texts) counted.push(await this.ofText(text));
    const folder = new TextFolder(this.engine.heap, this.engine.kernels);
    try {
      return commonTexts(counted, folder);
    } finally {
      folder.close();
    }
  }

  /** These, and common texts: a pair of the class that is compared alone with `exclude` has the same figures. */
  async with(common: readonly CommonText[]): Promise<Exclusions> {
    const added: LabeledText[] = [];
    for (const [i, { text }] of common.entries())
      added.push(await label({ id: `common text ${i + 1}`, text }, this.options.lang));
    return new Exclusions(this.engine, this.options, [...this.excluded, ...added]);
  }

  /** Ids of the texts that are excluded. */
  get names(): string[] {
    return this.excluded.map(({ id }) => id);
  }

  /** The text, with all parts named that do not count. */
  async ofText(text: LabeledText): Promise<LabeledText> {
    const { excludeQuotations, excludeBibliography } = this.options;
    return withExcluded(text, [
      ...(excludeQuotations ? quotationSpans(text.text) : []),
      ...(excludeBibliography ? bibliographySpans(text.text) : []),
      ...(await this.sharedSpans(text)),
    ]);
  }

  /** A source: its quotations count, because the text may have copied them. */
  async ofSource(source: LabeledText): Promise<LabeledText> {
    return withExcluded(source, await this.sharedSpans(source));
  }

  /** The parts that the text shares with excluded texts. */
  private async sharedSpans(text: LabeledText): Promise<Span[]> {
    if (this.excluded.length === 0) return [];
    const { passages } = await compareLabeled(this.engine, [text, ...this.excluded], this.options);
    return passages.flatMap(({ parts }) => parts.map(({ a }) => a));
  }
}

function withExcluded(text: LabeledText, spans: readonly Span[]): LabeledText {
  if (spans.length === 0) return text;
  return { ...text, excluded: joinSpans(spans.map(({ start, end }) => ({ start, end }))) };
}
