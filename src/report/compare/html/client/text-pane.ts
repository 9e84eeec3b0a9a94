/** Runs in the page. One text with its passages marked: colors, numbers, which one is selected, which words differ. */
import type { PassageRow, PieceRow, TextData } from '../data.ts';
import type { CompareTools } from './compare-tools.ts';

/** A run of words on one side of a passage: the same on the other side or not. */
export interface Run {
  readonly same: boolean;
  readonly text: string;
}

export interface TextPane {
  /** Marks the pieces: `ownerOf` says to which of the passages that cover it a piece belongs, -1: to none. */
  mark(ownerOf: (passages: readonly number[]) => number, numbers: ReadonlyMap<number, number>): void;
  /** The text of a passage, as it stands here. */
  textOf(passage: number): string;
  /** Shows a passage as selected, with its words as given by `runs`; -1: none. */
  select(passage: number, runs: readonly Run[]): void;
  /** The elements of a passage, first to last. */
  marksOf(passage: number): readonly HTMLElement[];
  /** All passages that cover a marked element. */
  passagesAt(mark: Element): readonly number[];
}

/** Fills `box` with the text. Self-contained: it is sent to the page as source. */
export function textPane(
  tools: CompareTools,
  box: HTMLElement,
  data: TextData,
  passages: readonly PassageRow[],
): TextPane {
  const { element } = tools;
  const kinds = ['identical', 'edited', 'synonyms'];
  const marks: { node: HTMLElement; piece: PieceRow; owner: number; number: string }[] = [];
  const marksByPassage = new Map<number, number[]>();
  const positions = new Map<Element, number>();
  let selected: readonly number[] = [];

  // of a long text, paragraphs out of sight are not laid out
  box.classList.toggle('long', data.paragraphs.length > 300);
  for (const paragraph of data.paragraphs) {
    if (typeof paragraph === 'number') {
      const words = `${paragraph.toLocaleString('en-US')} ${paragraph === 1 ? 'word' : 'words'}`;
      box.append(element('p', { class: 'gap' }, `${words} left out here`));
      continue;
    }
    box.append(element('p', { dir: 'auto' }, ...paragraph.map(nodeOf)));
  }
  return { mark, textOf, select, marksOf, passagesAt };

  function nodeOf(piece: PieceRow): Node | string {
    const [text, , covering] = piece;
    if (covering === undefined) return text;
    const node = element('mark', {}, text);
    positions.set(node, marks.length);
    for (const passage of covering) {
      const list = marksByPassage.get(passage);
      if (list === undefined) marksByPassage.set(passage, [marks.length]);
      else list.push(marks.length);
    }
    marks.push({ node, piece, owner: -2, number: '' });
    return node;
  }

  function mark(
    ownerOf: (passages: readonly number[]) => number,
    numbers: ReadonlyMap<number, number>,
  ): void {
    select(-1, []);
    let before = -1;
    for (const each of marks) {
      const owner = ownerOf(each.piece[2] ?? []);
      const number = owner === before ? '' : String(numbers.get(owner) ?? '');
      before = owner;
      // most stay as they are when a filter moves
      if (owner === each.owner && number === each.number) continue;
      each.owner = owner;
      each.number = number;
      dress(each.node, owner, numbers.get(owner));
      fill(each, [{ same: true, text: each.piece[0] }]);
    }
    // one stop for the tab key; from there arrows lead on
    marks.find(({ owner }) => owner >= 0)?.node.setAttribute('tabindex', '0');
  }

  function dress(node: HTMLElement, owner: number, number?: number): void {
    if (owner < 0) {
      node.className = 'off';
      for (const name of ['role', 'tabindex', 'aria-description']) node.removeAttribute(name);
      return;
    }
    const [source, kind, , words] = passages[owner];
    node.className = `k${kind} s${source % 8}`;
    node.setAttribute('role', 'button');
    node.setAttribute('tabindex', '-1');
    node.setAttribute(
      'aria-description',
      `Passage${number === undefined ? '' : ` ${number}`}, ${kinds[kind]}, ${words} words`,
    );
  }

  function fill({ node, number }: { node: HTMLElement; number: string }, runs: readonly Run[]): void {
    const children = runs.flatMap(({ same, text }) => {
      const words = text.trimEnd();
      // signs alone are no difference, nor is the space behind a word
      return same || !/[\p{L}\p{N}]/u.test(words)
        ? [text]
        : [element('b', {}, words), text.slice(words.length)];
    });
    const label = number === '' ? [] : [element('sup', { 'aria-hidden': 'true' }, number)];
    node.replaceChildren(...label, ...children);
  }

  function textOf(passage: number): string {
    return (marksByPassage.get(passage) ?? []).map((at) => marks[at].piece[0]).join('');
  }

  function select(passage: number, runs: readonly Run[]): void {
    for (const at of selected) {
      marks[at].node.classList.remove('on');
      fill(marks[at], [{ same: true, text: marks[at].piece[0] }]);
    }
    selected = marksByPassage.get(passage) ?? [];
    const left = runs.map(({ same, text }) => ({ same, text }));
    for (const at of selected) {
      const own: Run[] = [];
      for (let length = marks[at].piece[0].length; length > 0 && left.length > 0; ) {
        const { same, text } = left[0];
        own.push({ same, text: text.slice(0, length) });
        if (text.length > length) left[0].text = text.slice(length);
        else left.shift();
        length -= text.length;
      }
      marks[at].node.classList.add('on');
      fill(marks[at], own);
    }
    if (selected.length === 0) return;
    for (const { node } of marks) if (node.tabIndex === 0) node.setAttribute('tabindex', '-1');
    marks[selected[0]].node.setAttribute('tabindex', '0');
  }

  function marksOf(passage: number): readonly HTMLElement[] {
    return (marksByPassage.get(passage) ?? []).map((at) => marks[at].node);
  }

  function passagesAt(node: Element): readonly number[] {
    const at = positions.get(node);
    return at === undefined ? [] : (marks[at].piece[2] ?? []);
  }
}
