/** One text with its passages marked: which one is selected, and which of its words differ. */
import { element } from '../../browser/element.ts';
import { say } from '../../say.ts';
import { Mark, type Run } from './mark.ts';
import type { Paragraph, Passage, Segment, ShownText } from './model.ts';

/** From this many paragraphs on, those out of sight are not laid out. */
const LONG_TEXT = 300;

export class TextPane {
  private readonly passages: readonly Passage[];
  private readonly marks: Mark[] = [];
  private readonly marksByPassage = new Map<number, Mark[]>();
  private readonly marksByNode = new Map<Element, Mark>();
  private selected: readonly Mark[] = [];

  /** Fills `box` with the text. */
  constructor(box: HTMLElement, text: ShownText, passages: readonly Passage[]) {
    this.passages = passages;
    box.classList.toggle('long', text.paragraphs.length > LONG_TEXT);
    for (const paragraph of text.paragraphs) box.append(this.paragraphNode(paragraph));
  }

  /** Marks the segments: `ownerOf` gives the passage that a segment is shown for, among those that cover it; -1 for none. */
  mark(ownerOf: (passages: readonly number[]) => number, numbers: ReadonlyMap<number, number>): void {
    this.select(-1, []);
    let before = -1;
    for (const mark of this.marks) {
      const owner = ownerOf(mark.segment.passages);
      mark.show(owner, this.passages[owner], numbers.get(owner), owner !== before);
      before = owner;
    }
    // one stop for the tab key; from there, arrow keys select others
    this.marks.find(({ isButton }) => isButton)?.node.setAttribute('tabindex', '0');
  }

  /** The segments of a passage. */
  segmentsOf(passage: number): Segment[] {
    return this.marksOf(passage).map(({ segment }) => segment);
  }

  /** Shows a passage as selected, with its words as given by `runs`; -1 for none. */
  select(passage: number, runs: readonly Run[]): void {
    for (const mark of this.selected) {
      mark.node.classList.remove('on');
      mark.fill();
    }
    this.selected = this.marksOf(passage);
    const lengths = this.selected.map(({ segment }) => segment.text.length);
    divideRuns(runs, lengths).forEach((own, i) => {
      this.selected[i].node.classList.add('on');
      this.selected[i].fill(own);
    });
    this.moveTabStop(this.firstNode(passage));
  }

  /** The first element of a passage that can be focused. */
  firstNode(passage: number): HTMLElement | undefined {
    return this.marksOf(passage).find(({ isButton }) => isButton)?.node;
  }

  /** All passages that cover a marked element. */
  passagesAt(node: Element): readonly number[] {
    return this.marksByNode.get(node)?.segment.passages ?? [];
  }

  private marksOf(passage: number): readonly Mark[] {
    return this.marksByPassage.get(passage) ?? [];
  }

  private paragraphNode(paragraph: Paragraph): HTMLElement {
    if (typeof paragraph === 'number') return gapNode(paragraph);
    const nodes = paragraph.map((segment) => {
      if (segment.excluded) return element('span', { class: 'out' }, segment.text);
      return segment.passages.length === 0 ? segment.text : this.addMark(new Mark(segment));
    });
    return element('p', { dir: 'auto' }, ...nodes);
  }

  private addMark(mark: Mark): HTMLElement {
    this.marks.push(mark);
    this.marksByNode.set(mark.node, mark);
    for (const passage of mark.segment.passages) {
      const list = this.marksByPassage.get(passage);
      if (list === undefined) this.marksByPassage.set(passage, [mark]);
      else list.push(mark);
    }
    return mark.node;
  }

  private moveTabStop(to: HTMLElement | undefined): void {
    if (to === undefined) return;
    for (const { node } of this.marks) if (node.tabIndex === 0) node.setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
  }
}

/** Says that words are left out at this place. */
export function gapNode(words: number): HTMLElement {
  return element('p', { class: 'gap' }, say.leftOutHere(words));
}

/** Runs, divided among segments of these lengths. */
function divideRuns(runs: readonly Run[], lengths: readonly number[]): Run[][] {
  let run = 0;
  let used = 0;
  return lengths.map((length) => {
    const own: Run[] = [];
    for (let left = length; left > 0 && run < runs.length; ) {
      const { same, text } = runs[run];
      const taken = text.slice(used, used + left);
      own.push({ same, text: taken });
      left -= taken.length;
      used += taken.length;
      if (used === text.length) {
        run++;
        used = 0;
      }
    }
    return own;
  });
}
