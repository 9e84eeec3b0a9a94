/** One marked segment of a text: its color, its number, its role for screen readers, and the words that differ. */
import type { PassageKind } from '../../../../comparison.ts';
import { KINDS } from '../../../comparison/shares.ts';
import { hasWord } from '../../../word-diff/tokens.ts';
import { element } from '../../browser/element.ts';
import { say } from '../../say.ts';
import type { ShownPassage, ShownSegment } from './model.ts';

/** Colors of sources; more sources share them in turn. */
const SOURCE_COLORS = 8;

/** A run of words on one side of a passage: the same on the other side or not. */
export interface WordRun {
  readonly same: boolean;
  readonly text: string;
}

/** A part of a passage, as a mark shows it. */
export interface ShownPart {
  readonly kind: PassageKind;
  readonly passage: ShownPassage;
}

export class ShownMark {
  readonly node: HTMLElement;
  readonly segment: ShownSegment;
  /** The part of a passage that it is shown for; -1 for none, -2 before it was shown the first time. */
  owner = -2;
  private number: number | undefined;
  private label = '';

  constructor(segment: ShownSegment) {
    this.segment = segment;
    this.node = element('mark', {}, segment.text);
  }

  /** Shows it for a part of a passage, with the passage's number in front if another one is before it. */
  show(owner: number, shown: ShownPart | undefined, number: number | undefined, isFirst: boolean): void {
    const label = isFirst && number !== undefined ? String(number) : '';
    // most marks do not change when a filter moves
    if (owner === this.owner && number === this.number && label === this.label) return;
    this.owner = owner;
    this.number = number;
    this.label = label;
    this.dress(shown);
    this.fill();
  }

  /** Whether it can be pressed and focused: white space between two sentences of a passage has no name to read out. */
  get isButton(): boolean {
    return this.owner >= 0 && this.segment.text.trim() !== '';
  }

  /** Writes the text; words of runs that differ are set off. */
  fill(runs: readonly WordRun[] = [{ same: true, text: this.segment.text }]): void {
    const label = this.label === '' ? [] : [element('sup', { 'aria-hidden': 'true' }, this.label)];
    this.node.replaceChildren(...label, ...runs.flatMap(runNodes));
  }

  private dress(shown: ShownPart | undefined): void {
    const { node, number } = this;
    node.className =
      shown === undefined ? 'off' : `k${KINDS.indexOf(shown.kind)} s${shown.passage.source % SOURCE_COLORS}`;
    if (shown === undefined || !this.isButton) {
      for (const name of ['role', 'tabindex', 'aria-description']) node.removeAttribute(name);
      return;
    }
    const { kind, passage } = shown;
    node.setAttribute('role', 'button');
    node.setAttribute('tabindex', '-1');
    const description = [
      say.passageNumber(number),
      say.kinds[kind].toLowerCase(),
      say.words(passage.a.words),
    ];
    node.setAttribute('aria-description', description.join(', '));
  }
}

/** Signs alone make no difference, and neither does the space after a word. */
function runNodes({ same, text }: WordRun): (Node | string)[] {
  const words = text.trimEnd();
  return same || !hasWord(words) ? [text] : [element('b', {}, words), text.slice(words.length)];
}
