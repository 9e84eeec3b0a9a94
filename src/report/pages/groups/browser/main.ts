/** The script of the page of groups. */
import { hasElement, readIsland } from '../../browser/find.ts';
import type { Totals } from '../rows.ts';
import { GroupList } from './group-list.ts';
import { showHistogram } from './histogram.ts';
import { readGroups } from './reported-group.ts';

// the page has no list if nothing was removed
if (hasElement('list')) {
  const list = new GroupList(readGroups());
  showHistogram(readIsland<Totals>('totals').histogram, (range) => list.narrow(range));
}

// a page that shows this one in a frame gives it the room it needs, so that there is one scroll bar
if (parent !== window) {
  const { documentElement } = document;
  const tellHeight = () =>
    parent.postMessage({ height: Math.ceil(documentElement.getBoundingClientRect().height) }, '*');
  new ResizeObserver(tellHeight).observe(documentElement);
}
