import { expect, it } from 'vitest';
import { writeParts } from './parts-file.ts';

it('other work goes first while chunks that take long to make are written', async () => {
  let turns = 0;
  let isWriting = true;
  const count = () => {
    turns++;
    if (isWriting) setImmediate(count);
  };
  setImmediate(count);
  function* chunks() {
    for (let i = 0; i < 4; i++) {
      const end = performance.now() + 20;
      while (performance.now() < end);
      yield new Uint8Array(10);
    }
  }
  // a disk that does not wait
  await writeParts({ write: () => {} }, [{ name: 'part', chunks: chunks() }]);
  isWriting = false;
  expect(turns).toBeGreaterThanOrEqual(3);
});
