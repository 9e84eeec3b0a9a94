/** How many copies resemble their group by how much. */
import type { GroupPage } from '../api/types.ts';
import { say } from '../say/index.ts';

/** Parts that the service counts, from 0 to 100 %. */
export const BINS = 20;

/** The part of the histogram that may have copies begins here: at the threshold, unless copies were counted for what they contain. */
export function firstBin({ histogram, threshold }: GroupPage): number {
  const used = histogram.findIndex((count) => count > 0);
  return Math.min(Math.floor(BINS * threshold + 1e-9), BINS - 1, used === -1 ? BINS : used);
}

export function Histogram({ counts, first }: { counts: readonly number[]; first: number }) {
  const shown = counts.slice(first);
  const most = Math.max(1, ...shown);
  const share = (bin: number) => say.value.wholePercent(bin / BINS);
  const label = `${say.value.histogram}: ${shown.map((count, i) => `${share(first + i)}: ${count}`).join(', ')}`;
  return (
    <figure class="histogram">
      <div class="histogram-counts" aria-hidden="true">
        {shown.map((count, i) => (
          <span key={i}>{count === 0 ? '' : say.value.number(count)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${10 * shown.length} 40`} preserveAspectRatio="none" role="img" aria-label={label}>
        {shown.map((count, i) => (
          <rect
            key={i}
            x={i * 10 + 0.25}
            width={9.5}
            y={40 - (40 * count) / most}
            height={(40 * count) / most}
          />
        ))}
      </svg>
      <figcaption>
        <span>{share(first)}</span> <span>{say.value.histogram}</span> <span>{share(BINS)}</span>
      </figcaption>
    </figure>
  );
}
