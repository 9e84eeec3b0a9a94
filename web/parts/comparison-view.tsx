/** Both texts side by side: the component of the reports. */
import { useEffect, useRef } from 'preact/hooks';
import { mountComparison } from '../../src/report/pages/comparison/browser/mount.ts';
import { comparisonFooter } from '../../src/report/pages/comparison/markup.ts';
import type { ComparisonRows } from '../../src/report/pages/comparison/rows.ts';
import { language } from '../say/index.ts';

export function ComparisonView({ rows }: { rows: ComparisonRows }) {
  const place = useRef<HTMLDivElement>(null);
  const footer = useRef<HTMLDivElement>(null);
  const lang = language.value;
  useEffect(() => {
    const ended = new AbortController();
    mountComparison(place.current!, rows, ended.signal);
    footer.current!.innerHTML = comparisonFooter(rows);
    return () => ended.abort();
  }, [rows, lang]);
  return (
    <>
      <div ref={place} class="comparison-place" />
      <div ref={footer} />
    </>
  );
}
