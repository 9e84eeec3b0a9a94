/** What axe-core finds in a page: names, roles, contrast, keyboard access; wide in light, on a phone in dark. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export const WIDE = { width: 1200, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** One line for each rule that is broken in one of the themes and widths, with the first element that breaks it. */
export async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = new Set<string>();
  for (const [viewport, colorScheme] of [
    [WIDE, 'light'],
    [PHONE, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(runAxe);
    for (const { id, impact, nodes } of violations)
      found.add(`${impact} ${id} (${nodes.length}): ${nodes[0].html.slice(0, 200)}`);
  }
  return [...found];
}

/** Runs in the page. */
function runAxe(): Promise<axe.AxeResults> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  return axe.run(document, { preload: false, resultTypes: ['violations'] });
}
