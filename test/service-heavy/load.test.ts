/** The quick form of test/soak/load-service.mjs. No times are asserted. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../soak/load-service.mjs', import.meta.url));

test('under load no answer is wrong, no feed has a gap, and what was acknowledged is there after kill -9', async () => {
  const few = ['--seconds', '10', '--connections', '100', '--listeners', '10', '--ring', '500'];
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...few]).catch(
    (error: { stdout: string }) => error,
  );
  const { faults, answered, acknowledged } = JSON.parse(/\n?(\{\n[\s\S]*\n\})/.exec(stdout)?.[1] ?? '{}');
  expect(Object.entries(faults ?? { nothing: stdout }).filter(([, count]) => count !== 0)).toEqual([]);
  expect(answered).toBeGreaterThan(0);
  expect(acknowledged).toBeGreaterThan(0);
});
