/** Runs in the page. How alike are the removed documents? Bars that say what another threshold would do, and filter. */
import type { PageTools } from './page-tools.ts';

/** Shows only members from `low` up to, not including, `high`; everything without an argument. */
export type ShowRange = (range?: { readonly low: number; readonly high: number }) => void;

/** Fills the figure of the page. Self-contained: it is sent to the page as source. */
export function histogram(tools: PageTools, counts: readonly number[], total: number, show: ShowRange): void {
  const { element } = tools;
  const bars = document.getElementById('bars')!;
  const says = document.getElementById('bar-says')!;
  const steps = counts.length - 1;
  const number = (value: number) => value.toLocaleString('en-US');
  const percent = (step: number) => `${Math.round((step / steps) * 100)}%`;

  // from 80% at most, so that a chart of near-copies does not consist of one bar
  const lowest = counts.findIndex((count) => count > 0);
  const first = Math.min(lowest, Math.round(steps * 0.8));
  // exact copies often outnumber everything else: their bar is cut, with its number above, so that the others show
  const highestBelow = Math.max(...counts.slice(0, steps));
  const isCut = highestBelow > 0 && counts[steps] > 2 * highestBelow;
  const scale = isCut ? highestBelow * 1.5 : Math.max(...counts);
  let pressed: HTMLElement | undefined;
  const rest =
    'Point at a bar to see what another threshold would do; press it to list only the groups they are in.';
  says.textContent = rest;

  for (let step = first; step <= steps; step++) {
    const range = step === steps ? '100%' : `${percent(step)} to ${percent(step + 1)}`;
    const stays = counts.slice(step).reduce((sum, count) => sum + count, 0);
    const sentence =
      `Resemblance ${range}: ${number(counts[step])} ${counts[step] === 1 ? 'document' : 'documents'}. ` +
      `A threshold of ${(step / steps).toFixed(2)} removes about ${number(stays)} of these ${number(total)}.`;
    const fill = element('span', { class: 'fill' });
    const share = Math.min(1, counts[step] / scale);
    fill.style.height = counts[step] === 0 ? '0' : `max(3px, ${(share * 100).toFixed(2)}%)`;
    const bar = element('button', { type: 'button', 'aria-pressed': 'false', 'aria-label': sentence }, fill);
    const tick = step % (steps - first > 40 ? 20 : 5) === 0;
    if (tick) bar.append(element('span', { class: 'tick' }, percent(step)));
    if (isCut && step === steps) {
      fill.classList.add('cut');
      bar.append(element('span', { class: 'amount' }, number(counts[step])));
    }
    const say = () => {
      says.textContent = sentence;
    };
    bar.addEventListener('pointerenter', say);
    bar.addEventListener('focus', say);
    bar.addEventListener('click', () => {
      const again = pressed === bar;
      pressed?.setAttribute('aria-pressed', 'false');
      pressed = again ? undefined : bar;
      pressed?.setAttribute('aria-pressed', 'true');
      show(again ? undefined : { low: step / steps, high: step === steps ? 2 : (step + 1) / steps });
    });
    bars.append(bar);
  }
  bars.addEventListener('pointerleave', () => {
    says.textContent = pressed?.getAttribute('aria-label') ?? rest;
  });
}
