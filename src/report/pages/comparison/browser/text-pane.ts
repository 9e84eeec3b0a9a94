/** One text with its passages marked: which one is selected, and which of its words differ. */
import { element } from '../../browser/element.ts';
import { say } from '../../say.ts';
import { ShownMark, type WordRun } from './mark.ts';
import type { ComparisonModel, ShownParagraph, ShownSegment, ShownText } from './model.ts';

/** From this many paragraphs on, those out of sight are not laid out. */
const LONG_TEXT = 300;

export class TextPane {
  private readonly model: Pick<ComparisonModel, 'passages' | 'parts'>;
  private readonly marks: ShownMark[] = [];
  private readonly marksByPart = new Map<number, ShownMark[]>();
  private readonly marksByNode = new Map<Element, ShownMark>();
  private readonly selected = new Set<ShownMark>();

  /** Fills `box` with the text. */
  constructor(box: HTMLElement, text: ShownText, model: Pick<ComparisonModel, 'passages' | 'parts'>) {
    this.model = model;
    box.classList.toggle('long', text.paragraphs.length > LONG_TEXT);
    for (const paragraph of text.paragraphs) box.append(this.paragraphNode(paragraph));
  }

  /**
   * Marks the segments: `ownerOf` gives the part that a segment is shown for, among those that cover it; -1 for none. `numbers` are those
   * of passages.
   */
  mark(ownerOf: (parts: readonly number[]) => number, numbers: ReadonlyMap<number, number>): void {
    this.select([], () => []);
    const { passages, parts } = this.model;
    let before = -1;
    for (const mark of this.marks) {
      const owner = ownerOf(mark.segment.parts);
      const number = parts[owner]?.passage ?? -1;
      const shown = number < 0 ? undefined : { kind: parts[owner].kind, passage: passages[number] };
      mark.show(owner, shown, numbers.get(number), number !== before);
      before = number;
    }
    // one stop for the tab key; from there, arrow keys select others
    this.marks.find(({ isButton }) => isButton)?.node.setAttribute('tabindex', '0');
  }

  /** The segments of a part. */
  segmentsOf(part: number): ShownSegment[] {
    return this.marksOf(part).map(({ segment }) => segment);
  }

  /** Shows parts as selected, with their words as given by `runsOf`. A segment of several parts is shown for the first part. */
  select(parts: readonly number[], runsOf: (part: number) => readonly WordRun[]): void {
    for (const mark of this.selected) {
      mark.node.classList.remove('on');
      mark.fill();
    }
    this.selected.clear();
    for (const part of parts) {
      const marks = this.marksOf(part);
      const lengths = marks.map(({ segment }) => segment.text.length);
      divideRuns(runsOf(part), lengths).forEach((own, i) => {
        if (this.selected.has(marks[i])) return;
        this.selected.add(marks[i]);
        marks[i].node.classList.add('on');
        marks[i].fill(own);
      });
    }
    this.moveTabStop(this.firstNode(parts));
  }

  /** The element of the first of these parts that can be focused. */
  firstNode(parts: readonly number[]): HTMLElement | undefined {
    for (const part of parts) {
      const mark = this.marksOf(part).find(({ isButton }) => isButton);
      if (mark !== undefined) return mark.node;
    }
    return undefined;
  }

  /** All parts that cover a marked element. */
  partsAt(node: Element): readonly number[] {
    return this.marksByNode.get(node)?.segment.parts ?? [];
  }

  private marksOf(part: number): readonly ShownMark[] {
    return this.marksByPart.get(part) ?? [];
  }

  private paragraphNode(paragraph: ShownParagraph): HTMLElement {
    if (typeof paragraph === 'number') return gapNode(paragraph);
    const nodes = paragraph.map((segment) => {
      if (segment.excluded) return element('span', { class: 'out' }, segment.text);
      return segment.parts.length === 0 ? segment.text : this.addMark(new ShownMark(segment));
    });
    return element('p', { dir: 'auto' }, ...nodes);
  }

  private addMark(mark: ShownMark): HTMLElement {
    this.marks.push(mark);
    this.marksByNode.set(mark.node, mark);
    for (const part of mark.segment.parts) {
      const list = this.marksByPart.get(part);
      if (list === undefined) this.marksByPart.set(part, [mark]);
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
function divideRuns(runs: readonly WordRun[], lengths: readonly number[]): WordRun[][] {
  let run = 0;
  let used = 0;
  return lengths.map((length) => {
    const own: WordRun[] = [];
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
