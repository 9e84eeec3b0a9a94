/** Runs in the page. The two texts beside each other: passages that lead to their partners, by mouse, touch and keys. */
import type { PageData } from '../data.ts';
import type { CompareTools } from './compare-tools.ts';
import type { Shares } from './count-shares.ts';
import type { Run, TextPane } from './text-pane.ts';

export interface Reader {
  /** Shows the passages that count: of all sources, each place for its best one, or of one source. */
  show(shares: Shares, view: number): void;
  /** True where a passage counts, and can be jumped to. */
  shows(passage: number): boolean;
  /** Selects a passage and brings both of its sides into sight. */
  jump(passage: number): void;
  /** Called with the number of the source that is shown, whenever another one is. */
  onSource: (source: number) => void;
}

type Side = 'a' | 'b';

/** Self-contained: it is sent to the page as source. */
export function reader(tools: CompareTools, data: PageData): Reader {
  const { passages } = data;
  const canonical = new Map(data.canonicalWords);
  const comparedAs = (word: string) => canonical.get(word) ?? word;
  const byId = (id: string) => document.getElementById(id)!;
  const kinds = ['Identical', 'Edited', 'Synonyms'];
  const number = (value: number) => value.toLocaleString('en-US');
  const room = byId('reader');
  const boxes: Readonly<Record<Side, HTMLElement>> = { a: byId('text-a'), b: byId('text-b') };
  const left = tools.textPane(tools, boxes.a, data.text, passages);
  const sourcePanes = new Map<number, { box: HTMLElement; pane: TextPane }>();
  let counts: readonly boolean[] = passages.map(() => true);
  let view = -1;
  let source = -1;
  let right: TextPane = left;
  let selected = -1;
  let order: number[] = [];
  /** Numbers that readers see: of what the left side shows, in its order. */
  let numbers = new Map<number, number>();
  const self: Reader = {
    show,
    shows: (passage) => isShown(passage),
    jump: (passage) => jump(passage),
    onSource: () => {},
  };

  function show(shares: Shares, chosen: number): void {
    counts = shares.counts;
    view = chosen;
    const ownerOf = (covering: readonly number[]) => bestOf(covering.filter(isShown));
    const shown = new Set<number>();
    for (const paragraph of data.text.paragraphs) {
      if (typeof paragraph === 'number') continue;
      for (const [, , covering] of paragraph) if (covering !== undefined) shown.add(ownerOf(covering));
    }
    shown.delete(-1);
    order = [...shown].sort((x, y) => x - y);
    numbers = new Map(order.map((passage, i) => [passage, i + 1]));
    left.mark(ownerOf, numbers);
    if (data.sources.length === 0) byId('pane-b').hidden = true;
    else if (source === -1 || (view >= 0 && view !== source)) showSource(Math.max(0, view));
    else markSource();
    if (selected >= 0 && isShown(selected)) select(selected);
    else deselect();
  }

  const isShown = (passage: number) => counts[passage] && (view < 0 || passages[passage][0] === view);

  const bestOf = (covering: readonly number[]) => tools.bestPassage(passages, covering);

  function showSource(next: number): void {
    source = next;
    let entry = sourcePanes.get(source);
    if (entry === undefined) {
      const box = tools.element('div', {});
      entry = { box, pane: tools.textPane(tools, box, data.sources[source], passages) };
      sourcePanes.set(source, entry);
    }
    right = entry.pane;
    boxes.b.replaceChildren(entry.box);
    boxes.b.lang = data.sources[source].lang;
    boxes.b.scrollTop = 0;
    byId('name-b').textContent = data.sources[source].id;
    markSource();
    self.onSource(source);
  }

  function markSource(): void {
    // what the left side shows goes before what another source has better
    right.mark((covering) => {
      const counting = covering.filter((passage) => counts[passage]);
      const numbered = counting.filter((passage) => numbers.has(passage));
      return bestOf(numbered.length > 0 ? numbered : counting);
    }, numbers);
  }

  function select(passage: number): void {
    selected = passage;
    const parts = tools.wordDiff(left.textOf(passage), right.textOf(passage), comparedAs);
    const runs = (side: Side): Run[] => parts.map((part) => ({ same: part.same, text: part[side].join('') }));
    left.select(passage, runs('a'));
    right.select(passage, runs('b'));
    const [from, kind, score, words, wordsThere] = passages[passage];
    // isolated: a name may turn the direction of what follows
    const many = data.sources.length > 1 ? ` · \u2068${data.sources[from].id}\u2069` : '';
    const extent =
      words === wordsThere ? `${number(words)} words` : `${number(words)} words for ${number(wordsThere)}`;
    byId('passage-says').textContent =
      `${kinds[kind]} · ${extent} · ${Math.floor(score * 100 + 1e-6)}% alike${many}`;
    tellPlace();
  }

  function deselect(): void {
    selected = -1;
    left.select(-1, []);
    right.select(-1, []);
    byId('passage-says').textContent =
      order.length === 0
        ? 'No passage counts with these filters.'
        : 'Choose a marked passage to see its partner.';
    tellPlace();
  }

  function tellPlace(): void {
    const at = order.indexOf(selected);
    const all = `${number(order.length)} ${order.length === 1 ? 'passage' : 'passages'}`;
    byId('place').textContent = at < 0 ? all : `${number(at + 1)} of ${number(order.length)}`;
    for (const id of ['previous', 'next']) (byId(id) as HTMLButtonElement).disabled = order.length === 0;
  }

  /** `side`: where the other half of the passage shall be looked at. */
  function jump(passage: number, side?: Side): void {
    if (passages[passage][0] !== source) showSource(passages[passage][0]);
    select(passage);
    if (side !== undefined) turnTo(side);
    const { top } = room.getBoundingClientRect();
    if (top > innerHeight / 3 || top < -innerHeight / 3) room.scrollIntoView();
    bring(boxes.a, left);
    bring(boxes.b, right);
    // paragraphs get their true height only when they are drawn: look again
    requestAnimationFrame(() => {
      bring(boxes.a, left);
      bring(boxes.b, right);
    });
  }

  function bring(box: HTMLElement, pane: TextPane): void {
    const mark = pane.marksOf(selected)[0];
    if (mark === undefined || mark.offsetParent === null) return;
    if (box.scrollHeight <= box.clientHeight + 1) {
      const { top, bottom } = mark.getBoundingClientRect();
      if (top < 80 || bottom > innerHeight - 120) mark.scrollIntoView({ block: 'center' });
      return;
    }
    const above = box.clientHeight / 4;
    box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top - above;
  }

  function step(by: number): void {
    if (order.length === 0) return;
    const at = order.indexOf(selected);
    const next = at < 0 ? (by > 0 ? 0 : order.length - 1) : (at + by + order.length) % order.length;
    jump(order[next]);
  }

  /** On a phone one side is seen at a time. */
  function turnTo(side: Side): void {
    room.dataset.side = side;
    for (const each of ['a', 'b']) byId(`side-${each}`).setAttribute('aria-pressed', String(each === side));
  }

  /** The passage of a mark; pressed again, the next one that covers it. */
  function choose(mark: Element, side: Side): number {
    const pane = side === 'a' ? left : right;
    const here = pane.passagesAt(mark).filter(side === 'a' ? isShown : (passage) => counts[passage]);
    const at = here.indexOf(selected);
    if (at >= 0) return here[(at + 1) % here.length];
    const numbered = here.filter((passage) => numbers.has(passage));
    return bestOf(numbered.length > 0 ? numbered : here);
  }

  function focusOn(side: Side): void {
    (side === 'a' ? left : right).marksOf(selected)[0]?.focus({ preventScroll: true });
  }

  for (const side of ['a', 'b'] as const) {
    const other = side === 'a' ? 'b' : 'a';
    const box = boxes[side];
    box.addEventListener('click', (event) => {
      const mark = (event.target as Element).closest('mark[role]');
      // a press that ends a selection of text is no press
      if (mark === null || getSelection()?.isCollapsed === false) return;
      jump(choose(mark, side), other);
    });
    box.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const mark = (event.target as Element).closest('mark[role]');
      if ((event.key === 'Enter' || event.key === ' ') && mark !== null) {
        jump(choose(mark, side), other);
        focusOn(other);
      } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        step(event.key === 'ArrowRight' ? 1 : -1);
        focusOn(side);
      } else if (event.key === 'Escape') deselect();
      else return;
      event.preventDefault();
    });
    byId(`side-${side}`).addEventListener('click', () => {
      turnTo(side);
      if (selected >= 0) bring(box, side === 'a' ? left : right);
    });
  }
  byId('previous').addEventListener('click', () => step(-1));
  byId('next').addEventListener('click', () => step(1));
  return self;
}
