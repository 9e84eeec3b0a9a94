/** The page on paper: the passages of all sources one after the other, because no passage can be pressed there. */
import { element } from '../../browser/element.ts';
import { find, setText } from '../../browser/find.ts';
import { say } from '../../say.ts';
import { type ComparisonModel, type ShownParagraph, wordsOf } from './model.ts';
import type { ComparisonReader } from './reader.ts';
import { gapNode } from './text-pane.ts';

/** While the page is printed, shows every source that has passages. A source that is looked at alone is printed whole. */
export function listenToPrinting(
  model: ComparisonModel,
  reader: ComparisonReader,
  signal?: AbortSignal,
): void {
  let isLaidOut = false;
  let wasOpen = false;
  const charts = find<HTMLDetailsElement>('charts');
  addEventListener(
    'beforeprint',
    () => {
      wasOpen = charts.open;
      charts.open = true;
      const sources = reader.shownSources();
      isLaidOut = sources.length > 1;
      if (!isLaidOut) return;
      setText('role-b', say.all);
      setText('name-b', say.sources(sources.length));
      find('text-b').replaceChildren(...sources.flatMap((source) => paperNodes(model, reader, source)));
    },
    { signal },
  );
  addEventListener(
    'afterprint',
    () => {
      charts.open = wasOpen;
      if (!isLaidOut) return;
      setText('role-b', say.source);
      reader.showSourceAgain();
    },
    { signal },
  );
}

/** The name of a source and its paragraphs that have passages. */
function paperNodes({ sources }: ComparisonModel, reader: ComparisonReader, source: number): Node[] {
  const { id, lang, paragraphs } = sources[source];
  const copy = reader.markedBox(source).cloneNode(true) as HTMLElement;
  copy.lang = lang;
  copy.replaceChildren(...withoutUnmarked([...copy.children], paragraphs));
  return [element('h4', {}, element('bdi', { class: 'id' }, id)), copy];
}

/** Neighboring paragraphs without a passage become one note on how many words they have. */
function withoutUnmarked(nodes: readonly Element[], paragraphs: readonly ShownParagraph[]): Element[] {
  const kept: Element[] = [];
  let leftOut = 0;
  const closeGap = () => {
    if (leftOut > 0) kept.push(gapNode(leftOut));
    leftOut = 0;
  };
  nodes.forEach((node, i) => {
    if (node.querySelector('mark[role]') === null) {
      leftOut += wordsOf(paragraphs[i]);
      return;
    }
    closeGap();
    kept.push(node);
  });
  closeGap();
  return kept;
}
