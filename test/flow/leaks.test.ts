/** A process that lives long; test/soak/check-leaks.mjs makes 10,000 calls. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkLeaks } from '../soak/check-leaks.mjs';

// the system tells what is open only here
test.runIf(existsSync('/proc/self/fd'))(
  'calls that end, are left early, are aborted or fail leave no open file and no thread behind',
  async () => {
    const { before, after } = await checkLeaks({ calls: 144 });
    expect(after.files).toBeLessThanOrEqual(before.files);
    expect(after.threads).toBeLessThanOrEqual(before.threads);
  },
);
