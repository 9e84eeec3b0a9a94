/** Scrolls passages into view: inside the box of a text that scrolls, or in the page if the box shows all of its text. */
import { find } from '../../browser/find.ts';

/** Pixels at the top and the bottom of a phone's screen that bars may cover. */
const COVERED = { top: 80, bottom: 120 };

/** Scrolls the page to the two texts unless they fill most of the screen already. */
export function bringReaderIntoView(): void {
  const reader = find('reader');
  if (Math.abs(reader.getBoundingClientRect().top) > innerHeight / 3) reader.scrollIntoView();
}

/** Whether a text scrolls inside its box. */
export function scrollsInside(box: HTMLElement): boolean {
  return box.scrollHeight > box.clientHeight + 1;
}

export function bringIntoView(box: HTMLElement, mark: HTMLElement | undefined): void {
  if (mark === undefined || mark.offsetParent === null) return;
  const { top, bottom } = mark.getBoundingClientRect();
  if (scrollsInside(box)) {
    box.scrollTop += top - box.getBoundingClientRect().top - box.clientHeight / 4;
  } else if (top < COVERED.top || bottom > innerHeight - COVERED.bottom) {
    mark.scrollIntoView({ block: 'center' });
  }
}
