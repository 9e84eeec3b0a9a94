/** Who shares what with whom: the component of the reports, with a verdict and a note for every pair. */
import { useEffect, useRef } from 'preact/hooks';
import { type ClassViewActions, classView } from '../../src/report/pages/class/browser/class-view.ts';
import { documentList } from '../../src/report/pages/class/browser/document-list.ts';
import { hiddenNames } from '../../src/report/pages/class/hidden-names.ts';
import type { ClassRows, PairRow } from '../../src/report/pages/class/rows.ts';
import type { Review, ReviewedPair } from '../api/types.ts';
import { language, say } from '../say/index.ts';
import { classChoice, classScroll, essays } from '../work.ts';
import { reviewCells } from './review-cells.ts';

export interface ReviewedRows extends ClassRows {
  readonly pairs: readonly (PairRow & ReviewedPair)[];
}

export interface ClassPlaceProps
  extends Pick<ClassViewActions, 'countCommon' | 'comparePairs' | 'excludeText' | 'leaveOut' | 'onShown'> {
  readonly rows: ReviewedRows;
  readonly open: (pair: number) => void;
  readonly onReview: (review: Review) => void;
  /** Takes a document out of the class. */
  readonly remove: (id: string) => void;
}

export function ClassPlace({ rows, open, onReview, remove, ...actions }: ClassPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const lang = language.value;
  useEffect(() => {
    const titles = [say.value.verdict, say.value.note];
    const choice = classChoice.peek();
    const hidden = hiddenNames(rows.pairs, say.value.hiddenName);
    const cells = (number: number) =>
      reviewCells(rows.pairs[number], onReview, choice.hidesNames ? hidden[number] : undefined);
    const given = { open, canOpen: () => true, more: { titles, cells }, ...actions };
    const list = document.createElement('div');
    const showList = () => {
      const ids = essays.peek().map(({ id }) => id);
      list.replaceChildren(...(choice.hidesNames ? [] : [documentList(ids, remove)]));
    };
    showList();
    place.current!.replaceChildren(classView(rows, { ...given, onNames: showList }, choice), list);
    scrollTo(0, classScroll.peek());
  }, [rows, lang]);
  return <div ref={place} />;
}
