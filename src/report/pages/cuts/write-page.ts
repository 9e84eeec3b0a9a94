/** Writes the page of cuts: one file that needs no other. It says what was cut most often, where, and where it has stayed. */
import { type PageTarget, pageEnd, pageStart } from '../html-page.ts';
import { cutsMarkup } from './markup.ts';
import type { CutsPageData } from './rows.ts';

/** Committing the file is left to the caller. */
export async function writeCutsPage(target: PageTarget, data: CutsPageData): Promise<void> {
  // loaded late: most commands do not need it
  const { cutsPage } = await import('../bundled.js');
  await target.write(pageStart(cutsPage, data.title));
  await target.write(cutsMarkup(data));
  await target.write(pageEnd(cutsPage));
}
