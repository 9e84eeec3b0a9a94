/** The two texts side by side: passages that lead to their partners. */
import { bestPart } from '../../../comparison/shares.ts';
import { wordDiff } from '../../../word-diff/word-diff.ts';
import { element } from '../../browser/element.ts';
import { find, setText } from '../../browser/find.ts';
import { say } from '../../say.ts';
import type { WordRun } from './mark.ts';
import { type ComparisonModel, segmentsOf } from './model.ts';
import { passageSentence, tellPlace } from './passage-status.ts';
import { bringIntoView, bringReaderIntoView, scrollsInside } from './scrolling.ts';
import { TextPane } from './text-pane.ts';

/** A is the text, B the source. */
export type Side = 'a' | 'b';

export class ComparisonReader {
  /** Called with the number of the source that is shown, whenever another one is. */
  onSource: (source: number) => void = () => {};
  private readonly model: ComparisonModel;
  private readonly boxes: Readonly<Record<Side, HTMLElement>> = { a: find('text-a'), b: find('text-b') };
  private readonly sourcePanes = new Map<number, { box: HTMLElement; pane: TextPane }>();
  private readonly panes: Record<Side, TextPane>;
  /** For each part of a passage, whether it counts. */
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
    this.counts = model.parts.map(() => true);
    const text = new TextPane(this.boxes.a, model.text, model);
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

  /** Whether a part of a passage counts, so that the passage can be jumped to. */
  shows(passage: number): boolean {
    return this.partsOf(passage).some((part) => this.showsPart(part));
  }

  /** Scrolls both texts to the first passage, of which a cover sheet would hide everything. The page stays where it is. */
  showFirst(): void {
    const parts = this.partsOf(this.order[0] ?? -1);
    for (const side of ['a', 'b'] as const)
      if (scrollsInside(this.boxes[side])) bringIntoView(this.boxes[side], this.panes[side].firstNode(parts));
  }

  /** On a phone: the other text, at the passage that is selected, or at the first one if it was not looked at yet. */
  lookAt(side: Side): void {
    this.turnTo(side);
    if (this.selected >= 0) this.bringSelected();
    else if (this.boxes[side].scrollTop === 0) this.showFirst();
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

  get isSelected(): boolean {
    return this.selected >= 0;
  }

  deselect(): void {
    this.selected = -1;
    for (const pane of [this.panes.a, this.panes.b]) pane.select([], () => []);
    const isEmpty = this.order.length === 0;
    setText('passage-says', isEmpty ? say.noPassageCounts : say.choosePassage);
    tellPlace(this.order, this.selected);
  }

  focusOn(side: Side): void {
    this.panes[side].firstNode(this.partsOf(this.selected))?.focus({ preventScroll: true });
  }

  /** On a phone, one side is seen at a time. */
  turnTo(side: Side): void {
    find('reader').dataset.side = side;
    for (const each of ['a', 'b']) find(`side-${each}`).setAttribute('aria-pressed', String(each === side));
  }

  /** Scrolls both sides to the selected passage. */
  bringSelected(): void {
    for (const side of ['a', 'b'] as const)
      bringIntoView(this.boxes[side], this.panes[side].firstNode(this.partsOf(this.selected)));
  }

  /** The sources whose passages are shown: all that have one that counts, or the one that is looked at alone. */
  shownSources(): number[] {
    const { passages, parts, sources } = this.model;
    const shown = new Set(
      parts.filter((_, part) => this.showsPart(part)).map(({ passage }) => passages[passage].source),
    );
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
      this.bestOf(covering.filter((part) => this.showsPart(part)));
    const shown = new Set(segmentsOf(this.model.text).map(({ parts }) => ownerOf(parts)));
    shown.delete(-1);
    this.order = [...new Set([...shown].map((part) => this.passageOf(part)))].sort((x, y) => x - y);
    this.numbers = new Map(this.order.map((passage, i) => [passage, i + 1]));
    this.panes.a.mark(ownerOf, this.numbers);
  }

  private markSource(pane: TextPane): void {
    pane.mark((covering) => this.preferNumbered(covering.filter((part) => this.counts[part])), this.numbers);
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
    const made = { box, pane: new TextPane(box, this.model.sources[source], this.model) };
    this.sourcePanes.set(source, made);
    return made;
  }

  private select(passage: number): void {
    this.selected = passage;
    const { a, b } = this.panes;
    const parts = this.partsOf(passage);
    const runs = new Map(parts.map((part) => [part, this.runsOf(part)]));
    a.select(parts, (part) => runs.get(part)!.a);
    b.select(parts, (part) => runs.get(part)!.b);
    setText('passage-says', passageSentence(this.model, passage));
    tellPlace(this.order, passage);
  }

  /** Equal and differing words of a part, on both sides. */
  private runsOf(part: number): Record<Side, WordRun[]> {
    const { a, b } = this.panes;
    const [tokensA, tokensB] = [a, b].map((pane) => this.model.tokensOf(pane.segmentsOf(part)));
    const diff = wordDiff(tokensA, tokensB);
    const runs = (side: Side): WordRun[] => diff.map((run) => ({ same: run.same, text: run[side].join('') }));
    return { a: runs('a'), b: runs('b') };
  }

  private passageAt(mark: Element, side: Side): number {
    const isShown = (part: number) => (side === 'a' ? this.showsPart(part) : this.counts[part]);
    const covering = this.panes[side].partsAt(mark).filter(isShown);
    const here = [...new Set(covering.map((part) => this.passageOf(part)))];
    const at = here.indexOf(this.selected);
    return at < 0 ? this.passageOf(this.preferNumbered(covering)) : here[(at + 1) % here.length];
  }

  /** The best part, those of passages that the left side shows first. */
  private preferNumbered(parts: readonly number[]): number {
    const numbered = parts.filter((part) => this.numbers.has(this.passageOf(part)));
    return this.bestOf(numbered.length > 0 ? numbered : parts);
  }

  private bestOf(parts: readonly number[]): number {
    return bestPart(this.model, parts);
  }

  private showsPart(part: number): boolean {
    const { source } = this.model.passages[this.passageOf(part)];
    return this.counts[part] && (this.view < 0 || source === this.view);
  }

  private passageOf(part: number): number {
    return this.model.parts[part].passage;
  }

  /** Numbers of the parts of a passage; none of -1. */
  private partsOf(passage: number): readonly number[] {
    return this.model.partsOf[passage] ?? [];
  }
}

export function otherSide(side: Side): Side {
  return side === 'a' ? 'b' : 'a';
}
