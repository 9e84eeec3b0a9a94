/** The two texts side by side: passages that lead to their partners. */
import { bestPassage } from '../../../comparison/shares.ts';
import { wordDiff } from '../../../word-diff/word-diff.ts';
import { element } from '../../browser/element.ts';
import { find, setText } from '../../browser/find.ts';
import { say } from '../../say.ts';
import type { Run } from './mark.ts';
import { type ComparisonModel, segmentsOf } from './model.ts';
import { describePassage, tellPlace } from './passage-status.ts';
import { bringIntoView, bringReaderIntoView } from './scrolling.ts';
import { TextPane } from './text-pane.ts';

/** A is the text, B the source. */
export type Side = 'a' | 'b';

export class Reader {
  /** Called with the number of the source that is shown, whenever another one is. */
  onSource: (source: number) => void = () => {};
  private readonly model: ComparisonModel;
  private readonly boxes: Readonly<Record<Side, HTMLElement>> = { a: find('text-a'), b: find('text-b') };
  private readonly sourcePanes = new Map<number, { box: HTMLElement; pane: TextPane }>();
  private readonly panes: Record<Side, TextPane>;
  /** For each passage, whether it counts. */
  private counts: readonly boolean[];
  /** The source that is looked at alone; -1 for all. */
  private view = -1;
  /** The source on the right side; -1 before one is shown. */
  private source = -1;
  private selected = -1;
  /** Passages of the left side in their order. */
  private order: readonly number[] = [];
  /** Their numbers as readers see them, from 1. */
  private numbers: ReadonlyMap<number, number> = new Map();

  constructor(model: ComparisonModel) {
    this.model = model;
    this.counts = model.passages.map(() => true);
    const text = new TextPane(this.boxes.a, model.text, model.passages);
    this.panes = { a: text, b: text };
  }

  /** Shows the passages that count: of all sources, each place for its best one, or of one source. */
  show(counts: readonly boolean[], view: number): void {
    this.counts = counts;
    this.view = view;
    this.markText();
    if (this.model.sources.length === 0) find('pane-b').hidden = true;
    else if (this.source === -1 || (view >= 0 && view !== this.source)) this.showSource(Math.max(0, view));
    else this.markSource(this.panes.b);
    if (this.selected >= 0 && this.shows(this.selected)) this.select(this.selected);
    else this.deselect();
  }

  /** Whether a passage counts and can be jumped to. */
  shows(passage: number): boolean {
    return this.counts[passage] && (this.view < 0 || this.model.passages[passage].source === this.view);
  }

  /** Selects a passage and scrolls both of its sides into view. On a phone, `side` is the one to look at. */
  jump(passage: number, side?: Side): void {
    const { source } = this.model.passages[passage];
    if (source !== this.source) this.showSource(source);
    this.select(passage);
    if (side !== undefined) this.turnTo(side);
    bringReaderIntoView();
    this.bringSelected();
    // paragraphs get their true height only when they are drawn: check again
    requestAnimationFrame(() => this.bringSelected());
  }

  /** Jumps to the passage of a mark; pressed again, to the next passage that covers it. The other side comes into view. */
  press(mark: Element, side: Side): void {
    this.jump(this.passageAt(mark, side), otherSide(side));
  }

  /** Goes to the next passage, or back with -1. */
  step(by: 1 | -1): void {
    const { order } = this;
    if (order.length === 0) return;
    const at = order.indexOf(this.selected);
    const first = by > 0 ? 0 : order.length - 1;
    this.jump(order[at < 0 ? first : (at + by + order.length) % order.length]);
  }

  deselect(): void {
    this.selected = -1;
    this.panes.a.select(-1, []);
    this.panes.b.select(-1, []);
    const isEmpty = this.order.length === 0;
    setText('passage-says', isEmpty ? say.noPassageCounts : say.choosePassage);
    tellPlace(this.order, this.selected);
  }

  focusOn(side: Side): void {
    this.panes[side].firstNode(this.selected)?.focus({ preventScroll: true });
  }

  /** On a phone, one side is seen at a time. */
  turnTo(side: Side): void {
    find('reader').dataset.side = side;
    for (const each of ['a', 'b']) find(`side-${each}`).setAttribute('aria-pressed', String(each === side));
  }

  /** Scrolls both sides to the selected passage. */
  bringSelected(): void {
    for (const side of ['a', 'b'] as const)
      bringIntoView(this.boxes[side], this.panes[side].firstNode(this.selected));
  }

  /** The sources whose passages are shown: all that have one that counts, or the one that is looked at alone. */
  shownSources(): number[] {
    const { passages, sources } = this.model;
    const shown = new Set(passages.filter((_, passage) => this.shows(passage)).map(({ source }) => source));
    return sources.flatMap((_, source) => (shown.has(source) ? [source] : []));
  }

  /** The text of a source with its passages marked, whether it is on the right side or not. */
  markedBox(source: number): HTMLElement {
    const { box, pane } = this.sourcePane(source);
    if (source !== this.source) this.markSource(pane);
    return box;
  }

  /** Puts the source back that was on the right side before its place was used for something else. */
  showSourceAgain(): void {
    this.boxes.b.replaceChildren(this.sourcePane(this.source).box);
    setText('name-b', this.model.sources[this.source].id);
  }

  private markText(): void {
    const ownerOf = (covering: readonly number[]) =>
      this.bestOf(covering.filter((passage) => this.shows(passage)));
    const shown = new Set(segmentsOf(this.model.text).map(({ passages }) => ownerOf(passages)));
    shown.delete(-1);
    this.order = [...shown].sort((x, y) => x - y);
    this.numbers = new Map(this.order.map((passage, i) => [passage, i + 1]));
    this.panes.a.mark(ownerOf, this.numbers);
  }

  private markSource(pane: TextPane): void {
    pane.mark(
      (covering) => this.preferNumbered(covering.filter((passage) => this.counts[passage])),
      this.numbers,
    );
  }

  private showSource(source: number): void {
    this.source = source;
    this.panes.b = this.sourcePane(source).pane;
    this.showSourceAgain();
    this.boxes.b.lang = this.model.sources[source].lang;
    this.boxes.b.scrollTop = 0;
    this.markSource(this.panes.b);
    this.onSource(source);
  }

  /** Each source is laid out when it is first shown. */
  private sourcePane(source: number): { box: HTMLElement; pane: TextPane } {
    const known = this.sourcePanes.get(source);
    if (known !== undefined) return known;
    const box = element('div', {});
    const made = { box, pane: new TextPane(box, this.model.sources[source], this.model.passages) };
    this.sourcePanes.set(source, made);
    return made;
  }

  private select(passage: number): void {
    this.selected = passage;
    const { a, b } = this.panes;
    const [tokensA, tokensB] = [a, b].map((pane) => this.model.tokensOf(pane.segmentsOf(passage)));
    const parts = wordDiff(tokensA, tokensB);
    const runs = (side: Side): Run[] => parts.map((part) => ({ same: part.same, text: part[side].join('') }));
    a.select(passage, runs('a'));
    b.select(passage, runs('b'));
    setText('passage-says', describePassage(this.model, passage));
    tellPlace(this.order, passage);
  }

  private passageAt(mark: Element, side: Side): number {
    const isShown = (passage: number) => (side === 'a' ? this.shows(passage) : this.counts[passage]);
    const here = this.panes[side].passagesAt(mark).filter(isShown);
    const at = here.indexOf(this.selected);
    return at < 0 ? this.preferNumbered(here) : here[(at + 1) % here.length];
  }

  /** The best passage, those that the left side shows first. */
  private preferNumbered(passages: readonly number[]): number {
    const numbered = passages.filter((passage) => this.numbers.has(passage));
    return this.bestOf(numbered.length > 0 ? numbered : passages);
  }

  private bestOf(passages: readonly number[]): number {
    return bestPassage(this.model.passages, passages);
  }
}

export function otherSide(side: Side): Side {
  return side === 'a' ? 'b' : 'a';
}
