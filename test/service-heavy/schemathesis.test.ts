/**
 * schemathesis makes requests from the description of the service, valid and invalid ones, alone and in chains, and checks every answer with it.
 * NEARDUP_EXAMPLES=100 is the long form.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SCOPES } from '../../src/apps/http/service-answers.ts';
import { runService } from '../service/run-service.ts';

const TOOL = fileURLToPath(new URL('../../.service-tools/bin/schemathesis', import.meta.url));
const hasTool = existsSync(TOOL);
if (!hasTool && process.env.NEARDUP_REQUIRE_ALL === '1')
  throw new Error(`Expected ${TOOL}; run .ci/install-service-tools.`);
if (!hasTool) console.warn('skipped: schemathesis, because it is not there (.ci/install-service-tools)');

const examples = Number(process.env.NEARDUP_EXAMPLES ?? 2);
const isLong = examples >= 100;

/** All checks with the scope that may do everything; with the others, that what is refused is refused as described. */
test.runIf(hasTool).each(SCOPES)(
  'no answer contradicts the description, with the scope %s',
  async (scope) => {
    const service = await runService({}, [{ scopes: [scope] }]);
    try {
      const isFull = scope === 'admin';
      const { stdout, failed } = await promisify(execFile)(TOOL, [
        'run',
        `${service.address}/openapi.json`,
        ...['--header', `Authorization: Bearer ${service.secrets[0]}`],
        ...['--checks', 'all', '--seed', '1', '--no-color', '--continue-on-failure'],
        ...['--max-examples', String(isFull || isLong ? examples : 1)],
        ...['--phases', isFull || isLong ? 'examples,coverage,fuzzing,stateful' : 'fuzzing'],
      ]).then(
        ({ stdout }) => ({ stdout, failed: false }),
        ({ stdout }: { stdout: string }) => ({ stdout, failed: true }),
      );
      expect(failed ? stdout : '').toBe('');
      expect(stdout).toContain('Tested: ');
    } finally {
      await service.stop();
    }
  },
);
