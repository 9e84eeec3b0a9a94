/** A short form of `test/soak/check-durability.mjs strace`: real processes whose calls fail, or are their last. */
import { describe, expect, test } from 'vitest';
import { openCollection } from '../../src/index.ts';
import { checksOf } from '../soak/durability/checks.mjs';
import { hasStrace } from './recorded-calls.ts';

const isSkipped = !hasStrace() && process.env.NEARDUP_REQUIRE_ALL !== '1';
if (isSkipped)
  console.warn('skipped: calls that fail in the kernel, since strace is not here (apt-get install strace)');

describe.skipIf(isSkipped)('a process whose call to the kernel fails', () => {
  test('leaves every acknowledged change, key and collection of a service, and nobody gets in without a key', async () => {
    const { runs, fired, broken } = await checksOf({ openCollection }).strace(4, 2);
    expect({ runs, fired, broken }).toEqual({ runs: 4, fired: 4, broken: 0 });
  });
});
