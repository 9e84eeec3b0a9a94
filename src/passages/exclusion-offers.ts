/** What it changes to leave quotations or bibliographies out of a class: how many of the pairs that a list begins with remain. */
import type { JsonComparison } from '../answers/comparisons.ts';
import type { Comparison, Span } from '../comparison.ts';
import type { Engine } from '../engines.ts';
import { isListedAtFirst } from '../report/index.ts';
import { compareLabeled } from './compare-labeled.ts';
import type { LabeledText } from './comparison.ts';
import { bibliographySpans, joinSpans, quotationSpans } from './excluded-parts.ts';
import type { ResolvedCompare } from './options.ts';

/** Pairs that are compared again at most, about ten seconds: beyond them nothing is offered. */
const MOST_AGAIN = 5000;

export class ExclusionOffers {
  private readonly offers: readonly Offer[];
  private listed = 0;

  constructor(engine: Engine, options: ResolvedCompare) {
    this.offers = [
      ...(options.excludeQuotations ? [] : [new Offer('withoutQuotations', quotationSpans, engine, options)]),
      ...(options.excludeBibliography
        ? []
        : [new Offer('withoutBibliography', bibliographySpans, engine, options)]),
    ];
  }

  /** @param inCollection The parts of B count, because the text may have copied them. */
  async add(
    comparison: Comparison,
    pair: JsonComparison,
    [a, b]: readonly [LabeledText, LabeledText],
    inCollection: boolean,
  ): Promise<void> {
    if (!isListedAtFirst(pair)) return;
    this.listed++;
    for (const offer of this.offers) await offer.add(comparison, a, b, inCollection);
  }

  /** The pairs that remain, where that changes something. */
  get remaining(): { readonly withoutQuotations?: number; readonly withoutBibliography?: number } {
    const changing = this.offers.filter(({ left, again }) => left < this.listed && again <= MOST_AGAIN);
    return Object.fromEntries(changing.map(({ name, left }) => [name, left]));
  }
}

class Offer {
  /** Pairs that remain, and those that were compared again. */
  left = 0;
  again = 0;
  private readonly known = new Map<string, readonly Span[]>();

  constructor(
    readonly name: 'withoutQuotations' | 'withoutBibliography',
    private readonly partsOf: (text: string) => readonly Span[],
    private readonly engine: Engine,
    private readonly options: ResolvedCompare,
  ) {}

  async add({ passages }: Comparison, a: LabeledText, b: LabeledText, inCollection: boolean): Promise<void> {
    const [own, others] = [this.spansOf(a.text), inCollection ? [] : this.spansOf(b.text)];
    const shares = passages.some(({ parts }) =>
      parts.some((part) => overlaps(part.a, own) || overlaps(part.b, others)),
    );
    if (!shares) {
      this.left++;
      return;
    }
    if (++this.again > MOST_AGAIN) return;
    const texts = [without(a, own), without(b, others)];
    const { sources } = await compareLabeled(this.engine, texts, this.options);
    if (isListedAtFirst(sources[0])) this.left++;
  }

  private spansOf(text: string): readonly Span[] {
    const spans = this.known.get(text) ?? this.partsOf(text);
    this.known.set(text, spans);
    return spans;
  }
}

function without(text: LabeledText, spans: readonly Span[]): LabeledText {
  return { ...text, excluded: joinSpans([...(text.excluded ?? []), ...spans]) };
}

function overlaps({ start, end }: Span, spans: readonly Span[]): boolean {
  return spans.some((span) => span.start < end && start < span.end);
}
