/** Says once, before the tests, which tools are missing and how to install them. */

import { INSTALL, missingTools } from './tools.ts';

export default function setup(): void {
  const missing = missingTools();
  if (missing.length === 0) return;
  const what = process.env.NEARDUP_REQUIRE_ALL === '1' ? 'fail' : 'are skipped';
  console.warn(`Not installed: ${missing.join(', ')}. Tests that need them ${what}. Install: ${INSTALL}`);
}
