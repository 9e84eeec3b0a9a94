/** A long list of rows of equal height: only those in sight are in the page. Rows are loaded in pages as they come into sight. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Pixels of a row; the style sheet has the same number. */
const ROW = 44;
/** Rows above and below those in sight. */
const BEYOND = 12;
/** Browsers lay out no taller elements than this; a longer list scrolls in larger steps. */
const TALLEST = 8_000_000;

export interface VirtualListProps {
  readonly total: number;
  readonly label: string;
  readonly row: (number: number) => ComponentChildren;
  /** Called with the rows that are in sight. */
  readonly onRange: (from: number, to: number) => void;
}

export function VirtualList({ total, label, row, onRange }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLOListElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  const tall = Math.min(TALLEST, total * ROW);
  const seen = Math.ceil(height.value / ROW);
  const last = Math.max(0, total - seen);
  const first = Math.min(last, Math.floor((top.value / Math.max(1, tall - height.value)) * last));
  const from = Math.max(0, first - BEYOND);
  const to = Math.min(total, first + seen + BEYOND);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      height.value = entry.contentRect.height;
    });
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    // set here and not as an attribute: the content policy allows no style in the markup
    inner.current!.style.height = `${tall}px`;
    rows.current!.style.transform = `translateY(${Math.max(0, top.value - (first - from) * ROW)}px)`;
    onRange(from, to);
  });
  return (
    <section
      ref={box}
      class="virtual"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop;
      }}
    >
      <div ref={inner} class="virtual-inner">
        <ol ref={rows} class="virtual-rows">
          {Array.from({ length: to - from }, (_, i) => (
            <li key={from + i} aria-setsize={total} aria-posinset={from + i + 1}>
              {row(from + i)}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
