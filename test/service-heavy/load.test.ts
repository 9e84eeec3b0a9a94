/** The quick forms of test/soak/load-service.mjs and check-readers.mjs. No times are asserted. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

async function faultsOf(script: string, ...few: readonly string[]) {
  const path = fileURLToPath(new URL(`../soak/${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...few]).catch(
    (error: { stdout: string }) => error,
  );
  const { faults, ...figures } = JSON.parse(/\n?(\{\n[\s\S]*\n\})/.exec(stdout)?.[1] ?? '{}');
  expect(Object.entries(faults ?? { nothing: stdout }).filter(([, count]) => count !== 0)).toEqual([]);
  return figures;
}

test('under load no answer is wrong, no feed has a gap, and what was acknowledged is there after kill -9', async () => {
  const few = ['--seconds', '10', '--connections', '100', '--listeners', '10', '--ring', '500'];
  const { answered, acknowledged } = await faultsOf('load-service.mjs', ...few);
  expect(answered).toBeGreaterThan(0);
  expect(acknowledged).toBeGreaterThan(0);
});

test('while readers and the writer are killed no answer is wrong or older than what was acknowledged, and a service beside it goes on', async () => {
  const { answered, staleness, killed } = await faultsOf(
    'check-readers.mjs',
    '--seconds',
    '10',
    '--connections',
    '50',
  );
  expect(answered).toBeGreaterThan(0);
  expect(staleness.asked).toBeGreaterThan(staleness.refused);
  expect(killed.readers).toBeGreaterThan(0);
  expect(killed.writers).toBeGreaterThan(0);
});
