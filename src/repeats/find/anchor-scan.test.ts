import { expect, test } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import { windowsOf } from '../../engines/window-anchors.cases.ts';
import { utf8Bytes } from '../../platform/bytes.ts';
import { AnchorScan, KEY_WIDTH } from './anchor-scan.ts';

const { heap, kernels } = await openEngine({ engine: 'wasm', threads: 1 });

test('a long text has the anchors, windows and keys that it would have in one part, whatever its words are', () => {
  const few = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const texts = [
    Array.from({ length: 120_000 }, (_, i) => few[(i * i + (i >>> 7)) % 40]).join(' '),
    Array.from({ length: 150_000 }, (_, i) => (i % 3 === 0 ? '中' : few[(i * 7) % 40])).join(' '),
    `${'word '.repeat(100_000)}end`,
    // few words begin a window in any part
    Array.from({ length: 300 }, (_, i) => `${i}${'y'.repeat(i % 50 === 0 ? 300_000 : 5000)}`).join(' '),
    `a b ${'z'.repeat(400_000)} c d`,
  ].map((each) => utf8Bytes(each));
  for (const own of texts) {
    const scan = new AnchorScan({ heap, kernels }, 50);
    const anchors: number[] = [];
    const windows: number[] = [];
    scan.read(own, (anchor) => {
      if (2 * anchor.number === anchors.length) anchors.push(anchor.low, anchor.high);
      const keys = scan.keys(anchor);
      expect([...scan.ends(anchor)]).toEqual([...keys].filter((_, at) => at % KEY_WIDTH === 2));
      expect(windows.length).toBe(KEY_WIDTH * anchor.firstWindow);
      for (const key of keys) windows.push(key);
    });
    scan.close();
    const whole = windowsOf(heap, kernels, own, 50, own.length);
    expect(anchors.join()).toBe(whole.anchors.filter((_, at) => at % 6 < 2).join());
    expect(windows.join()).toBe(whole.keys.join());
  }
});
